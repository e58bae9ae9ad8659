"""Names mean what Python says they mean: imports, aliases, attributes, scopes."""

import ast

import pytest

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._source import parse
from tests.lint.helpers import codes, lint


def module(source: str, name: str = "pkg.sub.sample", *, is_package: bool = False) -> Module:
    return Module(parse(source.encode()), name, is_package=is_package)


def name_of_last_expression(source: str, **options) -> str | None:
    parsed = module(source, **options)
    last = parsed.source.tree.body[-1]
    assert isinstance(last, ast.Expr)
    value = last.value
    return parsed.qualify(value.func if isinstance(value, ast.Call) else value)


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("import time\ntime.time()", "time.time"),
        ("import time as t\nt.time()", "time.time"),
        ("from time import time as t\nt()", "time.time"),
        ("import os.path\nos.path.join()", "os.path.join"),
        ("import numpy.random as r\nr.rand()", "numpy.random.rand"),
        ("from . import time\ntime.time()", "pkg.sub.time.time"),
        ("from .time import time\ntime()", "pkg.sub.time.time"),
        ("from ..clock import now\nnow()", "pkg.clock.now"),
        ("from .... import far\nfar()", "..far"),
        ("from time import *\nperf_counter()", "time.perf_counter"),
        ("from .mine import *\nperf_counter()", None),
        ("import time\nnow = time.time\nnow()", "time.time"),
        ("import time\na = b = time.time\nb()", "time.time"),
        ("import time\na, b = time.time, 3\na()", "time.time"),
        ("import time\nmod = time\nmod.time()", "time.time"),
        ("import time\nif (now := time.time):\n    pass\nnow()", "time.time"),
        ("import time\nnow = time.time\nnow = fake\nnow()", None),
        ("import time\nnow = fake\nnow = time.time\nnow()", "time.time"),
        ("import time\nif x:\n    now = time.time\nelse:\n    now = fake\nnow()", None),
        (
            "try:\n    import fast as t\nexcept ImportError:\n    import time as t\nt.time()",
            "fast.time",
        ),
        ("try:\n    import time\nexcept ImportError:\n    time = None\ntime.time()", "time.time"),
        ("import time\ntime = time.time\ntime()", "time.time"),
        ("import time\nx = x\nx()", None),
        ("hash('x')", "builtins.hash"),
        ("def hash(x): ...\nhash('x')", "pkg.sub.sample.hash"),
        ("import datetime\ndatetime.datetime.now()", "datetime.datetime.now"),
        ("from pathlib import Path\n(Path('a') / 'b').glob()", "pathlib.Path.glob"),
        ("from pathlib import Path\nPath('a').parent.glob()", "pathlib.Path.glob"),
        ("import time\nclass C:\n    now = time.time\nC.now()", "time.time"),
        ("import time\nclass C:\n    now = staticmethod(time.time)\nC().now()", "time.time"),
        ("import time\nclass B:\n    now = time.time\nclass C(B): ...\nC().now()", "time.time"),
        ("unknown.thing()", None),
    ],
)
def test_full_names(source, name) -> None:
    assert name_of_last_expression(source) == name


def test_a_package_is_the_base_of_its_own_relative_imports() -> None:
    source = "from .clock import now\nnow()"
    assert name_of_last_expression(source, name="pkg", is_package=True) == "pkg.clock.now"


@pytest.mark.parametrize(
    "source",
    [
        "import time\ndef f(time):\n    return time.time()",
        "import time\ndef f():\n    time = g()\n    return time.time()",
        "import time\ndef f():\n    for time in x:\n        time.time()",
        "import time\ndef f():\n    with g() as time:\n        time.time()",
        "import time\ndef f():\n    try: ...\n    except E as time:\n        time.time()",
        "import time\nx = [time.time() for time in y]",
        "import time\nx = lambda time: time.time()",
        "import time\ndef f(x):\n    match x:\n        case {'a': time}:\n            time.time()",
        "import time\ndef f(x):\n    match x:\n        case [*time]:\n            time.time()",
        "def f(*time, **hash):\n    return time.time(), hash('x')",
        "import time\ndef f():\n    def g():\n        nonlocal time\n    time = h(time.time())",
    ],
)
def test_what_shadows_a_module_hides_it(source) -> None:
    assert codes(source) == []


@pytest.mark.parametrize(
    "source",
    [
        # A class body is no scope for its methods.
        "import time\nclass C:\n    time = fake\n    def f(self):\n        return time.time()",
        # The first iterable of a comprehension belongs outside.
        "import time\nx = [time for time in [time.time()]]",
        # A default belongs outside.
        "import time\ndef f(time=time.time()):\n    return time",
        "import time\ndef f():\n    global time\n    return time.time()",
        "import time\ndef f():\n    def g():\n        return time.time()\n    return g",
        "def f():\n    import time\n    return time.time()",
        "def f():\n    return time.time()\nimport time",
        "import time\n@decorate(time.time())\ndef f(time): ...",
        "import time\nclass C:\n    x = time.time()",
        "import time\nx = {k: time.time() for k in y}",
        "import time\nf'{time.time()}'",
        "import time\nasync def f():\n    async with g(time.time()):\n        pass",
    ],
)
def test_what_does_not_shadow_a_module_does_not(source) -> None:
    assert codes(source) == ["GHO101"]


@pytest.mark.parametrize(
    ("source", "is_found"),
    [
        ("def f(s: set[str]):\n    return list(s)", True),
        (
            "from typing import Optional, Set\ndef f(s: Optional[Set[str]]):\n    return list(s)",
            True,
        ),
        ("def f(s: 'set[str] | None'):\n    return list(s)", True),
        ("def f(s: list[str]):\n    return list(s)", False),
        ("def g() -> frozenset[str]: ...\ndef f():\n    return list(g())", True),
        ("def g():\n    return {'a'}\ndef f():\n    return list(g())", True),
        ("def f(a: set[str], b):\n    return list(a | b)", True),
        ("def f(a: set[str]):\n    return list(a.union(['x']))", True),
        ("def f(d: dict[str, set[str]]):\n    for s in d.values():\n        return list(s)", True),
        ("def f(d: dict[str, set[str]]):\n    return list(d)", False),
        ("def f(x):\n    s = set(x)\n    s = sorted(s)\n    return list(s)", False),
        ("def f(x):\n    s = sorted(x)\n    s = set(s)\n    return list(s)", True),
        ("def f(x):\n    s = set(x)\n    if x:\n        s = sorted(s)\n    return list(s)", False),
        ("def f(s: set[str]):\n    s = list(s)\n    return s", True),
        ("def f(s: set[str]):\n    while s:\n        list(s)\n        s = sorted(s)", False),
        ("def f(a: list[set[str]], b):\n    for s in b: g(s)\n    for s in a: g(list(s))", True),
        ("def f(a: list[set[str]], b):\n    for s in a: g(s)\n    for s in b: g(list(s))", False),
        ("def f(x):\n    with x as s:\n        s = set(s)\n        return list(s)", True),
        (
            "def f(x):\n    s = set(x)\n    try:\n        s = g()\n    except E:\n        pass\n"
            "    return list(s)",
            False,
        ),
        ("class C:\n    s: set[str]\n    def f(self):\n        return list(self.s)", True),
        (
            "class C:\n    def g(self): return {'a'}\n    def f(self): return [*self.g()]",
            True,
        ),
        # Two helpers of one name, each in its own function.
        (
            "def f():\n    def g(): return {'a'}\n    return list(g())\ndef h():\n    def g(): ...",
            True,
        ),
        (
            "def f():\n    def g(): return ['a']\n    return list(g())\n"
            "def h():\n    def g(): return {'a'}",
            False,
        ),
        (
            "if x:\n    def g(): return {'a'}\nelse:\n    def g(): return ['a']\n"
            "def f():\n    return list(g())",
            False,
        ),
        (
            "if x:\n    def g(): return {'a'}\nelse:\n    def g(): return {'b'}\n"
            "def f():\n    return list(g())",
            True,
        ),
    ],
)
def test_sets_are_known_by_displays_annotations_and_calls(source, is_found) -> None:
    assert ("GHO301" in codes(source)) is is_found


def test_a_walk_is_not_to_be_wrapped_in_sorted() -> None:
    source = "import os\nemit([*os.walk('.')], os.listdir('.'))"
    walk, listing = (finding.message for finding in lint(source))
    assert "sorted(" not in walk
    assert "sorted(" in listing


@pytest.mark.parametrize(
    ("source", "is_found"),
    [
        ("for i in y:\n    x = {'a'}\n    emit(list(x))\n    x = []", True),
        ("for i in y:\n    x = []\n    emit(list(x))\n    x = {'a'}", False),
        ("x = {'a'}\nfor i in y:\n    emit(list(x))\n    x = {'b'}", True),
        ("x = {'a'}\nfor i in y:\n    emit(list(x))\n    x = []", False),
        ("for x in [{'a'}]:\n    emit(list(x))\n    x = []", True),
        ("while y:\n    x = {'a'}\n    for i in y:\n        emit(list(x))\n        x = []", False),
        ("while y:\n    for i in y:\n        x = {'a'}\n        emit(list(x))\n    x = []", True),
    ],
)
def test_a_loop_brings_back_what_no_assignment_before_the_use_hides(source, is_found) -> None:
    assert (codes(source) == ["GHO301"]) is is_found
