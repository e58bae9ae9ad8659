"""Goal: make installs into a whole .venv of the Python asked for, or says why not.

Method: small scripts stand in for good and bad Pythons, so that nothing is installed.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# A Python that knows what tools/venv.sh asks of one: its version, `-m venv` and `-m pip`.
STAND_IN = """\
#!/bin/sh
case "$*" in
  *"sys.exit(sys.version_info"*) {new_enough} ;;
  *"print("*) echo {version} ;;
  "-m pip --version") {pip} ;;
  "-m venv "*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" && {venv} ;;
esac
"""
SOUND = {"version": "3.12", "new_enough": "true", "pip": "true", "venv": "true"}


@pytest.fixture
def checkout(tmp_path):
    if shutil.which("make") is None:
        pytest.skip("make is not installed")
    (tmp_path / "tools").mkdir()
    for name in ("Makefile", "tools/venv.sh"):
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def python(checkout: Path, name: str, **faults: str) -> str:
    path = checkout / name
    path.write_text(STAND_IN.format(**SOUND | faults), encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def make(checkout: Path, *arguments: str) -> tuple[int, str]:
    done = subprocess.run(
        ["make", "-C", str(checkout), "venv", *arguments],
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_a_sound_python_makes_it_and_it_is_kept(checkout):
    wanted = f"PYTHON={python(checkout, 'sound')}"
    code, output = make(checkout, wanted)
    assert code == 0
    assert "making .venv" in output
    (checkout / ".venv" / "mark").touch()
    assert make(checkout, wanted)[0] == 0
    assert make(checkout)[0] == 0
    assert (checkout / ".venv" / "mark").exists()


@pytest.mark.parametrize("fault", [{"venv": "exit 1"}, {"pip": "exit 1"}])
def test_a_half_made_environment_is_removed(checkout, fault):
    code, output = make(checkout, f"PYTHON={python(checkout, 'half', **fault)}")
    assert code == 2
    assert "apt install python3-venv" in output
    assert not (checkout / ".venv").exists()


def test_a_half_made_environment_is_made_again(checkout):
    (checkout / ".venv" / "bin").mkdir(parents=True)
    python(checkout / ".venv" / "bin", "python", pip="exit 1")
    code, output = make(checkout, f"PYTHON={python(checkout, 'sound')}")
    assert code == 0
    assert "removing .venv, which is only half made" in output
    assert "making .venv" in output


def test_another_python_than_that_of_the_venv_is_not_silently_ignored(checkout):
    make(checkout, f"PYTHON={python(checkout, 'first')}")
    other = python(checkout, "other", version="3.13")
    code, output = make(checkout, f"PYTHON={other}")
    assert code == 2
    assert f".venv was made with Python 3.12, and {other} is 3.13: run `make clean`" in output
    assert (checkout / ".venv").exists()


@pytest.mark.parametrize("exists", [False, True])
def test_a_python_that_is_not_found_is_not_called_old(checkout, exists):
    if exists:
        make(checkout, f"PYTHON={python(checkout, 'sound')}")
    code, output = make(checkout, "PYTHON=nosuch")
    assert code == 2
    assert "PYTHON=nosuch is not found, or does not run" in output
    assert "older" not in output


def test_an_old_python_is_refused(checkout):
    old = python(checkout, "old", version="3.9", new_enough="exit 1")
    code, output = make(checkout, f"PYTHON={old}")
    assert code == 2
    assert f"Ghost needs Python 3.11 or later, and {old} is older" in output
    assert not (checkout / ".venv").exists()


def test_a_venv_whose_python_is_gone_is_not_used(checkout):
    make(checkout, f"PYTHON={python(checkout, 'sound')}")
    (checkout / ".venv" / ".installed").touch()
    (checkout / ".venv" / "bin" / "python").unlink()
    code, output = make(checkout)
    assert code == 2
    assert "is gone: run `make clean`" in output
