"""The hosts of a run: when they are due, their arguments, and where their results go."""

from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any, final

from project_ghost.core.randomness import RandomSource
from project_ghost.engine.component._components import Host
from project_ghost.engine.component._consistency import CONTEXT
from project_ghost.engine.component._declarations import Input, Noise, Parameter, Value
from project_ghost.engine.plan._layout import Layout, Slot, input_slot
from project_ghost.engine.plan._schedule import Row, Schedule

from ._hosts import HostRunner
from ._store import Store, read


@final
class HostCalls:
    """Calls the hosts of a schedule with values from the store."""

    def __init__(self, plan: Schedule, layout: Layout, store: Store, seed: int) -> None:
        self._plan = plan
        self._layout = layout
        self._store = store
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Start again with copies of the graph's hosts."""
        self._seed = seed
        self._runners = {
            i: HostRunner(row.name, row.component)
            for i, row in enumerate(self._plan.rows)
            if isinstance(row.component, Host)
        }

    def save(self) -> dict[str, str]:
        """The state of each host, for `load`."""
        return {h.name: b64encode(h.save()).decode() for h in self._runners.values()}

    def load(self, saved: Mapping[str, str]) -> None:
        """Restore the states of new hosts."""
        for host in self._runners.values():
            host.load(b64decode(saved[host.name]))

    def next_tick(self) -> int | None:
        """The next tick in which a host is due, this one included."""
        counters = self._store.counters
        tick, phase = self._store.position()
        due = []
        for i in self._runners:
            start = self._layout.groups[self._plan.rows[i].group.name]
            upcoming, latest = (int(x) for x in counters[start : start + 2])
            due.append(tick if phase == 1 and latest == tick else upcoming)
        return min(due, default=None)

    def output(self, i: int, tick: int) -> None:
        """Call a row's `output`, and store its results."""
        row = self._plan.rows[i]
        if "output" not in row.component.functions:
            return
        shapes = {port: row.component.shape_of(port) for port in row.component.outputs()}
        answer = self._call(i, tick, "output", list(shapes.values()))
        for port in shapes:
            slot = self._layout.signals[f"{row.name}.{port}"]
            self._store.values[slot.start : slot.stop] = answer[: slot.size]
            answer = answer[slot.size :]

    def update(self, i: int, tick: int) -> None:
        """Call a row's `update`."""
        if "update" in self._plan.rows[i].component.functions:
            self._call(i, tick, "update", [])

    def _call(self, i: int, tick: int, function: str, shapes: list[tuple[int, ...]]) -> list[float]:
        row = self._plan.rows[i]
        taken = row.component.functions[function]
        return self._runners[i].call(
            function, {name: self._argument(row, name, tick) for name in taken}, shapes
        )

    def _argument(self, row: Row, argument: str, tick: int) -> Any:  # noqa: ANN401
        pattern, step_ns = row.group.pattern, self._plan.step_ns
        sample = pattern.count_before(tick)
        if argument in CONTEXT:
            gap_ns = pattern.gap_before(sample + 1) * step_ns
            return {"dt_s": gap_ns / 1e9, "time_ns": tick * step_ns, "sample": sample}[argument]
        declaration, full = row.component.declarations[argument], f"{row.name}.{argument}"
        if isinstance(declaration, Input):
            return read(self._store.values, input_slot(self._plan, self._layout, full))
        if isinstance(declaration, Parameter):
            return read(self._store.parameters, self._layout.parameters[full])
        if isinstance(declaration, Noise):
            return self._draws(row, full, declaration, sample)
        return row.component.sizes[argument]

    def _draws(self, row: Row, full: str, noise: Noise, sample: int) -> Value:
        slot = self._layout.noise[full]
        first = self._layout.first_noise(row)
        # ghost: allow[dynamic-label] a component's name is fixed with the graph
        source = RandomSource(self._seed).child(row.name)
        draw = source.uniforms if noise.uniform else source.normals
        draws = draw(sample, 1, slot.stop - first)[0, slot.start - first :]
        return read(draws, Slot(0, slot.shape))
