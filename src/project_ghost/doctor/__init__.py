"""The state of an installation: workloads with stored digests, and the level that it reaches.

General layout: `selfcheck` (the workloads), `diagnosis` (runs them and draws the conclusion).
"""
