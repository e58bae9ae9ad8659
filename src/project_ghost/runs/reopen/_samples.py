"""What a component was given and what it gave, sample by sample: of a recording, or run again."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.due_pattern import DuePattern
from project_ghost.engine import Engine, ReadFacts, ScheduleFacts, schedule_facts
from project_ghost.telemetry import RecordedMessage, Recording

from ._reopened import Reopened

__all__ = ["Sample", "Source", "recorded_source", "run_again", "signals_needed"]


class Sample(NamedTuple):
    """A component at one of its samples.

    `late` are inputs that only its update reads, and that are known only after it.
    """

    tick: int
    inputs: dict[str, Floats]
    outputs: dict[str, Floats]
    states: dict[str, Floats]
    late: tuple[str, ...] = ()


class Source(NamedTuple):
    """Where samples come from, in words, and the samples."""

    is_recorded: bool
    text: str
    samples: Iterator[Sample]


# --------------------------------------------------------------------- run again


def run_again(
    reopened: Reopened,
    name: str,
    end_ns: int,
    progress: Callable[[int], object] | None = None,
) -> Source:
    """Samples of the recorded scenario, run again and checked against its recording."""
    text = "the recorded scenario, run again"
    return Source(False, text, _run_again(reopened, name, end_ns, progress))  # noqa: FBT003


def _run_again(
    reopened: Reopened, name: str, end_ns: int, progress: Callable[[int], object] | None
) -> Iterator[Sample]:
    engine = reopened.staged.engine
    step_ns = engine.plan.step_ns
    row = engine.plan.row(name)
    late = _late_inputs(engine, name)
    reopened.staged.begin()
    reopened.witness.attach(engine)
    reopened.staged.announce()
    waiting: Sample | None = None
    if reopened.staged.start is not None:
        waiting = _observed(engine, name, late)
    tick = engine.now_ns // step_ns + (0 if waiting is None else 1)
    while tick * step_ns <= end_ns:
        tick = row.group.pattern.step_of(row.group.pattern.count_before(tick))
        if tick * step_ns > end_ns:
            break
        engine.run(tick * step_ns - engine.now_ns)
        if engine.now_ns != tick * step_ns:
            break  # it has ended
        if waiting is not None:
            yield _settled(engine, name, waiting)
        waiting = _observed(engine, name, late)
        reopened.witness.require_same()
        if progress is not None:
            progress(engine.now_ns)
        tick += 1
    engine.run(max(0, end_ns - engine.now_ns))
    reopened.witness.require_same()
    if waiting is not None:
        yield _settled(engine, name, waiting)


def _late_inputs(engine: Engine, name: str) -> tuple[str, ...]:
    """Inputs of which something is made just before the update."""
    component = engine.plan.row(name).component
    targets = {port: f"{name}.{port}" for port in component.inputs()}
    return tuple(
        port
        for port, target in targets.items()
        if port not in component.feedthrough()
        and target in engine.layout.inlets
        and target in engine.plan.connections
    )


def _observed(engine: Engine, name: str, late: tuple[str, ...]) -> Sample:
    component = engine.plan.row(name).component
    return Sample(
        engine.now_ns // engine.plan.step_ns,
        {port: engine.reading(f"{name}.{port}") for port in component.inputs()},
        {port: engine.array(f"{name}.{port}") for port in component.outputs()},
        {state: np.asarray(engine.state(f"{name}.{state}")) for state in component.states()},
        late,
    )


def _settled(engine: Engine, name: str, sample: Sample) -> Sample:
    """A sample with what its update has read, now that it is over."""
    if not sample.late:
        return sample
    later = {port: engine.reading(f"{name}.{port}") for port in sample.late}
    return sample._replace(inputs={**sample.inputs, **later})


# --------------------------------------------------------------------- recorded


def recorded_source(reopened: Reopened, name: str, end_ns: int) -> Source | None:
    """Samples out of the recording; None where it does not hold all inputs, and an output."""
    if reopened.staged.start is not None:
        return None  # what its first update reads was published before the recording begins
    facts = schedule_facts(reopened.staged.assembly.graph)
    row = next(each for each in facts.order if each.name == name)
    if not all(_is_plain(read) for read in row.reads):
        return None
    inputs = {read.input: read.source for read in row.reads}
    channels = _channels(facts, reopened, name)
    held = {port: f"{name}.{port}" for port in row.outputs if f"{name}.{port}" in channels}
    if not held or not inputs or any(signal not in channels for signal in inputs.values()):
        return None
    used = dict.fromkeys(channels[signal] for signal in [*inputs.values(), *held.values()])
    samples = _recorded(reopened, name, inputs, held, channels, end_ns)
    return Source(True, f"the recording, {', '.join(used)}", samples)  # noqa: FBT003


def signals_needed(reopened: Reopened, name: str) -> list[str]:
    """What a recording must hold for a component to be fed from it; of its outputs any will do."""
    facts = schedule_facts(reopened.staged.assembly.graph)
    row = next(each for each in facts.order if each.name == name)
    return [*dict.fromkeys(read.source for read in row.reads), f"{name}.*"]


def _is_plain(read: ReadFacts) -> bool:
    """Whether an input reads its signal as it is."""
    how = (read.policy, read.delay_samples, read.gain, read.offset)
    return how in ((None, 0, 1.0, 0.0), ("ZOH", 0, 1.0, 0.0))


def _channels(facts: ScheduleFacts, reopened: Reopened, name: str) -> dict[str, str]:
    """The signals that are recorded at every sample of a component, and on which channel."""
    plan, recorded = reopened.staged.engine.plan, reopened.recording.channels
    pattern = plan.row(name).group.pattern
    found: dict[str, str] = {}
    for publication in facts.publications:
        channel = recorded.get(publication.channel)
        # Only samples in bulk are the bare numbers; messages of the bus are made for people.
        if channel is None or channel.message_encoding != "protobuf" or not channel.is_readable:
            continue
        if _covers(plan.groups[publication.group].pattern, pattern):
            for signal in publication.signals:
                found.setdefault(signal, publication.channel)
    return found


def _covers(recorded: DuePattern, wanted: DuePattern) -> bool:
    if recorded == wanted:
        return True
    return (
        recorded.denominator == wanted.denominator == 1
        and wanted.interval % recorded.interval == 0
        and wanted.phase >= recorded.phase
        and (wanted.phase - recorded.phase) % recorded.interval == 0
    )


def _recorded(
    reopened: Reopened,
    name: str,
    inputs: dict[str, str],
    outputs: dict[str, str],
    channels: dict[str, str],
    end_ns: int,
) -> Iterator[Sample]:
    plan, step_ns = reopened.staged.engine.plan, reopened.step_ns
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
        self._messages: Iterator[RecordedMessage] = iter(recording[channel])

    def at(self, time_ns: int) -> Any:  # noqa: ANN401 - a payload, or None at the end
        for message in self._messages:
            if message.stamp_sim_ns == time_ns:
                return message.payload
            if message.stamp_sim_ns > time_ns:
                break
        return None
