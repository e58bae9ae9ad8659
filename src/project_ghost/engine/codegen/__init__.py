"""The schedule as source, and the source as interpreted or compiled functions.

General layout, of the source: `_tick` (a whole schedule), `_calls` and `_function_names` (calls of
component functions), `_input_reads` (delay, policy, gain and offset of inputs), `_publications`
(messages and samples), `_integrators`, `_fragments` (pieces of source).

What it calls: `_helpers`, `_hash_chain` (links), `_interpolation` (values between samples),
`_float_errors` (division by zero and NaN in interpreted kernels).

From source to callables: `_build`, `_compiled_run` (what machine code works on), `_execution` (the
choice between interpreted and compiled).
"""
