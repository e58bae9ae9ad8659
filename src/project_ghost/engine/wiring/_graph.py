"""The wiring: components in rate groups, connections between them, what is published.

A `Graph` is only a description. Names and shapes are checked when something is added;
what needs the whole (missing inputs, cycles, rates) when it is scheduled.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import isfinite
from typing import final

import numpy as np

from project_ghost.core.bus import OBSERVER_PREFIX
from project_ghost.core.due_pattern import DuePattern
from project_ghost.core.duration import parse_duration_ns, require_ns_at_least
from project_ghost.core.errors import InputError, InputTypeError
from project_ghost.core.rate import period_ns_from_rate
from project_ghost.core.wording import did_you_mean
from project_ghost.engine.component._components import AbstractComponent
from project_ghost.engine.component._declarations import Input, Output, Value
from project_ghost.engine.component._values import require_numeric

from ._publications import AnyPublication, EventPublication, Publication, RecordField

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


class Policy(StrEnum):
    """What a reader of another rate sees of a signal; docs/policies.md has the exact meaning."""

    ZOH = "ZOH"
    INTERPOLATED = "INTERPOLATED"
    EXTRAPOLATED = "EXTRAPOLATED"
    SYNCHRONIZED = "SYNCHRONIZED"


@dataclass(frozen=True)
class Group:
    """Components that are sampled together."""

    name: str
    pattern: DuePattern


@dataclass(frozen=True)
class Connection:
    """A signal into an input: `gain * signal + offset`, of some samples ago."""

    source: str
    target: str
    gain: float = 1.0
    offset: float = 0.0
    delay_samples: int = 0
    delay_ns: int = 0  # where the delay is a time, which is to stay when the rate changes
    initial: Value = 0.0


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
        self._default_policy = Policy.ZOH
        self.overrides: list[tuple[str, Policy]] = []

    @property
    def default_policy(self) -> Policy:
        """How signals are read across rates where no pattern of `synchronize` matches."""
        return self._default_policy

    @default_policy.setter
    def default_policy(self, policy: Policy | str) -> None:
        self._default_policy = _policy(policy, "default_policy")

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
        self._require_new(name, self.groups, where)
        phase_ns = parse_duration_ns(phase, "phase", where)
        if (rate_hz is None) == (period is None):
            raise InputError(
                "the rate is not clear", where, "either rate_hz or period", "give one of the two"
            )
        if on_grid:
            if rate_hz is None:
                raise InputError(
                    "on_grid without a rate",
                    where,
                    "rate_hz",
                    "give the rate that is to fit the grid",
                )
            pattern = DuePattern.on_grid(rate_hz, self.step_ns, phase_ns, where)
        else:
            if rate_hz is not None:
                period_ns = period_ns_from_rate(rate_hz, self.step_ns, where=where)
            else:
                assert period is not None
                period_ns = parse_duration_ns(period, "period", where)
            pattern = DuePattern.every(period_ns, self.step_ns, phase_ns, where)
        self.groups[name] = Group(name, pattern)

    def add(self, name: str, component: AbstractComponent, group: str) -> None:
        """Put a component into a group, under a name of its own."""
        where = f"component {name!r}"
        self._require_new(name, self.components, where)
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
                "a Block, Kernel or Host",
                f"make one: {component.__name__}(...)"
                if isinstance(component, type)
                else "make a class that is one, and give an instance of it",
            )
        self.components[name] = component
        self.group_of[name] = group

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
        """Let an input read a signal.

        `delayed` reads the sample before the last, and so breaks an algebraic cycle;
        `delay` is a time, a whole number of the writer's periods. Until the delay has
        passed the input reads `initial`.
        """
        where = f"connection {source} -> {target}"
        output, writer = self.output(source, where), source.partition(".")[0]
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
                "connect the right signal, or convert it with a Gain whose units say so",
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
            samples, delay_ns = self._delay(delay, writer, where)
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
            _finite(gain, "gain", where),
            _finite(offset, "offset", where),
            samples,
            delay_ns,
            initial,
        )

    def expose(self, target: str) -> None:
        """Leave an input to whoever drives the engine: `Engine.set_input` says what it reads."""
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

    def synchronize(self, pattern: str, policy: Policy | str) -> None:
        """Read the signals that match the pattern by this policy; the first match counts."""
        where = f"synchronization of {pattern!r}"
        chosen = _policy(policy, where)
        if chosen is Policy.SYNCHRONIZED:
            raise InputError(
                f"SYNCHRONIZED for {pattern!r} only",
                where,
                "SYNCHRONIZED for the whole schedule",
                "set it as the default policy, or choose another for this pattern",
            )
        self.overrides.append((pattern, chosen))

    def publish(
        self,
        channel: str,
        signals: Iterable[str],
        group: str,
        *,
        columns: Mapping[str, Sequence[str | RecordField]] | None = None,
        schema: str = "",
        about: str = "",
    ) -> None:
        """Publish these signals together, at every sample of a group.

        `columns` names the columns of signals that are tables: such a signal is published as
        a list of records, one for each row, instead of a list of lists. `schema` is the name
        of the messages' schema in a recording, `about` what the messages are.
        """
        where = f"publication {channel!r}"
        names = (signals,) if isinstance(signals, str) else tuple(signals)
        for name in names:
            self.output(name, where)
        self._require_channel(channel, group, where)
        fields = {signal: _fields(each) for signal, each in (columns or {}).items()}
        for signal, each in fields.items():
            shape = self.shape(signal) if signal in names else ()
            labels = [field.name for field in each]
            if len(shape) != 2 or shape[1] != len(each) or len(set(labels)) < len(each):
                raise InputError(
                    f"{signal} has the shape {shape}, and its columns are {', '.join(labels)}",
                    where,
                    "one of the signals, a table, and a name of its own for each of its columns",
                    "give names as the component declares them",
                )
        self.publications.append(
            Publication(
                channel, names, group, columns=tuple(fields.items()), schema=schema, about=about
            )
        )

    def sample(self, channel: str, signals: Iterable[str], group: str) -> None:
        """Keep these signals at every sample of a group, for those who take whole blocks.

        `Engine.on_samples` hands them over. They are not on the bus and have no sequence: to
        sample a signal changes nothing else.
        """
        if any(each.channel == channel for each in self.publications):
            raise InputError(
                f"the channel {channel!r} is taken",
                f"samples {channel!r}",
                "a channel of its own, because its rows have one width",
                "choose another name, or sample all signals together",
            )
        self.publish(channel, signals, group)
        last = self.publications.pop()
        assert isinstance(last, Publication)
        self.publications.append(replace(last, bulk=True))

    def publish_events(
        self,
        channel: str,
        *,
        records: str,
        count: str,
        fields: Iterable[str | RecordField],
        group: str | None = None,
        schema: str = "",
        about: str = "",
    ) -> None:
        """Publish each of the first `count` rows of the table `records` as a message.

        Its columns are `fields`. It is published at every sample of the component that writes
        them; `group` may only say so. `schema` is the name of the messages' schema in a
        recording, `about` what a message is.
        """
        where = f"events {channel!r}"
        described = _fields(fields)
        names = [field.name for field in described]
        for name in (records, count):
            self.output(name, where)
        writer, of_count = (name.partition(".")[0] for name in (records, count))
        own = self.group_of[writer]
        self._require_channel(channel, own if group is None else group, where)
        problems = {
            f"{records} has the shape {self.shape(records)}": len(self.shape(records)) != 2
            or self.shape(records)[1] != len(names),
            f"{count} has the shape {self.shape(count)}, and is to be one number": self.shape(count)
            != (),
            f"the fields are {', '.join(names)}": len(set(names)) < len(names),
            f"{records} and {count} are not of one component": writer != of_count,
            f"the group is {group!r}, and {writer} is sampled in {own!r}": group is not None
            and self.groups[group].pattern != self.groups[own].pattern,
        }
        problem = next((text for text, found in problems.items() if found), "")
        if problem:
            raise InputError(
                problem,
                where,
                f"a table (n, {len(names)}) with {len(names)} different fields, and a count, both "
                "of one component and published when it is sampled: no event is lost or repeated",
                "give records, count and fields as the component declares them",
            )
        self.publications.append(
            EventPublication(channel, records, count, described, group or own, schema, about)
        )

    def stop_when(self, signal: str) -> None:
        """End the run after the outputs of the first tick in which this signal is not 0."""
        where = f"stop_when({signal!r})"
        self.output(signal, where)
        if self.shape(signal):
            raise InputError(
                f"{signal} has the shape {self.shape(signal)}",
                where,
                "a signal of one number",
                "let the component write one number that says whether to stop",
            )
        self.stops.append(signal)

    def output(self, signal: str, where: str) -> Output:
        """The declaration of an output by its full name."""
        found = self._declaration(signal, where)
        if isinstance(found, Output):
            return found
        raise self._no_such("signal", signal, self.signals(), where)

    def signals(self) -> list[str]:
        """The full names of all outputs, in the order of declaration."""
        return [f"{name}.{port}" for name, c in self.components.items() for port in c.outputs()]

    def shape(self, full_name: str) -> tuple[int, ...]:
        """The shape of a port by its full name."""
        name, _, port = full_name.partition(".")
        return self.components[name].shape_of(port)

    def _require_channel(self, channel: str, group: str, where: str) -> None:
        if group not in self.groups:
            raise self._no_such("rate group", group, list(self.groups), where)
        if not channel.startswith("/"):
            raise InputError(
                f"the channel is {channel!r}",
                where,
                "a text that begins with '/'",
                f"write '/{channel}'",
            )
        if channel.startswith(OBSERVER_PREFIX):
            raise InputError(
                f"the channel is {channel!r}",
                where,
                f"a channel that is not under {OBSERVER_PREFIX}, which is for those who watch",
                f"write '/{channel.removeprefix(OBSERVER_PREFIX)}'",
            )

    def _input(self, full_name: str, where: str) -> Input:
        found = self._declaration(full_name, where)
        if isinstance(found, Input):
            return found
        known = [f"{name}.{port}" for name, c in self.components.items() for port in c.inputs()]
        raise self._no_such("input", full_name, known, where)

    def _declaration(self, full_name: str, where: str) -> object:
        name, _, port = full_name.partition(".")
        if name not in self.components:
            raise self._no_such("component", name, list(self.components), where)
        return self.components[name].declarations.get(port)

    def _no_such(self, what: str, name: str, known: list[str], where: str) -> InputError:
        return InputError(
            f"there is no {what} {name!r}{did_you_mean(name, known)}",
            where,
            f"one of {', '.join(known[:20]) or 'none so far'}",
            "names are Component.port, as declared",
        )

    def _delay(self, delay: int | str, writer: str, where: str) -> tuple[int, int]:
        """A delay as samples of its writer, and as a time."""
        pattern = self.groups[self.group_of[writer]].pattern
        delay_ns = require_ns_at_least(0, parse_duration_ns(delay, "delay", where), "delay", where)
        if pattern.denominator != 1:
            raise InputError(
                f"the delay of {delay_ns:_} ns is no number of samples of {writer}, "
                "whose samples are not evenly spaced",
                where,
                "`delayed`, one sample, where the writer's group is on_grid",
                "use `delayed`, or a Delay block of so many samples",
            )
        samples, rest = divmod(delay_ns, pattern.interval * self.step_ns)
        if rest:
            raise InputError(
                f"the delay of {delay_ns:_} ns is not a whole number of samples of {writer}",
                where,
                f"a multiple of {pattern.interval * self.step_ns:_} ns",
                "choose a multiple of the writer's period, or `delayed` for one sample",
            )
        return samples, delay_ns

    def _require_new(
        self, name: object, known: dict[str, Group] | dict[str, AbstractComponent], where: str
    ) -> None:
        if not isinstance(name, str) or not _NAME.match(name):
            raise InputError(
                f"{name!r} is not a name",
                where,
                "letters, digits and _, not beginning with a digit",
            )
        if name in known:
            raise InputError(
                f"the name {name!r} is taken", where, "a name of its own", "choose another name"
            )


def _policy(policy: Policy | str, where: str) -> Policy:
    known = [each.value for each in Policy]
    if policy not in known:
        raise InputError(
            f"there is no policy {policy!r}{did_you_mean(str(policy).upper(), known)}",
            where,
            f"one of {', '.join(known)}",
            "docs/policies.md says what each of them means",
        )
    return Policy(policy)


def _fields(columns: Iterable[str | RecordField]) -> tuple[RecordField, ...]:
    """The columns of a table, a name alone as a field without a description."""
    return tuple(RecordField(each) if isinstance(each, str) else each for each in columns)


def _finite(value: object, name: str, where: str) -> float:
    """As a plain float, which the generated source can spell."""
    if isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating):
        raise InputTypeError(f"the {name} is {value!r}", where, "a number", f"mend the {name}")
    if not isfinite(value):
        raise InputError(f"the {name} is {value!r}", where, "a finite number", f"mend the {name}")
    return float(value)
