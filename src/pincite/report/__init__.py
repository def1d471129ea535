"""What a person or another program reads: a view model first, then one format a file.

`view` turns results into what is shown; `concise`, `full`, `markdown` and `rows` each write one format. Text
from answers and sources is untrusted and goes through `shown` before it reaches a terminal or a file.
"""
