"""Truth and belief in recordings, and the evaluation of estimators.

General layout: `recordings` (the two channels, as a report), `evaluation` (errors and consistency),
`_chi_square` (its bounds), `_samples`, `_quick_samples` and `_wire_state` (fast decoding of
states in blocks).
"""
