"""The arguments of a host's function: at a tick of the run, or as they were kept of a call."""

from collections.abc import Callable
from math import prod
from typing import Any, NamedTuple, final

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.randomness import RandomSource
from project_ghost.engine.component._components import Host
from project_ghost.engine.component._consistency import CONTEXT, DT_S, TIME_NS
from project_ghost.engine.component._declarations import Input, Noise, Parameter, Size
from project_ghost.engine.plan._layout import Layout, Slot, input_slot
from project_ghost.engine.plan._schedule import Row, Schedule
from project_ghost.engine.run._store import Store, read


class _Argument(NamedTuple):
    """How one argument is made at a tick; `shape` is None where the tick gives it."""

    at: Callable[[int], Any]
    shape: tuple[int, ...] | None


@final
class HostArguments:
    """Makes the arguments of one function of a host, in the order of its signature."""

    def __init__(
        self, row: Row, function: str, plan: Schedule, layout: Layout, store: Store, seed: int
    ) -> None:
        assert isinstance(row.component, Host)
        self._row = row
        self._plan = plan
        self._layout = layout
        self._store = store
        self._seed = seed
        self._takes_arrays = row.component.takes_arrays
        self._all = [self._argument(name) for name in row.component.functions[function]]
        # ghost: allow[float-sum] sizes are whole numbers
        self.kept_size = sum(prod(each.shape) for each in self._all if each.shape is not None)

    def at(self, tick: int) -> list[Any]:
        """The arguments at a tick."""
        return [each.at(tick) for each in self._all]

    def kept(self, arguments: list[Any]) -> bytes:
        """The arguments that are not a function of the tick, as numbers."""
        kept = [
            np.asarray(value, dtype=float).tobytes()
            for value, each in zip(arguments, self._all, strict=True)
            if each.shape is not None
        ]
        return b"".join(kept)

    def again(self, tick: int, kept: Floats) -> list[Any]:
        """The arguments of an earlier call."""
        arguments: list[Any] = []
        for each in self._all:
            if each.shape is None:
                arguments.append(each.at(tick))
                continue
            size = prod(each.shape)
            arguments.append(self._given(kept[:size], Slot(0, each.shape)))
            kept = kept[size:]
        return arguments

    def _argument(self, name: str) -> _Argument:
        component, step_ns = self._row.component, self._plan.step_ns
        pattern = self._row.group.pattern
        if name == TIME_NS:
            return _Argument(lambda tick: tick * step_ns, None)
        if name == DT_S:
            gap = pattern.gap_before
            count = pattern.count_before
            return _Argument(lambda tick: gap(count(tick) + 1) * step_ns / 1e9, None)
        if name in CONTEXT:
            return _Argument(pattern.count_before, None)
        declaration, full = component.declarations[name], f"{self._row.name}.{name}"
        if isinstance(declaration, Size):
            size = component.sizes[name]
            return _Argument(lambda _tick: size, None)
        if isinstance(declaration, Noise):
            return _Argument(self._draws(full, declaration), component.shape_of(name))
        array, slot = self._store.values, None
        if isinstance(declaration, Input):
            slot = input_slot(self._plan, self._layout, full)
        elif isinstance(declaration, Parameter):
            array, slot = self._store.parameters, self._layout.parameters[full]
        assert slot is not None
        return _Argument(self._read(array, slot), slot.shape)

    def _read(self, array: Floats, slot: Slot) -> Callable[[int], Any]:
        """Reads the present value of an input or a parameter."""
        if not slot.shape:
            numbers, start = array.data, slot.start  # quicker for single numbers
            return lambda _tick: numbers[start]
        if self._takes_arrays:
            view = read_only(array, slot)
            return lambda _tick: view
        return lambda _tick: read(array, slot)

    def _draws(self, full: str, noise: Noise) -> Callable[[int], Any]:
        slot = self._layout.noise[full]
        first = self._layout.first_noise(self._row)
        # ghost: allow[dynamic-label] a component's name is fixed with the graph
        source = RandomSource(self._seed).child(self._row.name)
        draw = source.uniforms if noise.uniform else source.normals
        count = self._row.group.pattern.count_before

        def at(tick: int) -> Any:  # noqa: ANN401
            draws = draw(count(tick), 1, slot.stop - first)[0, slot.start - first :]
            return self._given(draws, Slot(0, slot.shape))

        return at

    def _given(self, array: Floats, slot: Slot) -> Any:  # noqa: ANN401
        """A value as a host receives it."""
        return read_only(array, slot) if self._takes_arrays and slot.shape else read(array, slot)


def read_only(array: Floats, slot: Slot) -> Floats:
    """A view of a slot that cannot be written to."""
    view = array[slot.start : slot.stop].reshape(slot.shape)
    view.flags.writeable = False
    return view
