"""The schedule as source, and the source as interpreted or compiled functions.

General layout: `source` (the text of a schedule).

What it calls: `_helpers`, `_hash_chain` (links), `_interpolation` (values between samples),
`_float_errors` (division by zero and NaN in interpreted kernels).

From source to callables: `_build`, `_compiled_run` (what machine code works on), `_execution` (the
choice between interpreted and compiled).
"""
