"""The static schedule, and the position of every value in the arrays of a run.

General layout: `_schedule` (which component runs when, in which order), `_layout` (positions in
the arrays), `_messages` (the maximum number of messages in a tick), `_pauses` (where a tick waits
for a result from outside), `_chained_values` (the values that a link of the hash chain covers),
`_agreement` (refuses what differs between interpreted and compiled code).
"""
