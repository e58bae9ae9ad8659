"""Components: declarations, the classes that users derive from, and their checks.

General layout: `_declarations` (ports, states, parameters, noise), `_bundles` (declarations that
a Kernel's functions take as one argument), `_components` (the abstract component, Block, Kernel,
Host), `_consistency` (checks declarations and functions), `_values` (checks the constructor's
values), `_copies` (copies of components), `_argument_types` (the
types of functions' arguments).
"""
