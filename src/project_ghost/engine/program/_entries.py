"""Source of the machine code of a Block's or Kernel's function: an entry.

    separate(frame_address, first, stop)

It calls the function for one instance after the other: for each row of `places` from `first` to
`stop`, whose columns say where the instance's values are. So it is compiled once for all
instances, schedules and sizes.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from math import prod
from typing import Any, NamedTuple, final

from project_ghost.core.compiled import (
    ENTRY_KINDS,
    SeparateFunction,
    floats_at,
    integers_at,
    separate,
    viewed,
)
from project_ghost.engine.codegen._helpers import HELPERS, SEPARATE
from project_ghost.engine.codegen.source._fragments import indented
from project_ghost.engine.codegen.source._integrators import integrator, integrator_arguments
from project_ghost.engine.component._bundles import is_array
from project_ghost.engine.component._components import AbstractComponent, Kernel
from project_ghost.engine.component._consistency import DT_S, SAMPLE, TIME_NS, fields_of
from project_ghost.engine.component._declarations import Input, Noise, Output, Parameter, State
from project_ghost.engine.plan._layout import ROW, TICK

from ._frame import CONSTANTS, COUNTERS, FRAME_SIZE, PARAMETERS, PLACES, STEP_NS, VALUES


class What(Enum):
    """What a column of an entry's rows holds."""

    ROW = auto()  # the number of the component's row in the schedule
    GROUP = auto()  # the index of its group's counters
    PERIOD = auto()  # the constant with the period of its group
    KEY = auto()  # the index of its random key
    FIRST_DRAW = auto()  # the place of a noise in the component's random stream
    # The first place of a declaration's values:
    INPUT = auto()
    OUTPUT = auto()
    STATE = auto()
    PENDING = auto()
    WRITTEN_STATE = auto()  # pending, where the component has `step`
    PARAMETER = auto()
    NOISE = auto()
    SIZE = auto()
    AXIS = auto()  # the length of an array
    # The range of all outputs and of all states that a kernel writes:
    OUTPUTS_START = auto()
    OUTPUTS_STOP = auto()
    STATES_START = auto()
    STATES_STOP = auto()


class Column(NamedTuple):
    """A column of an entry's rows, for a component or for one of its declarations."""

    what: What
    name: str = ""
    axis: int = 0


class Entry(NamedTuple):
    """What is compiled, with a name for people, and what its rows have to hold."""

    label: str
    function: SeparateFunction
    columns: tuple[Column, ...]


def output_entry(component: AbstractComponent) -> Entry:
    """The entry of `output` or `step`."""
    function = "step" if "step" in component.functions else "output"
    writer = _Writer(component, function)
    if isinstance(component, Kernel):
        writer.kernel(function)
    else:
        states = [(What.PENDING, name) for name in component.states()] if function == "step" else []
        writer.block(function, [*states, *((What.OUTPUT, name) for name in component.outputs())])
    return writer.entry()


def update_entry(component: AbstractComponent) -> Entry:
    """The entry of `update` and `derivative`."""
    writer = _Writer(component, "update")
    if isinstance(component, Kernel):
        writer.kernel("update")
        return writer.entry()
    for function, continuous in (("update", False), ("derivative", True)):
        states = component.states(continuous=continuous)
        if function in component.functions and states:
            writer.block(function, [(What.STATE, name) for name in states])
    return writer.entry()


@final
@dataclass
class _Writer:
    """Writes the source of one entry, and notes the columns that it reads."""

    component: AbstractComponent
    label: str
    columns: list[Column] = field(default_factory=lambda: [Column(What.ROW)])
    called: dict[str, Any] = field(default_factory=dict)
    separate: dict[str, SeparateFunction] = field(default_factory=dict)
    inlined: list[Callable[..., Any]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    stores: list[str] = field(default_factory=list)

    def entry(self) -> Entry:
        """The entry as written so far."""
        arrays = {
            "values": ("floats_at", VALUES),
            "parameters": ("floats_at", PARAMETERS),
            "counters": ("integers_at", COUNTERS),
            "places": ("integers_at", PLACES),
            "constants": ("floats_at", CONSTANTS),
        }
        source = [
            "def separate(frame_address, first, stop):",
            f"    frame = integers_at(frame_address, {FRAME_SIZE})",
            *(f"    {n} = {at}(frame[{i}], frame[{i + 1}])" for n, (at, i) in arrays.items()),
            f"    for at in range(first, stop, {len(self.columns)}):",
            f"        counters[{ROW}] = places[at]",
            *indented([*self.lines, *self.stores], 2),
        ]
        called = {**self.called, "floats_at": floats_at, "integers_at": integers_at}
        function = SeparateFunction(
            "\n".join(source) + "\n",
            tuple(called.items()),
            ENTRY_KINDS,
            tuple(self.separate.items()),
            tuple(self.inlined),
        )
        kind = re.sub(r"\W", "_", type(self.component).__name__)
        return Entry(f"{kind}_{self.label}", function, tuple(self.columns))

    def block(self, function: str, targets: list[tuple[What, str]]) -> None:
        """Call a block's function; what it returns is stored after all calls."""
        component, called = self.component, function
        taken = list(component.functions[function])
        if function == "derivative":
            called, taken = "integrate", [*integrator_arguments(component), DT_S]
            self.called[called] = integrator(component)
            # It calls the derivative several times, with inputs that are held: inline, what
            # depends on these alone is computed once.
            self.inlined += [component.function(function), self.called[called]]
        else:
            self.called[called] = component.function(function)
        names = [f"{function[0]}{i}" for i in range(len(targets))]
        arguments = ", ".join(map(self._number, taken))
        self.lines.append(f"{', '.join(names)} = {called}({arguments})")
        elements: list[tuple[str, str]] = []
        for name, (what, declared) in zip(names, targets, strict=True):
            shape, start = component.shape_of(declared), self._place(what, declared)
            if shape:
                parts = [f"{name}_{e}" for e in range(prod(shape))]
                self.lines.append(f"({', '.join(parts)},) = {name}")
                elements += [(f"{start} + {e}", part) for e, part in enumerate(parts)]
            else:
                elements.append((start, name))
        self.called["refuse_nan"] = HELPERS["refuse_nan"]
        joined = " & ".join(f"({x} == {x})" for _, x in elements)
        self.stores += [f"if not ({joined}):", "    refuse_nan()"]
        self.stores += [f"values[{place}] = {x}" for place, x in elements]

    def kernel(self, function: str) -> None:
        """Call a kernel's function, and check what it may have written."""
        component = self.component
        passed: list[str] = []
        for argument in component.signatures[function]:
            values = [self._array_or_number(name) for name in fields_of(component, argument)]
            if argument in component.bundles:
                name = f"bundle{len(passed)}"
                self.called[name] = component.bundles[argument]
                values = [f"{name}({', '.join(values)})"]
            passed += values
        self.called |= {"function": component.function(function), "viewed": viewed}
        self.lines.append(f"function({', '.join(passed)})")
        self.separate["require_numbers"] = _helper("require_numbers")
        written = [(What.OUTPUTS_START, What.OUTPUTS_STOP), (What.STATES_START, What.STATES_STOP)]
        for start, stop in {"output": written[:1], "update": written[1:]}.get(function, written):
            checked = f"values, {self._place(start)}, {self._place(stop)}"
            self.lines.append(f"require_numbers({checked})")

    def _place(self, what: What, name: str = "", axis: int = 0) -> str:
        """The source that reads a column."""
        column = Column(what, name, axis)
        if column not in self.columns:
            self.columns.append(column)
        return f"places[at + {self.columns.index(column)}]"

    def _number(self, argument: str) -> str:
        """An argument that is a number, or a tuple of the numbers of a vector."""
        context = self._context(argument)
        if context is not None:
            return context
        component = self.component
        declaration, shape = component.declarations[argument], component.shape_of(argument)
        if isinstance(declaration, Noise):
            helper = "draw_uniform" if declaration.uniform else "draw"
            self.separate[helper] = _helper(helper)
            key, first = self._place(What.KEY), self._place(What.FIRST_DRAW, argument)
            stream = f"counters[{key}], counters[{key} + 1], {self._context(SAMPLE)}"
            elements = [f"{helper}({stream}, {first} + {e})" for e in range(prod(shape))]
        elif isinstance(declaration, Input | State | Output | Parameter):
            array = "parameters" if isinstance(declaration, Parameter) else "values"
            start = self._place(_kind(declaration), argument)
            elements = [f"{array}[{start} + {e}]" for e in range(prod(shape))]
        else:
            return repr(component.sizes[argument])
        return f"({', '.join(elements)},)" if shape else elements[0]

    def _context(self, argument: str) -> str | None:
        """An argument that is not declared: the time, the period, the number of the sample."""
        if argument == DT_S:
            return f"constants[{self._place(What.PERIOD)}]"
        if argument == TIME_NS:
            return f"counters[{TICK}] * frame[{STEP_NS}]"
        if argument == SAMPLE:
            return f"counters[{self._place(What.GROUP)} + 2]"
        return None

    def _array_or_number(self, name: str) -> str:
        """An argument of a kernel's function."""
        component = self.component
        declaration = component.declarations.get(name)
        if declaration is None:
            return str(self._context(name))
        if not is_array(declaration):
            if isinstance(declaration, Input | Parameter):
                return self._number(name)
            return self._place(What.SIZE, name)
        array = "parameters" if isinstance(declaration, Parameter) else "values"
        dimensions = max(1, len(component.shape_of(name)))
        shape = ", ".join(self._place(What.AXIS, name, axis) for axis in range(dimensions))
        # A kernel's `step` works on copies of its states, which the update phase stores.
        what = What.WRITTEN_STATE if isinstance(declaration, State) else _kind(declaration)
        return f"viewed({array}, {self._place(what, name)}, ({shape},))"


def _kind(declaration: object) -> What:
    return What[type(declaration).__name__.upper()]


def _helper(name: str) -> SeparateFunction:
    return separate(HELPERS[name], SEPARATE[name])
