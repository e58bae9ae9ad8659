"""The schedule as source, the same for both executions.

General layout: `_tick` (a whole schedule), `_calls` and `_function_names` (calls of component
functions), `_input_reads` (delay, policy, gain and offset of inputs), `_publications` (messages and
samples), `_integrators`, `_fragments` (pieces of source).

Why: ADR 8.
"""
