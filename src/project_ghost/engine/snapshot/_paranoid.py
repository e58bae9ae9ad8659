"""Store and restore a run at every tick, and compare it with its continuations.

It finds state that a snapshot misses, or that a reset leaves behind, in the tick in which it
first changes a result.
"""

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.bus import Message
from project_ghost.core.errors import GhostError
from project_ghost.engine.run._engine import Engine
from project_ghost.engine.wiring._graph import Graph

from ._saved_state import SavedState


@checked_arguments
def run_paranoid(graph: Graph, engine: Engine, ticks: int) -> None:
    """Run a number of ticks, or until a signal stops the run, each of them three times.

    Each tick also runs in a new engine, restored from a snapshot of the tick before, and in
    one that is reset and restored for every tick. All must have the same bits and publish the
    same messages.
    """
    old = Engine.restored(graph, engine.snapshot(), execution=engine.execution)
    for _ in range(ticks):
        if engine.stopped:
            return
        data = engine.snapshot()
        new = Engine.restored(graph, data, execution=engine.execution)
        old.restore(data)
        tick = engine.now_ns // engine.plan.step_ns
        messages = _run_tick(engine)
        for twin, how in ((new, "restore"), (old, "reset and restore")):
            twin_messages = _run_tick(twin)
            if engine.snapshot() != twin.snapshot() or twin_messages != messages:
                difference = _difference(engine, twin) or "the messages differ"
                raise GhostError(
                    f"after a {how} the run continues differently: {difference}",
                    f"tick {tick + 1}, time {engine.now_ns:_} ns",
                    "the same bits from a snapshot as from the run itself",
                    "look for state that the component keeps outside its declared states",
                )


def _run_tick(engine: Engine) -> list[Message]:
    """Run one tick; returns its messages."""
    published: list[Message] = []
    subscription = engine.bus.subscribe("run_paranoid", published.append)
    try:
        engine.run(engine.plan.step_ns)
    finally:
        subscription.unsubscribe()
    return published


def _difference(engine: Engine, twin: Engine) -> str:
    """The first signal or state that differs, or the parts of the snapshots that do."""
    for kind, slots in (("signal", engine.layout.signals), ("state", engine.layout.states)):
        for name in slots:
            read = Engine.value if kind == "signal" else Engine.state
            if repr(read(engine, name)) != repr(read(twin, name)):
                return f"{kind} {name} is {read(engine, name)!r} and {read(twin, name)!r}"
    one, other = (SavedState.from_bytes(each.snapshot()) for each in (engine, twin))
    fields = ("bus", "chained", "hosts", "ledger", "schedule", "seed")
    differing = [field for field in fields if getattr(one, field) != getattr(other, field)]
    if any(a.tobytes() != b.tobytes() for a, b in zip(one.arrays, other.arrays, strict=True)):
        differing.append("counters")
    return ", ".join(differing)
