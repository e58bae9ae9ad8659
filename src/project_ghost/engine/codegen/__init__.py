"""The schedule as source, and that source as something that runs.

General layout: `_tick` (the source of a whole schedule), `_calls` (calls of component functions),
`_input_reads` (delay, policy, gain and offset of inputs), `_publications` (messages and samples),
`_integrators`, `_fragments` (pieces of source), `_kernel_entry` (calls of kernels by compiled
schedules), `_build` (source to callables), `_execution` (the choice between interpreted and
compiled).
"""
