"""The files that `ghost new` writes: of a component here, of the others in their own module.

`NewComponent` and `new_component` are placeholders for the names.
"""

from ._planner import PLANNER, PLANNER_TEST, PLANNER_USE
from ._scenario_classes import CLASSES, TESTS, USES

__all__ = ["KINDS", "component_text", "test_text", "use_text"]

_BLOCK = '''"""NewComponent: follows its input with a lag. Replace this with your component."""

from project_ghost.engine import Block, Input, Output, Parameter, State


class NewComponent(Block):
    """A first-order lag; the arguments of its functions are named after its declarations."""

    u = Input()
    x = State(0.0)
    y = Output()
    tau_s = Parameter(0.1, unit="s")

    @staticmethod
    def output(x: float) -> float:
        """Return the outputs of this sample. An input used here would be feedthrough."""
        return x

    @staticmethod
    def update(x: float, u: float, tau_s: float, dt_s: float) -> float:
        """Return the states of the next sample."""
        return x + dt_s * (u - x) / tau_s
'''

_KERNEL = '''"""NewComponent: the mean of the last inputs. Replace this with your component."""

import numpy as np
from numpy.typing import NDArray
from project_ghost.engine import Input, Kernel, Output, Size, State

Floats = NDArray[np.float64]


class NewComponent(Kernel):
    """A moving mean; its functions write to the arrays of states and outputs."""

    length = Size(10)
    u = Input()
    last = State(shape=("length",))
    y = Output()

    @staticmethod
    def output(last: Floats, y: Floats) -> None:
        """Write the outputs of this sample. An input used here would be feedthrough."""
        total = 0.0
        for i in range(last.shape[0]):
            total += last[i]
        y[0] = total / last.shape[0]

    @staticmethod
    def update(last: Floats, u: float) -> None:
        """Write the states of the next sample."""
        for i in range(last.shape[0] - 1, 0, -1):
            last[i] = last[i - 1]
        last[0] = u
'''

_HOST = '''"""NewComponent: the mean of all inputs so far. Replace this with your component."""

import json

from project_ghost.engine import Host, Input, Output


class NewComponent(Host):
    """Any Python code in methods; the object keeps its own state."""

    u = Input()
    y = Output()

    def __init__(self) -> None:
        super().__init__()
        self.total = 0.0
        self.count = 0

    def output(self) -> float:
        """Return the outputs of this sample. An input used here would be feedthrough."""
        return self.total / self.count if self.count else 0.0

    def update(self, u: float) -> None:
        """Update the state for the next sample."""
        self.total += u
        self.count += 1

    def save(self) -> bytes:
        """Return everything that `load` needs to restore the state."""
        return json.dumps([self.total, self.count]).encode()

    def load(self, data: bytes) -> None:
        """Restore the state that `save` returned."""
        self.total, self.count = json.loads(data)
'''

_TEST = '''"""Test NewComponent."""

from project_ghost.engine import Engine, Graph
from project_ghost.engine.blocks import Constant
from project_ghost.testing import check_component

from new_component import NewComponent


def test_it_settles_at_its_input() -> None:
    """Replace this with the behaviour of your component."""
    graph = Graph(step="1ms")
    graph.group("fast", rate_hz=1000)
    graph.add("One", Constant(1.0), group="fast")
    graph.add("Tested", NewComponent(), group="fast")
    graph.connect("One.y", "Tested.u")
    engine = Engine(graph, execution="interpreted")
    assert engine.value("Tested.y") == 0.0
    engine.run("2s")
    settled = engine.value("Tested.y")
    assert isinstance(settled, float)
    assert abs(settled - 1.0) < 1e-6


def test_it_is_a_sound_component() -> None:
    """Check shapes, purity, snapshots, and interpreted against compiled execution."""
    check_component(NewComponent())
'''

KINDS = {"block": _BLOCK, "kernel": _KERNEL, "host": _HOST}
_CLASSES = {**CLASSES, "planner": PLANNER}
_TESTS = {**TESTS, "planner": PLANNER_TEST}


def component_text(what: str, kind: str, class_name: str, module_name: str) -> str:
    """Return a working component."""
    return _fill_names(_CLASSES.get(what, KINDS[kind]), class_name, module_name)


def test_text(what: str, class_name: str, module_name: str) -> str:
    """Return the component's test."""
    return _fill_names(_TESTS.get(what, _TEST), class_name, module_name)


def use_text(what: str, class_name: str, module_name: str) -> str:
    """Return how a file uses the component."""
    if what == "planner":
        return _fill_names(PLANNER_USE, class_name, module_name)
    if what not in USES:
        return f"`type: {module_name}:{class_name}` in a scenario or schedule file beside it"
    use = _fill_names(USES[what], class_name, module_name)
    return f"`{use}` below a car in a scenario file beside it"


def _fill_names(text: str, class_name: str, module_name: str) -> str:
    return text.replace("NewComponent", class_name).replace("new_component", module_name)
