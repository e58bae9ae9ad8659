"""Sweeps that several files of tests read, and none changes."""

from pathlib import Path

import pytest

from project_ghost.batch import InProcess
from project_ghost.results import open_store
from project_ghost.sweep import Plan, parse_sweep, plan_sweep, run_sweep

from .small import RECORDED, TEXT


@pytest.fixture(scope="session")
def plan() -> Plan:
    return plan_sweep(parse_sweep(TEXT))


@pytest.fixture(scope="session")
def reference(plan, tmp_path_factory) -> Path:
    """The folder of a complete sweep."""
    folder: Path = tmp_path_factory.mktemp("reference")
    result = run_sweep(plan, open_store(folder), InProcess(), execution="interpreted")
    assert result.is_complete
    return folder


@pytest.fixture(scope="session")
def recorded(tmp_path_factory) -> Path:
    """The folder of a complete sweep with recordings."""
    folder: Path = tmp_path_factory.mktemp("recorded")
    recorded_plan = plan_sweep(parse_sweep(RECORDED))
    run_sweep(recorded_plan, open_store(folder), InProcess(), execution="interpreted")
    return folder
