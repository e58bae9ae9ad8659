"""Goal: `ghost run` starts quickly. Method: bounds on what it imports, which no load changes."""

import subprocess
import sys

import pytest

import project_ghost.engine
import project_ghost.estimation
import project_ghost.runs

# Each takes long to import, and a run that is interpreted and not on a terminal needs none.
UNUSED = {
    "llvmlite",
    "matplotlib",
    "msgspec",
    "multiprocessing",
    "numba",
    "pandas",
    "pyarrow",
    "rich",
    "project_ghost.analysis",
    "project_ghost.batch",
    "project_ghost.drawing",
    "project_ghost.engine.inspect._summary",
    "project_ghost.estimation._error_state_filter",
    "project_ghost.lint",
    "project_ghost.runs.reopen._replay",
    "project_ghost.scenario.actors.quadrotor",
    "project_ghost.scenario.sensors.imu",
    "project_ghost.study",
    "project_ghost.testing",
    "project_ghost.view",
    "project_ghost.world.maps.opendrive",
}
# 740 when this was written; a rise means that every run starts later.
MODULES_MAX = 780


def test_a_run_imports_what_it_needs_only(tmp_path) -> None:
    code = (
        "import sys\nfrom project_ghost.cli import main\n"
        "main(['run', 't-junction-4', '--duration=50ms', '--exec=interpreted', '-o', 'run'])\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    loaded = set(done.stderr.split())
    assert "project_ghost.scenario.actors.car" in loaded
    assert loaded & UNUSED == set()
    assert len(loaded) <= MODULES_MAX


@pytest.mark.parametrize(
    "package", [project_ghost.engine, project_ghost.estimation, project_ghost.runs]
)
def test_names_that_are_imported_when_used_exist(package) -> None:
    assert all(getattr(package, name) is not None for name in package.__all__)
    with pytest.raises(AttributeError, match=f"module '{package.__name__}' has no attribute 'x'"):
        _ = package.x
