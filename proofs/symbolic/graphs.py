"""Random multi-rate graphs as expressions: all policies, kinds, delays, gains and phases.

Two kinds: graphs of a plant, controllers and takers at three or four rates, in which every policy
meets every kind of signal; and those of `proofs.engine`, which wire anything to anything.
"""

from random import Random
from typing import Any, NamedTuple

from hypothesis import HealthCheck, Phase, assume, given, seed, settings

from project_ghost.core.dmath import cos, sin, wrap_angle
from project_ghost.engine import Block, Continuous, Engine, Graph, Input, Kind, Output, State
from project_ghost.engine.blocks import PID, Constant, FirstOrderLag, NoiseSource
from project_ghost.symbolic import ObstacleError, check, export, start_engine
from proofs.engine.graphs import Description, descriptions

__all__ = ["Checked", "any_graphs", "checked", "random_graph", "started"]


class Checked(NamedTuple):
    """How many numbers of a graph were compared, what differs, and how many parts were cut."""

    numbers: int
    difference: str
    cut: int = 0


def started(graph: Graph, kind: str = "embedded") -> Engine:
    """An engine where a period begins, after a hyperperiod."""
    step_ns = graph.step_ns
    engine = Engine(graph, seed=3, execution="interpreted", chained=False)
    later = engine.plan.hyperperiod_steps * step_ns
    return start_engine(
        graph,
        at_ns=later,
        rate_transitions=kind,  # type: ignore[arg-type]
        execution="interpreted",
    ).engine


def checked(graph: Graph, periods: int) -> Checked:
    """Compare a graph with the engine, in bits; cut what cannot be an expression."""
    engine = started(graph)
    cut: list[str] = []
    try:
        model = export(engine, rate_transitions="embedded", math="portable")
    except ObstacleError as error:
        cut = list(error.refusals)
        if len(cut) == len(engine.plan.rows):
            return Checked(0, "", len(cut))
        model = export(engine, rate_transitions="embedded", math="portable", cut=cut)
    found = check(model, engine, periods)
    return Checked(found.numbers, str(found.difference or ""), len(cut))


def any_graphs(count: int, periods: int) -> list[Checked]:
    """Compare graphs of the proof of the engine; the first that differs fails at its smallest."""
    found: list[Checked] = []

    @seed(0)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )
    @given(descriptions())
    def agree(description: Description) -> None:
        assume(not description.stops)  # an export needs a run that goes on
        one = checked(description.build(), periods)
        assert not one.difference, one.difference
        found.append(one)

    agree()
    return found


class Turner(Block):
    u = Input()
    a = Continuous(3.0)
    angle = Output(kind=Kind.ANGLE, rate="speed")
    speed = Output()
    q = Output(shape=(4,), kind=Kind.QUATERNION, initial=(1.0, 0.0, 0.0, 0.0))

    @staticmethod
    def output(a: float, u: float) -> tuple[float, float, tuple[float, ...]]:
        return wrap_angle(a), 3.0 + u, (cos(0.5 * a), 0.0, 0.0, sin(0.5 * a))

    @staticmethod
    def derivative(a: float, u: float) -> float:
        return 3.0 + u + 0.1 * sin(a)


class Taker(Block):
    x = Input()
    angle = Input()
    q = Input(shape=(4,))
    y = Output()
    z = Output()
    s = State()

    @staticmethod
    def output(x: float, angle: float, q: tuple[float, ...], s: float) -> tuple[float, float]:
        return 0.5 * x + 0.1 * angle + 0.01 * s, q[0] + q[3]

    @staticmethod
    def update(x: float, q: tuple[float, ...], s: float) -> float:
        return 0.9 * s + 0.1 * (x + q[3])


def random_graph(seed: int) -> Graph:
    """A graph of three or four rates; the seed says which."""
    random = Random(seed)  # noqa: S311
    graph = Graph("1ms")
    groups = ["g0", "g1", "g2"]
    for name, rate in zip(
        groups, random.sample([1000, 500, 250, 200, 100, 50, 40], 3), strict=True
    ):
        phase = random.choice(["0ms", "0ms", "1ms", "2ms"]) if seed % 5 else "0ms"
        graph.group(name, rate_hz=rate, phase=phase)
    if seed % 4 == 0:
        graph.group("camera", rate_hz=30, on_grid=True)
        groups.append("camera")
    graph.add("N", NoiseSource(0.0, 0.3), random.choice(groups))
    graph.add("T", Turner(), random.choice(groups))
    graph.add("K", Taker(), random.choice(groups))
    graph.add("K2", Taker(), random.choice(groups))
    graph.add("L", FirstOrderLag(0.05), random.choice(groups))
    graph.add("P", PID(0.8, 0.3, 0.05, low=-1.0, high=1.0), random.choice(groups))
    graph.add("C", Constant(0.7), random.choice(groups))
    for source, target in (
        *(("N.y", "L.u"), ("P.y", "T.u"), ("L.y", "K.x"), ("T.angle", "K.angle"), ("T.q", "K.q")),
        *(("K.y", "K2.x"), ("T.angle", "K2.angle"), ("T.q", "K2.q")),
        *(("C.y", "P.setpoint"), ("L.y", "P.measurement")),
    ):
        options: dict[str, Any] = {}
        if random.random() < 0.4 and not target.endswith(".q"):
            options["gain"] = random.choice([0.5, -1.5])
        if random.random() < 0.2 and not target.endswith(".q"):
            options["offset"] = 0.25
        if random.random() < 0.3:
            options["delayed"] = True
        graph.connect(source, target, **options)
    for pattern in ("T.*", "N.*", "L.*", "K.*", "P.*"):
        graph.synchronize(pattern, random.choice(["ZOH", "INTERPOLATED", "EXTRAPOLATED"]))
    return graph
