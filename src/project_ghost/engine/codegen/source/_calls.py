"""Source of the calls of components' functions: their arguments, and where results are stored."""

from dataclasses import dataclass

from project_ghost.engine.codegen._helpers import HelperCalls
from project_ghost.engine.component._bundles import is_array
from project_ghost.engine.component._components import AbstractComponent, Kernel
from project_ghost.engine.component._consistency import DT_S, SAMPLE, TIME_NS, fields_of
from project_ghost.engine.component._declarations import Input, Noise, Output, Parameter, State
from project_ghost.engine.plan._layout import Layout, Slot, input_slot
from project_ghost.engine.plan._schedule import Row, Schedule

from ._fragments import read
from ._function_names import FunctionNames
from ._integrators import integrator_arguments


@dataclass(frozen=True)
class BlockCall:
    """The source of a block's call in three parts, so that stores can follow other calls."""

    lines: list[str]  # the call, with its results in variables
    guard: list[str]  # refuses NaN among the results
    stores: list[str]  # writes the results


@dataclass(frozen=True)
class Calls:
    """Writes the calls of components' functions in one schedule."""

    plan: Schedule
    layout: Layout
    names: FunctionNames
    helpers: HelperCalls
    interpreted: bool
    is_symbolic: bool = False  # no comparisons; time and samples come from outside

    def block(self, row: Row, function: str, targets: list[Slot]) -> BlockCall:
        """The call of a block's function, whose values go to `targets` in their order."""
        component = row.component
        called, taken = function, list(component.functions[function])
        if function == "derivative":
            called, taken = "integrate", [*integrator_arguments(component), DT_S]
        arguments = [self._argument(row, a) for a in taken]
        names = [f"{function[0]}{i}" for i in range(len(targets))]
        left = ", ".join(names)
        lines = [f"{left} = {self.names.function(component, called)}({', '.join(arguments)})"]
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
        # Machine code tests two values at once if nothing is between their comparisons.
        joined = (" and " if self.interpreted else " & ").join(f"({x} == {x})" for _, x in elements)
        guard = [f"if not ({joined}):", f"    {self.helpers.call('refuse_nan')}"]
        return BlockCall(
            lines,
            [] if self.is_symbolic else guard,
            [f"values[{place}] = {x}" for place, x in elements],
        )

    def _argument(self, row: Row, argument: str) -> str:
        """A block's argument as an expression."""
        name, g = row.name, self.plan.group_number(row.group.name)
        context = {DT_S: f"dt_{g}", TIME_NS: f"tick * {self.plan.step_ns}", SAMPLE: f"sample_{g}"}
        if self.is_symbolic:
            context |= {TIME_NS: "time_at(tick)", SAMPLE: f"sample_at({g}, sample_{g})"}
        if argument in context:
            return context[argument]
        declaration = row.component.declarations[argument]
        full = f"{name}.{argument}"
        if isinstance(declaration, Input):
            return read("values", input_slot(self.plan, self.layout, full))
        if isinstance(declaration, State):
            return read("values", self.layout.states[full])
        if isinstance(declaration, Parameter):
            return self._variable(row, argument)
        if isinstance(declaration, Noise):
            return self._draws(row, argument)
        if isinstance(declaration, Output):
            return read("values", self.layout.signals[full])
        return repr(row.component.sizes[argument])

    def _draws(self, row: Row, argument: str) -> str:
        """A block's noise as an expression."""
        slot = self.layout.noise[f"{row.name}.{argument}"]
        first = slot.start - self.layout.first_noise(row)
        helper = "draw_uniform" if row.component.noises()[argument].uniform else "draw"
        stream = self._stream(row)
        draws = [self.helpers.call(helper, *stream, first + e) for e in range(slot.size)]
        return draws[0] if not slot.shape else f"({', '.join(draws)},)"

    def _draws_into(self, row: Row) -> list[str]:
        """Fill a kernel's noise, each number from its place in the component's stream."""
        noises = row.component.noises()
        slots = {name: self.layout.noise[f"{row.name}.{name}"] for name in noises}
        first, stop = self.layout.first_noise(row), max(slot.stop for slot in slots.values())
        stream = self._stream(row)
        if not any(noise.uniform for noise in noises.values()):
            return [self.helpers.call("draw_into", *stream, f"value_array[{first}:{stop}]")]
        return [
            self.helpers.call(
                "draw_uniforms_into" if noises[name].uniform else "draw_normals_into",
                *stream,
                slot.start - first,
                f"value_array[{slot.start}:{slot.stop}]",
            )
            for name, slot in slots.items()
        ]

    def _stream(self, row: Row) -> tuple[str, str, str]:
        """The random key of a component, and the number of its sample."""
        key, g = self.layout.keys[row.name], self.plan.group_number(row.group.name)
        return f"counters[{key}]", f"counters[{key + 1}]", f"sample_{g}"

    def _variable(self, row: Row, argument: str) -> str:
        """The variable for a parameter or array: by number, as a component's name is a path."""
        return f"v{self.plan.row_number(row.name)}_{argument}"

    def views(self, row: Row) -> list[str]:
        """Names for parameters and for a kernel's arrays and bundles, made once before the loop."""
        component, lines = row.component, []
        is_kernel = isinstance(component, Kernel)
        for name, declaration in component.declarations.items():
            if is_kernel and is_array(declaration):
                array, slot = self._place(row, name)
                text = f"{array}[{slot.start}:{slot.stop}]"
                if len(slot.shape) > 1:
                    text += f".reshape({slot.shape})"
                if isinstance(declaration, Input | Parameter | Noise):
                    text = self.helpers.call("read_only", text)
                lines.append(f"{self._variable(row, name)} = {text}")
            elif isinstance(declaration, Parameter):
                value = read("parameters", self.layout.parameters[f"{row.name}.{name}"])
                lines.append(f"{self._variable(row, name)} = {value}")
        if is_kernel:
            constant = [b for b in component.bundles if not _changes(component, b)]
            lines += [f"{self._variable(row, b)} = {self._bundle(row, b)}" for b in constant]
            lines += [
                f"{self._variable(row, f)} = {self._written(row, f)}" for f in component.functions
            ]
        return lines

    def _place(self, row: Row, name: str) -> tuple[str, Slot]:
        """The array and the slot that hold a kernel's array."""
        declaration, full = row.component.declarations[name], f"{row.name}.{name}"
        if isinstance(declaration, Output):
            return "value_array", self.layout.signals[full]
        if isinstance(declaration, State):
            return "value_array", self.layout.pending.get(full, self.layout.states[full])
        if isinstance(declaration, Noise):
            return "value_array", self.layout.noise[full]
        if isinstance(declaration, Input):
            return "value_array", input_slot(self.plan, self.layout, full)
        return "parameter_array", self.layout.parameters[full]

    def _written(self, row: Row, function: str) -> str:
        """The range of values that holds all that a kernel's function may write."""
        outputs, states = row.component.outputs(), row.component.states()
        names = {"output": [*outputs], "update": [*states]}.get(function, [*outputs, *states])
        slots = [self._place(row, name)[1] for name in names]
        return f"value_array[{min(s.start for s in slots)}:{max(s.stop for s in slots)}]"

    def _bundle(self, row: Row, bundle: str) -> str:
        """A bundle with its values, for the interpreter."""
        fields = [self._interpreted(row, field) for field in fields_of(row.component, bundle)]
        return f"{self.names.bundle(row.component, bundle)}({', '.join(fields)})"

    def _interpreted(self, row: Row, argument: str) -> str:
        """An argument of a kernel as the interpreter passes it: an array, a number or a bundle."""
        component = row.component
        declaration = component.declarations.get(argument)
        if argument in component.bundles and _changes(component, argument):
            return self._bundle(row, argument)
        if argument in component.bundles or (declaration is not None and is_array(declaration)):
            return self._variable(row, argument)
        return self._argument(row, argument)

    def kernel(self, row: Row, function: str) -> list[str]:
        """The call of a kernel's function, after its noise was drawn, for the interpreter."""
        component = row.component
        takes_noise = component.noises().keys() & component.functions[function]
        lines = self._draws_into(row) if takes_noise else []
        arguments = [self._variable(row, function)]
        arguments += [self._interpreted(row, each) for each in component.signatures[function]]
        return [*lines, f"{self.names.function(component, function)}({', '.join(arguments)})"]


def _changes(component: AbstractComponent, bundle: str) -> bool:
    """Whether a bundle holds the number of an input, and not only views and constants."""
    fields = [component.declarations[field] for field in fields_of(component, bundle)]
    return any(isinstance(each, Input) and not is_array(each) for each in fields)
