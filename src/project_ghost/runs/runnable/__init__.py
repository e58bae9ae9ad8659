"""Everything that can be run, scenarios, schedule files and graphs, behind one interface.

General layout: `_runnable` (the interface, and the text that a recording carries), `_scenario` (a
scenario), `_schedule` (a schedule file), `_graph` (a graph made in Python), `_load` (any of them
by name, path or stored text), `_changed_keys` (the keys in which two differ), `_replacement`
(another implementation of a component), `_code` (classes and the hashes of their source),
`_foreign` (the modules of others that a stored text names).
"""
