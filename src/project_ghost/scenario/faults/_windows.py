"""Components that know which faults are active now."""

from collections.abc import Sequence

from project_ghost.core.arrays import Floats
from project_ghost.engine import Kernel, Output, Parameter, Size

__all__ = ["FaultClock", "FaultTable"]

# The columns of `windows`.
_ROW, _COLUMN, _START_NS, _STOP_NS, _VALUE = range(5)


class FaultClock(Kernel):
    """For each fault 1 from its start until just before its stop, else 0.

    FaultClock([(5_000_000_000, 7_000_000_000)]): times in whole nanoseconds.
    """

    size = Size(1)
    starts_ns = Parameter(shape=("size",), unit="ns")
    stops_ns = Parameter(shape=("size",), unit="ns")
    active = Output(shape=("size",))

    def __init__(self, windows: Sequence[tuple[int, int]]) -> None:
        super().__init__(
            size=len(windows),
            starts_ns=[float(start) for start, _ in windows],
            stops_ns=[float(stop) for _, stop in windows],
        )

    @staticmethod
    def output(time_ns: int, starts_ns: Floats, stops_ns: Floats, active: Floats) -> None:
        """Compare the current time with each window."""
        for i in range(active.shape[0]):
            active[i] = 1.0 if starts_ns[i] <= time_ns < stops_ns[i] else 0.0


class FaultTable(Kernel):
    """For each element of a table the sum of the values of its active faults, else 0.

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
        """Add up the values of the windows that the current time is in."""
        for i in range(active.shape[0]):
            for j in range(active.shape[1]):
                active[i, j] = 0.0
        for k in range(windows.shape[0]):
            if windows[k, _START_NS] <= time_ns < windows[k, _STOP_NS]:
                active[int(windows[k, _ROW]), int(windows[k, _COLUMN])] += windows[k, _VALUE]
