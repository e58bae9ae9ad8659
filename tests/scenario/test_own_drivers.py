"""Goal: people, quadrotors and populations take drivers and models of the user's own.

Method: a module beside a small scenario has the classes; what they command must be what the
actors do, and a class that does not fit is refused with its key.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from project_ghost.cli import main
from project_ghost.core.errors import InputError
from project_ghost.engine import Engine
from project_ghost.runs import prepare
from project_ghost.telemetry import Recording
from project_ghost.world.bodies import ALIVE, SERIAL, VX, VY, X, Y

MODULE = '''
from project_ghost.core.arrays import Floats
from project_ghost.engine import Block, Input, Kernel, Output, Parameter, Size
from project_ghost.models.controllers import PurePursuit
from project_ghost.models.vehicles import KinematicBicycles
from project_ghost.world.bodies import ALIVE, BODY_WIDTH, X


class North(Block):
    """Walks north, and has arrived after two metres."""

    y_m = Input(unit="m")
    along_mps = Parameter(1.0, unit="m/s")
    vx_mps = Output(unit="m/s")
    vy_mps = Output(unit="m/s")
    arrived = Output()

    @staticmethod
    def output(y_m: float, along_mps: float) -> tuple[float, float, float]:
        return 0.0, along_mps, 1.0 if y_m > 2.0 else 0.0


class Apart(Kernel):
    """Everybody of a table walks away from x = 0."""

    capacity = Size(1)
    scene = Size(1)
    first_row = Parameter(0.0)
    bodies = Input(shape=("scene", BODY_WIDTH))
    command = Output(shape=("capacity", 2))
    arrived = Output(shape=("capacity",))

    @staticmethod
    def output(bodies: Floats, first_row: float, command: Floats, arrived: Floats) -> None:
        for i in range(command.shape[0]):
            x = bodies[int(first_row) + i, X]
            command[i, 0] = 1.0 if x > 0.0 else -1.0
            command[i, 1] = 0.0
            arrived[i] = 1.0 if x > 30.0 or x < -30.0 else 0.0


class Silent(Kernel):
    """Does not tell who has arrived."""

    capacity = Size(1)
    command = Output(shape=("capacity", 2))

    @staticmethod
    def output(command: Floats) -> None:
        command[0, 0] = 0.0


class Pursuit(PurePursuit):
    """One of our drivers of a table."""


class Bicycles(KinematicBicycles):
    """One of our models."""


class Rigid(Kernel):
    """Cars that do not move, and cannot be spawned."""

    capacity = Size(1)
    command = Input(shape=("capacity", 2))
    bodies = Output(shape=("capacity", BODY_WIDTH))

    @staticmethod
    def output(command: Floats, bodies: Floats) -> None:
        for i in range(bodies.shape[0]):
            bodies[i, ALIVE] = 1.0
            bodies[i, X] = 10.0 * i


class Hover(Block):
    """Lets the rotors turn at the speed at which they carry the weight."""

    hover_rps = Parameter(0.0, unit="rad/s")
    more = Parameter(1.0)
    motors = Output(shape=(4,), unit="rad/s")

    @staticmethod
    def output(hover_rps: float, more: float) -> tuple[float, float, float, float]:
        each = hover_rps * more
        return each, each, each, each


class Still(Block):
    """Wants to stay where it is told, with a heading."""

    start_m = Parameter((0.0, 0.0, 0.0), shape=(3,), unit="m")
    position = Output(shape=(3,), unit="m")
    yaw = Output(unit="rad")

    @staticmethod
    def output(start_m: tuple[float, float, float]) -> tuple[tuple[float, float, float], float]:
        return start_m, 0.5


class Flat(Block):
    """Has a position of two numbers."""

    position = Output(shape=(2,), unit="m")

    @staticmethod
    def output() -> tuple[float, float]:
        return 0.0, 0.0
'''

HEAD = "version: 1\nname: own\nstep: 20ms\nduration: 3s\n"
PERSON = "kind: pedestrian, speed_mps: 2, route: {waypoints: [[0, 0], [9, 0]]}"
QUAD = "kind: quadrotor, hover_m: [0, 0, 5]"
ROUTES = "routes: [{waypoints: [[0, 0], [90, 0]]}, {waypoints: [[0, 9], [90, 9]]}]"
CARS = f"kind: car, count: 4, speed_mps: 5, {ROUTES}"
PEOPLE = "kind: pedestrian, count: 4, area: {low: [-9, -9], high: [9, 9]}"


@pytest.fixture(autouse=True)
def _module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    Path("driving_parts.py").write_text(MODULE)
    yield
    sys.modules.pop("driving_parts", None)


def scenario(actor: str, *more: str, below: str = "actors") -> Path:
    path = Path("own.yaml")
    path.write_text("\n".join([HEAD, *more, f"{below}:", f"  one: {{{actor}}}", ""]))
    return path


def engine_after_run(path: Path, settings: Any = ()) -> Engine:
    prepared = prepare(path, settings, execution="interpreted")
    prepared.run()
    return prepared.engine


def driver(name: str, more: str = "") -> str:
    return f'driver: {{type: "driving_parts:{name}"{more}}}'


def test_a_person_walks_as_its_driver_wants() -> None:
    path = scenario(f"{PERSON}, {driver('North', ', along_mps: 1.5')}")
    body = engine_after_run(path).array("Scene.bodies")[0]
    assert (abs(body[X]) < 0.2, body[VY]) == (True, 1.5)
    assert 3.0 < body[Y] < 4.5


def test_a_driver_can_end_the_run_of_a_person() -> None:
    path = scenario(f"{PERSON}, {driver('North')}", "end: {all_arrived: true}")
    result = prepare(path, execution="interpreted").run()
    assert 2_000_000_000 < result.duration_ns < 3_000_000_000


def test_the_limits_of_a_person_hold_for_its_driver() -> None:
    path = scenario(f"{PERSON}, accel_max_mps2: 0.5, {driver('North', ', along_mps: 9')}")
    body = engine_after_run(path, ["duration=2s"]).array("Scene.bodies")[0]
    # A quarter of a second to turn round, then half a metre a second each second.
    assert 0.4 < body[VY] <= 1.0
    fast = engine_after_run(path, ["duration=9s"]).array("Scene.bodies")[0]
    assert fast[VY] == 2.0


def test_the_commands_of_a_person_are_recorded_with_their_meaning() -> None:
    path = scenario(f"{PERSON}, {driver('North')}")
    assert main(["run", str(path), "-o", "run", "--exec", "interpreted"]) == 0
    with Recording("run/run.mcap") as recording:
        assert b"wanted velocity north" in recording["/commands/Walkers"].schema


def test_people_with_and_without_a_driver_are_in_one_scene() -> None:
    path = scenario(f"{PERSON}, {driver('North')}")
    other = PERSON.replace("0, 0", "0, -5").replace("9, 0", "9, -5")
    engine = engine_after_run(path, [f"actors.two={{{other}}}"])
    first, second = engine.array("Scene.bodies")
    assert first[VY] == 1.0
    assert second[VX] == pytest.approx(2.0)


def test_a_driver_drives_a_population_of_people() -> None:
    path = scenario(f"{PEOPLE}, {driver('Apart')}", below="populations")
    bodies = engine_after_run(path).array("Scene.bodies")
    assert len(bodies) == 4
    assert all(body[VX] * body[X] > 0.5 for body in bodies)


def test_a_spawner_removes_who_has_arrived_by_the_drivers_word() -> None:
    spawner = "spawner: {rate_hz: 2, capacity: 8}"
    routes = "routes: [{waypoints: [[28, 0], [90, 0]]}], count: 0"
    people = f"kind: pedestrian, {routes}, {spawner}, {driver('Apart')}"
    engine = engine_after_run(scenario(people, below="populations"), ["duration=12s"])
    bodies = engine.array("Scene.bodies")
    living = bodies[bodies[:, ALIVE] != 0.0]
    assert living[:, SERIAL].max() >= 3, "some have come"
    assert len(living) < living[:, SERIAL].max() + 1, "some have gone"
    assert all(body[X] < 31.5 for body in living)


def test_a_driver_and_a_model_drive_a_population_of_cars() -> None:
    model = 'model: {type: "driving_parts:Bicycles"}'
    spawner = "spawner: {rate_hz: 1, capacity: 9}"
    path = scenario(f"{CARS}, {model}, {spawner}, {driver('Pursuit')}", below="populations")
    prepared = prepare(path, execution="interpreted")
    prepared.run()
    components = prepared.runnable.graph.components
    assert type(components["one"]).__name__ == "Bicycles"
    assert type(components["one/driver"]).__name__ == "Pursuit"
    bodies = prepared.engine.array("Scene.bodies")
    assert all(body[VX] > 3.0 for body in bodies[:4])


@pytest.mark.parametrize("choice", ["driver={kind: stanley}", "model=single_track"])
def test_populations_take_all_our_drivers_and_models(choice) -> None:
    path = scenario(CARS, below="populations")
    bodies = engine_after_run(path, [f"populations.one.{choice}"]).array("Scene.bodies")
    assert all(body[VX] > 1.0 for body in bodies[:4])


def test_a_table_driver_drives_one_car_too() -> None:
    car = "kind: car, speed_mps: 5, route: {waypoints: [[0, 0], [90, 0]]}"
    body = engine_after_run(scenario(f"{car}, {driver('Pursuit')}")).array("Scene.bodies")[0]
    assert body[VX] > 3.0


def test_a_pilot_commands_the_motors() -> None:
    path = scenario(f"{QUAD}, {driver('Hover')}", "# 5 ms")
    settings = ["step=5ms", "duration=1s"]
    engine = engine_after_run(path, settings)
    assert engine.array("one.position")[2] == pytest.approx(5.0, abs=1e-6)
    higher = engine_after_run(path, [*settings, "actors.one.driver.more=1.1"])
    assert higher.array("one.position")[2] > 5.5


def test_a_pilot_wants_a_place_and_the_cascade_flies_there() -> None:
    engine = engine_after_run(scenario(f"{QUAD}, {driver('Still')}"), ["step=5ms"])
    assert engine.array("one.position").tolist() == pytest.approx([0.0, 0.0, 5.0], abs=0.01)
    assert engine.value("one/driver.yaw") == 0.5
    assert engine.value("one/position_control.wanted_attitude") != (1.0, 0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("below", "actor", "key", "what"),
    [
        ("actors", f"{PERSON}, {driver('Hover')}", "driver.type", "no output 'vx_mps'"),
        ("actors", f"{PERSON}, {driver('North', ', speed: 3')}", "driver.speed", "no key 'speed'"),
        ("actors", f"{PERSON}, driver: {{kind: pid}}", "driver", "the key 'type' is missing"),
        ("actors", f"{QUAD}, {driver('North')}", "driver.type", "no output 'position'"),
        ("actors", f"{QUAD}, {driver('Flat')}", "driver.type", "has the shape (2,)"),
        (
            "actors",
            f"{QUAD}, controller: {{rate_hz: 25}}, {driver('Hover')}",
            "controller",
            "there is no controller",
        ),
        (
            "actors",
            f"kind: quadrotor, trajectory: {{}}, {driver('Hover')}",
            "trajectory",
            "both a driver and a trajectory",
        ),
        (
            "populations",
            f"{PEOPLE}, spawner: {{rate_hz: 1, capacity: 9}}, {driver('Silent')}",
            "driver.type",
            "Silent has no output 'arrived'",
        ),
        ("populations", f"{PEOPLE}, {driver('North')}", "driver.type", "no output 'command'"),
        (
            "populations",
            f"{CARS}, spawner: {{rate_hz: 1, capacity: 9}}, model: {{type: 'driving_parts:Rigid'}}",
            "model",
            "Rigid has no input 'spawns'",
        ),
    ],
)
def test_a_class_that_does_not_fit_is_refused(below, actor, key, what) -> None:
    with pytest.raises(InputError) as caught:
        prepare(scenario(actor, below=below), ["step=20ms"])
    assert what in caught.value.what
    assert caught.value.where == f"own.yaml:7: {below}.one.{key}"
