"""What the engine costs with vector states, ports and hosts, and stepped from Python."""

from collections.abc import Callable
from functools import cache, partial

from benchmarks import Result
from benchmarks._timing import in_turns
from project_ghost.core.arrays import Floats
from project_ghost.engine import Block, Engine, Execution, Graph, Host, Input, Output, Port
from project_ghost.models.quadrotor import HOVER_RPS, FigureEight, Quadrotor, add_flight
from project_ghost.models.rigid_body import RigidBody

_TICKS = 50_000
_CALLS = 2_000
_STEP_NS = 1_000_000
_TURNS = 20


def rigid_body() -> Graph:
    """A tumbling body, RK4 at 1 kHz."""
    graph = Graph("1ms")
    graph.group("all", rate_hz=1000)
    inertia = (1.0, 2.0, 2.5, 0.1, 0.0, 0.05)
    graph.add("Body", RigidBody(inertia_kgm2=inertia, rate_rps=(0.1, 2.0, 0.3)), "all")
    return graph


def quadrotor() -> Graph:
    """A quadrotor at 1 kHz with its control at 100 Hz."""
    graph = Graph("1ms")
    graph.group("plant", rate_hz=1000)
    graph.group("control", rate_hz=100)
    plant = Quadrotor(position_m=(0.0, 0.0, 2.0), rotor_rps=HOVER_RPS)
    add_flight(
        graph,
        "drone",
        FigureEight(),
        plant_group="plant",
        control_group="control",
        plant=plant,
    )
    return graph


def vector_state(name: str, build: Callable[[], Graph]) -> Result:
    """Steps a second with the chain on, and the chain's part of the time."""
    runs = []
    for chained in (True, False):
        engine = Engine(build(), execution=Execution.COMPILED, chained=chained)
        runs.append(partial(engine.run, _TICKS * _STEP_NS))
    on_s, off_s = in_turns(*runs, repeats=_TURNS)
    return {
        "name": f"{name}, compiled, chain on",
        "value": _TICKS / on_s / 1e6,
        "unit": "million ticks/s",
        "ratios": {"chain off": off_s / on_s},
    }


class Plant(Block):
    """Reads a wish."""

    wish = Input(default=0.0)
    x = Output()

    @staticmethod
    def output(wish: float) -> float:
        """Half of it."""
        return 0.5 * wish


class Planner(Port):
    """Answered from outside."""

    x = Input()
    y = Output()


class PlainPlanner(Host):
    """Answers a number."""

    x = Input()
    y = Output()

    def output(self, x: float) -> float:
        """A quarter more."""
        return x + 0.25

    def save(self) -> bytes:
        """It has no state."""
        return b""

    def load(self, data: bytes) -> None:
        """It has no state."""


class ConstantPlanner(Block):
    """The same within compiled code."""

    x = Input()
    y = Output()

    @staticmethod
    def output(x: float) -> float:
        """A quarter more."""
        return x + 0.25


def _planned(planner: Block | Host | Port) -> Engine:
    graph = Graph("1ms")
    graph.group("fast", rate_hz=1000)
    graph.group("plan", rate_hz=10)
    graph.add("Plant", Plant(), "fast")
    graph.add("Planner", planner, "plan")
    graph.connect("Plant.x", "Planner.x")
    graph.connect("Planner.y", "Plant.wish", delayed=True)
    return Engine(graph, execution=Execution.COMPILED)


def _by_hand(engine: Engine) -> None:
    end_ns = engine.now_ns + _TICKS * _STEP_NS
    while True:
        engine.run(end_ns - engine.now_ns)
        port = engine.waiting
        if port is None:
            return
        port.answer(0.25)


@cache
def _outside() -> list[float]:
    """Seconds for _TICKS: without a planner outside, attached, by hand, and with a host."""
    attached = _planned(Planner())
    attached.attach("Planner", lambda _: 0.25)
    return in_turns(
        partial(_planned(ConstantPlanner()).run, _TICKS * _STEP_NS),
        partial(attached.run, _TICKS * _STEP_NS),
        partial(_by_hand, _planned(Planner())),
        partial(_planned(PlainPlanner()).run, _TICKS * _STEP_NS),
        repeats=_TURNS,
    )


def pause(which: int, name: str) -> Result:
    """What a call adds to a run in which the planner is due at 10 Hz."""
    times = _outside()
    return {
        "name": f"a planner at 10 Hz, compiled, {name}: added by a call",
        "value": (times[which] - times[0]) / (_TICKS / 100) * 1e6,
        "unit": "us",
        "ratios": {"no planner outside": times[0] / times[which]},
    }


def stepping(name: str, call: Callable[[Engine], Callable[[], object]]) -> Result:
    """One call of the engine from Python, compiled."""
    graph = Graph("1ms")
    graph.group("fast", rate_hz=1000)
    graph.add("Plant", Plant(), "fast")
    graph.expose("Plant.wish")
    engine = Engine(graph, execution=Execution.COMPILED)
    engine.run(_STEP_NS)
    once = call(engine)

    def many() -> None:
        for _ in range(_CALLS):
            once()

    (best_s,) = in_turns(many, repeats=_TURNS)
    return {"name": name, "value": best_s / _CALLS * 1e6, "unit": "us", "ratios": {}}


def _run(engine: Engine) -> Callable[[], object]:
    return partial(engine.run, _STEP_NS)


def _set_input(engine: Engine) -> Callable[[], object]:
    return partial(engine.set_input, "Plant.wish", 0.5)


def _view(engine: Engine) -> Callable[[], Floats]:
    return partial(engine.view, "Plant.x")


STEPPING: list[Callable[[], Result]] = [
    partial(vector_state, "rigid body, RK4", rigid_body),
    partial(vector_state, "quadrotor with its control", quadrotor),
    partial(pause, 1, "a port with a function attached"),
    partial(pause, 2, "a port answered by hand"),
    partial(pause, 3, "a host"),
    partial(stepping, "engine.run of one step, compiled", _run),
    partial(stepping, "engine.set_input", _set_input),
    partial(stepping, "engine.view", _view),
]
