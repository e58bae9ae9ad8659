"""The pre-commit hook, run by pre-commit in a repository of its own, without a network.

A hook of language `python` is installed from this repository by pip, which needs the build tools.
Here the installed `ghost` is used: the hook is declared as a local one of language `system`, and
everything else is as `.pre-commit-hooks.yaml` says.
"""

import os
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml

MANIFEST = Path(__file__).parents[2] / ".pre-commit-hooks.yaml"
[HOOK] = yaml.safe_load(MANIFEST.read_text(encoding="utf-8"))


@pytest.fixture
def repository(tmp_path):
    """A repository with one clean file, one with a finding, and one that is not Python."""
    (tmp_path / "clean.py").write_text("x = 1\n", encoding="utf-8")
    (tmp_path / "clock.py").write_text(
        "import time\ndef step(): return time.time()\n", encoding="utf-8"
    )
    (tmp_path / "notes.txt").write_text("time.time()\n", encoding="utf-8")
    return tmp_path


def run(repository: Path, *command: str) -> subprocess.CompletedProcess[str]:
    folder = Path(sys.executable).parent
    environment = {
        **os.environ,
        "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}",
        "PRE_COMMIT_HOME": str(repository / ".pre-commit"),
        "GIT_CONFIG_GLOBAL": os.devnull,
    }
    return subprocess.run(command, cwd=repository, env=environment, capture_output=True, text=True)


@pytest.mark.slow
def test_the_entry_finds_what_is_wrong_in_the_files_it_is_given(repository) -> None:
    done = run(repository, *shlex.split(HOOK["entry"]), "clean.py", "clock.py")
    assert (done.returncode, done.stderr) == (1, "")
    assert "clock.py:2:20: GHO101" in done.stdout
    assert run(repository, *shlex.split(HOOK["entry"]), "clean.py").returncode == 0


@pytest.mark.slow
@pytest.mark.skipif(find_spec("pre_commit") is None, reason="pre-commit is not installed")
def test_pre_commit_accepts_the_manifest_and_runs_the_hook(repository) -> None:
    pre_commit = [sys.executable, "-m", "pre_commit"]
    assert run(repository, *pre_commit, "validate-manifest", str(MANIFEST)).returncode == 0
    hook = {**HOOK, "language": "system"}
    document = {"repos": [{"repo": "local", "hooks": [hook]}]}
    config = repository / ".pre-commit-config.yaml"
    config.write_text(yaml.safe_dump(document), encoding="utf-8")
    assert run(repository, "git", "init", "-q", ".").returncode == 0
    run(repository, "git", "add", "clean.py", "notes.txt", config.name)
    done = run(repository, *pre_commit, "run", "--all-files")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Passed" in done.stdout
    run(repository, "git", "add", "clock.py")
    done = run(repository, *pre_commit, "run", "--all-files")
    assert done.returncode == 1
    assert "clock.py:2:20: GHO101" in done.stdout
    assert "notes.txt" not in done.stdout
