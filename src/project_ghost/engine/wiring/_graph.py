"""The graph: components in rate groups, connections between them, publications.

A `Graph` is only a description. Names and shapes are checked when something is added; what
needs the whole graph (missing inputs, cycles, rates) is checked when it is scheduled.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import final

from project_ghost.core.arguments import checked_arguments, require_type
from project_ghost.core.duration import parse_duration_ns, require_ns_at_least
from project_ghost.core.errors import InputError, InputTypeError
from project_ghost.core.wording import counted, did_you_mean
from project_ghost.engine.component._components import AbstractComponent
from project_ghost.engine.component._declarations import Input, Output, Value
from project_ghost.engine.component._values import require_numeric

from ._connections import Connection, delay_in_samples, finite_float
from ._groups import Group, due_pattern
from ._names import component_of, no_such, port_of, require_new_path
from ._nesting import nest
from ._policies import Policy, policy_from
from ._publications import (
    AnyField,
    AnyPublication,
    EventPublication,
    Publication,
    record_fields,
    require_channel,
    width_of,
)


@final
class Graph:
    """A simulation as components and their wiring, under one fixed step."""

    def __init__(self, step: int | str) -> None:
        self.step_ns = require_ns_at_least(
            1, parse_duration_ns(step, "step", "Graph"), "step", "Graph"
        )
        self.groups: dict[str, Group] = {}
        self.components: dict[str, AbstractComponent] = {}
        self.group_of: dict[str, str] = {}
        self.connections: dict[str, Connection] = {}
        self.publications: list[AnyPublication] = []
        self.stops: list[str] = []
        self.exposed: list[str] = []
        self._default_policy: Policy | None = None  # ZOH, unless an outer graph has another
        self.overrides: list[tuple[str, Policy]] = []

    def __repr__(self) -> str:
        size = counted(len(self.components), "component")
        return f"<Graph of {size} in {counted(len(self.groups), 'rate group')}>"

    @property
    def default_policy(self) -> Policy:
        """How signals are read across rates where no pattern of `synchronize` matches."""
        return self._default_policy or Policy.ZOH

    @default_policy.setter
    def default_policy(self, policy: Policy | str) -> None:
        self._default_policy = policy_from(policy, "default_policy")

    def policies(self) -> list[tuple[str, Policy]]:
        """All patterns and their policies, last the default for all signals where it was set."""
        default = [] if self._default_policy is None else [("*", self._default_policy)]
        return [*self.overrides, *default]

    def group(
        self,
        name: str,
        *,
        rate_hz: object = None,
        period: int | str | None = None,
        phase: int | str = 0,
        on_grid: bool = False,
    ) -> None:
        """Declare a rate group, by its rate or its period."""
        where = f"rate group {name!r}"
        require_new_path(name, self.groups, where)
        pattern = due_pattern(self.step_ns, rate_hz, period, phase, on_grid=on_grid, where=where)
        self.groups[name] = Group(name, pattern)

    def add(self, name: str, component: AbstractComponent, group: str) -> None:
        """Add a component to a rate group, under a new name."""
        where = f"component {name!r}"
        require_new_path(name, self.components, where)
        if group not in self.groups:
            raise InputError(
                f"there is no rate group {group!r}{did_you_mean(group, list(self.groups))}",
                where,
                f"one of {', '.join(self.groups) or 'none so far'}",
                "declare the group first",
            )
        if not isinstance(component, AbstractComponent):
            raise InputTypeError(
                f"the component is {component!r}",
                where,
                "a Block, Kernel, Host or Port",
                f"make one: {component.__name__}(...)"
                if isinstance(component, type)
                else "derive a class from one of these, and give an instance of it",
            )
        self.components[name] = component
        self.group_of[name] = group

    def add_graph(
        self, name: str, graph: "Graph", *, groups: Mapping[str, str] | None = None
    ) -> None:
        """Add a copy of everything in another graph, under a path of this one.

        Its component `imu` becomes `car1/imu`, its rate group `fast` becomes `car1/fast`, its
        channel `/pose` becomes `/car1/pose`. `groups` maps rate groups of the other graph to
        groups of this one that take their place. Both graphs have the same step. Components
        are copied, so that one graph can be added under several names.
        """
        require_type("graph", graph, Graph, f"graph {name!r}")
        nest(self, name, graph, groups or {})

    def connect(
        self,
        source: str,
        target: str,
        *,
        gain: float = 1.0,
        offset: float = 0.0,
        delay: int | str | None = None,
        delayed: bool = False,
        initial: Value = 0.0,
    ) -> None:
        """Connect a signal to an input.

        `delayed` reads the sample before the last, and so breaks an algebraic cycle;
        `delay` is a time, a whole number of the writer's periods. Until the delay has
        passed the input reads `initial`.
        """
        where = f"connection {source} -> {target}"
        output, writer = self.output(source, where), component_of(source)
        inlet = self._input(target, where)
        if target in self.connections:
            raise InputError(
                f"{target} is connected twice, to {self.connections[target].source} and {source}",
                where,
                "one writer for each input",
                "add the two with a Sum, or remove one",
            )
        if output.unit is not None and inlet.unit is not None and output.unit != inlet.unit:
            raise InputError(
                f"{source} is in {output.unit!r}, {target} wants {inlet.unit!r}",
                where,
                "the same unit at both ends",
                "connect the right signal, or convert it with a Gain that has both units",
            )
        source_shape, target_shape = self.shape(source), self.shape(target)
        if source_shape != target_shape:
            raise InputError(
                f"{source} has shape {source_shape}, {target} has {target_shape}",
                where,
                "the same shape at both ends",
                "use Mux or Demux in between",
            )
        require_numeric(initial, source_shape, "initial", where)
        samples, delay_ns = int(delayed), 0
        if delay is not None:
            pattern = self.groups[self.group_of[writer]].pattern
            samples, delay_ns = delay_in_samples(delay, writer, pattern, self.step_ns, where)
            if delayed:
                raise InputError(
                    "both `delay` and `delayed` are given",
                    where,
                    "a delay in time, or one of one sample",
                    "remove one of the two",
                )
        self.connections[target] = Connection(
            source,
            target,
            finite_float(gain, "gain", where),
            finite_float(offset, "offset", where),
            samples,
            delay_ns,
            initial,
        )

    @checked_arguments
    def disconnect(self, target: str) -> None:
        """Remove the connection of an input, so that something else can be connected to it."""
        where = f"disconnect({target!r})"
        self._input(target, where)
        if target not in self.connections:
            raise InputError(
                f"{target} is not connected",
                where,
                "an input with a connection",
                "correct the name",
            )
        del self.connections[target]

    @checked_arguments
    def expose(self, target: str) -> None:
        """Leave an input unconnected: `Engine.set_input` sets the value that it reads."""
        where = f"expose({target!r})"
        self._input(target, where)
        if target in self.connections:
            raise InputError(
                f"{target} is connected to {self.connections[target].source}",
                where,
                "one writer for each input",
                "remove the connection, or leave the input to it",
            )
        self.exposed.append(target)

    @checked_arguments
    def synchronize(self, pattern: str, policy: Policy | str) -> None:
        """Read the signals that match the pattern by this policy; the first match applies."""
        where = f"synchronization of {pattern!r}"
        chosen = policy_from(policy, where)
        if chosen is Policy.SYNCHRONIZED:
            raise InputError(
                f"SYNCHRONIZED for {pattern!r} only",
                where,
                "SYNCHRONIZED for the whole schedule",
                "set it as the default policy, or choose another for this pattern",
            )
        self.overrides.append((pattern, chosen))

    @checked_arguments
    def publish(
        self,
        channel: str,
        signals: str | Iterable[str] | Mapping[str, str],
        group: str,
        *,
        columns: Mapping[str, Sequence[str | AnyField]] | None = None,
        counts: Mapping[str, str] | None = None,
        labels: Mapping[str, str] | None = None,
        schema: str = "",
        about: str = "",
    ) -> None:
        """Publish these signals together, at every sample of a group.

        A mapping gives each signal its name in the messages: {"fix_m": "car/gnss.fix"}. No
        message is published at samples where one of the signals is absent (`Output.present`).

        `columns` names the columns of signals that are tables: such a signal is published as
        a list of records, one for each row, instead of a list of lists; `counts` names the
        signal with the number of rows in use. `labels` are texts that every message has.
        `schema` is the name of the messages' schema in a recording, `about` describes them.
        """
        names = {s: name for name, s in signals.items()} if isinstance(signals, Mapping) else {}
        publication = self._publication(channel, names or signals, group, columns or {})
        self._require_counts(publication, counts or {})
        others = [each for each in (counts or {}).values() if each not in publication.signals]
        self.publications.append(
            replace(
                publication,
                signals=(*publication.signals, *dict.fromkeys(others)),
                counts=tuple((counts or {}).items()),
                names=tuple(names.items()),
                labels=tuple((labels or {}).items()),
                present=self.present_signals(publication.signals),
                schema=schema,
                about=about,
            )
        )

    @checked_arguments
    def present_signals(self, signals: Iterable[str]) -> tuple[str, ...]:
        """The signals that are 0 where some of these are absent."""
        found: dict[str, None] = {}
        for signal in signals:
            present = self.output(signal, signal).present
            if present is not None:
                found[f"{component_of(signal)}.{present}"] = None
        return tuple(found)

    def _require_counts(self, publication: Publication, counts: Mapping[str, str]) -> None:
        """Refuse counts of something else than described tables, or that are not numbers."""
        tables = dict(publication.columns)
        for table, count in counts.items():
            self.output(count, f"publication {publication.channel!r}")
            if table not in tables or self.shape(count):
                raise InputError(
                    f"{count} is to be the number of rows of {table}",
                    f"publication {publication.channel!r}",
                    "a number, and a table among the signals whose columns are described",
                    "give counts as the component declares them",
                )

    @checked_arguments
    def sample(self, channel: str, signals: Iterable[str], group: str) -> None:
        """Keep these signals at every sample of a group, to be handed over in blocks.

        `Engine.on_samples` hands them over. They are not on the bus and have no sequence
        number, so sampling a signal changes nothing else.
        """
        if any(each.channel == channel for each in self.publications):
            raise InputError(
                f"the channel {channel!r} is taken",
                f"samples {channel!r}",
                "an unused channel, because all rows of a channel have one width",
                "choose another name, or sample all signals together",
            )
        publication = self._publication(channel, signals, group, {})
        self.publications.append(replace(publication, bulk=True))

    def _publication(
        self,
        channel: str,
        signals: Iterable[str],
        group: str,
        columns: Mapping[str, Sequence[str | AnyField]],
    ) -> Publication:
        where = f"publication {channel!r}"
        names = (signals,) if isinstance(signals, str) else tuple(signals)
        for name in names:
            self.output(name, where)
        self._require_group(group, where)
        require_channel(channel, where)
        fields = {signal: record_fields(each) for signal, each in columns.items()}
        for signal, each in fields.items():
            shape = self.shape(signal) if signal in names else ()
            labels = [field.name for field in each]
            if len(shape) != 2 or shape[1] != width_of(each) or len(set(labels)) < len(each):
                raise InputError(
                    f"{signal} has the shape {shape}, and its columns are {', '.join(labels)}",
                    where,
                    "one of the signals, a table, and a different name for each of its columns",
                    "give names as the component declares them",
                )
        return Publication(channel, names, group, columns=tuple(fields.items()))

    @checked_arguments
    def publish_events(
        self,
        channel: str,
        *,
        records: str,
        count: str,
        fields: Iterable[str | AnyField],
        group: str | None = None,
        schema: str = "",
        about: str = "",
    ) -> None:
        """Publish each of the first `count` rows of the table `records` as a message.

        Its columns are `fields`; a `TextField` is a text in place of numbers. It is published at
        every sample of the component that writes them; `group` must have the rate and phase of
        that component. `schema` is the name of the messages' schema in a recording, `about`
        describes a message.
        """
        where = f"events {channel!r}"
        described = record_fields(fields)
        names = [field.name for field in described]
        for name in (records, count):
            self.output(name, where)
        own = self.group_of[component_of(records)]
        self._require_group(own if group is None else group, where)
        require_channel(channel, where)
        width = width_of(described)
        problem = self._event_problem(records, count, names, width, group or own)
        if problem is not None:
            raise InputError(
                problem,
                where,
                f"a table (n, {width}) with {len(names)} different fields, and a count, both "
                "of one component and published when it is sampled: no event is lost or repeated",
                "give records, count and fields as the component declares them",
            )
        self.publications.append(
            EventPublication(channel, records, count, described, group or own, schema, about)
        )

    def _event_problem(
        self, records: str, count: str, fields: list[str], width: int, group: str
    ) -> str | None:
        """Why these signals cannot be published as events; None where they can."""
        writer, shape = component_of(records), self.shape(records)
        own = self.group_of[writer]
        if len(shape) != 2 or shape[1] != width:
            return f"{records} has the shape {shape}"
        if self.shape(count):
            return f"{count} has the shape {self.shape(count)}, and is to be one number"
        if len(set(fields)) < len(fields):
            return f"the fields are {', '.join(fields)}"
        if component_of(count) != writer:
            return f"{records} and {count} are not of one component"
        if self.groups[group].pattern != self.groups[own].pattern:
            return f"the group is {group!r}, and {writer} is sampled in {own!r}"
        return None

    @checked_arguments
    def stop_when(self, signal: str) -> None:
        """End the run after the outputs of the first tick in which this signal is not 0."""
        where = f"stop_when({signal!r})"
        self.output(signal, where)
        if self.shape(signal):
            raise InputError(
                f"{signal} has the shape {self.shape(signal)}",
                where,
                "a signal of one number",
                "let the component write one number that is not 0 when the run shall stop",
            )
        self.stops.append(signal)

    def output(self, signal: str, where: str) -> Output:
        """The declaration of an output by its full name."""
        declared = self._declaration(signal, where)
        if isinstance(declared, Output):
            return declared
        raise no_such("signal", signal, self.signals(), where)

    def signals(self) -> list[str]:
        """The full names of all outputs, in the order of declaration."""
        return [f"{name}.{port}" for name, c in self.components.items() for port in c.outputs()]

    @checked_arguments
    def shape(self, full_name: str) -> tuple[int, ...]:
        """The shape of a port by its full name."""
        return self.components[component_of(full_name)].shape_of(port_of(full_name))

    def _require_group(self, group: str, where: str) -> None:
        if group not in self.groups:
            raise no_such("rate group", group, self.groups, where)

    def _input(self, full_name: str, where: str) -> Input:
        declaration = self._declaration(full_name, where)
        if isinstance(declaration, Input):
            return declaration
        known = [f"{name}.{port}" for name, c in self.components.items() for port in c.inputs()]
        raise no_such("input", full_name, known, where)

    def _declaration(self, full_name: str, where: str) -> object:
        require_type("a signal or input", full_name, str, where)
        name = component_of(full_name)
        if name not in self.components:
            raise no_such("component", name, self.components, where)
        return self.components[name].declarations.get(port_of(full_name))
