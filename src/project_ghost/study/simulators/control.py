"""A small simulator with deliberate faults, which a study must find and attribute to a factor.

Three cars drive side by side, and each scenario has another fault:

    steady          none: all repeats are the same under all conditions
    wall-clock      the wall clock decides the length of a step   the baseline itself
    thread-order    the order of threads decides the speeds       the baseline itself
    late-steps      a step that takes too long is skipped         load, nice
    leftover        the state of the run before is not reset      process
    shared-slot     the first free slot of the machine is used    instances
    rare            one run in `one_in` (200) draws a bad number  the baseline itself

The last column is the factor that a study should name. The deviations are far above a tolerance
of a centimetre.
"""

import fcntl
import os
import secrets
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import IO, TypeAlias, final

from project_ghost.core.errors import InputError, RunError
from project_ghost.core.wording import did_you_mean
from project_ghost.study.execute._simulator import KIND, Facts, Settings
from project_ghost.study.results._trace import Trace, TraceRecorder

from ._settings import check_names, steps_of

__all__ = ["FAULTS", "ControlSimulator", "prepare"]

Shares: TypeAlias = tuple[float, float, float]  # of the distance that each car should drive
Step: TypeAlias = Callable[[], Shares]

_STEP_NS = 50_000_000
_STEP_S = 0.05
_DURATION_NS = 3_000_000_000
_CARS = ("left", "middle", "right")
_SPEED_MPS = 10.0
_WALL_M = 20.0  # the cars hit it and stop
_SLOTS = 64
_ONE_IN = 200
# Work of about two milliseconds; it is late if its wall time exceeds its CPU time by this much.
_WORK = 40_000
_LATE_RATIO = 1.5
_LATE_NS = 2_000_000

# State that is never reset: the fault of `leftover`.
_runs_in_this_process = 0


def _steady() -> Shares:
    return 1.0, 1.0, 1.0


def _wall_clock() -> Step:
    """A step is as long as it took on the clock, as in a simulator that runs in real time.

    The work of a step is short, so its duration is scaled to about one step.
    """
    last_ns = time.perf_counter_ns()

    def shares() -> Shares:
        nonlocal last_ns
        _work(_WORK // 20)
        now_ns = time.perf_counter_ns()
        share = (now_ns - last_ns) / 100_000.0
        last_ns = now_ns
        return share, share, share

    return shares


def _thread_order() -> Step:
    """A thread for each car; in each step the first to arrive drives farthest."""

    def shares() -> Shares:
        arrived: list[int] = []
        gate = threading.Barrier(len(_CARS))

        def drive(car: int) -> None:
            gate.wait()
            _work(200)
            arrived.append(car)

        threads = [threading.Thread(target=drive, args=(car,)) for car in range(len(_CARS))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        by_place = (1.5, 1.0, 0.5)
        first, second, third = (by_place[arrived.index(car)] for car in range(len(_CARS)))
        return first, second, third

    return shares


def _late_steps() -> Step:
    """A step is skipped if its wall time is far above its CPU time: other programs had the CPU."""

    def shares() -> Shares:
        wall_ns, cpu_ns = time.perf_counter_ns(), time.thread_time_ns()
        _work(_WORK)
        wall_ns = time.perf_counter_ns() - wall_ns
        cpu_ns = time.thread_time_ns() - cpu_ns
        late = wall_ns > _LATE_RATIO * cpu_ns + _LATE_NS
        return (0.0, 0.0, 0.0) if late else (1.0, 1.0, 1.0)

    return shares


def _leftover() -> Step:
    """Each run in a process is a little faster than the one before."""
    global _runs_in_this_process
    share = 1.0 + 0.02 * (_runs_in_this_process % 10)
    _runs_in_this_process += 1
    return lambda: (share, share, share)


FAULTS: Mapping[str, str] = MappingProxyType(
    {
        "steady": "",
        "wall-clock": "baseline",
        "thread-order": "baseline",
        "late-steps": "load",
        "leftover": "process",
        "shared-slot": "instances",
        "rare": "baseline",
    }
)


def prepare(settings: Settings) -> "ControlSimulator":
    """Prepare `simulator: control`.

    `slots` is the folder that instances share, `one_in` the number of runs in which `rare` is
    wrong once on average.
    """
    check_names(settings, ("slots", "one_in"))
    one_in = settings.get("one_in", _ONE_IN)
    if not isinstance(one_in, int) or one_in < 1:
        raise InputError(f"one_in is {one_in!r}", "settings", "a whole number, 1 or more")
    fault = str(settings["scenario"])
    if fault not in FAULTS:
        raise InputError(
            f"there is no scenario {fault!r}{did_you_mean(fault, FAULTS)}",
            "scenario",
            f"one of {', '.join(FAULTS)}",
        )
    default = Path(tempfile.gettempdir(), f"ghost-control-{os.getuid()}")
    return ControlSimulator(
        fault,
        steps_of(settings, _STEP_NS, _DURATION_NS),
        Path(str(settings.get("slots", default))),
        one_in,
    )


@final
class ControlSimulator:
    """Three cars, a wall, and a fault."""

    def __init__(self, fault: str, steps: int, slots: Path, one_in: int = _ONE_IN) -> None:
        self._fault = fault
        self._one_in = one_in
        self._steps = steps
        self._slots = slots
        self._slot: IO[str] | None = None
        self._slot_number = 0

    def run(self, seed: int, repeat: int) -> Trace:  # noqa: ARG002 - nothing is drawn here
        """Drive until the end; a car that reaches the wall stays there."""
        interval_s = sys.getswitchinterval()
        if self._fault == "thread-order":
            sys.setswitchinterval(1e-6)
        try:
            return self._drive(self._faulty_step())
        finally:
            sys.setswitchinterval(interval_s)

    def facts(self) -> Facts:
        """What the result would depend on without the fault."""
        return {
            "fault": self._fault,
            "step_ns": _STEP_NS,
            "synchronous": True,
            "version": "1",
            **{f"{KIND}{car}": "car" for car in _CARS},
        }

    def close(self) -> None:
        """Release the slot."""
        if self._slot is not None:
            self._slot.close()
            self._slot = None

    def _drive(self, shares: Step) -> Trace:
        recorder = TraceRecorder()
        places = [0.0, 0.0, 0.0]
        for step in range(1, self._steps + 1):
            for car, share in enumerate(shares()):
                before_m = places[car]
                places[car] = min(before_m + share * _SPEED_MPS * _STEP_S, _WALL_M)
                hits = places[car] == _WALL_M and before_m < _WALL_M
                y_m = 3.0 * (1 - car)
                recorder.add(_CARS[car], step * _STEP_NS, places[car], y_m, collision=hits)
        return recorder.trace()

    def _faulty_step(self) -> Step:
        match self._fault:
            case "wall-clock":
                return _wall_clock()
            case "thread-order":
                return _thread_order()
            case "late-steps":
                return _late_steps()
            case "leftover":
                return _leftover()
            case "shared-slot":
                share = 1.0 + 0.02 * self._own_slot()
                return lambda: (share, share, share)
            case "rare":
                share = 1.03 if secrets.randbelow(self._one_in) == 0 else 1.0
                return lambda: (1.0, share, 1.0)
        return _steady

    def _own_slot(self) -> int:
        """The number of the first slot that no other instance holds, held until `close`.

        Simulators that use the first free port, and derive their seed from it, do the same.
        """
        if self._slot is None:
            self._slots.mkdir(parents=True, exist_ok=True)
            for number in range(_SLOTS):
                file = Path(self._slots, f"slot-{number}").open("w", encoding="utf-8")  # noqa: SIM115
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except OSError:
                    file.close()
                    continue
                self._slot, self._slot_number = file, number
                break
            else:
                raise RunError(f"all {_SLOTS} slots are taken", str(self._slots))
        return self._slot_number


def _work(count: int) -> int:
    """Compute for a while; the result is always the same."""
    total = 0
    for i in range(count):
        total = (total * 31 + i) & 0xFFFF
    return total
