"""Answers as other products record them, read into native records; one format a file, in `formats/`.

A format module defines one value, `IMPORTER`, and knows no other format. What they share stands here:

    protocol    Importer, Imported, ImportFinding, Sidecar (the evidence given beside the payload)
    at          a place in a payload: typed access, whose every error names its JSON path
    spans       offsets in any unit, checked against the text that they claim to cover
    scopes      what an insertion point covers
    records     chunks and citations of a native record
    payloads    files, arrays, JSON lines, CSV, gzip and event streams as payloads
    catalogue   names of formats, detection, plugins
    reading     files in, native records and rejections out
    passages    documents of frameworks and traces as chunks; `literals` reads what stands in them as text
    traces      steps of a trace as answers; `otel_spans`, `openinference` and `said` read the steps
    delegation  a provider's payload inside a framework's or a trace's
    excerpts    evidence of which only the cited words are at hand
    numbering   sources that markers number otherwise than by their place
"""
