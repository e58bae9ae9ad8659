"""Goal: `check_component` finds what is wrong with a component, and passes what is right.

Method: one deliberately bad component for each promise that can be broken.
"""

import itertools
import math
import random
import time
from typing import Any

import numpy as np
import pytest

from project_ghost.core.dmath import sin, sqrt
from project_ghost.core.errors import InputError, InputTypeError
from project_ghost.core.level import Level
from project_ghost.engine import (
    Block,
    Continuous,
    Host,
    Input,
    Kernel,
    Noise,
    Output,
    Parameter,
    State,
)
from project_ghost.testing import ComponentError, InterpretedOnlyWarning, check_component
from proofs.engine.parts import TYPES
from tests.engine.parts import Crowd, Tally


@pytest.mark.slow
@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.__name__)
def test_good_components_pass(kind):
    check_component(kind(), samples=30)


class Source(Block):
    y = Output()

    @staticmethod
    def output():
        return 0.0


COUNT = itertools.count()
SEEN: list[float] = []
TOTAL = 0.0


class CountsInAGlobal(Source):
    @staticmethod
    def output():
        return 1.0 * next(COUNT)


class AppendsToAGlobal(Source):
    @staticmethod
    def output():
        SEEN.append(1.0)
        return 0.0


class SetsAGlobal(Source):
    @staticmethod
    def output():
        global TOTAL
        TOTAL += 1.0
        return 0.0


class ChangesItsClass(Source):
    memory: list[float] = []  # noqa: RUF012

    @staticmethod
    def output():
        ChangesItsClass.memory.append(1.0)
        return 0.0


class Rolls(Source):
    level = Level.PROCESS

    @staticmethod
    def output():
        return random.random()  # noqa: S311


class ReadsTheClock(Source):
    level = Level.NONE

    @staticmethod
    def output():
        return time.perf_counter()


class TooMany(Source):
    @staticmethod
    def output():
        return 1.0, 2.0


class NoComma(Block):
    y = Output(shape=(1,))

    @staticmethod
    def output():
        return (1.0)  # fmt: skip


class Swapped(Block):
    a = Output()
    b = Output(shape=(2,))

    @staticmethod
    def output():
        return (1.0, 2.0), 0.0


class ShortDerivative(Block):
    x = Continuous(shape=(3,))
    y = Output()

    @staticmethod
    def output(x):
        return x[0]

    @staticmethod
    def derivative(x):
        return (x[0], x[1])


class ReturnsText(Source):
    @staticmethod
    def output():
        return "fast"


class WritesItsInput(Kernel):
    u = Input(shape=(3,))
    y = Output()

    @staticmethod
    def output(u, y):
        u[0] = 7.0
        y[0] = u[0]


class WritesItsParameter(Kernel):
    table = Parameter((1.0, 2.0), shape=(2,))
    y = Output()

    @staticmethod
    def output(table, y):
        table[1] += 1.0
        y[0] = table[1]


class WritesStateInOutput(Kernel):
    x = State()
    y = Output()

    @staticmethod
    def output(x, y):
        x[0] += 1.0
        y[0] = x[0]

    @staticmethod
    def update(x):
        pass


class WritesOutputInUpdate(Kernel):
    x = State()
    y = Output()

    @staticmethod
    def output(x, y):
        y[0] = x[0]

    @staticmethod
    def update(x, y):
        y[0] = 3.0


class KernelReturns(Kernel):
    y = Output()

    @staticmethod
    def output(y):
        return y[0] + 1.0


class KernelRolls(Kernel):
    level = Level.PROCESS
    y = Output(shape=(2,))

    @staticmethod
    def output(y):
        y[1] = random.random()  # noqa: S311


class LeavesTheDomain(Block):
    u = Input()
    y = Output()

    @staticmethod
    def output(u):
        return sqrt(u)


class Overflows(Block):
    """Python's integers have no end, compiled ones have 64 bits."""

    y = Output()

    @staticmethod
    def output(sample):
        return 1.0 * ((sample + 3) * 4611686018427387904)


def helper(x):
    return math.exp(x)


class MathSin(Block):
    u = Input()
    y = Output()

    @staticmethod
    def output(u):
        return math.sin(u)


class Squares(Block):
    u = Input()
    y = Output()

    @staticmethod
    def output(u):
        return u**2


class HelperExp(Block):
    u = Input()
    y = Output()

    @staticmethod
    def output(u):
        return helper(u)


class NumpyTanh(Kernel):
    u = Input(shape=(3,))
    y = Output(shape=(3,))

    @staticmethod
    def output(u, y):
        y[:] = np.tanh(u)


class NumpyDot(Kernel):
    u = Input(shape=(3,))
    y = Output()

    @staticmethod
    def output(u, y):
        y[0] = np.dot(u, u)


class MethodDot(Kernel):
    u = Input(shape=(3,))
    y = Output()

    @staticmethod
    def output(u, y):
        y[0] = u.dot(u)


class MatrixProduct(Kernel):
    u = Input(shape=(3,))
    y = Output()

    @staticmethod
    def output(u, y):
        y[0] = u @ u


class LinearAlgebra(Kernel):
    u = Input(shape=(3,))
    y = Output()

    @staticmethod
    def output(u, y):
        y[0] = np.linalg.norm(u)


class SumsFloats(Block):
    u = Input(shape=(3,))
    y = Output()

    @staticmethod
    def output(u):
        return sum(u)


BAD: dict[type[Any], str] = {
    CountsInAGlobal: "`output` gives two results for one input",
    AppendsToAGlobal: "`output` changes the global 'SEEN'",
    SetsAGlobal: "`output` changes the global 'TOTAL'",
    ChangesItsClass: "`output` changes the class attribute 'memory'",
    Rolls: "`output` gives two results for one input",
    ReadsTheClock: "`output` gives two results for one input",
    TooMany: "`output` returns other shapes than declared",
    NoComma: "`output` returns other shapes than declared",
    Swapped: "`output` returns other shapes than declared",
    ShortDerivative: "`derivative` returns other shapes than declared",
    ReturnsText: "`output` returns other shapes than declared",
    WritesItsInput: "would depend on the order of execution",
    WritesItsParameter: "would depend on the order of execution",
    WritesStateInOutput: "`output` changes its argument 'x'",
    WritesOutputInUpdate: "`update` changes its argument 'y'",
    KernelReturns: "`output` returns something, which is dropped",
    KernelRolls: "`output` writes two results into 'y' for one input",
    LeavesTheDomain: "has no value",
    Overflows: "an integer is not within 64 bits",
    MathSin: "`output` uses math.sin, and the component's level is portable",
    Squares: "`output` uses `**`",
    HelperExp: "`output` uses math.exp",
    NumpyTanh: "`output` uses numpy.tanh",
    NumpyDot: "`output` uses numpy.dot",
    MethodDot: "`output` uses `.dot()`",
    MatrixProduct: "`output` uses `@`",
    LinearAlgebra: "`output` uses numpy.linalg.norm",
    SumsFloats: "`output` uses sum, and the component",
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", BAD, ids=lambda kind: kind.__name__)
def test_bad_components_are_found(kind):
    with pytest.raises(ComponentError) as caught:
        check_component(kind(), samples=20)
    assert BAD[kind] in caught.value.what
    assert kind.__name__ in caught.value.what


@pytest.mark.slow
def test_a_declared_level_permits_its_operations():
    class Honest(MathSin):
        level = Level.HOST

    with pytest.warns(InterpretedOnlyWarning, match="Honest is only interpreted"):
        check_component(Honest())


@pytest.mark.slow
def test_ranges_keep_inputs_where_the_component_works():
    check_component(LeavesTheDomain(), ranges={"u": (0.0, 9.0)})


def test_the_message_shows_both_values_and_common_causes():
    with pytest.raises(ComponentError) as caught:
        check_component(CountsInAGlobal(), samples=3)
    lines = str(caught.value).splitlines()
    assert lines[0] == "CountsInAGlobal breaks its promises:"
    at = next(i for i, line in enumerate(lines) if "two results for one input" in line)
    first, second = lines[at + 1 : at + 3]
    assert "first:" in first
    assert "second:" in second
    assert float(second.split()[-1]) == float(first.split()[-1]) + 1.0
    assert "  common causes:" in lines


def test_long_values_are_shown_from_where_they_part():
    class Long(Kernel):
        level = Level.PROCESS
        y = Output(shape=(200,))

        @staticmethod
        def output(y):
            y[150] = random.random()  # noqa: S311

    with pytest.raises(ComponentError) as caught:
        check_component(Long(), samples=2)
    first = next(line for line in str(caught.value).splitlines() if "first: " in line)
    assert first.strip().startswith("first:  ...")
    assert len(first) < 300


class Planner(Host):
    """A good one: all that it remembers is saved."""

    u = Input()
    plan = Output()

    def __init__(self):
        super().__init__()
        self.seen: list[float] = []

    def output(self, u):
        return u + sum(self.seen[-3:])

    def update(self, u):
        self.seen.append(u)

    def save(self):
        return repr(self.seen).encode()

    def load(self, data):
        self.seen = [float(x) for x in data.decode().strip("[]").split(",")]


class Forgetful(Planner):
    def __init__(self):
        super().__init__()
        self.calls = 0

    def output(self, u):
        self.calls += 1
        return u + self.calls


class Shared(Planner):
    total: list[float] = []  # noqa: RUF012

    def output(self, u):
        self.total.append(u)
        return len(self.total)


class Unsaved(Planner):
    save = Host.save


def test_hosts_are_checked_for_state_that_snapshots_miss():
    check_component(Planner())
    check_component(Unsaved())
    with pytest.raises(ComponentError, match="`save` and `load` miss the attribute 'calls'"):
        check_component(Forgetful())
    with pytest.raises(ComponentError, match="two runs differ at sample 0"):
        check_component(Shared())


@pytest.mark.slow
def test_kernels_of_the_suite_pass():
    check_component(Tally())
    check_component(Crowd(count=7))


class Drifting(Block):
    w = Noise(shape=(2,))
    u = Input(shape=(2,))
    x = State(shape=(2,))
    y = Output(shape=(2,))

    @staticmethod
    def step(x, u, w):
        return (x[0] + w[0], x[1] + sin(u[0])), (x[1], x[0])


@pytest.mark.slow
def test_steps_and_noise_pass():
    check_component(Drifting())


@pytest.mark.slow
def test_a_function_that_belongs_to_no_module_is_checked_too() -> None:
    """As in an interactive session, or in an example of a page."""
    namespace = {"Block": Block, "Input": Input, "Output": Output, "__name__": None}
    text = (
        "class Twice(Block):\n"
        "    u = Input()\n"
        "    y = Output()\n"
        "    @staticmethod\n"
        "    def output(u):\n"
        "        return 2.0 * u\n"
    )
    exec(text, namespace)  # noqa: S102 - our own source
    twice: Any = namespace["Twice"]
    assert twice.output.__module__ is None
    with pytest.warns(InterpretedOnlyWarning, match="source cannot be read"):
        check_component(twice(), samples=3)


class Reader(Host):
    """A base for hosts: reads a table, and all inputs at once."""

    u = Input()
    table = Input(shape=(2, 3))
    y = Output(shape=(2,))

    def output(self, *inputs: Any) -> Any:
        u, table = inputs
        return u, table[1][2]


class OneTooFew(Reader):
    def output(self, *inputs: Any) -> Any:
        return (inputs[0],)


class WritesNan(Reader):
    def output(self, *inputs: Any) -> Any:
        return inputs[0], math.nan


class Fails(Reader):
    def output(self, *inputs: Any) -> Any:
        return inputs[0], 1 / 0


class SavesText(Reader):
    def save(self) -> bytes:
        return "text"  # type: ignore[return-value]

    def load(self, data: bytes) -> None:
        pass


class CannotLoad(Reader):
    def save(self) -> bytes:
        return b""


@pytest.mark.parametrize(
    ("kind", "found"),
    [
        (OneTooFew, r"output returned"),
        (WritesNan, "not a number was written"),
        (Fails, "ZeroDivisionError"),
        (SavesText, "`save` does not return bytes"),
        (CannotLoad, "it has `save` but no `load`"),
    ],
)
def test_hosts_are_checked_for_what_they_return(kind, found):
    check_component(Reader(), samples=5)
    with pytest.raises(ComponentError, match=found):
        check_component(kind(), samples=5)


def test_mistakes_in_the_call_are_distinguished_from_those_in_the_component():
    with pytest.raises(InputError, match="no input 'uu'; did you mean 'u'"):
        check_component(Reader(), ranges={"uu": (0.0, 1.0)})
    with pytest.raises(InputError, match=r"the range is \(1.0, 0.0\)"):
        check_component(Reader(), ranges={"u": (1.0, 0.0)})
    with pytest.raises(InputTypeError, match="the component is <class"):
        check_component(Reader)  # type: ignore[arg-type]


class MethodStd(Kernel):
    u = Input(shape=(3,))
    y = Output()

    @staticmethod
    def output(u, y):
        y[0] = u.std()


@pytest.mark.slow
def test_a_method_of_an_array_is_not_portable_either():
    with pytest.raises(ComponentError, match=r"`\.std\(\)`"):
        check_component(MethodStd(), samples=2)


class OnlyInterpreted(Block):
    u = Input()
    y = Output()

    @staticmethod
    def output(u):
        return max([u, 0.0])


def test_a_component_that_is_only_interpreted_is_told():
    with pytest.warns(InterpretedOnlyWarning, match=r"is only interpreted: .*\.py:"):
        check_component(OnlyInterpreted())
