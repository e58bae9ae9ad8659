"""Which rules apply where: levels by configuration, by content, and by declaration."""

import pytest

from project_ghost.core.level import Level
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._source import parse
from tests.lint.helpers import codes

SINE = "import math\ndef helper(x):\n    return math.sin(x)\n"


@pytest.mark.parametrize(
    ("source", "is_portable"),
    [
        ("", False),
        ("from project_ghost.engine import Block\nclass B(Block): ...", True),
        ("from project_ghost.engine import Kernel as K\nclass B(K): ...", True),
        ("import project_ghost.engine as e\nclass B(e.Block[int]): ...", True),
        ("from project_ghost.engine import Block\nclass A(Block): ...\nclass B(A): ...", True),
        ("from project_ghost.engine import Host\nclass P(Host): ...", False),
        ("from project_ghost.closed_loop import Planner\nclass P(Planner): ...", False),
        ("from other import Block\nclass B(Block): ...", False),
        ("class Block: ...\nclass B(Block): ...", False),
    ],
)
def test_a_file_that_defines_a_block_or_kernel_is_portable(source, is_portable) -> None:
    assert ("GHO401" in codes(SINE + source)) is is_portable


def test_the_configured_level_wins_over_the_content() -> None:
    block = "from project_ghost.engine import Block\nclass B(Block): ...\n"
    assert codes(SINE + block, Level.HOST) == []
    assert codes(SINE, Level.PORTABLE) == ["GHO401"]
    assert codes("import time\ntime.time()", Level.NONE) == []


@pytest.mark.parametrize("declared", ["Level.HOST", "'host'"])
def test_a_component_that_declares_a_level_is_checked_at_it(declared) -> None:
    source = f"""
import math
from project_ghost.core.level import Level
from project_ghost.engine import Block, Host

class Cheap(Block):
    level = {declared}
    def output(self, x):
        return math.sin(x)

class Strict(Host):
    level = Level.PORTABLE
    def output(self, x):
        return math.cos(x)
"""
    assert codes(source) == ["GHO401"]


COMPONENT = """
import time
from project_ghost.core.level import Level
from project_ghost.engine import Host

class Clock(Host):
    level = Level.{declared}
    def output(self):
        return time.time()
"""


@pytest.mark.parametrize("configured", [None, *Level])
def test_a_declared_level_wins_over_the_configured_one(configured) -> None:
    assert codes(COMPONENT.format(declared="NONE"), configured) == []
    assert codes(COMPONENT.format(declared="PROCESS"), configured) == ["GHO101"]


@pytest.mark.parametrize(
    ("source", "is_step"),
    [
        ("def step(x):\n    return open(x)", True),
        ("def do_step(x):\n    return open(x)", True),
        ("def tick_all(x):\n    return open(x)", True),
        ("def stepper(x):\n    return open(x)", False),
        ("def output(x):\n    return open(x)", False),
        ("def step(x):\n    return helper(x)\ndef helper(x):\n    return open(x)", True),
        ("def step(x):\n    def inner():\n        return open(x)\n    return inner()", True),
        (
            "class A:\n    def step(self):\n        self.b()\n    def b(self):\n        open(1)",
            True,
        ),
        ("class A:\n    def step(self): ...\n    def b(self):\n        open(1)", False),
        # Two functions of one name: both are known.
        ("def step(x):\n    return open(x)\ndef f():\n    def step(): ...", True),
        ("if x:\n    def step(x): open(x)\nelse:\n    def step(x): ...", True),
        ("def step(x): g(x)\nif x:\n    def g(x): open(x)\nelse:\n    def g(x): ...", True),
        ("class A:\n    if x:\n        def step(self): self.b()\n    def b(self): open(1)", True),
        (
            "class A:\n    def step(self): return self.x\n    @property\n    def x(self): open(1)\n"
            "    @x.setter\n    def x(self, to): ...",
            True,
        ),
        (
            "class A:\n    def step(self): self.x = 1\n    @property\n    def x(self): ...\n"
            "    @x.setter\n    def x(self, to): open(1)",
            True,
        ),
        (
            "def step():\n    def g(): ...\n    g()\ndef f():\n    def g(): open(1)\n    g()",
            False,
        ),
    ],
)
def test_a_step_is_known_by_its_name_and_by_being_called(source, is_step) -> None:
    assert ("GHO506" in codes(source)) is is_step


@pytest.mark.parametrize("pattern", ["doStep", "dostep", "do*"])
def test_a_configured_step_is_known_however_its_letters_are_written(pattern) -> None:
    source = parse(b"def doStep(): ...\ndef rest(): ...")
    module = Module(source, "sample", step_functions=(pattern,))
    assert [function.name for function in module.steps] == ["doStep"]


@pytest.mark.parametrize(("declared", "found"), [("host", []), ("portable", ["GHO301"])])
def test_a_set_of_numbers_is_found_where_its_component_is_portable(declared, found) -> None:
    source = f"""
from project_ghost.engine import Host

class Planner(Host):
    level = {declared!r}
    def plan(self, cells: set[int]):
        return list(cells)
"""
    assert codes(source) == found
