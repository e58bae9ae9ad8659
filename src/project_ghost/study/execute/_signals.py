"""The trace of a run without actors: the signals of a schedule file, or of a graph in Python."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, final

import numpy as np

from project_ghost.analysis.traces import AXES, Variable, VariableKind
from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.engine import EventPublication, Graph, Kind
from project_ghost.study.results._trace import Trace

if TYPE_CHECKING:
    from project_ghost.runs import PreparedRun, Runnable, RunResult

__all__ = ["SignalTracer"]

_CHANNEL, _GROUP = "/study/signals", "study_signals"
_EVERY_NS = 10_000_000


@final
class SignalTracer:
    """Samples the signals that a run publishes, or all of them where it publishes none.

    `position` are the signals of x, y and z in metres; without them the position is 0, and only
    the other variables tell repeats apart.
    """

    def __init__(self, runnable: "Runnable", position: Sequence[str] = ()) -> None:
        graph = runnable.graph
        self._name = runnable.name
        self._position = tuple(position)
        self._signals = tuple(dict.fromkeys([*_published(graph), *position]))
        for signal in position:
            _require_number(graph, signal)
        steps = max(1, -(-_EVERY_NS // graph.step_ns))
        graph.group(_GROUP, period=steps * graph.step_ns)
        graph.sample(_CHANNEL, self._signals, _GROUP)
        self._columns = [column for signal in self._signals for column in _columns(graph, signal)]

    def run(
        self, prepared: "PreparedRun", seed: int, duration_ns: int | None
    ) -> "tuple[RunResult, Trace]":
        """Run from the start."""
        times: list[Integers] = []
        rows: list[Floats] = []

        def take(stamps_ns: Integers, values: Floats) -> None:
            times.append(np.array(stamps_ns))
            rows.append(np.array(values))

        result = prepared.run(
            seed,
            duration_ns=duration_ns,
            listeners=[lambda engine: engine.on_samples(_CHANNEL, take)],
        )
        return result, self._trace(np.concatenate(times), np.concatenate(rows))

    def _trace(self, times_ns: Integers, rows: Floats) -> Trace:
        count = len(times_ns)
        values = {
            name: np.ascontiguousarray(rows[:, i]) for i, (name, _, _) in enumerate(self._columns)
        }
        columns = {axis: Variable(np.zeros(count), VariableKind.POSITION, "m") for axis in AXES}
        for axis, signal in zip(AXES, self._position, strict=False):
            columns[axis] = Variable(values[signal], VariableKind.POSITION, "m")
        for name, kind, unit in self._columns:
            columns[name] = Variable(values[name], kind, unit)
        actor = np.zeros(count, dtype=np.int64)
        return Trace((self._name,), actor, times_ns, columns, np.zeros(count, dtype=bool))

    def kinds(self) -> dict[str, str]:
        """There are no actors."""
        return {}


def _published(graph: Graph) -> list[str]:
    found = [
        signal
        for each in graph.publications
        if not isinstance(each, EventPublication)
        for signal in each.signals
    ]
    return found or list(graph.signals())


def _columns(graph: Graph, signal: str) -> list[tuple[str, VariableKind, str]]:
    """Name, kind and unit of each number of a signal."""
    output: Any = graph.output(signal, signal)
    shape = graph.shape(signal)
    kind = VariableKind.ANGLE if output.kind is Kind.ANGLE else VariableKind.PLAIN
    places = [f"[{','.join(map(str, place))}]" for place in np.ndindex(*shape)] if shape else [""]
    return [(f"{signal}{place}", kind, output.unit or "") for place in places]


def _require_number(graph: Graph, signal: str) -> None:
    known = graph.signals()
    if signal not in known or graph.shape(signal) != ():
        raise InputError(
            f"the position is {signal!r}{did_you_mean(signal, known)}",
            "settings",
            "the names of up to three signals that are numbers, such as [Car.x, Car.y]",
            "`ghost schedule FILE` lists the signals",
        )
