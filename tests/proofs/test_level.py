"""Goal: golden files and benchmarks refuse a component that promises too little, by its name."""

import pytest

from benchmarks.scenarios import one_run
from project_ghost.core.errors import InputError
from project_ghost.core.level import Level
from project_ghost.runs import prepare
from project_ghost.scenario.events import Monitor
from proofs.goldens import golden_of


@pytest.fixture(autouse=True)
def _monitor_of_level_host(monkeypatch) -> None:
    monkeypatch.setattr(Monitor, "level", Level.HOST)


def test_golden_files_refuse_it() -> None:
    with pytest.raises(InputError, match="Monitor promises only the level host"):
        golden_of(prepare("t-junction-4", execution="interpreted"))


def test_benchmarks_refuse_it() -> None:
    with pytest.raises(InputError, match="Monitor promises only the level host"):
        one_run()
