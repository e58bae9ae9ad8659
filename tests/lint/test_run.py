"""Many files: the cache notices every change, and parallel gives what serial gives."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from project_ghost.core.level import Level
from project_ghost.lint import Config, Report, _cache, _run, lint_paths, load_config
from project_ghost.lint.settings._config import FileSettings
from tests.lint.helpers import FIXTURES


@pytest.fixture
def checked(monkeypatch):
    """The names of the files that were really checked, in this process."""
    names = []

    def check(task):
        names.append(task.path.name)
        return original(task)

    original = _run._work
    monkeypatch.setattr(_run, "_work", check)
    return names


@pytest.fixture
def project(tmp_path):
    (tmp_path / "a.py").write_text(
        "import time\ndef step(): return time.time()\n", encoding="utf-8"
    )
    (tmp_path / "b.py").write_text("y = 1\n", encoding="utf-8")
    return tmp_path


def run(project: Path, *, use_cache: bool = True, progress: Any = None) -> Report:
    config = load_config([project])
    return lint_paths([project], config, jobs=1, use_cache=use_cache, progress=progress)


def test_a_second_run_checks_nothing_and_says_the_same(project, checked) -> None:
    first = run(project)
    assert checked == ["a.py", "b.py"]
    checked.clear()
    assert run(project) == first
    assert checked == []
    assert run(project, use_cache=False) == first
    assert checked == ["a.py", "b.py"]


def test_a_changed_file_is_noticed(project, checked) -> None:
    run(project)
    checked.clear()
    before = (project / "b.py").stat()
    (project / "b.py").write_text("y = 2\n", encoding="utf-8")
    os.utime(project / "b.py", ns=(before.st_atime_ns, before.st_mtime_ns))
    run(project)
    assert checked == ["b.py"]


def test_a_changed_rule_is_noticed(project, checked, monkeypatch) -> None:
    run(project)
    checked.clear()
    monkeypatch.setattr(_cache, "fingerprint", lambda: "another linter")
    run(project)
    assert checked == ["a.py", "b.py"]


@pytest.mark.parametrize(
    "text",
    [
        "[tool.ghost.lint]\nignore = ['sleep']",
        "[tool.ghost.lint.levels]\n'**' = 'portable'",
        "[tool.ghost.lint]\nstep-functions = ['go']",
    ],
)
def test_a_changed_configuration_is_noticed(project, checked, text) -> None:
    run(project)
    checked.clear()
    (project / "pyproject.toml").write_text(text, encoding="utf-8")
    run(project)
    assert checked == ["a.py", "b.py"]


def test_the_fingerprint_covers_the_rules_and_the_rest_of_the_linter() -> None:
    assert len(_cache.fingerprint()) == 64
    settings = FileSettings("a", is_package=False, level=Level.HOST, codes=())
    other = FileSettings("a", is_package=False, level=Level.PORTABLE, codes=())
    empty, content = _cache.content_key(b"", settings), _cache.content_key(b"x", settings)
    assert empty == _cache.content_key(b"", other) != content
    keys = {_cache.findings_key(each, s) for each in (empty, content) for s in (settings, other)}
    assert len(keys) == 4


def test_a_broken_cache_entry_is_replaced(project, checked) -> None:
    first = run(project)
    for entry in (project / ".ghost_cache" / "lint").glob("*.json"):
        entry.write_text("{", encoding="utf-8")
    checked.clear()
    assert run(project) == first
    assert checked == ["a.py", "b.py"]


def test_the_cache_is_small_and_ignored_by_version_control(project) -> None:
    for number in range(3):
        (project / "b.py").write_text(f"y = {number}\n", encoding="utf-8")
        run(project)
    assert (project / ".ghost_cache" / ".gitignore").read_text() == "*\n"
    entries = sorted((project / ".ghost_cache" / "lint").iterdir())
    assert len(entries) == 2
    assert all(json.loads(entry.read_text())["key"] for entry in entries)


def test_without_a_place_for_the_cache_it_works_all_the_same(project) -> None:
    (project / ".ghost_cache").write_text("in the way", encoding="utf-8")
    assert run(project).errors == 1


@pytest.mark.slow
def test_parallel_and_serial_say_the_same_in_the_same_order() -> None:
    config = Config(root=FIXTURES)
    serial = lint_paths([FIXTURES], config, jobs=1, use_cache=False)
    parallel = lint_paths([FIXTURES], config, jobs=2, use_cache=False)
    assert serial == parallel
    assert serial.files > _run._POOL_FILES_MIN
    keys = [(f.path, f.line, f.column, f.code) for f in serial.findings]
    assert keys == sorted(keys)


def test_progress_counts_what_is_checked(project) -> None:
    seen = []
    run(project, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 2), (2, 2)]
