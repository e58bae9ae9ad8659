"""Goal: every built-in scenario gives what it gave when its golden file was stored.

Method: the T-junction is interpreted to the end, and one of them compiled too; the others are
compiled to the end, and interpreted over the first seconds. `make goldens` stores new files,
on purpose only, and compares both ways of execution before it does.
"""

import json

import pytest

from project_ghost.runs import prepare
from project_ghost.scenario import builtin_names
from proofs.goldens import as_text, golden_of, is_quick, path_of, prefix_digest

QUICK = [name for name in builtin_names() if is_quick(name)]
LONG = [name for name in builtin_names() if not is_quick(name)]


def test_every_scenario_has_a_golden_file_and_no_other_has() -> None:
    stored = sorted(path.stem for path in path_of("x").parent.glob("*.json"))
    assert stored == sorted(builtin_names())


@pytest.mark.parametrize("name", QUICK)
def test_interpreted_as_stored(name) -> None:
    result = as_text(golden_of(prepare(name, execution="interpreted")))
    assert result == path_of(name).read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["t-junction-4", *LONG])
def test_compiled_as_stored(name) -> None:
    result = as_text(golden_of(prepare(name, execution="compiled")))
    assert result == path_of(name).read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
def test_the_first_seconds_interpreted_as_stored(name) -> None:
    stored = json.loads(path_of(name).read_text(encoding="utf-8"))["prefix"]["digest"]
    assert prefix_digest(prepare(name, execution="interpreted")) == stored
