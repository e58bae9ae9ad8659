"""Which CPythons are found, and when a virtual environment is made anew."""

import pytest

from proofs.portable import interpreters, processes
from proofs.portable.environment import Interpreter, NotRunnableError


@pytest.fixture
def pythons(tmp_path, monkeypatch):
    """A PATH and a pyenv folder that hold only what the test puts there."""

    def put(folder, name, script):
        file = tmp_path / folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        file.chmod(0o755)
        return str(file)

    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    return put


def test_every_cpython_is_found_once_and_in_order(pythons):
    newer = pythons("versions/3.13.1/bin", "python3", "echo CPython 3.13.1")
    pythons("versions/3.13.1/bin", "python3.13", "echo CPython 3.13.1")
    older = pythons("path", "python3", "echo CPython 3.12.10")
    pythons("versions/3.9.1/bin", "python3", "echo CPython 3.9.1")
    pythons("versions/pypy/bin", "python3", "echo PyPy 3.11.1")
    pythons("path", "python3.12", "echo 'pyenv: command not found' >&2; exit 127")
    assert interpreters.found.__wrapped__() == {"3.12.10": older, "3.13.1": newer}


def test_a_virtual_environment_does_not_count_as_another_cpython(pythons, tmp_path):
    pythons("versions/mine/bin", "python3", "echo CPython 3.12.10")
    (tmp_path / "versions" / "mine" / "pyvenv.cfg").touch()
    assert interpreters.found.__wrapped__() == {}


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """The installation steps that were taken, instead of taking them."""
    steps = []

    def install(what, command, **_variables):
        steps.append(what)
        if what == "venv":
            (tmp_path / "venvs" / "x").mkdir(parents=True)
        assert command[0] == "emulator"

    requirements = tmp_path / "run.txt"
    requirements.write_text("numpy==2", encoding="utf-8")
    monkeypatch.setattr(interpreters, "BUILD", tmp_path)
    monkeypatch.setattr(interpreters, "_REQUIREMENTS", requirements)
    monkeypatch.setattr(interpreters, "install", install)
    return steps


def test_a_virtual_environment_is_made_once_per_requirements(installed, tmp_path):
    base = Interpreter(("emulator", "python3"))
    python = interpreters.virtual_environment("x", base)
    assert python.command == ("emulator", str(tmp_path / "venvs" / "x" / "bin" / "python"))
    assert installed == ["venv", "pip"]
    assert interpreters.virtual_environment("x", base) == python
    assert installed == ["venv", "pip"]
    (tmp_path / "run.txt").write_text("numpy==3", encoding="utf-8")
    interpreters.virtual_environment("x", base)
    assert installed == ["venv", "pip"] * 2


def test_a_step_that_fails_is_the_reason_not_to_run(pythons):
    script = "echo noise >&2; echo 'ERROR: no wheel' >&2; echo more >&2; exit 1"
    with pytest.raises(NotRunnableError, match="pip failed: ERROR: no wheel"):
        processes.install("pip", [pythons("path", "pip", script)])
    with pytest.raises(NotRunnableError, match=r"pip failed: .*absent"):
        processes.install("pip", ["/absent"])
