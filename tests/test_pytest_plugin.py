"""The fixture `ghost`, as the tests of a user's repository use it."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1] / "examples" / "your-project"
pytestmark = pytest.mark.slow


@pytest.fixture
def project(tmp_path: Path) -> Path:
    copy = tmp_path / "your-project"
    shutil.copytree(PROJECT, copy, ignore=shutil.ignore_patterns("__pycache__", "golden"))
    return copy


def run_tests(project: Path, *flags: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *flags]
    return subprocess.run(
        [*command, f"--basetemp={project.parent / 'kept'}"],
        cwd=project,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_the_example_repository_is_green_once_its_golden_run_is_stored(project) -> None:
    before = run_tests(project)
    assert before.returncode == 1
    assert "there is no golden run" in before.stdout
    assert "--ghost-update" in before.stdout
    assert run_tests(project, "--ghost-update", "-k", "stays").returncode == 0
    assert (project / "tests/golden/test_it_stays_as_it_is.mcap").is_file()
    after = run_tests(project)
    assert after.returncode == 0, after.stdout
    assert "3 passed" in after.stdout


def test_a_change_is_told_with_actor_field_and_time_and_both_recordings_stay(project) -> None:
    assert run_tests(project, "--ghost-update", "-k", "stays").returncode == 0
    drivers = project / "drivers.py"
    drivers.write_text(drivers.read_text().replace("Parameter(0.05)", "Parameter(0.051)"))
    failed = run_tests(project, "-k", "stays")
    assert failed.returncode == 1
    assert "the run differs from the golden one" in failed.stdout
    assert "The state differs from tick 0 on, simulated time 0 s." in failed.stdout
    assert "mine" in failed.stdout
    assert "steering_rad" in failed.stdout
    kept = {  # in its summary pytest may print them again
        line.partition(": ")[2].strip()
        for line in failed.stdout.splitlines()
        if line.startswith(("A: ", "B: "))
    }
    assert len(kept) == 2
    assert all(Path(each).is_file() for each in kept)


def test_a_driver_that_differs_between_processes_is_found(project) -> None:
    drivers = project / "drivers.py"
    text = drivers.read_text().replace(
        "from project_ghost.engine import Block",
        "import os\n\nfrom project_ghost.engine import Block",
    )
    text = text.replace(
        "gain = Parameter(0.05)", 'gain = Parameter(float(os.environ["PYTHONHASHSEED"]))'
    )
    drivers.write_text(text)
    failed = run_tests(project, "-k", "repeats")
    assert failed.returncode == 1
    assert "run 2 of 2 differs from the first" in failed.stdout


def test_a_damaged_golden_run_fails_the_test_and_says_how_to_replace_it(project) -> None:
    assert run_tests(project, "--ghost-update", "-k", "stays").returncode == 0
    stored = project / "tests/golden/test_it_stays_as_it_is.mcap"
    stored.write_bytes(b"")
    failed = run_tests(project, "-k", "stays")
    assert failed.returncode == 1
    assert "the golden run cannot be read" in failed.stdout
    assert "--ghost-update" in failed.stdout
    assert "Traceback" not in failed.stdout
