"""The trace of one repeat: the position of every actor at each sample."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import final

import numpy as np
from numpy.typing import NDArray

from project_ghost.analysis.traces import AXES, Traces, Variable, VariableKind, traces_from_rows
from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.errors import InputError

from ._loop import LoopLatency

__all__ = ["Trace", "TraceRecorder", "combined", "one_trace", "trace_header", "trace_values"]

_ANGLE_UNITS = ("rad",)


@final
@dataclass(frozen=True)
class Trace:
    """One repeat as rows: row i is the actor `actors[actor[i]]` at `times_ns[i]`.

    `columns` has the position x, y, z and all other variables, one value a row; `collided` marks
    the rows in which an actor began to touch something. `loop` is how long the simulator took
    between samples; it is no part of the content, and is not stored with it.
    """

    actors: tuple[str, ...]
    actor: Integers
    times_ns: Integers
    columns: Mapping[str, Variable]
    collided: NDArray[np.bool_]
    loop: LoopLatency | None = field(default=None, compare=False)

    @property
    def first_collision_ns(self) -> int | None:
        """The time of the first collision."""
        hits = self.times_ns[self.collided]
        return int(hits.min()) if len(hits) else None

    @property
    def touching(self) -> tuple[str, ...]:
        """The actors that took part in a collision."""
        return tuple(self.actors[a] for a in np.unique(self.actor[self.collided]))

    @property
    def first_touching(self) -> tuple[str, ...]:
        """The actors that took part in the first collision."""
        hits = self.collided & (self.times_ns == self.first_collision_ns)
        return tuple(self.actors[a] for a in np.unique(self.actor[hits]))

    def digest(self) -> str:
        """SHA-256 over all content: two traces with the same digest are the same bit for bit."""
        digest = hashlib.sha256(trace_header(self))
        for values in (self.actor, self.times_ns, self.collided, *trace_values(self)):
            digest.update(np.ascontiguousarray(values).tobytes())
        return digest.hexdigest()

    def until(self, end_ns: int) -> "Trace":
        """The rows up to and including a time."""
        kept = self.times_ns <= end_ns
        return self if kept.all() else self.rows(kept)

    def rows(self, which: NDArray[np.bool_] | Integers) -> "Trace":
        """Selected rows, in the order of `which`."""
        return replace(
            self,
            actor=self.actor[which],
            times_ns=self.times_ns[which],
            collided=self.collided[which],
            columns={
                name: replace(column, values=column.values[which])
                for name, column in self.columns.items()
            },
        )

    def ordered(self) -> "Trace":
        """The rows sorted by time, then by actor, so that the order of writing does not matter."""
        names = tuple(sorted(self.actors))
        rank = np.array([names.index(name) for name in self.actors], dtype=np.int64)
        actor = rank[self.actor] if len(rank) else self.actor
        order = np.lexsort((actor, self.times_ns))
        return replace(self, actors=names, actor=actor).rows(order)


@final
class TraceRecorder:
    """Builds a trace from single samples.

    Further variables are numbers, whose units may be given (one in "rad" is an angle), or texts,
    which are categories: `recorder.add("ego", 50_000_000, 1.0, 2.0, yaw=0.1, mode="brake")`.

    If samples are added as the simulation advances, the recorder also measures the latency of its
    loop: the real time from the first sample of one time to the first of the next.
    """

    def __init__(self, units: Mapping[str, str] | None = None) -> None:
        self._units = dict(units or {})
        self._rows: list[tuple[str, int, float, float, float, bool]] = []
        self._further: dict[str, list[float | str]] = {}
        self._begun_s = 0.0
        self._last_s = 0.0
        self._longest_s = 0.0
        self._intervals = -1

    def add(
        self,
        actor: str,
        time_ns: int,
        x_m: float,
        y_m: float,
        z_m: float = 0.0,
        *,
        collision: bool = False,
        **further: float | str,
    ) -> None:
        """Add one sample. Every sample has the same further variables."""
        if not self._rows:
            self._further = {name: [] for name in further}
        if further.keys() != self._further.keys():
            raise InputError(
                f"actor {actor} at {time_ns:_} ns has the variables {_listed(further)}",
                "TraceRecorder.add",
                f"{_listed(self._further)}, as the first sample has",
                "give each sample all variables",
            )
        if not self._rows or self._rows[-1][1] != time_ns:
            self._measure()
        self._rows.append((actor, time_ns, x_m, y_m, z_m, collision))
        for name, value in further.items():
            self._further[name].append(value)

    def _measure(self) -> None:
        # ghost: allow[wall-clock] how long the loop takes is logged and is no part of the trace
        now_s = perf_counter()
        if self._intervals < 0:
            self._begun_s = now_s
        else:
            self._longest_s = max(self._longest_s, now_s - self._last_s)
        self._last_s = now_s
        self._intervals += 1

    def _loop(self) -> LoopLatency | None:
        if self._intervals < 1:
            return None
        mean_s = (self._last_s - self._begun_s) / self._intervals
        return LoopLatency(self._intervals, mean_s, self._longest_s)

    def trace(self) -> Trace:
        """The trace of all samples."""
        names = tuple(dict.fromkeys(row[0] for row in self._rows))
        number = {name: i for i, name in enumerate(names)}
        positions = np.array([row[2:5] for row in self._rows], dtype=float).reshape(-1, len(AXES))
        columns = {
            axis: Variable(np.ascontiguousarray(positions[:, i]), VariableKind.POSITION, "m")
            for i, axis in enumerate(AXES)
        }
        for name, values in self._further.items():
            columns[name] = _variable(values, self._units.get(name, ""))
        return Trace(
            names,
            np.array([number[row[0]] for row in self._rows], dtype=np.int64),
            np.array([row[1] for row in self._rows], dtype=np.int64),
            columns,
            np.array([row[5] for row in self._rows], dtype=bool),
            self._loop(),
        )


def one_trace(traces: Traces) -> Trace:
    """The trace of traces that have one repeat."""
    if len(traces.repeats) != 1:
        raise InputError(
            f"it has {len(traces.repeats)} repeats: {', '.join(traces.repeats[:5])}",
            traces.source,
            "the trace of one repeat",
            "make the command write the trace of one repeat at each call",
        )
    _, actor, time = np.nonzero(traces.present)
    times_ns = traces.times_ns[time]
    hit_ns = traces.collisions_ns[0]
    touching = [traces.actors.index(name) for name in traces.touching]
    return Trace(
        traces.actors,
        actor.astype(np.int64),
        times_ns,
        {
            name: replace(variable, values=variable.values[traces.present])
            for name, variable in traces.variables.items()
        },
        np.isin(actor, touching) & (times_ns == (-1 if hit_ns is None else hit_ns)),
    )


def combined(source: str, repeats: Sequence[str], traces: Sequence[Trace]) -> Traces:
    """The traces of several repeats side by side."""
    first = traces[0]
    for name, trace in zip(repeats, traces, strict=True):
        if trace.columns.keys() != first.columns.keys():
            raise InputError(
                f"repeat {name} has the variables {_listed(trace.columns)}",
                source,
                f"{_listed(first.columns)}, as repeat {repeats[0]} has",
                "make the simulator write the same variables in each repeat",
            )
    if len(traces) > 1 and all(_same_rows(first, trace) for trace in traces):
        return _stacked(source, repeats, traces)
    labels = [n for n, trace in zip(repeats, traces, strict=True) for _ in range(len(trace.actor))]
    actors = np.concatenate([np.asarray(t.actors, dtype=str)[t.actor] for t in traces])
    columns: dict[str, Variable] = {}
    for name, variable in first.columns.items():
        categories, values = _joined_column(name, traces)
        columns[name] = replace(variable, values=values, categories=categories)
    return traces_from_rows(
        source,
        labels,
        actors.tolist(),
        np.concatenate([t.times_ns for t in traces]),
        columns,
        np.concatenate([t.collided for t in traces]),
    )


def _same_rows(one: Trace, other: Trace) -> bool:
    return (
        one.actors == other.actors
        and np.array_equal(one.actor, other.actor)
        and np.array_equal(one.times_ns, other.times_ns)
    )


def _stacked(source: str, repeats: Sequence[str], traces: Sequence[Trace]) -> Traces:
    """The traces of repeats that all have samples at the same times, side by side.

    Equal to `traces_from_rows`, but only the rows of the first repeat have to be sorted.
    """
    first = traces[0]
    once = combined(source, repeats[:1], traces[:1])
    place = np.full(once.present[0].shape, -1, dtype=np.int64)
    number = {name: i for i, name in enumerate(once.actors)}
    rows = np.array([number[name] for name in first.actors], dtype=np.int64)[first.actor]
    place[rows, np.searchsorted(once.times_ns, first.times_ns)] = np.arange(len(rows))
    present = once.present[0]
    variables: dict[str, Variable] = {}
    for name, variable in first.columns.items():
        categories, column = _joined_column(name, traces)
        values = np.zeros((len(traces), *present.shape))
        values[:, present] = column.reshape(len(traces), -1)[:, place[present]]
        variables[name] = replace(variable, values=values, categories=categories)
    return Traces(
        source,
        tuple(repeats),
        once.actors,
        once.times_ns,
        np.repeat(once.present, len(traces), axis=0),
        variables,
        tuple(trace.first_collision_ns for trace in traces),
        tuple(name for name in once.actors if any(name in trace.touching for trace in traces)),
    )


def trace_header(trace: Trace) -> bytes:
    """Return the names, kinds and units of a trace as canonical JSON."""
    document = {
        "actors": list(trace.actors),
        "columns": [
            [name, c.kind, c.unit, c.scale, list(c.categories)] for name, c in trace.columns.items()
        ],
    }
    return json.dumps(document, sort_keys=True, ensure_ascii=False).encode()


def trace_values(trace: Trace) -> list[Floats]:
    """Return the values of each column."""
    return [column.values for column in trace.columns.values()]


def _variable(values: Sequence[float | str], unit: str) -> Variable:
    if any(isinstance(value, str) for value in values):
        names = tuple(sorted({str(value) for value in values}))
        number = {name: float(i) for i, name in enumerate(names)}
        codes = np.array([number[str(value)] for value in values])
        return Variable(codes, VariableKind.CATEGORY, "", 1.0, names)
    kind = VariableKind.ANGLE if unit in _ANGLE_UNITS else VariableKind.PLAIN
    return Variable(np.array(values, dtype=float), kind, unit)


def _joined_column(name: str, traces: Sequence[Trace]) -> tuple[tuple[str, ...], Floats]:
    """One column of all traces, with the categories that they share."""
    columns = [trace.columns[name] for trace in traces]
    categories = tuple(sorted({label for each in columns for label in each.categories}))
    if not categories:
        return (), np.concatenate([each.values for each in columns])
    number = {label: i for i, label in enumerate(categories)}
    maps = [np.array([number[label] for label in each.categories], float) for each in columns]
    values = [m[e.values.astype(int)] for m, e in zip(maps, columns, strict=True)]
    return categories, np.concatenate(values)


def _listed(names: Mapping[str, object]) -> str:
    return ", ".join(names) or "none"
