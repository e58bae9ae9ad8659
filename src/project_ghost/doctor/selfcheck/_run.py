"""Run workloads and compare them with the stored digests."""

import json
import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.resources import files
from types import FrameType
from typing import NamedTuple

from ._mode import Mode
from ._registry import Workload


class Outcome(NamedTuple):
    """The result of one workload: its digest, or the error that it raised."""

    digest: str | None
    error: str | None
    seconds: float


class _OutOfTimeError(BaseException):
    """The CPU time of all workloads is used up; no workload's own error."""


def run(
    workloads: Mapping[str, Workload], mode: Mode, cpu_limit_s: float | None = None
) -> dict[str, Outcome]:
    """Run the workloads that have this mode, in their order.

    After the limit, the one that runs is stopped; it and those after it have no outcome.
    """
    outcomes = {}
    with _cpu_limit(cpu_limit_s):
        for name, workload in workloads.items():
            if mode in workload.modes:
                outcomes[name] = _outcome(workload, mode)
    return outcomes


@contextmanager
def _cpu_limit(limit_s: float | None) -> Iterator[None]:
    """Leave the block when this process has used so much more CPU time."""
    if limit_s is None:
        yield
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise _OutOfTimeError

    before = signal.signal(signal.SIGPROF, stop)
    # ghost: allow[timeout] decides which workloads have an outcome, never what it is
    signal.setitimer(signal.ITIMER_PROF, limit_s)
    try:
        yield
    except _OutOfTimeError:
        pass
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, before)


def stored_digests() -> dict[str, str]:
    """Return the expected digest of each workload, by name."""
    text = files(__package__).joinpath("digests.json").read_text(encoding="utf-8")
    return {str(name): str(digest) for name, digest in json.loads(text).items()}


def _outcome(workload: Workload, mode: Mode) -> Outcome:
    # ghost: allow[wall-clock] how long it took is shown, and in no digest
    begin = time.perf_counter()
    digest, error = None, None
    try:
        digest = workload.digest(mode)
    except Exception as raised:  # one broken workload must not hide the others
        error = f"{type(raised).__name__}: {raised}"
    # ghost: allow[wall-clock] as above
    return Outcome(digest, error, time.perf_counter() - begin)
