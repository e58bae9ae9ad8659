"""Goal: every built-in scenario gives what it gave when its golden file was stored.

Method: each is recorded to its end, interpreted and compiled. `make goldens` stores new files, on
purpose only, and compares both ways of execution before it does.
"""

from random import Random

import pytest

from project_ghost.runs import prepare
from project_ghost.scenario import builtin_names
from proofs.fuzz.mutation import mutated
from proofs.goldens import as_text, golden_of, path_of, stored_text

# Interpreting these takes less than a second.
QUICK = [name for name in builtin_names() if name.startswith("t-junction")]
LONG = [pytest.param(name, marks=pytest.mark.slow) for name in builtin_names() if name not in QUICK]


def test_every_scenario_has_a_golden_file_and_no_other_has() -> None:
    stored = sorted(path.stem for path in path_of("x").parent.glob("*.json"))
    assert stored == sorted(builtin_names())


def require_golden(name: str, execution: str) -> None:
    result = as_text(golden_of(prepare(name, execution=execution)))
    assert result == path_of(name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [*QUICK, *LONG])
def test_interpreted_as_stored(name) -> None:
    require_golden(name, "interpreted")


@pytest.mark.slow
@pytest.mark.parametrize("name", builtin_names())
def test_compiled_as_stored(name) -> None:
    require_golden(name, "compiled")


def test_a_damaged_golden_file_differs_and_stops_nothing(tmp_path) -> None:
    data = path_of("crowd").read_bytes()
    good, broken = stored_text(path_of("crowd")), tmp_path / "crowd.json"
    assert good == data.decode()
    assert stored_text(broken) == ""
    for number in range(100):
        # Broken files, not secrets.
        broken.write_bytes(mutated(data, Random(number)))  # noqa: S311
        assert (stored_text(broken) == good) is (broken.read_bytes() == data)
