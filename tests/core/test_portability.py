"""Goal: the linter and the component checker refuse the same names, for the same reasons.

Method: write one small function for each name, of the tables and of the libraries that they are
about, and compare what both find in it.
"""

import builtins
import importlib
import importlib.util
import inspect
import keyword
import math
import operator
import sys

import numpy as np
import pytest

from project_ghost.core import dmath
from project_ghost.core.level import Level
from project_ghost.core.portability import (
    NOT_PORTABLE,
    NOT_PORTABLE_LIBRARIES,
    NOT_PORTABLE_METHODS,
    NOT_PORTABLE_OPERATORS,
    Reason,
)
from project_ghost.testing._level import _not_portable
from tests.lint.helpers import lint

# The rules that read the table, and the ones about `hash` and `id`.
RULES = ("GHO401", "GHO402", "GHO403", "GHO404", "GHO410", "GHO411", "hash-value", "id-value")
MODULES = (math, operator, np)
EXACT = (
    *("ceil", "copysign", "degrees", "fabs", "floor", "fmod", "frexp", "fsum", "gcd", "isqrt"),
    *("ldexp", "modf", "radians", "remainder", "sqrt", "trunc"),
)


def found_by_both(tmp_path, uses: dict[str, str]) -> tuple[set[str], set[str]]:
    """The names that the linter finds, and those that the checker finds."""
    lines = ["import cmath, math, numpy, operator, statistics"]
    owners = [""]
    for number, (name, use) in enumerate(uses.items()):
        lines += [f"def f{number}(x, y):", f"    return {use}"]
        owners += [name, name]
    source = "\n".join(lines) + "\n"
    path = tmp_path / "uses.py"
    path.write_text(source, encoding="utf-8")
    linted = {owners[each.line - 1] for each in lint(source, Level.PORTABLE, select=RULES)}
    spec = importlib.util.spec_from_file_location("uses", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    checked = {
        name
        for number, name in enumerate(uses)
        if list(_not_portable(getattr(module, f"f{number}"), set()))
    }
    return linted, checked


def call(name: str) -> str:
    if name == "builtins.id":
        return "sorted(x, key=id)"  # elsewhere an identity may be harmless
    return f"{name.removeprefix('builtins.')}(x, y)"


def test_every_name_of_the_table_is_refused_by_both(tmp_path):
    for module in ("cmath", "statistics"):
        importlib.import_module(module)
    here = [name for name in NOT_PORTABLE if name.rpartition(".")[0] in sys.modules]
    known = [
        name
        for name in here
        if hasattr(sys.modules[name.rpartition(".")[0]], name.rpartition(".")[2])
    ]
    assert len(known) > 100
    linted, checked = found_by_both(tmp_path, {name: call(name) for name in known})
    assert set(known) - linted == set()
    assert set(known) - checked == set()


def test_methods_operators_and_libraries_are_refused_by_both(tmp_path):
    uses = {method: f"x.{method}(y)" for method in NOT_PORTABLE_METHODS}
    uses |= {sign: f"x {sign} y" for sign in NOT_PORTABLE_OPERATORS}
    uses |= {"norm": "numpy.linalg.norm(x)", "fft": "numpy.fft.fft(x)"}
    linted, checked = found_by_both(tmp_path, uses)
    assert linted == checked == set(uses)


def test_both_agree_on_everything_else_in_these_libraries(tmp_path):
    """One that refused more than the other would show here."""
    names = [
        f"{module.__name__}.{name}"
        for module in MODULES
        for name, value in vars(module).items()
        if callable(value)
        and not name.startswith("_")
        and not keyword.iskeyword(name)
        and not inspect.isfunction(value)  # the checker reads the source of those
    ]
    assert len(names) > 500
    linted, checked = found_by_both(tmp_path, {name: call(name) for name in names})
    assert linted == checked


def test_exact_functions_are_refused_by_neither(tmp_path):
    uses = {name: f"math.{name}(x)" for name in EXACT}
    uses |= {"round": "round(x)", "numpy.round": "numpy.round(x)", "kron": "numpy.kron(x, y)"}
    uses |= {"deg2rad": "numpy.deg2rad(x)", "outer": "numpy.outer(x, y)"}
    assert found_by_both(tmp_path, uses) == (set(), set())


@pytest.mark.parametrize("name", ["radians", "degrees"])
def test_an_angle_is_converted_by_one_multiplication(name):
    """Otherwise `math.radians` would have to be in the table."""
    factor = math.pi / 180.0 if name == "radians" else 180.0 / math.pi
    angles = [0.1 * n * n - 77.7 for n in range(1000)]
    assert [getattr(math, name)(angle) for angle in angles] == [angle * factor for angle in angles]


def test_every_replacement_in_dmath_exists():
    entries = [*NOT_PORTABLE.values(), *NOT_PORTABLE_LIBRARIES.values()]
    named = {text.split("`")[0] for e in entries for text in e.replacement.split("`dmath.")[1:]}
    assert "sin" in named
    assert named <= set(dmath.__all__)


def test_a_message_names_the_thing_the_reason_and_the_replacement():
    message = NOT_PORTABLE["math.sin"].message("`math.sin`")
    assert message == (
        "the last bit of `math.sin` depends on the C library and the CPU: use `dmath.sin`"
    )
    assert NOT_PORTABLE["builtins.sum"].reason is Reason.SUMMATION_ORDER
    assert hasattr(builtins, "sum")
