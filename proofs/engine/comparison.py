"""One graph, interpreted and compiled, compared bit for bit."""

from unittest import mock

from project_ghost.core.bus import Message
from project_ghost.engine import Engine
from project_ghost.engine.run import _segments
from project_ghost.engine.run._verdicts import AGREES

from .graphs import Description
from .parts import Asker, answered

TICKS = 120


def differences(description: Description, seed: int, ticks: int = TICKS) -> list[str]:
    """The differences; none if both agree.

    Both run tick by tick, and after each have the same link and the same bits in all
    signals and states; ports are answered by hand, and in the pause the snapshots are the same.
    A third, compiled as tables for the loop of all schedules and run in one go with attached
    answers, has the same end and the same messages; a fourth goes on interpreted from a snapshot
    of the compiled one.
    """
    # Compiled code alone: as if its first ticks had been compared before.
    with mock.patch.object(_segments, "verdict_of", return_value=AGREES):
        return _differences(description, seed, ticks)


def _differences(description: Description, seed: int, ticks: int) -> list[str]:
    one, two, whole = (
        Engine(description.build(), seed, execution=execution)
        for execution in ("interpreted", "compiled", "compiled")
    )
    heard: list[list[Message]] = [[], [], []]
    for engine, messages in zip((one, two, whole), heard, strict=True):
        engine.bus.subscribe("proof", messages.append)
    for tick in range(ticks):
        found = _tick(one, two, tick)
        if found:
            return found
        if one.link != two.link:
            return [f"tick {tick}: the link is {one.link} and {two.link}", *unequal(one, two)]
        found = unequal(one, two)
        if found:
            return [f"tick {tick}: {text}" for text in found]
        if tick == ticks // 3:
            snapshot = two.snapshot()
            if snapshot != one.snapshot():
                return [f"tick {tick}: the snapshots differ"]
    restored = Engine.restored(description.build(), snapshot, execution="interpreted")
    _attach(description, restored)
    _attach(description, whole)
    restored.run(f"{ticks - 1 - ticks // 3}ms")
    if restored.digest != one.digest:
        return ["after a restore the digest is another", *unequal(restored, one)]
    with mock.patch.object(_segments, "is_compiled_as_source", return_value=False):
        whole.run(f"{ticks - 1}ms")
    found = unequal(two, whole)
    if whole.digest != two.digest:
        found.append(f"in one go the digest is {whole.digest}, not {two.digest}")
    if not heard[0] == heard[1] == heard[2]:
        found.append("the messages differ")
    return found


def _attach(description: Description, engine: Engine) -> None:
    """Let every port be answered in its place."""
    for name, component, _ in description.components:
        if isinstance(component, Asker):
            engine.attach(name, answered)


def _tick(one: Engine, two: Engine, tick: int) -> list[str]:
    """Run one tick of both, and answer their ports; the differences in the pauses."""
    duration_ns = one.plan.step_ns if tick else 0
    while True:
        for engine in (one, two):
            engine.run(duration_ns)
        first, second = one.waiting, two.waiting
        if first is None or second is None:
            return [] if first is second else [f"tick {tick}: only one waits at {first or second}"]
        if first.name != second.name:
            return [f"tick {tick}: they wait at {first.name} and at {second.name}"]
        if tick % 16 == 0 and one.snapshot() != two.snapshot():
            return [f"tick {tick}: the snapshots at {first.name} differ", *unequal(one, two)]
        for port in (first, second):
            port.answer(**answered(port))
        duration_ns = 0


def unequal(one: Engine, two: Engine) -> list[str]:
    """The signals and states in which two engines differ, with both values."""
    pairs = [(name, one.value(name), two.value(name)) for name in one.layout.signals]
    pairs += [(name, one.state(name), two.state(name)) for name in one.layout.states]
    # By representation: 0.0 and -0.0 are equal, and are not the same bits.
    return [f"{name} is {a!r} and {b!r}" for name, a, b in pairs if repr(a) != repr(b)]
