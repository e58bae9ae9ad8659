"""Compiled code: there without set-up, kept between processes, never stale, never required."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from project_ghost.core import compiled
from project_ghost.core.compiled._fingerprint import fingerprint

USER_CODE = """\
import numba
from project_ghost.core import dmath
from project_ghost.core.randomness import RandomSource, normal_at

@numba.njit
def model(key, x):
    return dmath.sin(x) + normal_at(key, 0, 3, 1)

source = RandomSource(1).child("a")
draws = source.at(3)
draws.normal()
assert model(source.key, 0.5) == dmath.sin(0.5) + draws.normal()
"""

CACHED = """\
from project_ghost.core.compiled import compile_source
source = "from project_ghost.core.dmath import exp\\n\\ndef twice(x):\\n    return 2.0 * exp(x)\\n"
loop = compile_source(source, "twice")
assert loop(0.0) == 2.0
print(sum(loop.stats.cache_hits.values()))
"""

WITHOUT_NUMBA = """\
import sys
sys.modules["numba"] = None
import numpy as np
from project_ghost.core import compiled
from project_ghost.core.dmath import arrays
from project_ghost.core.randomness import RandomSource
assert not compiled.is_available()
x = RandomSource(1).child("x").normals(0, 60_000, 1)
print(hash(arrays.sin(x).tobytes()))
"""


def run(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": "0", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_users_own_njit_function_needs_no_set_up() -> None:
    run(USER_CODE)


def test_what_one_process_compiled_the_next_one_loads(tmp_path: Path) -> None:
    assert run(CACHED, GHOST_CACHE_DIR=str(tmp_path)) == "0"
    assert run(CACHED, GHOST_CACHE_DIR=str(tmp_path)) == "1"


def test_without_a_place_to_write_it_still_compiles(tmp_path: Path) -> None:
    blocked = tmp_path / "a-file"
    blocked.write_text("no folder can be made below a file", encoding="utf-8")
    assert run(CACHED, GHOST_CACHE_DIR=str(blocked)) == "0"


def test_an_edit_in_what_the_code_rests_on_is_noticed(tmp_path: Path, monkeypatch) -> None:
    """Numba's own cache would serve the old machine code here."""
    monkeypatch.setenv("GHOST_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.syspath_prepend(str(tmp_path))
    helper = tmp_path / "helper_under_edit.py"
    source = "def read():\n    return constant()\n"
    found = []
    for value in (1, 2):
        helper.write_text(
            f"VALUE = {value}\n\ndef constant():\n    return VALUE\n", encoding="utf-8"
        )
        monkeypatch.delitem(sys.modules, "helper_under_edit", raising=False)
        import helper_under_edit  # type: ignore[import-not-found]

        found.append(
            compiled.compile_source(source, "read", {"constant": helper_under_edit.constant})()
        )
    assert found == [1, 2]


def test_what_a_function_takes_from_a_module_is_compiled_and_noticed(
    tmp_path: Path, monkeypatch
) -> None:
    # Its module is nowhere to be found for a later run that would load this from the cache.
    monkeypatch.setenv("GHOST_CACHE_DIR", str(tmp_path))
    helper = ModuleType("helper_by_attribute")
    exec("def twice(x):\n    return LIMIT * x\n", vars(helper))  # noqa: S102 - our own source
    namespace = {"helper": helper}
    exec("def use(x):\n    return helper.twice(x) + helper.LIMIT\n", namespace)  # noqa: S102
    use: Any = namespace["use"]
    found = []
    for limit in (2.0, 3.0):
        vars(helper)["LIMIT"] = limit
        found.append(fingerprint(use))
    assert found[0] != found[1]
    source = "def run(x):\n    return use(x)\n"
    assert compiled.compile_source(source, "run", {"use": use})(1.0) == 6.0


def test_functions_that_only_their_code_tells_apart_are_told_apart() -> None:
    """Two lambdas on one line have one source; what `eval` made has none."""

    def with_default(limit: float) -> Callable[..., bool]:
        made: Callable[..., bool] = eval(f"lambda x, limit={limit}: x < limit")  # noqa: S307
        return made

    def with_inner(limit: float) -> Callable[..., bool]:
        made: Callable[..., bool] = eval(f"lambda x: (lambda y: y < {limit})(x)")  # noqa: S307
        return made

    first, second = (lambda x: x < 1.0), (lambda x: x < 2.0)
    assert fingerprint(first) != fingerprint(second)
    for made in (with_default, with_inner):
        assert fingerprint(made(1.0)) != fingerprint(made(2.0))
        assert fingerprint(made(1.0)) == fingerprint(made(1.0))


def test_an_edit_in_the_vocabulary_is_noticed(tmp_path: Path, monkeypatch) -> None:
    """What any compiled code may call is part of every key."""
    monkeypatch.setenv("GHOST_CACHE_DIR", str(tmp_path))
    source = "def nothing():\n    return 0\n"
    for digest in ("before", "after"):
        monkeypatch.setattr(
            "project_ghost.core.compiled._cache._vocabulary_digest", lambda d=digest: d
        )
        compiled.compile_source(source, "nothing")
    assert len(list((tmp_path / "compiled").glob("*.py"))) == 2


def test_a_damaged_entry_is_written_again(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("GHOST_CACHE_DIR", str(tmp_path))
    source = "def one():\n    return 1\n"
    assert compiled.compile_source(source, "one")() == 1
    (entry,) = (tmp_path / "compiled").glob("*.py")
    entry.write_text("", encoding="utf-8")
    monkeypatch.delitem(sys.modules, entry.stem)
    assert compiled.compile_source(source, "one")() == 1


def test_division_by_zero_stops_compiled_code_as_it_stops_python() -> None:
    divide = compiled.compile_source("def divide(x, y):\n    return x / y\n", "divide")
    with pytest.raises(ZeroDivisionError):
        divide(1.0, 0.0)


def test_the_core_works_without_numba_and_gives_the_same_bits() -> None:
    with_numba = WITHOUT_NUMBA.replace('sys.modules["numba"] = None', "").replace(
        "assert not", "assert"
    )
    assert run(WITHOUT_NUMBA) == run(with_numba)


def test_the_cache_stands_where_the_user_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GHOST_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert compiled.cache_directory() == Path("/somewhere/ghost-sim/compiled")
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    monkeypatch.setenv("HOME", "/home/somebody")
    assert compiled.cache_directory() == Path("/home/somebody/.cache/ghost-sim/compiled")
    monkeypatch.setenv("HOME", "not/absolute")
    assert compiled.cache_directory().is_absolute()
    monkeypatch.setenv("GHOST_CACHE_DIR", "/elsewhere")
    assert compiled.cache_directory() == Path("/elsewhere/compiled")
