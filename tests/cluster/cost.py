"""What a sweep costs beyond its simulation: `python -m tests.cluster.cost EXECUTOR RUNS [ADDRESS]`.

Prints one line of JSON: CPU seconds of this process and of its children, the most memory of this
process (after 500 runs, after the last, and at the end with plan and tables), and for each worker
how long its first run took, and the fraction of the time between its second and last run in which
it was not idle. A worker is not idle while it runs or waits for a core.
"""

import json
import resource
import sys
import tempfile
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from project_ghost.batch import AbstractExecutor, InProcess, ProcessPool, RayCluster
from project_ghost.results import open_store
from project_ghost.sweep import SweepCallback, parse_sweep, plan_sweep, run_sweep
from tests.sweep.driver import peak_kib

TEXT = "scenarios: [t-junction-1]\nseeds: {}\n"


def cpu_s(who: int) -> float:
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def worker_times(timings: dict[str, list[float]]) -> list[tuple[float, float]]:
    """Of each worker with at least a hundred runs: how long its first took, and how busy it was."""
    runs: dict[float, list[tuple[float, float]]] = defaultdict(list)
    for pid, started_s, took_s in zip(
        timings["pid"], timings["started_s"], timings["took_s"], strict=True
    ):
        runs[pid].append((started_s, took_s))
    found: list[tuple[float, float]] = []
    for each in runs.values():
        each.sort()
        if len(each) >= 100:
            later = each[1:]  # the first one prepares
            span_s = later[-1][0] + later[-1][1] - later[0][0]
            found.append((each[0][1], sum(took for _, took in later) / span_s))
    return found


class Memory(SweepCallback):
    """The most memory of the driver after 500 runs and after the last, before tables are made."""

    def __init__(self) -> None:
        self.first = self.last = self.runs = 0

    def on_run_end(self, _row: Mapping[str, Any]) -> None:
        self.runs += 1
        if self.runs % 500 == 0:
            self.last = peak_kib()
            self.first = self.first or self.last


def measure(executor: AbstractExecutor, runs: int) -> dict[str, object]:
    plan = plan_sweep(parse_sweep(TEXT.format(runs)))
    before = cpu_s(resource.RUSAGE_SELF), cpu_s(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as folder:
        memory = Memory()
        result = run_sweep(plan, open_store(folder), executor, callbacks=[memory])
        peak = peak_kib()
        from pyarrow import parquet  # not before: the store chooses how it takes memory

        timings = parquet.read_table(Path(folder) / "timings.parquet").to_pydict()
        assert (result.done, result.failed) == (runs, 0)
        return {
            "self_s": cpu_s(resource.RUSAGE_SELF) - before[0],
            "children_s": cpu_s(resource.RUSAGE_CHILDREN) - before[1],
            "simulated_s": sum(timings["took_s"]),
            "first_kib": memory.first,
            "last_kib": memory.last,
            "peak_kib": peak,
            "first_run_s": [first_s for first_s, _ in worker_times(timings)],
            "busy": [fraction for _, fraction in worker_times(timings)],
            "pids": len(set(timings["pid"])),
        }


def main(name: str, runs: str, address: str = "") -> None:
    executors = {
        "in-process": InProcess,
        "pool": lambda: ProcessPool(2),
        "ray": lambda: RayCluster(address),
    }
    sys.stdout.write(f"{json.dumps(measure(executors[name](), int(runs)))}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
