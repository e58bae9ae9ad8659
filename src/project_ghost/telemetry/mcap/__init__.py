"""The MCAP container: what its records look like, how it is written, how it is read.

General layout: `records` are the records' fields and bytes; `chunk` collects messages and
`writer` writes files; `compression` bounds what comes out of a chunk; `file` finds the
records of a file, complete or cut off, and gives its messages.

The format is the one at https://mcap.dev/spec; the tests hold this against the `mcap`
library and its conformance files.

Why: ADR 14.
"""
