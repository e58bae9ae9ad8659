"""A log of utilisation and latency at fixed intervals while an experiment runs."""

import json
import threading
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Annotated, TextIO, final

import msgspec

from project_ghost.batch import CPUTime, busy_fraction, cpu_time
from project_ghost.core.duration import NS_PER_S
from project_ghost.study.results._results import Usage

from ._gpu import gpu_percent

__all__ = ["Monitor", "busy_percent", "usage_of"]

_ELAPSED_MAX_S = 1e9  # thirty years
_MEMORY = Path("/proc/meminfo")


def busy_percent(before: CPUTime | None, after: CPUTime | None) -> float | None:
    """Return the utilisation between two readings; None where it is unknown."""
    fraction = busy_fraction(before, after)
    return None if fraction is None else round(100.0 * fraction, 2)


def _memory_percent() -> float | None:
    try:
        lines = _MEMORY.read_text(encoding="ascii").splitlines()
        sizes = {name: int(rest.split()[0]) for name, _, rest in (x.partition(":") for x in lines)}
        return round(100.0 * (1.0 - sizes["MemAvailable"] / sizes["MemTotal"]), 2)
    except (OSError, ValueError, KeyError, IndexError):
        return None


@final
class Monitor:
    """Writes a line at each interval, from its own thread.

    `late_ms` is how late the thread woke up: the delay of a loop with a fixed period on this
    machine at that time. `repeats` and `slowest_s` are about the repeats that finished since the
    line before.
    """

    def __init__(self, path: Path, every_ns: int, reached_load_percent: float | None) -> None:
        self._every_s = every_ns / NS_PER_S
        self._reached = reached_load_percent
        self._path = path
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._log, name="ghost study monitor", daemon=True)
        self._lock = threading.Lock()
        self._walls_s: list[float] = []

    def __enter__(self) -> "Monitor":
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._file = self._path.open("a", encoding="utf-8")
        _put(self._file, {"begin": True, "reached_load_percent": self._reached})
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end.set()
        self._thread.join()
        self._file.close()

    def finished(self, wall_s: float) -> None:
        """Record the duration of a finished repeat."""
        with self._lock:
            self._walls_s.append(wall_s)

    def _log(self) -> None:
        # ghost: allow[wall-clock] the log is about the machine in wall time
        begun_s = time.perf_counter()
        before, number, ended = cpu_time(), 0, False
        while not ended:
            number += 1
            due_s = begun_s + number * self._every_s
            # ghost: allow[wall-clock] as above
            left_s = due_s - time.perf_counter()
            # ghost: allow[timeout] as above
            ended = self._end.wait(max(0.0, left_s))
            # ghost: allow[wall-clock] as above
            now_s = time.perf_counter()
            after = cpu_time()
            with self._lock:
                walls_s, self._walls_s = self._walls_s, []
            line = {
                "cpu_percent": busy_percent(before, after),
                "elapsed_s": round(now_s - begun_s, 6),
                "gpu_percent": gpu_percent(),
                "late_ms": None if ended else round(1000.0 * (now_s - due_s), 4),
                "memory_percent": _memory_percent(),
                "repeats": len(walls_s),
                "slowest_s": round(max(walls_s), 6) if walls_s else None,
            }
            _put(self._file, line)
            before = after


def _put(file: TextIO, line: Mapping[str, object]) -> None:
    file.write(json.dumps(line, sort_keys=True) + "\n")
    file.flush()


def usage_of(path: Path) -> Usage:
    """A summary of a log over all sessions that wrote to it; damaged lines are skipped."""
    lines: list[_Line] = []
    with suppress(OSError):
        for text in path.read_bytes().splitlines():
            with suppress(msgspec.MsgspecError, ValueError):
                lines.append(msgspec.json.decode(text, type=_Line))
    walls_s = [0.0]
    for line in lines:
        if line.begin:
            walls_s.append(0.0)
        else:
            walls_s[-1] = line.elapsed_s
    cpu = _known(line.cpu_percent for line in lines)
    late = _known(line.late_ms for line in lines)
    return Usage(
        reached_load_percent=_mean(_known(line.reached_load_percent for line in lines)),
        mean_cpu_percent=_mean(cpu),
        max_cpu_percent=max(cpu, default=None),
        max_memory_percent=max(_known(line.memory_percent for line in lines), default=None),
        mean_latency_ms=_mean(late),
        max_latency_ms=max(late, default=None),
        wall_s=round(sum(walls_s), 3),
        mean_gpu_percent=_mean(_known(line.gpu_percent for line in lines)),
    )


class _Line(msgspec.Struct):
    """A line of the log; the first of a session says only which load was reached."""

    begin: bool = False
    reached_load_percent: float | None = None
    elapsed_s: Annotated[float, msgspec.Meta(ge=0.0, le=_ELAPSED_MAX_S)] = 0.0
    cpu_percent: float | None = None
    late_ms: float | None = None
    memory_percent: float | None = None
    gpu_percent: float | None = None


def _known(values: Iterable[float | None]) -> list[float]:
    return [value for value in values if value is not None]


def _mean(values: list[float]) -> float | None:
    return round(sum(values) / len(values), 4) if values else None
