"""Small simulators for tests; named in studies as tests.study.toys:NAME."""

import os
from itertools import count
from pathlib import Path

from project_ghost.study import Study, Trace, TraceRecorder, parse_study


def toy_study(text: str) -> Study:
    """A study of the toys below, with the lines that every study needs."""
    head = "" if "command:" in text else "simulator: tests.study.toys:prepare\n"
    scenarios = "" if "scenarios:" in text else "scenarios: [road]\n"
    return parse_study(f"{head}{scenarios}memory_test_mb: 0\n{text}")


class Toy:
    """One car along x. `drift_m`, `wear_m` and others make it depend on what it must not."""

    starts = count()

    def __init__(self, settings) -> None:
        self._settings = settings
        self._runs = 0
        self._start = next(Toy.starts)

    def run(self, seed: int, repeat: int) -> Trace:
        settings = self._settings
        self._runs += 1
        if repeat in settings.get("fails", ()):
            raise ValueError("the engine is flooded")
        if repeat in settings.get("dies", ()):
            os._exit(3)
        if repeat in settings.get("hangs", ()):
            while True:
                pass
        if "log" in settings:
            with Path(settings["log"]).open("a") as file:
                file.write(f"{repeat}\n")
        recorder = TraceRecorder()
        late = settings.get("late_crash", ())
        for step in range(5):
            drift = settings.get("drift_m", 0.0) * repeat * step
            drift += settings.get("wear_m", 0.0) * self._runs
            drift += settings.get("pid_m", 0.0) * (os.getpid() % 1000)
            starts_m = settings.get("starts_m", (0.0,))  # for each simulator that is made
            drift += starts_m[self._start % len(starts_m)]
            if repeat in settings.get("bad", ()) and step == 4:
                drift += float(settings["bad_m"])
            collision = settings["scenario"] == "crash" and step == 3 + (repeat in late)
            recorder.add("car", step * 1_000_000_000, float(step + seed), drift,
                         collision=collision)  # fmt: skip
            recorder.add("truck", step * 1_000_000_000, -float(step), 0.0)
        return recorder.trace()

    def facts(self):
        return {
            "version": "toy",
            "nice": os.getpriority(os.PRIO_PROCESS, 0),
            "cpus": ",".join(map(str, sorted(os.sched_getaffinity(0)))),
            "step_ns": 1_000_000_000,
            "synchronous": self._settings.get("synchronous", True),
            "kind.truck": "lorry",
        }


def prepare(settings) -> Toy:
    return Toy(settings)
