"""Whatever the source, the linter answers: with findings, never with a crash."""

import ast
import keyword
import sysconfig
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from project_ghost.core.level import Level
from project_ghost.lint.python import _tree
from tests.lint.helpers import FIXTURES, lint

STDLIB = Path(sysconfig.get_path("stdlib"))
TOO_DEEP = "too deeply nested to be checked"
PUNCTUATION = "( ) [ ] { } : , . = == + - * ** / @ | & ~ < > := -> += **= # \\ ' \" f'"
WORDS = "time random set id hash self cls x y _ 0 1.5 'a' b'a' np os print sorted key"
TOKENS = [
    *keyword.kwlist,
    *PUNCTUATION.split(),
    *WORDS.split(),
    '"""',
    "import time",
    "from time import *",
    "# ghost: allow[wall-clock] x",
    "# ghost:",
    "\n    ",
    "\n",
    "\t",
]


def never_crashes(source: str) -> None:
    """Every finding lies in the file; the analysis never runs away on shallow code."""
    lines = source.count("\n") + source.count("\r") + 1
    for level in (Level.HOST, Level.PORTABLE):
        for finding in lint(source, level):
            assert 1 <= finding.line <= lines + 1
            assert finding.column >= 1
            assert TOO_DEEP not in finding.message


@pytest.mark.slow
@settings(max_examples=300)
@given(st.lists(st.sampled_from(TOKENS), max_size=30))
def test_token_soup(tokens) -> None:
    never_crashes(" ".join(tokens))


@settings(max_examples=150)
@given(st.text(max_size=60))
def test_any_text(text) -> None:
    never_crashes(text.encode(errors="replace").decode())


@settings(max_examples=60)
@given(st.data())
def test_sources_with_lines_dropped_doubled_and_swapped(data) -> None:
    """Most mutants of real code parse, and mean something odd."""
    path = data.draw(st.sampled_from(MUTATED))
    lines = path.read_text(encoding="utf-8").splitlines()
    for _ in range(data.draw(st.integers(1, 4))):
        first = data.draw(st.integers(0, len(lines) - 1))
        second = data.draw(st.integers(0, len(lines) - 1))
        match data.draw(st.integers(0, 2)):
            case 0:
                del lines[first]
            case 1:
                lines.insert(second, lines[first])
            case 2:
                lines[first], lines[second] = lines[second], lines[first]
    never_crashes("\n".join(lines))


MUTATED = [
    *sorted(FIXTURES.rglob("*.py")),
    *(STDLIB / name for name in ("heapq.py", "bisect.py", "sched.py", "queue.py", "random.py")),
]


@pytest.mark.parametrize(
    "name", ["ast", "asyncio/tasks", "dataclasses", "functools", "inspect", "typing", "enum"]
)
def test_real_modules(name) -> None:
    never_crashes((STDLIB / f"{name}.py").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "source",
    [
        "x = " + " + ".join(["1"] * 5000),
        "x = " + "(" * 150 + ")" * 150,
        "x = " + "[" * 90 + "]" * 90,
        "x" + ".y" * 3000,
        "if x: pass\n" + "elif x: pass\n" * 1500,
        "x = " + "not " * 2000 + "y",
        "-" * 100_000 + "1",
    ],
    ids=["sum", "parentheses", "lists", "attributes", "elif", "not", "minus"],
)
def test_deep_nesting_is_checked_or_reported(source) -> None:
    assert {finding.code for finding in lint(source)} <= {"GHO001"}


@pytest.mark.parametrize(
    "source",
    [
        "x = 0\n" + "x = x + 1\n" * 4000,
        "r = call(1)\nprint(r)\n" * 400,
        "x = 0\nfor i in y:\n" + "    x = x + 1\n" * 1000,
    ],
    ids=["sum", "pairs", "loop"],
)
def test_a_name_with_thousands_of_values_is_looked_up_once_a_use(source, monkeypatch) -> None:
    """By counting: a comparison of every use with every definition would be millions."""
    calls = 0

    def counted(node):
        nonlocal calls
        calls += 1
        return original(node)

    original = _tree.position
    monkeypatch.setattr(_tree, "position", counted)
    assert lint(source) == []
    assert calls < 20 * source.count("\n")


@pytest.mark.slow
def test_a_value_that_comes_through_thousands_of_assignments_is_known() -> None:
    chain = "x = {'a'}\n" + "x = x | {'b'}\n" * 4000
    assert [finding.code for finding in lint(chain + "for y in x: emit(y)\n")] == ["GHO301"]


def test_python_that_is_too_deep_for_the_linter_is_not_called_something_else() -> None:
    [finding] = lint("x = " + " + ".join(["y"] * 9000))
    assert finding.code == "GHO001"
    assert finding.message.startswith("too deeply nested to be ")


@pytest.mark.parametrize(
    "source",
    [
        "x = x",
        "x = y\ny = x\nx()",
        "x = [f for f in x]\nx = list(x)\nlist(x)",
        "class A(A): ...\nA().x",
        "class A(B): ...\nclass B(A): ...\nA().x()",
        "def f(): return g()\ndef g(): return f()\nlist(f())",
        "class A:\n    def f(self):\n        self.x = self.x\n        return self.x()",
        "import os\nfiles = os.listdir('.')\nfiles = [f for f in files]\nfiles = list(files)",
        "def step(): step()",
        "class A:\n    def save(self): return self.save()\n    def load(self): ...\n"
        "    def step(self): self.x = 1",
        "t: 't' = t",
        "t: '(' = 1",
        "global x\nnonlocal_ = 1",
        "def f():\n    nonlocal x",
        "lambda: (yield)",
        "match x:\n    case {'a': 1, **rest}: rest\n    case [1, *y]: y\n    case A(b=c): c",
        "try: ...\nexcept* E as e: e",
        "async def f():\n    return [x async for x in y]",
        "print(*set(), **{})",
        "from . import *\nfrom .. import a as b\nimport a.b.c as d",
        "del x, y[0], z.w",
        "(x := set()).pop()",
        "\ufeffx = 1",
        "x = 1\r\ny = 2\rz = 3",
    ],
)
def test_odd_code(source) -> None:
    never_crashes(source)
    lint(source, Level.PORTABLE)


def test_newer_syntax_where_this_python_has_it() -> None:
    source = "type X[T] = list[T]\ndef f[T](x: T) -> T: return x\nclass C[T]: ..."
    try:
        ast.parse(source)
    except SyntaxError:
        assert [finding.code for finding in lint(source)] == ["GHO001"]
    else:
        assert lint(source) == []
