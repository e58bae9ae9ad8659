"""The layout: one array of floats for values, one for parameters, and one of integer counters.

A snapshot holds these arrays. They are all that a run changes, except for the state of Python
components.
"""

from dataclasses import dataclass, field
from math import prod

from project_ghost.engine.wiring._connections import Connection
from project_ghost.engine.wiring._policies import Policy

from ._schedule import Row, Schedule

# The integers at the front of the counters.
TICK, PHASE, ROW, LINK, MESSAGES, STOPPED, PAUSE = range(7)
# Of a segment only: the tick of its first link, and the number of values in its messages.
FIRST_TICK, MESSAGE_VALUES = 7, 8
_RESERVED_COUNTERS = 9


@dataclass(frozen=True)
class Slot:
    """A range of an array: its start, and the shape of its values."""

    start: int
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        """The number of its elements."""
        return prod(self.shape)

    @property
    def stop(self) -> int:
        """The index after its last number."""
        return self.start + self.size


@dataclass(frozen=True)
class Ring:
    """The last samples of a signal, for delayed reads and policies: sample k is at k % length."""

    start: int
    length: int
    width: int


@dataclass
class Layout:
    """The places of all values, by name."""

    signals: dict[str, Slot] = field(default_factory=dict)  # "Nav.position"
    states: dict[str, Slot] = field(default_factory=dict)  # "Nav.x"
    pending: dict[str, Slot] = field(default_factory=dict)  # results of `step` until the update
    inlets: dict[str, Slot] = field(default_factory=dict)  # inputs with a place of their own
    noise: dict[str, Slot] = field(default_factory=dict)  # drawn for kernels
    rings: dict[str, Ring] = field(default_factory=dict)  # by input
    parameters: dict[str, Slot] = field(default_factory=dict)
    groups: dict[str, int] = field(default_factory=dict)  # index of a group's 4 counters
    keys: dict[str, int] = field(default_factory=dict)  # index of a component's random key
    values_size: int = 0
    parameters_size: int = 0
    counters_size: int = _RESERVED_COUNTERS

    def reserve(self, where: dict[str, Slot], name: str, shape: tuple[int, ...]) -> None:
        """Reserve a slot among the values for a name."""
        where[name] = Slot(self.values_size, shape)
        self.values_size += prod(shape)

    def by_name(self) -> list[slice]:
        """All slots, sorted by kind and name, so that the order of declaration does not matter."""
        kinds = (self.signals, self.states, self.pending, self.inlets, self.noise)
        slots = [slice(s.start, s.stop) for kind in kinds for _, s in sorted(kind.items())]
        rings = [ring for _, ring in sorted(self.rings.items())]
        return slots + [slice(r.start, r.start + r.length * r.width) for r in rings]

    def first_noise(self, row: Row) -> int:
        """The index of a component's first noise value."""
        return self.noise[f"{row.name}.{next(iter(row.component.noises()))}"].start


def lay_out(plan: Schedule) -> Layout:
    """The layout of a schedule, component by component."""
    layout = Layout()
    for row in plan.rows:
        _lay_out_component(layout, row)
    for target, shape in unconnected(plan).items():
        layout.reserve(layout.inlets, target, shape)
    for target, connection in plan.connections.items():
        _lay_out_connection(layout, target, connection, plan.policies[target])
    for name in plan.groups:
        layout.groups[name] = layout.counters_size
        layout.counters_size += 4
    return layout


def unconnected(plan: Schedule) -> dict[str, tuple[int, ...]]:
    """The inputs that read their default, with their shapes."""
    return {
        f"{row.name}.{port}": row.component.shape_of(port)
        for row in plan.rows
        for port in row.component.inputs()
        if f"{row.name}.{port}" not in plan.connections
    }


def _lay_out_component(layout: Layout, row: Row) -> None:
    component, name = row.component, row.name
    # States and outputs are neighbours, so that the hash chain covers them as one range.
    for state in component.states():
        layout.reserve(layout.states, f"{name}.{state}", component.shape_of(state))
    for port in component.outputs():
        layout.reserve(layout.signals, f"{name}.{port}", component.shape_of(port))
    for state in component.states() if "step" in component.functions else ():
        layout.reserve(layout.pending, f"{name}.{state}", component.shape_of(state))
    for parameter in component.parameters:
        shape = component.shape_of(parameter)
        layout.parameters[f"{name}.{parameter}"] = Slot(layout.parameters_size, shape)
        layout.parameters_size += prod(shape)
    if component.noises():
        layout.keys[name] = layout.counters_size
        layout.counters_size += 2
    for noise in component.noises():
        layout.reserve(layout.noise, f"{name}.{noise}", component.shape_of(noise))


def _lay_out_connection(
    layout: Layout, target: str, connection: Connection, policy: Policy
) -> None:
    if is_plain(connection, policy):
        return
    shape = layout.signals[connection.source].shape
    layout.reserve(layout.inlets, target, shape)
    length = connection.delay_samples + (1 if policy is Policy.ZOH else 2)
    if length > 1:
        layout.rings[target] = Ring(layout.values_size, length, prod(shape))
        layout.values_size += length * prod(shape)


def input_slot(plan: Schedule, layout: Layout, target: str) -> Slot:
    """Where an input is read: its own place, or that of the signal."""
    if target in layout.inlets:
        return layout.inlets[target]
    return layout.signals[plan.connections[target].source]


def is_plain(connection: Connection, policy: Policy) -> bool:
    """Whether an input reads the signal's own place."""
    return (
        policy is Policy.ZOH
        and connection.delay_samples == 0
        and (connection.gain, connection.offset) == (1.0, 0.0)
    )
