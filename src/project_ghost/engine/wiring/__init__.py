"""Components and their connections: the graph, its publications, and graphs in files.

General layout: `_graph` (the graph), `_names` (names are paths), `_groups` (rate groups),
`_connections`, `_policies` (reads across rates), `_publications`, `_nesting` (graphs in graphs),
`_from_file` (a graph from a YAML file), `_classes_in_files` (a component from its entry there).
"""
