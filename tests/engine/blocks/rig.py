"""One block on its own, fed sample by sample with given numbers."""

from collections.abc import Sequence

from project_ghost.engine import AbstractComponent, Block, Engine, Graph, Output, Parameter
from project_ghost.engine.component._declarations import Value


class Script(Block):
    """Gives one number after the other, then the last one for ever."""

    values = Parameter()
    y = Output()

    def __init__(self, values: Sequence[float]) -> None:
        self.declare(values=Parameter(shape=(len(values),)))
        super().__init__(values=tuple(values))

    @staticmethod
    def output(values: tuple[float, ...], sample: int) -> float:
        return values[min(sample, len(values) - 1)]


def graph_of(block: AbstractComponent, **inputs: Sequence[float]) -> Graph:
    """The block at 100 Hz under a step of 1 ms, each input read from a script."""
    graph = Graph("1ms")
    graph.group("slow", rate_hz=100)
    graph.add("block", block, "slow")
    for name, values in inputs.items():
        graph.add(name, Script(values), "slow")
        graph.connect(f"{name}.y", f"block.{name}")
    return graph


def traced(
    block: AbstractComponent, count: int, output: str = "y", **inputs: Sequence[float]
) -> list[Value]:
    """What an output is at each of the first samples."""
    engine = Engine(graph_of(block, **inputs))
    result = []
    for sample in range(count):
        engine.run("10ms" if sample else 0)
        result.append(engine.value(f"block.{output}"))
    return result
