"""Callbacks of a sweep: your code and ours at its start, after each run and at its end.

General layout: `_callback` (the interface), `_calls` (calls all, and survives their errors),
`_load` (callbacks by name), `_time`, `_aggregation`, `_validation`, `_summary` and `_publication`
(those that are built in).
"""
