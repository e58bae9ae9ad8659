"""study.yaml: the file, its factors, the planned experiments.

General layout: `_file` (the file), `_conditions` (the factors), `_confidence` (the repeats that a
statement takes), `_plan` (the experiments), `_resolved` (the study as it was run, as a file).
"""
