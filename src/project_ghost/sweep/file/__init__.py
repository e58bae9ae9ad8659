"""sweep.yaml: scenarios, planners, seeds and parameters.

General layout: `_sweep` (the content of the file), `_load` (reading it), `_values` (lists and
ranges of values), `_hypercube` (Latin hypercube samples).
"""
