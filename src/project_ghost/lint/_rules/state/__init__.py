"""Rules on state that neither the seed nor a snapshot contains, one per file.

`_host` lists functions that read the host's environment and files; `_writes` finds places that
change values; `_harmless` decides which of them the next run does not notice, `_anew` which state
each run makes anew, `_kept_objects` which tables keep objects that change; `_together` reports the
changes of one object once; `_counters` knows those that only number labels, `_aliases` those
through another name, `_undone` those that end with their function. `_default_changes` follows a
default that all calls share; `_drawing_workers` finds processes that draw from a shared generator.
`_first_come` finds globals that the first caller computes for all others.
"""
