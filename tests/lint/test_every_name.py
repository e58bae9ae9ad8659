"""Every name that a rule asks for is found where it is used, so that no list has a dead entry."""

from collections.abc import Collection, Iterator
from unittest.mock import patch

import pytest

from project_ghost.core.level import Level
from project_ghost.lint import Rule, all_rules
from project_ghost.lint.python._module import Module, Use
from project_ghost.lint.python._source import parse
from tests.lint.helpers import lint

# Ways to use a function in a step; one of them has to be found.
CALLS = ("{name}()", "{name}('now')", "{name}(x)")
USES = (
    "def step(x):\n    return {name}",
    "def step(x):\n    return {name}(1, 2, 3, 4)",
    "def step(x):\n    return {name}(x, timeout=1)",
    *(f"def step(x):\n    return {call}" for call in CALLS),
)
NEXT = (
    "import itertools\nnumbers = itertools.count()\ndef f():\n    return {name}(numbers)",
    "class A:\n    numbers = []\n    def f(self):\n        return {name}(A.numbers)",
)
METHOD = "class A:\n    def f(self, x):\n        return x\n    def __init__(self):\n"
# What the rules with a condition want to see besides the name.
SPECIAL = {
    "GHO106": [f"def f(x):\n    while {call} < x:\n        x()" for call in CALLS],
    "GHO107": ["def f(x):\n    a = {name}(); x(); print({name}() - a)"],
    "GHO204": [
        "{name}()",
        "{name}(x, training=True)",
        "{name}('jax_threefry_partitionable', True)",
    ],
    "GHO208": [
        "{name}(time.time())",
        *(f"import numpy\nnumpy.random.default_rng({call})" for call in CALLS),
    ],
    "GHO210": [
        "def f{number}(seed=None):\n    return {name}(seed)",
        "def f{number}(seed=None):\n    return {name}(seed=seed)",
        "import torch\ndef f{number}(seed=None):\n    if seed is not None:\n"
        "        {name}(seed)\n    return torch.rand(3)",
        "def f{number}(generator=None):\n    return {name}(3, generator=generator)",
    ],
    "GHO301": [
        "def f{number}(x):\n    yield from {name}(x)\n"
        "def g{number}(x):\n    return list(f{number}(x))",
    ],
    "GHO304": ["sorted(x, key={name})"],
    "GHO306": [
        "def f(x):\n    return {name}(x)",
        "def f(x):\n    y, z = {name}(x, return_when='FIRST_COMPLETED')\n    return list(y)",
    ],
    "GHO308": ["{name}((x.at, x.callback))", "{name}(x, (x.at, x.callback))"],
    "GHO309": [
        "{name}(x, key=lambda y: y.cost)",
        "{name}(3, x, key=lambda y: y.cost)",
    ],
    "GHO311": ["def f(x):\n    return {name}('SELECT a FROM b', x)"],
    "GHO403": ["{name}(x, y)"],
    "GHO405": ["{name}({{0.5, x}})", "{name}(lambda a, b: a + b, {{0.5, y}})"],
    "GHO407": ["@{name}(parallel=True)\ndef f(x):\n    return x.sum()"],
    "GHO408": [
        *USES,
        *(f"{{name}}({'x, ' * n}'f4')" for n in range(4)),
    ],
    "GHO501": NEXT,
    "GHO502": [*NEXT, "class A: ...\ndef f():\n    {name}(A, 'x')"],
    "GHO504": [
        *NEXT,
        "import itertools, functools\nn{number} = itertools.count()\n"
        "@functools.cache\ndef f{number}():\n    return {name}(n{number})",
        "import functools\n@functools.cache\ndef f():\n    return {name}",
        f"{METHOD}        self.g = {{name}}(self.f)",
        *(f"import functools\n@functools.cache\ndef f(x):\n    return {call}" for call in CALLS),
    ],
    "GHO508": ["def f(x):\n    return len(x) // {name}()"],
}


def asked_for(rule: Rule) -> set[str]:
    """The full names whose uses a rule looks at."""
    names: set[str] = set()

    def uses_of(_: Module, some: Collection[str]) -> Iterator[Use]:
        names.update(some)
        return iter(())

    with patch.object(Module, "uses_of", uses_of):
        list(rule.check(Module(parse(b""), "sample")))
    return names


NAMES = {rule.code: sorted(names) for rule in all_rules() if (names := asked_for(rule))}


def found_by(code: str, names: Collection[str]) -> set[str]:
    """Those of the names that a rule finds in at least one way of using them."""
    found: set[str] = set()
    for template in SPECIAL.get(code, USES):
        found |= found_in(code, [(name, used(template, n, name)) for n, name in enumerate(names)])
    return found


def used(template: str, number: int, name: str) -> str:
    """A piece of source that uses the name; the number is for what only this piece may define."""
    module, _, _ = name.partition(".")
    use = template.format(name=name.removeprefix("builtins."), number=number)
    return f"import time, {module}\n{use}\n"


def found_in(code: str, pieces: Collection[tuple[str, str]]) -> set[str]:
    """The names whose pieces of source have a finding, where all pieces stand in one file."""
    lines = [name for name, piece in pieces for _ in piece.splitlines()]
    source = "".join(piece for _, piece in pieces)
    found = lint(source, Level.PORTABLE, select=(code,), show_info=True)
    return {lines[each.line - 1] for each in found}


@pytest.mark.parametrize("code", NAMES)
def test_every_name_in_a_list_is_found_where_it_is_used(code) -> None:
    assert sorted(set(NAMES[code]) - found_by(code, NAMES[code])) == []


@pytest.mark.parametrize("code", NAMES)
def test_it_is_the_name_that_is_found(code) -> None:
    assert found_by(code, ["harmless.function"]) == set()


def test_the_lists_are_not_empty() -> None:
    assert sum(map(len, NAMES.values())) > 500
