"""The load of the machine's cores, from Linux's /proc/stat."""

from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

__all__ = ["CPUTime", "busy_fraction", "cpu_time"]

_STATISTICS = Path("/proc/stat")
# The columns in which a core had nothing to do. The time of guests, in the columns after the
# eighth, is part of the others already.
_IDLE, _WAITING, _COLUMNS = 3, 4, 8


class CPUTime(NamedTuple):
    """Time since the machine started, in the system's ticks: of work, and of everything."""

    busy: int
    total: int


def cpu_time(cores: Collection[int] | None = None) -> CPUTime | None:
    """Return the time of these cores, or of all; None on a system without /proc/stat."""
    names = {"cpu"} if cores is None else {f"cpu{number}" for number in cores}
    busy = total = 0
    try:
        with _STATISTICS.open(encoding="ascii") as file:
            for line in file:
                name, *columns = line.split()
                if name in names:
                    times = [int(text) for text in columns[:_COLUMNS]]
                    total += sum(times)
                    busy += sum(times) - times[_IDLE] - times[_WAITING]
    except (OSError, ValueError, IndexError):
        return None
    return CPUTime(busy, total)


def busy_fraction(before: CPUTime | None, after: CPUTime | None) -> float | None:
    """Return the fraction of time that was work between two readings; None where unknown."""
    if before is None or after is None or after.total <= before.total:
        return None
    return (after.busy - before.busy) / (after.total - before.total)
