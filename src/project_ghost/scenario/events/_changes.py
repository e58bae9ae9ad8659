"""Events of values that change: the colours of lights, faults that begin and end."""

from project_ghost.core.arrays import Floats
from project_ghost.engine import Input, Kernel, Output, Size, State

_WIDTH = 2


class ValueChangeEvents(Kernel):
    """Records of the values that changed since the last tick: the value's number, and the value.

    `last` is the value before time 0: a value that differs from it at time 0 is recorded.
    """

    size = Size(1)
    values = Input(shape=("size",))
    last = State(0.0, shape=("size",))
    records = Output(shape=("size", _WIDTH))
    count = Output()

    @staticmethod
    def output(values: Floats, last: Floats, records: Floats, count: Floats) -> None:
        """Compare each value with that of the last tick."""
        n = 0
        for i in range(values.shape[0]):
            if values[i] != last[i]:
                records[n, 0] = i
                records[n, 1] = values[i]
                n += 1
        count[0] = n

    @staticmethod
    def update(values: Floats, last: Floats) -> None:
        """Remember the values."""
        for i in range(values.shape[0]):
            last[i] = values[i]
