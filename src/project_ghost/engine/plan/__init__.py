"""The static schedule, and the position of every value in the arrays of a run.

General layout: `_schedule` (which component runs when, in which order), `_layout` (positions in
the arrays), `_messages` (how many messages a tick may leave), `_chained_values` (what a link of the
hash chain covers).
"""
