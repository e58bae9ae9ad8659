"""Replay one component of a recorded run with its recorded inputs, and compare its outputs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import final

import numpy as np

from project_ghost.analysis.divergence import ulp_between
from project_ghost.core.arguments import checked_arguments
from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError
from project_ghost.engine import (
    AbstractComponent,
    Block,
    Engine,
    Execution,
    Graph,
    Host,
    Kernel,
    Port,
)
from project_ghost.runs.execute._planners import RunPlanners
from project_ghost.runs.runnable._replacement import (
    Replacement,
    ReplacementFactory,
    replacement_of,
    require_component,
)
from project_ghost.runs.runnable._runnable import Runnable

from ._reopened import ReopenedRun
from ._samples import Sample, Source, recorded_source, rerun_source, signals_needed

__all__ = ["Replay", "ReplayDifference", "ReplayedSignal", "replay", "require_component"]


@final
@dataclass(frozen=True)
class ReplayDifference:
    """The first number that differs: signal, index, time and both values."""

    signal: str
    index: tuple[int, ...]
    time_ns: int
    sample: int
    was: float
    now: float

    @property
    def ulp(self) -> int:
        """The distance between the two values in floats."""
        return ulp_between(self.was, self.now)


@final
@dataclass(frozen=True)
class ReplayedSignal:
    """The comparison of one signal: numbers per sample, samples compared, samples that differ."""

    name: str
    kind: str
    numbers: int
    samples: int
    differing: int


@final
@dataclass(frozen=True)
class Replay:
    """The result of a replay."""

    component: str
    type_name: str
    kind: str
    replaced_by: str | None
    source: str
    is_recorded: bool
    checked: str | None
    begin_ns: int
    end_ns: int
    samples: int
    signals: tuple[ReplayedSignal, ...]
    first: ReplayDifference | None

    @property
    def is_same(self) -> bool:
        """Whether all outputs and states have the same bits."""
        return self.first is None


@checked_arguments
def replay(
    recording: Path | str,
    component: str,
    *,
    replacement: ReplacementFactory | None = None,
    until: int | str | None = None,
    from_recording: bool | None = None,
    components: Mapping[str, Replacement] | None = None,
    runnable: Runnable | None = None,
    execution: Execution | str = Execution.INTERPRETED,
    trust: bool = False,
    progress: Callable[[int], object] | None = None,
) -> Replay:
    """Run one component with its recorded inputs, and compare its outputs with the recorded ones.

    The inputs come from the recording if it holds all of them at every sample of the component.
    Otherwise, or with `from_recording=False`, they come from a rerun of the recorded scenario,
    which is checked against the recording, with the recorded plans of its planners. `replacement`
    creates another implementation from the original component. The port of a planner asks the
    planner again.
    """
    with ReopenedRun(
        recording,
        components=components,
        runnable=runnable,
        execution=execution,
        trust=trust,
        with_plans=True,
    ) as reopened:
        graph = reopened.prepared.runnable.graph
        require_component(graph, component)
        end_ns = reopened.end_ns if until is None else reopened.moment_ns(until, "--until")
        source = _source(reopened, component, end_ns, from_recording, progress)
        original = graph.components[component]
        replayed = (
            original if replacement is None else replacement_of(replacement, original, component)
        )
        isolated = IsolatedComponent(reopened, component, replayed)
        counter = ComparisonCounter(component, with_states=replacement is None)
        for sample in source.samples:
            counter.add(sample, isolated.outputs(sample), isolated.states, reopened.step_ns)
        if not counter.samples:
            raise InputError(
                f"{component} has no sample until {end_ns:_} ns",
                "--component",
                "at least one sample to compare",
                "replay a longer run, or another component",
            )
        kind = next(k.__name__ for k in (Block, Kernel, Host, Port) if isinstance(replayed, k))
        return Replay(
            component,
            type(original).__name__,
            kind,
            None if replacement is None else type(replayed).__name__,
            source.text,
            source.is_recorded,
            None if source.is_recorded else reopened.checker.checked,
            reopened.begin_ns,
            end_ns,
            counter.samples,
            counter.signals(),
            counter.first,
        )


def _source(
    reopened: ReopenedRun,
    name: str,
    end_ns: int,
    from_recording: bool | None,  # noqa: FBT001 - None chooses
    progress: Callable[[int], object] | None,
) -> Source:
    if from_recording is not False:
        source = recorded_source(reopened, name, end_ns)
        if source is not None:
            return source
    if from_recording:
        raise InputError(
            f"the recording does not hold the inputs of {name} at each of its samples",
            "--inputs recording",
            f"a run from its start, with the signals {', '.join(signals_needed(reopened, name))}, "
            "recorded at each of its samples and read without delay or policy",
            "record them (`ghost run --signals ... --every ...`), or leave out --inputs recording",
        )
    return rerun_source(reopened, name, end_ns, progress)


class IsolatedComponent:
    """The component in a one-component graph, under its own name to keep its random stream."""

    def __init__(self, reopened: ReopenedRun, name: str, component: AbstractComponent) -> None:
        whole = reopened.prepared.engine
        group = whole.plan.row(name).group
        graph = Graph(whole.plan.step_ns)
        graph.groups[group.name] = group
        graph.add(name, component, group.name)
        for port in component.inputs():
            graph.expose(f"{name}.{port}")
        self._name = name
        self._component = component
        self._engine = Engine(graph, whole.random.seed, execution=Execution.INTERPRETED)
        planners = RunPlanners(reopened.prepared.runnable)
        for session in planners.sessions.values():
            if session.seat.planned.port == name:
                self._engine.attach(name, session)
        self._has_started = False
        start = reopened.prepared.start
        if start is not None:
            reopened.prepared.reset()
            self._engine.take_over(whole, partly=True)
            reopened.prepared.restore(planners)
            self._has_started = True
        self._pending: Sample | None = None
        self._ports = list(component.inputs())

    def outputs(self, sample: Sample) -> dict[str, Floats]:
        """Return its outputs at a sample, after all earlier samples."""
        engine, time_ns = self._engine, sample.tick * self._engine.plan.step_ns
        if self._pending is not None:
            self._feed(self._pending)  # the inputs of its update, including late ones
        if not self._has_started or time_ns == engine.now_ns:
            self._feed(sample)
            self._has_started = True
            engine.run(time_ns - engine.now_ns)
        else:
            # After the updates of the previous sample, before the outputs of this one.
            engine.clock.schedule(time_ns, lambda: self._feed(sample))
            engine.run(time_ns - engine.now_ns)
        self._pending = sample
        name = self._name
        return {port: engine.array(f"{name}.{port}") for port in self._component.outputs()}

    @property
    def states(self) -> dict[str, Floats]:
        """Its current states."""
        names = self._component.states()
        return {n: np.asarray(self._engine.state(f"{self._name}.{n}")) for n in names}

    def _feed(self, sample: Sample) -> None:
        for port in self._ports:
            if port in sample.inputs:
                self._engine.set_input(f"{self._name}.{port}", sample.inputs[port])


class ComparisonCounter:
    """Counts compared samples and keeps the first difference."""

    def __init__(self, name: str, *, with_states: bool) -> None:
        self._name = name
        self._with_states = with_states
        self._sizes: dict[tuple[str, str], int] = {}
        self._samples: dict[tuple[str, str], int] = {}
        self._differing: dict[tuple[str, str], int] = {}
        self.samples = 0
        self.first: ReplayDifference | None = None

    def add(
        self, sample: Sample, outputs: dict[str, Floats], states: dict[str, Floats], step_ns: int
    ) -> None:
        """Compare one sample."""
        time_ns = sample.tick * step_ns
        for kind, was, now in (
            ("output", sample.outputs, outputs),
            ("state", sample.states if self._with_states else {}, states),
        ):
            for port, value in was.items():
                key = kind, port
                self._sizes[key] = value.size
                self._samples[key] = self._samples.get(key, 0) + 1
                if value.tobytes() != now[port].tobytes():
                    self._differing[key] = self._differing.get(key, 0) + 1
                    if self.first is None:
                        self.first = self._difference(port, time_ns, value, now[port])
        self.samples += 1

    def _difference(self, port: str, time_ns: int, was: Floats, now: Floats) -> ReplayDifference:
        flat = [np.ascontiguousarray(each).reshape(-1).view(np.int64) for each in (was, now)]
        offset = int(np.flatnonzero(flat[0] != flat[1])[0])
        index = tuple(int(i) for i in np.unravel_index(offset, was.shape)) if was.shape else ()
        values = (float(np.reshape(each, -1)[offset]) for each in (was, now))
        return ReplayDifference(f"{self._name}.{port}", index, time_ns, self.samples, *values)

    def signals(self) -> tuple[ReplayedSignal, ...]:
        """Return the comparison of each signal."""
        return tuple(
            ReplayedSignal(
                f"{self._name}.{port}",
                kind,
                size,
                self._samples[kind, port],
                self._differing.get((kind, port), 0),
            )
            for (kind, port), size in self._sizes.items()
        )
