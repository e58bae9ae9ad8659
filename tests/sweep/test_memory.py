"""Goal: the driver of a sweep needs little more memory for ten times as many runs.

Method: the most memory of whole processes, each with plan, parts and tables of a sweep of made-up
runs. `tests/cluster/test_cost.py` measures the same with real ones on Ray.
"""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def peak_kib(runs: int, of: str) -> int:
    done = subprocess.run(
        [sys.executable, "-m", "tests.sweep.driver", str(runs), of],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return int(done.stdout)


@pytest.mark.slow
@pytest.mark.parametrize("of", ["seeds", "grid"])
def test_a_driver_needs_less_than_5_mb_more_for_10_000_runs_than_for_1_000(of) -> None:
    # The same program needs up to 1 MB more when its memory happens to be laid out otherwise.
    least = [min(peak_kib(runs, of) for _ in range(3)) for runs in (1_000, 10_000)]
    grown_kib = least[1] - least[0]
    assert grown_kib * 1024 < 5_000_000
