"""One graph, interpreted and compiled, compared bit for bit."""

from unittest import mock

from project_ghost.core.bus import Message
from project_ghost.engine import Engine
from project_ghost.engine.run import _segments

from .graphs import Description

TICKS = 120


def differences(description: Description, seed: int, ticks: int = TICKS) -> list[str]:
    """The differences; none if both agree.

    Both run tick by tick, and after each have the same link and the same bits in all
    signals and states; a third, compiled as tables for the loop of all schedules and run in one
    go, has the same end and the same messages; a fourth goes on interpreted from a snapshot of
    the compiled one.
    """
    one, two, whole = (
        Engine(description.build(), seed, execution=execution)
        for execution in ("interpreted", "compiled", "compiled")
    )
    heard: list[list[Message]] = [[], [], []]
    for engine, messages in zip((one, two, whole), heard, strict=True):
        engine.bus.subscribe("proof", messages.append)
    for tick in range(ticks):
        for engine in (one, two):
            engine.run("1ms" if tick else "0ms")
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


def unequal(one: Engine, two: Engine) -> list[str]:
    """The signals and states in which two engines differ, with both values."""
    pairs = [(name, one.value(name), two.value(name)) for name in one.layout.signals]
    pairs += [(name, one.state(name), two.state(name)) for name in one.layout.states]
    # By representation: 0.0 and -0.0 are equal, and are not the same bits.
    return [f"{name} is {a!r} and {b!r}" for name, a, b in pairs if repr(a) != repr(b)]
