"""The arrays of a run, and their contents at its start."""

from typing import Any, NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.errors import InputError
from project_ghost.core.randomness import RandomSource
from project_ghost.core.wording import did_you_mean
from project_ghost.engine.component._declarations import Value
from project_ghost.engine.plan._layout import PAUSE, PHASE, ROW, TICK, Layout, Slot, unconnected
from project_ghost.engine.plan._schedule import Schedule
from project_ghost.engine.wiring._names import component_of, port_of


@final
class SharedMemory(NamedTuple):
    """Rows of larger arrays for the values and counters of one run among others of a graph.

    The parameters are those of the `original`, the first of these runs.
    """

    values: Floats
    counters: Integers
    original: "Store | None"


@final
class Store:
    """Values, parameters and counters: everything that a run changes, except for hosts."""

    def __init__(
        self,
        plan: Schedule,
        layout: Layout,
        random: RandomSource,
        memory: "SharedMemory | None" = None,
    ) -> None:
        self._layout = layout
        self._start: tuple[NDArray[Any], ...]
        self.values: Floats = np.zeros(layout.values_size) if memory is None else memory.values
        self.counters: Integers = (
            np.zeros(layout.counters_size, dtype=np.int64) if memory is None else memory.counters
        )
        # The same memory: it gives single numbers in a third of the time.
        self.numbers: memoryview = self.counters.data
        self.shares_parameters = memory is not None and memory.original is not None
        if memory is not None and memory.original is not None:
            self.parameters: Floats = memory.original.parameters
            self._start = memory.original._start
            self.reset(random)
            return
        self.parameters = np.zeros(layout.parameters_size)
        self._stage(plan)
        # The start of every run, except for the random keys, which depend on the seed.
        self._start = tuple(array.copy() for array in self.arrays)
        self._stage_keys(random)

    @property
    def arrays(self) -> list[NDArray[Any]]:
        """The arrays of the run."""
        return [self.values, self.parameters, self.counters]

    def saved_arrays(self) -> list[NDArray[Any]]:
        """The arrays as a snapshot holds them.

        Which component came last matters in a pause only. Otherwise it is left out: each execution
        has its own order among components that do not depend on each other.
        """
        if self.numbers[PAUSE]:
            return self.arrays
        counters = self.counters.copy()
        counters[ROW] = 0
        return [self.values, self.parameters, counters]

    def position(self) -> tuple[int, int]:
        """The tick of the run, and its phase: 1 where the tick's outputs have been made, else 0."""
        return self.numbers[TICK], self.numbers[PHASE]

    def load(self, arrays: list[NDArray[Any]]) -> None:
        """Take the contents of a snapshot."""
        for array, stored in zip(self.arrays, arrays, strict=True):
            array[:] = stored

    @property
    def initial(self) -> Floats:
        """The values that a run begins with."""
        initial: Floats = self._start[0]
        return initial

    def reset(self, random: RandomSource) -> None:
        """Go back to the start of a run."""
        values, parameters, counters = self._start
        self.values[:], self.counters[:] = values, counters
        if not self.shares_parameters:
            self.parameters[:] = parameters
        self._stage_keys(random)

    def _stage(self, plan: Schedule) -> None:
        """Set the initial values, and the first due step of every group."""
        layout = self._layout
        for row in plan.rows:
            component, prefix = row.component, f"{row.name}."
            for port, output in component.outputs().items():
                fill(self.values, layout.signals[prefix + port], output.initial, prefix + port)
            for state, value in component.initial.items():
                fill(self.values, layout.states[prefix + state], value, prefix + state)
            for name, value in component.parameters.items():
                fill(self.parameters, layout.parameters[prefix + name], value, prefix + name)
        for target in unconnected(plan):
            component = plan.row(component_of(target)).component
            default = component.inputs()[port_of(target)].default
            # An exposed input may have no default, and reads 0 until it is set.
            fill(self.values, layout.inlets[target], 0.0 if default is None else default, target)
        for target, ring in layout.rings.items():
            connection = plan.connections[target]
            initial = connection.initial
            if not connection.delay_samples:
                writer = plan.row(component_of(connection.source)).component
                initial = writer.outputs()[port_of(connection.source)].initial
            slot = Slot(ring.start, (ring.length, *layout.signals[connection.source].shape))
            fill(self.values, slot, initial, f"{connection.source} -> {target}")
        for name, start in layout.groups.items():
            pattern = plan.groups[name].pattern
            self.counters[start : start + 4] = (pattern.step_of(0), -1, -1, 1)

    def _stage_keys(self, random: RandomSource) -> None:
        for name, start in self._layout.keys.items():
            # ghost: allow[dynamic-label] a component's name is fixed with the graph
            self.counters[start : start + 2] = random.child(name).key


def fill(array: Floats, slot: Slot, value: Value | Floats, where: str) -> None:
    """Write one number to all elements, or one to each."""
    try:
        filled = np.asarray(value, dtype=float)
        if filled.shape != slot.shape:
            filled = np.broadcast_to(filled, slot.shape)
    except (TypeError, ValueError):
        filled = np.array(np.nan)
    # The place of the least number is that of the first NaN, if there is one.
    if filled.size and (least := filled.item(filled.argmin())) != least:
        raise InputError(
            f"the value {value!r} does not fit",
            where,
            f"numbers of the shape {slot.shape}" if slot.shape else "a number",
            "give one number, or as many as the shape has",
        )
    array[slot.start : slot.stop] = filled.ravel()


def read(array: Floats, slot: Slot) -> Value:
    """A number, or nested tuples of them in the shape."""
    values = array[slot.start : slot.stop]
    if not slot.shape:
        return float(values[0])
    if len(slot.shape) == 1:
        return tuple(values.tolist())
    return _nested(values.reshape(slot.shape).tolist())


def _nested(value: Any) -> Value:  # noqa: ANN401 - lists of lists, as deep as the shape
    return tuple(map(_nested, value)) if isinstance(value, list) else value


def slot_of(name: str, slots: dict[str, Slot], kind: str, where: str) -> Slot:
    """The slot of a name, or an error that lists the known names."""
    if name not in slots:
        raise InputError(
            f"there is no {kind} {name!r}{did_you_mean(name, list(slots))}",
            where,
            f"one of {', '.join([*slots][:20]) or 'none'}",
            "names are Component.name, as declared",
        )
    return slots[name]
