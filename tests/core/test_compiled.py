"""Compiled code: there without set-up, kept between processes, never stale, never required."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from project_ghost.core import compiled
from project_ghost.core.compiled import separate
from project_ghost.core.compiled._registration import may_allocate
from project_ghost.core.compiled.cache._fingerprint import fingerprint
from project_ghost.core.errors import GhostError

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

SEPARATE = """\
import sys
import numpy as np
from project_ghost.core.compiled import compile_source, separate
from project_ghost.core.dmath import exp

def grown(values, factor):
    for i in range(values.shape[0]):
        values[i] = factor * exp(values[i])
    return values[0]

source = f"def run(x, f):\\n    return grown(x, f) + {sys.argv[1]}\\n"
run = compile_source(source, "run", separate={"grown": separate(grown, (1, float))})
values = np.zeros(3)
assert run(values, 2.0) == 2.0 + int(sys.argv[1])
assert values.tolist() == [2.0] * 3
print(sum(run.stats.cache_hits.values()))
"""


MOVED = """\
def element(values, i):
    return values[i]
"""

USE_OF_MOVED = """\
import sys
from importlib import import_module
import numpy as np
from project_ghost.core.compiled import compile_source, separate

element = import_module(sys.argv[1]).element
source = "def run(values, i):\\n    return element(values, i)\\n"
run = compile_source(source, "run", separate={"element": separate(element, (1, int))})
assert run(np.arange(3.0), 2) == 2.0
print(sum(run.stats.cache_hits.values()))
"""


def run(code: str, *arguments: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={**os.environ, "PYTHONHASHSEED": "0", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.slow
def test_a_users_own_njit_function_needs_no_set_up() -> None:
    run(USER_CODE)


def test_an_edit_in_a_called_function_is_noticed(tmp_path: Path, monkeypatch) -> None:
    """Numba's own cache would serve the old machine code here."""
    monkeypatch.setenv("GHOST_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.syspath_prepend(str(tmp_path))
    # Python itself would not notice: bytecode is known by the second and by the size.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    helper = tmp_path / "helper_under_edit.py"
    source = "def read():\n    return constant()\n"
    result = []
    for value in (1, 2):
        helper.write_text(
            f"VALUE = {value}\n\ndef constant():\n    return VALUE\n", encoding="utf-8"
        )
        monkeypatch.delitem(sys.modules, "helper_under_edit", raising=False)
        import helper_under_edit  # type: ignore[import-not-found]

        result.append(
            compiled.compile_source(source, "read", {"constant": helper_under_edit.constant})()
        )
    assert result == [1, 2]


@pytest.mark.slow
def test_a_function_that_was_moved_does_not_use_machine_code_from_before(tmp_path: Path) -> None:
    """Machine code in the cache names the modules of its functions, and needs them to be loaded."""
    places = {"PYTHONPATH": str(tmp_path), "GHOST_CACHE_DIR": str(tmp_path / "cache")}
    for name in ("before_the_move", "after_the_move"):
        module = tmp_path / f"{name}.py"
        module.write_text(MOVED, encoding="utf-8")
        assert run(USE_OF_MOVED, name, **places) == "0"
        assert run(USE_OF_MOVED, name, **places) == "1"
        module.unlink()


def test_functions_from_modules_are_compiled_and_their_edits_noticed(
    tmp_path: Path, monkeypatch
) -> None:
    # Its module is nowhere to be found for a later run that would load this from the cache.
    monkeypatch.setenv("GHOST_CACHE_DIR", str(tmp_path))
    helper = ModuleType("helper_by_attribute")
    exec("def twice(x):\n    return LIMIT * x\n", vars(helper))  # noqa: S102 - our own source
    namespace = {"helper": helper}
    exec("def use(x):\n    return helper.twice(x) + helper.LIMIT\n", namespace)  # noqa: S102
    use: Any = namespace["use"]
    result = []
    for limit in (2.0, 3.0):
        vars(helper)["LIMIT"] = limit
        result.append(fingerprint(use))
    assert result[0] != result[1]
    source = "def run(x):\n    return use(x)\n"
    assert compiled.compile_source(source, "run", {"use": use})(1.0) == 6.0


def test_functions_that_differ_only_in_code_are_distinguished() -> None:
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
            "project_ghost.core.compiled.cache._cache._vocabulary_digest", lambda d=digest: d
        )
        compiled.compile_source(source, "nothing")()
    assert len(machine_code_of(tmp_path, "nothing")) == 2


def machine_code_of(directory: Path, name: str) -> dict[str, int]:
    """The files of that name, and when they were written."""
    result = (directory / "compiled").glob(f"_ghost_{name}_*")
    return {path.name: path.stat().st_mtime_ns for path in result}


@pytest.mark.slow
def test_code_of_one_process_serves_callers_in_all_processes(tmp_path: Path) -> None:
    """Method: two processes compile the same at the same time; others come later."""
    command = [sys.executable, "-c", SEPARATE, "1"]
    environment = {**os.environ, "GHOST_CACHE_DIR": str(tmp_path)}
    racing = [subprocess.Popen(command, env=environment) for _ in range(2)]
    assert [process.wait() for process in racing] == [0, 0]
    before = machine_code_of(tmp_path, "separate")
    assert len(before) == 1
    assert run(SEPARATE, "1", GHOST_CACHE_DIR=str(tmp_path)) == "1"
    assert run(SEPARATE, "2", GHOST_CACHE_DIR=str(tmp_path)) == "0"  # another caller
    assert machine_code_of(tmp_path, "separate") == before
    assert len(machine_code_of(tmp_path, "run")) == 2


def test_code_is_compiled_where_nothing_can_be_stored(tmp_path: Path, monkeypatch) -> None:
    blocked = tmp_path / "a-file"
    blocked.write_text("no folder can be made below a file", encoding="utf-8")
    monkeypatch.setenv("GHOST_CACHE_DIR", str(blocked))

    def halved(x: float) -> float:
        return 0.5 * x

    source = "def run(x):\n    return halved(x)\n"
    for run_halved in (
        compiled.compile_source(source, "run", {"halved": halved}),
        compiled.compile_source(source, "run", separate={"halved": separate(halved, (float,))}),
    ):
        assert run_halved(3.0) == 1.5


def test_an_edit_below_a_separate_function_is_noticed(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("GHOST_CACHE_DIR", str(tmp_path))
    source = "def run(x):\n    return outer(x)\n"
    result = []
    for value in (1.0, 2.0):
        namespace: dict[str, Any] = {"__name__": __name__}
        text = f"def inner(x):\n    return x + {value}\n\ndef outer(x):\n    return inner(x)\n"
        exec(text, namespace)  # noqa: S102 - our own source
        called = {"outer": separate(namespace["outer"], (float,))}
        result.append(compiled.compile_source(source, "run", separate=called)(0.0))
    assert result == [1.0, 2.0]
    assert len(machine_code_of(tmp_path, "separate")) == 2


def test_an_error_in_separate_code_is_raised_by_the_caller() -> None:
    def ratio(x: float, n: int) -> float:
        if n == 7:
            raise GhostError("seven is refused")
        return x / n

    source = "def run(x, n):\n    return ratio(x, n)\n"
    called = {"ratio": separate(ratio, (float, int))}
    divide = compiled.compile_source(source, "run", separate=called)
    assert divide(1.0, 4) == 0.25
    with pytest.raises(ZeroDivisionError):
        divide(1.0, 0)
    with pytest.raises(GhostError, match="seven is refused"):
        divide(1.0, 7)


@pytest.mark.slow
def test_other_arguments_than_were_named_are_refused() -> None:
    def doubled(x: float) -> float:
        return 2 * x

    source = "def run(x):\n    return doubled(x)\n"
    called = {"doubled": separate(doubled, (float,))}
    run_separate = compiled.compile_source(source, "run", separate=called)
    assert run_separate(1.0) == 2.0
    with pytest.raises(Exception, match="doubled"):
        run_separate(1)


@pytest.mark.slow
def test_a_view_is_the_same_part_of_the_array_interpreted_and_compiled() -> None:
    source = "def run(v, a, n):\n    viewed(v, a, (n, 3))[1, 2] = viewed(v, a + 1, (n * 3,))[0]\n"
    namespace: dict[str, Any] = {"viewed": compiled.viewed}
    exec(source, namespace)  # noqa: S102 - our own source
    values = [np.arange(20.0) for _ in range(2)]
    namespace["run"](values[0], 4, 2)
    compiled.compile_source(source, "run", {"viewed": compiled.viewed})(values[1], 4, 2)
    assert values[0][9] == 5.0
    assert values[0].tolist() == values[1].tolist()


LOCAL = """
def run(x):
    total = 0.0
    for i in range(3):
        row = local_zeros(4)
        row[i] += x
        total += row[0] + 10.0 * row[1] + row.shape[0]
    return total
"""


@pytest.mark.slow
def test_local_zeros_are_zero_at_every_call_interpreted_and_compiled() -> None:
    namespace: dict[str, Any] = {"local_zeros": compiled.local_zeros}
    exec(LOCAL, namespace)  # noqa: S102 - our own source
    run_compiled = compiled.compile_source(LOCAL, "run", {"local_zeros": compiled.local_zeros})
    assert namespace["run"](2.0) == run_compiled(2.0) == 34.0


def total_of_parts(values: Any) -> float:
    return float(values[0] + values[1])


def total_of_copy(values: Any) -> float:
    return total_of_parts(values.copy())


def total_of_new(values: Any) -> float:
    fresh = np.zeros(2)
    fresh[0] = values[0]
    return total_of_parts(fresh) + total_of_parts(values)


@pytest.mark.slow
@pytest.mark.parametrize("function", [total_of_parts, total_of_copy, total_of_new])
def test_separate_functions_may_allocate(function: Any) -> None:
    source = "def run(x):\n    return called(x)\n"
    called = {"called": separate(function, (1,))}
    values = np.array([1.0, 2.0])
    assert compiled.compile_source(source, "run", separate=called)(values) == function(values)


def test_functions_of_numpy_may_allocate() -> None:
    assert may_allocate(total_of_new)
    assert may_allocate(lambda x: total_of_new(x))
    assert not may_allocate(total_of_parts)
    assert not may_allocate(compiled.local_zeros)  # compiled code has them in a function's frame


@pytest.mark.slow
def test_division_by_zero_stops_compiled_code_as_it_stops_python() -> None:
    divide = compiled.compile_source("def divide(x, y):\n    return x / y\n", "divide")
    with pytest.raises(ZeroDivisionError):
        divide(1.0, 0.0)


@pytest.mark.slow
def test_the_core_works_without_numba_and_gives_the_same_bits() -> None:
    with_numba = WITHOUT_NUMBA.replace('sys.modules["numba"] = None', "").replace(
        "assert not", "assert"
    )
    assert run(WITHOUT_NUMBA) == run(with_numba)


def test_the_cache_is_where_the_user_says(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_function_of_no_module_is_compiled_for_this_process_only(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Loading machine code imports the modules of its functions, and this one has none."""
    monkeypatch.setenv("GHOST_CACHE_DIR", str(tmp_path))
    source = "def run(x):\n    return twice(x)\n"
    for module, stored in ((None, 0), (__name__, 1)):
        namespace: dict[str, Any] = {"__name__": module}
        exec("def twice(x):\n    return 2.0 * x\n", namespace)  # noqa: S102 - our own source
        run = compiled.compile_source(source, "run", {"twice": namespace["twice"]})
        assert run(2.0) == 4.0
        assert len(machine_code_of(tmp_path, "run")) == stored
