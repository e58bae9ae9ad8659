"""Every block gives the same bits interpreted and compiled.

One graph holds them all, twice where two of a kind must not be mistaken for each other;
it runs once in each way, and what each block wrote is compared at every sample.
"""

import pytest

from project_ghost.core import compiled
from project_ghost.core.level import Level
from project_ghost.engine import Engine, Graph, blocks
from project_ghost.engine.blocks import (
    PID,
    Clock,
    Constant,
    Delay,
    Demux,
    FirstOrderLag,
    Gain,
    Integrator,
    LookupTable,
    Mux,
    NoiseSource,
    RandomWalk,
    SampleAndHold,
    Saturation,
    StateMachine,
    Sum,
)
from project_ghost.engine.component._declarations import Value

pytestmark = pytest.mark.slow

FAST = {
    "clock": Clock(),
    "constant": Constant(1.25),
    "vector": Constant((1.0, -2.0)),
    "noise": NoiseSource(0.1, 0.7),
    "walk": RandomWalk(2.0),
    "gain": Gain(1.0 / 3.0),
    "sum": Sum("+-+"),
    "saturation": Saturation(-0.3, 0.4),
    "integrator": Integrator(low=-0.01, high=0.02),
    "lag": FirstOrderLag(0.037),
    "table": LookupTable((-1.0, 0.1, 0.7), (3.0, 1.0 / 7.0, -2.0)),
    "other_table": LookupTable((-1.0, 0.1, 0.7), (3.0, 1.0 / 9.0, -2.0)),
    "hold": SampleAndHold(initial=0.5),
}
SLOW = {
    "delay": Delay(3),
    "mux": Mux(2),
    "demux": Demux(2),
    "pid": PID(2.0, 9.0, 0.01, filter_s=0.03, low=-0.8, high=0.8),
    "machine": StateMachine(
        ("low", "high"),
        [("low", "high", lambda u: u > 0.2), ("high", "low", lambda u, age: u < 0.0 or age > 4.0)],
    ),
    "other_machine": StateMachine(
        ("low", "high"), [("low", "high", lambda u: u > 0.1), ("high", "low", lambda u: u < 0.1)]
    ),
}
WIRES = {
    "gain.u": "noise.y",
    "sum.u0": "gain.y",
    "sum.u1": "walk.y",
    "sum.u2": "constant.y",
    "saturation.u": "noise.y",
    "integrator.u": "noise.y",
    "lag.u": "sum.y",
    "table.u": "noise.y",
    "other_table.u": "noise.y",
    "hold.u": "clock.y",
    "hold.trigger": "noise.y",
    "delay.u": "noise.y",
    "mux.u0": "lag.y",
    "mux.u1": "delay.y",
    "demux.u": "vector.y",
    "pid.setpoint": "noise.y",
    "pid.measurement": "lag.y",
    "machine.u": "noise.y",
    "other_machine.u": "noise.y",
}
NAMES = [*FAST, *SLOW]


def wired() -> Graph:
    graph = Graph("1ms")
    graph.group("fast", rate_hz=1000)
    graph.group("slow", rate_hz=100)
    for group, members in (("fast", FAST), ("slow", SLOW)):
        for name, block in members.items():
            graph.add(name, block, group)
    for target, source in WIRES.items():
        graph.connect(source, target)
    return graph


def recorded(execution: str) -> tuple[list[dict[str, Value]], list[int]]:
    """All outputs and states after each 10 ms, and the last link of the hash chain."""
    engine = Engine(wired(), seed=5, execution=execution)
    values, links = [], []
    for _ in range(60):
        engine.run("10ms")
        values.append(
            {n: engine.value(n) for n in engine.layout.signals}
            | {f"state {n}": engine.state(n) for n in engine.layout.states}
        )
        links.append(engine.link)
    return values, links


@pytest.fixture(scope="module")
def both() -> tuple[list[dict[str, Value]], list[int], list[dict[str, Value]], list[int]]:
    return *recorded("interpreted"), *recorded("compiled")


def test_every_block_is_in_the_graph() -> None:
    there = {type(block).__name__ for block in (*FAST.values(), *SLOW.values())}
    assert there == set(blocks.__all__) - {"Transition"}
    assert {block.level for block in (*FAST.values(), *SLOW.values())} == {Level.PORTABLE}


@pytest.mark.skipif(not compiled.is_available(), reason="Numba is not installed")
def test_the_hash_chains_agree(both) -> None:
    _, interpreted_links, _, compiled_links = both
    assert interpreted_links == compiled_links


@pytest.mark.skipif(not compiled.is_available(), reason="Numba is not installed")
@pytest.mark.parametrize("name", NAMES)
def test_a_block_writes_the_same_bits_in_both_ways(both, name) -> None:
    interpreted, _, machine_code, _ = both
    for one, other in zip(interpreted, machine_code, strict=True):
        mine = [n for n in one if n.removeprefix("state ").startswith(f"{name}.")]
        assert mine
        for signal in mine:
            assert bits(one[signal]) == bits(other[signal]), signal
    if name not in ("constant", "vector", "demux"):
        assert len({bits(sample[f"{name}.y"]) for sample in interpreted}) > 1, "nothing happened"


def test_every_block_continues_from_a_snapshot() -> None:
    whole = Engine(wired(), seed=5, execution="interpreted")
    whole.run("37ms")
    half = Engine.restored(wired(), whole.snapshot(), execution="interpreted")
    for engine in (whole, half):
        engine.run("100ms")
    assert half.digest == whole.digest


def bits(value: Value) -> object:
    return tuple(bits(v) for v in value) if isinstance(value, tuple) else value.hex()
