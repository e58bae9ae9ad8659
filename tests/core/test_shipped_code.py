"""Goal: machine code that one machine used is found on another, and only where it fits.

Method: two caches in folders of their own, and entries under the names of other processors.
"""

from pathlib import Path

import pytest

from project_ghost.core.compile_steps import CompileStep, observed_compilation
from project_ghost.core.compiled import (
    compile_source,
    keep_note,
    note_of,
    received_code,
    used_code,
)
from project_ghost.core.compiled.cache._target import any_target, this_target

SOURCE = "def shipped(x):\n    return 3.0 * x + 1.0\n"


@pytest.fixture
def machines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Go to a machine: a cache of its own, and no archive."""
    monkeypatch.setenv("GHOST_PREBUILT", str(tmp_path / "no-archive"))
    return lambda name: monkeypatch.setenv("GHOST_CACHE_DIR", str(tmp_path / name))


def test_code_that_was_sent_is_not_compiled_again(machines, tmp_path) -> None:
    machines("here")
    with used_code() as code:
        assert compile_source(SOURCE, "shipped")(2.0) == 7.0
        keep_note("a key", b"checked")
    assert {name.rpartition(".")[2] == "note" for name in code} == {True, False}
    machines("there")
    assert received_code(code)
    steps: list[CompileStep] = []
    with observed_compilation(steps.append):
        assert compile_source(SOURCE, "shipped")(2.0) == 7.0
    assert (steps, note_of("a key")) == ([], b"checked")
    with used_code() as again:  # what is only loaded counts, too
        assert compile_source(SOURCE, "shipped")(2.0) == 7.0
    assert {name: code[name] for name in again} == again != {}
    assert (tmp_path / "there" / "compiled").stat().st_mode & 0o777 == 0o700


def test_code_for_another_processor_is_left_and_code_for_any_is_kept(machines, tmp_path) -> None:
    machines("there")
    entries = {"_ghost_a.0123456789abcdef.01": b"foreign", f"_ghost_b.{any_target()}.01": b"any"}
    assert not received_code(entries)
    names = {path.name for path in (tmp_path / "there" / "compiled").iterdir()}
    assert f"_ghost_b.{this_target()}.01" in names
    assert not any(name.startswith("_ghost_a") for name in names)
    assert received_code({})
