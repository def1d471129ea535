"""Recording answers where they are given, and reading what was recorded."""
