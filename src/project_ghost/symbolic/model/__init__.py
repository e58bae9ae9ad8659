"""A graph as expressions: `_model` has the named vectors and functions, `_labels` their names."""
