"""A loop that looks stable at one rate and is unstable at its own two.

An integrator at 1 kHz, under a gain of 25 that is sampled at 10 Hz. As a snapshot, all at 1 kHz,
its spectral radius over 100 ms is 0.975 ** 100 = 0.08. Embedded, with the gain held for 100 ms, it
is 25 * 0.1 - 1 = 1.5. The run agrees with the second.

    python examples/symbolic/unstable_loop.py
    ghost symbolic linearize examples/symbolic/unstable_loop.py:loop --rate-transitions embedded
"""

from typing import NamedTuple

from project_ghost.engine import Engine, Graph
from project_ghost.engine.blocks import Gain, Integrator
from project_ghost.symbolic import export, linearize


class Radii(NamedTuple):
    """The growth over 100 ms: by the snapshot, by the embedded graph, and in a run."""

    snapshot: float
    embedded: float
    run: float


def loop() -> Graph:
    """Return the loop, displaced by 1."""
    graph = Graph("1ms")
    graph.group("plant", rate_hz=1000)
    graph.group("control", rate_hz=10)
    graph.add("Plant", Integrator(initial=1.0), "plant")
    graph.add("Control", Gain(-25.0), "control")
    graph.connect("Plant.y", "Control.u")
    graph.connect("Control.y", "Plant.u")
    return graph


def _engine() -> Engine:
    return Engine(loop(), execution="interpreted")


def radii() -> Radii:
    """Return the growth of the loop over 100 ms, three ways."""
    snapshot = linearize(export(_engine(), rate_transitions="snapshot"), periods=100)
    embedded = linearize(export(_engine(), rate_transitions="embedded"))
    engine = _engine()
    engine.run(0)
    before = _value(engine)
    engine.run("100ms")
    return Radii(
        snapshot.spectral_radius,
        embedded.spectral_radius,
        abs(_value(engine) / before),
    )


def _value(engine: Engine) -> float:
    value = engine.value("Plant.y")
    assert isinstance(value, float)
    return value


if __name__ == "__main__":
    found = radii()
    print(f"snapshot {found.snapshot:.4f}, embedded {found.embedded:.4f}, run {found.run:.4f}")
