"""A graph as expressions: `_model` has the named vectors and functions, `_labels` their names.

`_step` has the functions over symbols.
"""
