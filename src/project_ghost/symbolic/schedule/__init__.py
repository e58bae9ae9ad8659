"""The engine's own schedule over symbols: one period of a graph as expressions.

`_vocabulary` has what stands for the functions that components may call; `_functions` makes a
function of CasADi from each function of a component, and calls it. `_plan` is the period of a
schedule, `_run` runs it, `_parts` are the components that stay, `_places` the names of values;
`_export` makes a model of all that. `_start` runs the engine of a scenario to where a period
begins, `_obstacles` says what stands in the way of an export.
"""
