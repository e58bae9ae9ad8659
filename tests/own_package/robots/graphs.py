"""A graph made in Python, for a study."""

from project_ghost.engine import Graph
from project_ghost.engine.blocks import FirstOrderLag, NoiseSource
from project_ghost.runs import Runnable, graph_runnable


def filtered_noise() -> Runnable:
    """Noise and what a filter makes of it."""
    graph = Graph(step="10ms")
    graph.group("all", rate_hz=100)
    graph.add("Noise", NoiseSource(), group="all")
    graph.add("Filter", FirstOrderLag(0.2), group="all")
    graph.connect("Noise.y", "Filter.u")
    return graph_runnable(graph, duration="300ms", name="filtered-noise")
