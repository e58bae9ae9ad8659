"""Source of the calls of components' functions: names, arguments, and what becomes of results."""

import re
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property

from project_ghost.engine.component._bundles import is_array
from project_ghost.engine.component._components import AbstractComponent, Kernel
from project_ghost.engine.component._consistency import DT_S, SAMPLE, TIME_NS, fields_of
from project_ghost.engine.component._declarations import Input, Noise, Output, Parameter, State
from project_ghost.engine.plan._layout import Layout, Slot, input_slot
from project_ghost.engine.plan._schedule import Row, Schedule

from ._fragments import read
from ._integrators import integrator_arguments


@dataclass(frozen=True)
class BlockCall:
    """The source of a block's call in three parts, so that stores can follow other calls."""

    lines: list[str]  # the call, with its results in variables
    guard: list[str]  # refuses NaN among the results
    stores: list[str]  # writes the results


@dataclass(frozen=True)
class Calls:
    """Writes the calls of some rows of a schedule."""

    plan: Schedule
    layout: Layout
    rows: tuple[Row, ...]
    interpreted: bool

    @cached_property
    def _variants(self) -> dict[Hashable, AbstractComponent]:
        """One component for each set of functions that many may share."""
        return {_variant(row.component): row.component for row in self.rows}

    def variants(self) -> list[AbstractComponent]:
        """The components whose functions are called, one of those that are alike."""
        return list(self._variants.values())

    def function_name(self, component: AbstractComponent, function: str) -> str:
        """The name under which the source calls a component's function."""
        number = list(self._variants).index(_variant(component))
        # A class that `type(...)` made may have any name.
        kind = re.sub(r"\W", "_", type(component).__name__)
        return f"C{number}_{kind}_{function}"

    def bundle_name(self, component: AbstractComponent, bundle: str) -> str:
        """The name under which the interpreter's source makes one of a component's bundles."""
        return self.function_name(component, bundle).replace("C", "B", 1)

    def block(self, row: Row, function: str, targets: list[Slot]) -> BlockCall:
        """The call of a block's function, whose values go to `targets` in their order."""
        component = row.component
        called, taken = function, list(component.functions[function])
        if function == "derivative":
            called, taken = "integrate", [*integrator_arguments(component), DT_S]
        arguments = [self._argument(row, a) for a in taken]
        names = [f"{function[0]}{i}" for i in range(len(targets))]
        left = ", ".join(names)
        lines = [f"{left} = {self.function_name(component, called)}({', '.join(arguments)})"]
        lines += [
            f"({', '.join(f'{n}_{e}' for e in range(slot.size))},) = {n}"
            for n, slot in zip(names, targets, strict=True)
            if slot.shape
        ]
        elements = [
            (slot.start + e, f"{n}_{e}" if slot.shape else n)
            for n, slot in zip(names, targets, strict=True)
            for e in range(slot.size)
        ]
        # Machine code tests two values at once where nothing lies between their comparisons.
        joined = (" and " if self.interpreted else " & ").join(f"({x} == {x})" for _, x in elements)
        return BlockCall(
            lines,
            [f"if not ({joined}):", "    refuse_nan()"],
            [f"S[{place}] = {x}" for place, x in elements],
        )

    def _argument(self, row: Row, argument: str) -> str:
        """A block's argument as an expression."""
        name, g = row.name, self.plan.group_number(row.group.name)
        context = {DT_S: f"dt_{g}", TIME_NS: f"n * {self.plan.step_ns}", SAMPLE: f"sample_{g}"}
        if argument in context:
            return context[argument]
        declaration = row.component.declarations[argument]
        full = f"{name}.{argument}"
        if isinstance(declaration, Input):
            return read("S", input_slot(self.plan, self.layout, full))
        if isinstance(declaration, State):
            return read("S", self.layout.states[full])
        if isinstance(declaration, Parameter):
            return self._variable(row, argument)
        if isinstance(declaration, Noise):
            return self._draws(row, argument)
        if isinstance(declaration, Output):
            return read("S", self.layout.signals[full])
        return repr(row.component.sizes[argument])

    def _draws(self, row: Row, argument: str) -> str:
        key, g = self.layout.keys[row.name], self.plan.group_number(row.group.name)
        first = self.layout.noise[f"{row.name}.{argument}"].start - self.layout.first_noise(
            row.name
        )
        slot = self.layout.noise[f"{row.name}.{argument}"]
        draw = "draw_uniform" if _is_uniform(row.component, argument) else "draw"
        at = f"C[{key}], C[{key + 1}], sample_{g}"
        draws = [f"{draw}({at}, {first + e})" for e in range(slot.size)]
        return draws[0] if not slot.shape else f"({', '.join(draws)},)"

    def _draws_into(self, row: Row, at: str) -> list[str]:
        """Fill a kernel's noise, each number from its place in the component's stream."""
        slots = {a: self.layout.noise[f"{row.name}.{a}"] for a in row.component.noises()}
        first, stop = self.layout.first_noise(row.name), max(slot.stop for slot in slots.values())
        if not any(_is_uniform(row.component, argument) for argument in slots):
            return [f"draw_into({at}, SA[{first}:{stop}])"]
        return [
            f"draw_{'uniforms' if _is_uniform(row.component, argument) else 'normals'}_into"
            f"({at}, {slot.start - first}, SA[{slot.start}:{slot.stop}])"
            for argument, slot in slots.items()
        ]

    def _variable(self, row: Row, argument: str) -> str:
        """The variable for a parameter or array: by number, as a component's name is a path."""
        return f"v{self.plan.rows.index(row)}_{argument}"

    def views(self, row: Row) -> list[str]:
        """Names for parameters and for a kernel's arrays and bundles, made once before the loop."""
        component, lines = row.component, []
        is_kernel = isinstance(component, Kernel)
        for name, declaration in component.declarations.items():
            if is_kernel and is_array(declaration):
                if self.interpreted:
                    array, slot = self._place(row, name)
                    text = f"{array}[{slot.start}:{slot.stop}]"
                    if len(slot.shape) > 1:
                        text += f".reshape({slot.shape})"
                    lines.append(f"{self._variable(row, name)} = {text}")
            elif isinstance(declaration, Parameter):
                value = read("P", self.layout.parameters[f"{row.name}.{name}"])
                lines.append(f"{self._variable(row, name)} = {value}")
        if is_kernel and self.interpreted:
            constant = [b for b in component.bundles if not _changes(component, b)]
            lines += [f"{self._variable(row, b)} = {self._bundle(row, b)}" for b in constant]
            lines += [
                f"{self._variable(row, f)} = {self._written(row, f)}" for f in component.functions
            ]
        return lines

    def _place(self, row: Row, name: str) -> tuple[str, Slot]:
        """Where a kernel's array is: in the values or in the parameters."""
        declaration, full = row.component.declarations[name], f"{row.name}.{name}"
        if isinstance(declaration, Output):
            return "SA", self.layout.signals[full]
        if isinstance(declaration, State):
            return "SA", self.layout.pending.get(full, self.layout.states[full])
        if isinstance(declaration, Noise):
            return "SA", self.layout.noise[full]
        if isinstance(declaration, Input):
            return "SA", input_slot(self.plan, self.layout, full)
        return "PA", self.layout.parameters[full]

    def _written(self, row: Row, function: str) -> str:
        """The range of values that holds all that a kernel's function may write."""
        outputs, states = row.component.outputs(), row.component.states()
        names = {"output": [*outputs], "update": [*states]}.get(function, [*outputs, *states])
        slots = [self._place(row, name)[1] for name in names]
        return f"SA[{min(s.start for s in slots)}:{max(s.stop for s in slots)}]"

    def _bundle(self, row: Row, bundle: str) -> str:
        """A bundle with its values, for the interpreter."""
        fields = [self._interpreted(row, field) for field in fields_of(row.component, bundle)]
        return f"{self.bundle_name(row.component, bundle)}({', '.join(fields)})"

    def _interpreted(self, row: Row, argument: str) -> str:
        """What the interpreter passes to a kernel: an array, a number or a bundle."""
        component = row.component
        declaration = component.declarations.get(argument)
        if argument in component.bundles and _changes(component, argument):
            return self._bundle(row, argument)
        if argument in component.bundles or (declaration is not None and is_array(declaration)):
            return self._variable(row, argument)
        return self._argument(row, argument)

    def _compiled(self, row: Row, name: str) -> list[str]:
        """A number, or where an array is: the kernel's machine code makes the view."""
        declaration = row.component.declarations.get(name)
        if declaration is None or not is_array(declaration):
            return [self._argument(row, name)]
        _, slot = self._place(row, name)
        return [str(n) for n in (slot.start, *(slot.shape or (1,)))]

    def kernel(self, row: Row, function: str) -> list[str]:
        """Fill the noise that it takes, and call."""
        component = row.component
        lines = []
        key, g = self.layout.keys.get(row.name, 0), self.plan.group_number(row.group.name)
        if component.noises().keys() & component.functions[function]:
            lines += self._draws_into(row, f"C[{key}], C[{key + 1}], sample_{g}")
        signature = component.signatures[function]
        if self.interpreted:
            arguments = [self._variable(row, function)]
            arguments += [self._interpreted(row, argument) for argument in signature]
        else:
            names = [name for argument in signature for name in fields_of(component, argument)]
            places = [place for name in names for place in self._compiled(row, name)]
            arguments = ["SA", "PA", *places]
        return [*lines, f"{self.function_name(component, function)}({', '.join(arguments)})"]


def _changes(component: AbstractComponent, bundle: str) -> bool:
    """Whether a bundle holds the number of an input, and not only views and constants."""
    fields = [component.declarations[field] for field in fields_of(component, bundle)]
    return any(isinstance(each, Input) and not is_array(each) for each in fields)


def _is_uniform(component: AbstractComponent, argument: str) -> bool:
    """Whether a component's noise is uniform."""
    return component.noises()[argument].uniform


def _variant(component: AbstractComponent) -> Hashable:
    """What components must have in common to share their functions."""
    functions = tuple(component.function(name) for name in component.functions)
    shapes = tuple(component.shape_of(name) for name in component.declarations)
    return type(component), functions, shapes, tuple(component.bundles.items())
