"""The most memory of a sweep's driver: `python -m tests.sweep.driver RUNS [OF]` prints it, in KiB.

Runs differ in seed, or in what OF says: `grid` or `samples`. They are not executed: their outcomes
are made up, so that all memory is that of plan, parts and tables.
"""

import hashlib
import sys
import tempfile
from pathlib import Path

from project_ghost.batch import AbstractExecutor, Outcome
from project_ghost.results import open_store
from project_ghost.sweep import parse_sweep, plan_sweep, run_sweep
from project_ghost.sweep._work import RunValues


class MadeUp(AbstractExecutor):
    """Returns an outcome for each task, at once."""

    @property
    def workers(self) -> int:
        return 2

    def finished(self, tasks):
        for index, _ in enumerate(tasks):
            digest = hashlib.sha256(str(index).encode()).hexdigest()
            values = RunValues(None, digest, None, "portable", "duration", 10**10, 0, None)
            yield Outcome(
                index, values, host="host", pid=7, attempts=1,
                started_s=1e9 + index * 0.1, took_s=0.001 + index * 1e-9,
            )  # fmt: skip


def peak_kib() -> int:
    status = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))


TEXTS = {
    "seeds": "seeds: {}",
    "grid": "parameters: {{actors.car1.speed_mps: {{from: 3, to: 9, count: {}}}}}",
    "samples": "latin_hypercube: {{samples: {}, parameters: "
    "{{actors.car1.speed_mps: {{from: 3, to: 9}}}}}}",
}


def main(runs: str, of: str = "seeds") -> None:
    text = f"scenarios: [t-junction-1]\n{TEXTS[of].format(runs)}\n"
    with tempfile.TemporaryDirectory() as folder:
        plan = plan_sweep(parse_sweep(text))
        assert len(plan) == int(runs)
        assert run_sweep(plan, open_store(folder), MadeUp()).is_complete
    sys.stdout.write(f"{peak_kib()}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
