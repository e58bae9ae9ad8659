"""The inputs and outputs of a component, sample by sample, from a recording or a rerun."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.due_pattern import DuePattern
from project_ghost.engine import Engine, ReadFacts, ScheduleFacts, schedule_facts
from project_ghost.runs.runnable._code import require_same_components
from project_ghost.telemetry import Recording

from ._reopened import ReopenedRun

__all__ = ["Sample", "Source", "recorded_source", "rerun_source", "signals_needed"]


class Sample(NamedTuple):
    """The inputs, outputs and states of a component at one of its samples.

    `late` names inputs that only its update reads, and that are known only after it.
    """

    tick: int
    inputs: dict[str, Floats]
    outputs: dict[str, Floats]
    states: dict[str, Floats]
    late: tuple[str, ...] = ()


class Source(NamedTuple):
    """Samples, and a description of their source."""

    is_recorded: bool
    text: str
    samples: Iterator[Sample]


# --------------------------------------------------------------------- run again


def rerun_source(
    reopened: ReopenedRun,
    name: str,
    end_ns: int,
    progress: Callable[[int], object] | None = None,
) -> Source:
    """Return samples from a rerun, checked against the recording."""
    require_same_components(reopened.recording, reopened.prepared.runnable)
    text = f"the recorded {reopened.prepared.runnable.definition.kind}, run again"
    return Source(False, text, _rerun_samples(reopened, name, end_ns, progress))  # noqa: FBT003


def _rerun_samples(
    reopened: ReopenedRun, name: str, end_ns: int, progress: Callable[[int], object] | None
) -> Iterator[Sample]:
    engine = reopened.prepared.engine
    step_ns = engine.plan.step_ns
    row = engine.plan.row(name)
    late = _late_inputs(engine, name)
    reopened.prepared.reset()
    reopened.checker.attach(engine)
    reopened.prepared.publish_plans()
    previous: Sample | None = None
    if reopened.prepared.start is not None:
        previous = _sample_of(engine, name, late)
    tick = engine.now_ns // step_ns + (0 if previous is None else 1)
    while tick * step_ns <= end_ns:
        tick = row.group.pattern.step_of(row.group.pattern.count_before(tick))
        if tick * step_ns > end_ns:
            break
        engine.run(tick * step_ns - engine.now_ns)
        if engine.now_ns != tick * step_ns:
            break  # the run has ended
        if previous is not None:
            yield _with_late_inputs(engine, name, previous)
        previous = _sample_of(engine, name, late)
        reopened.checker.require_same()
        if progress is not None:
            progress(engine.now_ns)
        tick += 1
    engine.run(max(0, end_ns - engine.now_ns))
    reopened.checker.require_same()
    if previous is not None:
        yield _with_late_inputs(engine, name, previous)


def _late_inputs(engine: Engine, name: str) -> tuple[str, ...]:
    """Return the inputs whose values are computed just before the update."""
    component = engine.plan.row(name).component
    targets = {port: f"{name}.{port}" for port in component.inputs()}
    return tuple(
        port
        for port, target in targets.items()
        if port not in component.feedthrough()
        and target in engine.layout.inlets
        and target in engine.plan.connections
    )


def _sample_of(engine: Engine, name: str, late: tuple[str, ...]) -> Sample:
    component = engine.plan.row(name).component
    return Sample(
        engine.now_ns // engine.plan.step_ns,
        {port: engine.input_value(f"{name}.{port}") for port in component.inputs()},
        {port: engine.array(f"{name}.{port}") for port in component.outputs()},
        {state: np.asarray(engine.state(f"{name}.{state}")) for state in component.states()},
        late,
    )


def _with_late_inputs(engine: Engine, name: str, sample: Sample) -> Sample:
    """Return a sample with the late inputs, after its update."""
    if not sample.late:
        return sample
    later = {port: engine.input_value(f"{name}.{port}") for port in sample.late}
    return sample._replace(inputs={**sample.inputs, **later})


# --------------------------------------------------------------------- recorded


def recorded_source(reopened: ReopenedRun, name: str, end_ns: int) -> Source | None:
    """Return samples from the recording; None unless it holds all inputs and an output."""
    if reopened.prepared.start is not None:
        return None  # the inputs of the first update precede the recording
    facts = schedule_facts(reopened.prepared.runnable.graph)
    row = next(each for each in facts.order if each.name == name)
    if not all(_is_plain(read) for read in row.reads):
        return None
    inputs = {read.input: read.source for read in row.reads}
    channels = _channels(facts, reopened, name)
    recorded_outputs = {
        port: f"{name}.{port}" for port in row.outputs if f"{name}.{port}" in channels
    }
    if (
        not recorded_outputs
        or not inputs
        or any(signal not in channels for signal in inputs.values())
    ):
        return None
    used = dict.fromkeys(
        channels[signal] for signal in [*inputs.values(), *recorded_outputs.values()]
    )
    samples = _recorded_samples(reopened, name, inputs, recorded_outputs, channels, end_ns)
    return Source(True, f"the recording, {', '.join(used)}", samples)  # noqa: FBT003


def signals_needed(reopened: ReopenedRun, name: str) -> list[str]:
    """Return the signals that a recording must hold to replay a component from it."""
    facts = schedule_facts(reopened.prepared.runnable.graph)
    row = next(each for each in facts.order if each.name == name)
    return [*dict.fromkeys(read.source for read in row.reads), f"{name}.*"]


def _is_plain(read: ReadFacts) -> bool:
    """Whether an input reads its signal without policy, delay, gain or offset."""
    how = (read.policy, read.delay_samples, read.gain, read.offset)
    return how in ((None, 0, 1.0, 0.0), ("ZOH", 0, 1.0, 0.0))


def _channels(facts: ScheduleFacts, reopened: ReopenedRun, name: str) -> dict[str, str]:
    """Return the signals recorded at every sample of a component, with their channels."""
    plan, recorded = reopened.prepared.engine.plan, reopened.recording.channels
    pattern = plan.row(name).group.pattern
    channels: dict[str, str] = {}
    for publication in facts.publications:
        channel = recorded.get(publication.channel)
        # Only bulk channels hold the plain signal values.
        if channel is None or channel.message_encoding != "protobuf" or not channel.is_readable:
            continue
        if _covers(plan.groups[publication.group].pattern, pattern):
            for signal in publication.signals:
                channels.setdefault(signal, publication.channel)
    return channels


def _covers(recorded: DuePattern, needed: DuePattern) -> bool:
    if recorded == needed:
        return True
    return (
        recorded.denominator == needed.denominator == 1
        and needed.interval % recorded.interval == 0
        and needed.phase >= recorded.phase
        and (needed.phase - recorded.phase) % recorded.interval == 0
    )


def _recorded_samples(
    reopened: ReopenedRun,
    name: str,
    inputs: dict[str, str],
    outputs: dict[str, str],
    channels: dict[str, str],
    end_ns: int,
) -> Iterator[Sample]:
    plan, step_ns = reopened.prepared.engine.plan, reopened.step_ns
    pattern = plan.row(name).group.pattern
    used = dict.fromkeys(channels[s] for s in [*inputs.values(), *outputs.values()])
    readers = {channel: _Reader(reopened.recording, channel) for channel in used}
    k = pattern.count_before(reopened.begin_ns // step_ns)
    while (tick := pattern.step_of(k)) * step_ns <= end_ns:
        at = {channel: reader.at(tick * step_ns) for channel, reader in readers.items()}
        if any(payload is None for payload in at.values()):
            return
        yield Sample(
            tick,
            {port: np.asarray(at[channels[s]][s], dtype=float) for port, s in inputs.items()},
            {port: np.asarray(at[channels[s]][s], dtype=float) for port, s in outputs.items()},
            {},
        )
        k += 1


class _Reader:
    """Reads a channel forward, by time."""

    def __init__(self, recording: Recording, channel: str) -> None:
        self._channel = recording[channel]
        self._messages = self._channel.stored()

    def at(self, time_ns: int) -> Any:  # noqa: ANN401 - a payload, or None at the end
        for message in self._messages:
            if message.log_time == time_ns:
                # A component reads the signals of a sensor also where they hold nothing new.
                return self._channel.decode_stored(message, all_present=True)
            if message.log_time > time_ns:
                break
        return None
