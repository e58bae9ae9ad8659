"""Which faults act now."""

from collections.abc import Sequence

from project_ghost.core.arrays import Floats
from project_ghost.engine import Kernel, Output, Parameter, Size


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
        """Whether this instant is within each window."""
        for i in range(active.shape[0]):
            active[i] = 1.0 if starts_ns[i] <= time_ns < stops_ns[i] else 0.0
