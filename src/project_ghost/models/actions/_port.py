"""Where actions come from: a port that somebody answers, or a recording of the answers.

Both have the same output and no state, so a run with recorded actions has the bits, and the
digest, of the run in which they were given.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from project_ghost.core.arrays import Floats
from project_ghost.engine import Input, Kernel, Output, Parameter, Port, Size

__all__ = ["ActionPort", "RecordedActions"]


class ActionPort(Port):
    """Asks for the actions of all cars at once: a row for each.

    Its inputs, declared by name and size, are what the cars see. They make it wait until all of
    that is known.
    """

    cars = Size(1)
    width = Size(1)
    actions = Output(shape=("cars", "width"))

    def __init__(self, cars: int, width: int, seen: Mapping[str, int]) -> None:
        inputs: dict[str, Any] = {name: Input(shape=(size,)) for name, size in seen.items()}
        self.declare(**inputs)
        super().__init__(cars=cars, width=width)


class RecordedActions(Kernel):
    """Gives recorded actions, a table for each sample; the last one is kept."""

    cars = Size(1)
    width = Size(1)
    samples = Size(1)
    table = Parameter(shape=("samples", "cars", "width"))
    actions = Output(shape=("cars", "width"))

    def __init__(self, table: Sequence[Sequence[Sequence[float]]] | Floats) -> None:
        super().__init__(
            samples=len(table), cars=len(table[0]), width=len(table[0][0]), table=table
        )

    @staticmethod
    def output(table: Floats, sample: int, actions: Floats) -> None:
        """Copy the actions of the sample."""
        row = min(sample, table.shape[0] - 1)
        for i in range(actions.shape[0]):
            for k in range(actions.shape[1]):
                actions[i, k] = table[row, i, k]
