"""When faults act, for the rows of a table."""

from collections.abc import Sequence

from project_ghost.core.arrays import Floats
from project_ghost.engine import Kernel, Output, Parameter, Size

# The columns of `windows`.
_ROW, _COLUMN, _START_NS, _STOP_NS, _VALUE = range(5)


class FaultTable(Kernel):
    """In each place of a table the sum of the faults that act on it now, 0 where none does.

        FaultTable(capacity=2, width=2, windows=[(1, 0, 5_000_000_000, 7_000_000_000, 1.0)])

    A window is (row, column, start, stop, value) with times in whole nanoseconds, from the
    start until just before the stop.
    """

    capacity = Size(1)
    width = Size(1)
    count = Size(1)
    windows = Parameter(shape=("count", 5))
    active = Output(shape=("capacity", "width"))

    def __init__(self, capacity: int, width: int, windows: Sequence[Sequence[float]]) -> None:
        super().__init__(
            capacity=capacity, width=width, count=len(windows), windows=[list(w) for w in windows]
        )

    @staticmethod
    def output(time_ns: int, windows: Floats, active: Floats) -> None:
        """Add up in the places of the windows that this instant is within."""
        for i in range(active.shape[0]):
            for j in range(active.shape[1]):
                active[i, j] = 0.0
        for k in range(windows.shape[0]):
            if windows[k, _START_NS] <= time_ns < windows[k, _STOP_NS]:
                active[int(windows[k, _ROW]), int(windows[k, _COLUMN])] += windows[k, _VALUE]
