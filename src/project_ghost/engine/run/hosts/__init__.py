"""Components whose answers come from Python while a compiled run pauses.

General layout: `_hosts` and `_host_arguments` (Python components), `_ports` (answers from outside),
`_answers` (checks of results), `_host_calls` (all hosts and ports of a run).
"""
