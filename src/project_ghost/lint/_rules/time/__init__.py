"""Rules on time of the host in place of simulated time, one per file.

`_time_names` has the names that denote times in float seconds, and those that denote integers;
`_limits` knows which limits exist only for those who ask; `_turns` decides whether real time ends a
loop, `_started` whether a wait cuts a computation off, `_dropped` whether a loop leaves late work
out, `_time_base` whether simulated time begins at that of the host; `_defaults` finds readings that
are made while a module is loaded, `_stamps` those that are only noted.
"""
