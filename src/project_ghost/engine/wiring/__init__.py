"""Components and their connections: the graph, its publications, and graphs in files."""
