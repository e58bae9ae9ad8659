"""A run that trusts nothing: at every tick, store it, restore it, and compare what both do next.

It finds state that a snapshot misses in the very tick in which it begins to matter.
"""

from project_ghost.core.errors import GhostError

from ._engine import Engine
from ._graph import Graph
from ._snapshot import unpack


def run_paranoid(graph: Graph, engine: Engine, ticks: int) -> None:
    """Run so many ticks, each of them twice: on, and from a snapshot of the moment before."""
    for _ in range(ticks):
        twin = Engine.restored(graph, engine.snapshot(), execution=engine.execution)
        tick = engine.now_ns // engine.plan.step_ns
        for each in (engine, twin):
            each.run(engine.plan.step_ns)
        if engine.snapshot() != twin.snapshot():
            raise GhostError(
                f"after a restore the run goes on differently: {_difference(engine, twin)}",
                f"tick {tick + 1}, time {engine.now_ns:_} ns",
                "the same bits from a snapshot as from the run itself",
                "look for state that the component keeps outside its declared states",
            )


def _difference(engine: Engine, twin: Engine) -> str:
    """The first signal or state that differs, or where else the snapshots do."""
    for kind, slots in (("signal", engine.layout.signals), ("state", engine.layout.states)):
        for name in slots:
            read = Engine.value if kind == "signal" else Engine.state
            if repr(read(engine, name)) != repr(read(twin, name)):
                return f"{kind} {name} is {read(engine, name)!r} and {read(twin, name)!r}"
    (one, _), (other, _) = unpack(engine.snapshot()), unpack(twin.snapshot())
    return ", ".join(sorted(key for key in one if one[key] != other[key])) or "counters"
