"""Read recordings: messages, tables, exports, recovery.

General layout: `_recording` (open a recording), `_patterns` (select channels), `_replay` (typed
messages), `_export` with `_declared_columns` (tables), `_row_actors` (whose rows they are),
`_recover` (cut-off or damaged files).
"""
