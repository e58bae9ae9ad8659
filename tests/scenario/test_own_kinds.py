"""Goal: another package adds a sensor and a vehicle model, and nothing else changes.

Method: a package in a temporary folder has the two kinds and entry points for them. The command
runs a scenario with both, records it, verifies it and runs it again from the recording, each time
in a separate process. A last test adds a kind by a call.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from project_ghost.telemetry import Recording

pytestmark = pytest.mark.slow

ALTIMETER_MODEL = '''
"""An altimeter: the height above the ground, with noise."""

from project_ghost.engine import Block, Input, Noise, Output, Parameter


class AltimeterBlock(Block):
    """The height of a vehicle."""

    position = Input(shape=(3,), unit="m")
    noise_m = Parameter(0.1, unit="m")
    dropout = Parameter(0.0)
    latency = Parameter(0.0)
    white = Noise()
    height = Output(unit="m", about="height above the ground")

    @staticmethod
    def output(position, noise_m, white):
        return position[2] + noise_m * white
'''

ALTIMETER = '''
"""An altimeter in a scenario."""

from typing import ClassVar, Literal

from pydantic import Field

from own.altimeter_model import AltimeterBlock
from project_ghost.engine import AbstractComponent
from project_ghost.scenario.file.ranges import Spread
from project_ghost.scenario.sensors import AbstractSensor


class Altimeter(AbstractSensor):
    """Height above the ground."""

    component: ClassVar[type[AbstractComponent]] = AltimeterBlock

    kind: Literal["altimeter"]
    noise_m: Spread | None = Field(default=None, description="standard deviation")
'''

ODOMETER = '''
"""An odometer written as a Host, which reads signals with a delay and with a policy."""

from typing import ClassVar, Literal

from project_ghost.core.dmath import hypot
from project_ghost.engine import AbstractComponent, Host, Input, Output, Policy
from project_ghost.scenario.sensors import AbstractSensor


class OdometerHost(Host):
    position = Input(shape=(3,), unit="m")
    previous = Input(shape=(3,), unit="m")
    height = Input(unit="m")
    distance = Output(unit="m", about="distance since the start")

    def __init__(self):
        super().__init__()
        self.total_m = 0.0

    def output(self, height):
        return self.total_m + 1e-3 * height

    def update(self, position, previous):
        self.total_m += hypot(position[0] - previous[0], position[1] - previous[1])


class SavingOdometerHost(OdometerHost):
    """The same, with its own save and load."""

    def save(self):
        return self.total_m.hex().encode()

    def load(self, data):
        self.total_m = float.fromhex(data.decode())


class Odometer(AbstractSensor):
    """Distance since the start."""

    component: ClassVar[type[AbstractComponent]] = OdometerHost

    kind: Literal["odometer"]
    saves: bool = False

    def make(self, draft, actor, **values):
        return SavingOdometerHost() if self.saves else OdometerHost()

    def add(self, draft, actor, name):
        super().add(draft, actor, name)
        graph, full = draft.graph, f"{actor}/{name}"
        graph.connect(f"{draft.truths[actor]}.position", f"{full}.previous", delayed=True)
        graph.connect(f"{actor}/height.height", f"{full}.height")
        graph.synchronize(f"{actor}/height.*", Policy.EXTRAPOLATED)
'''

ROVER_MODEL = '''
"""Rovers: they turn on the spot and lose speed to drag."""

import numpy as np

from project_ghost.core.dmath import cos, sin
from project_ghost.engine import Input, Kernel, Output, Parameter, Size, State
from project_ghost.world.bodies import (
    ALIVE, BODY_WIDTH, ROUTE, SERIAL, VX, VY, YAW, YAW_RATE, X, Y
)


class Rovers(Kernel):
    """A table of rovers."""

    capacity = Size(1)
    scene = Size(1)
    command = Input(shape=("capacity", 2))
    pose = State(shape=("capacity", 3))
    speed = State(shape=("capacity",))
    turning = State(shape=("capacity",))
    drag_1ps = Parameter(0.0)
    bodies = Output(shape=("capacity", BODY_WIDTH))

    def __init__(self, capacity, *, actors, scene, first_row, drag_1ps=0.0, **unused):
        poses = [list(actor[:3]) for actor in actors]
        speeds = [actor[3] for actor in actors]
        super().__init__(
            capacity=capacity, scene=scene, pose=poses, speed=speeds, drag_1ps=drag_1ps
        )

    @staticmethod
    def output(pose, speed, turning, bodies):
        for i in range(pose.shape[0]):
            bodies[i, ALIVE] = 1.0
            bodies[i, SERIAL] = i
            bodies[i, X] = pose[i, 0]
            bodies[i, Y] = pose[i, 1]
            bodies[i, YAW] = pose[i, 2]
            bodies[i, VX] = speed[i] * cos(pose[i, 2])
            bodies[i, VY] = speed[i] * sin(pose[i, 2])
            bodies[i, YAW_RATE] = turning[i]
            bodies[i, ROUTE] = i

    @staticmethod
    def update(command, pose, speed, turning, drag_1ps, dt_s):
        for i in range(pose.shape[0]):
            turning[i] = command[i, 0]
            pose[i, 0] += dt_s * speed[i] * cos(pose[i, 2])
            pose[i, 1] += dt_s * speed[i] * sin(pose[i, 2])
            pose[i, 2] += dt_s * turning[i]
            speed[i] += dt_s * (command[i, 1] - drag_1ps * speed[i])
'''

ROVER = '''
"""A rover in a scenario."""

from typing import ClassVar, Literal

from pydantic import Field

from own.rover_model import Rovers
from project_ghost.engine import AbstractComponent
from project_ghost.scenario.file.ranges import Gain
from project_ghost.scenario.vehicles import AbstractVehicleModel


class Rover(AbstractVehicleModel):
    """A rover with drag."""

    component: ClassVar[type[AbstractComponent]] = Rovers

    kind: Literal["rover"]
    drag_1ps: Gain = Field(default=0.0, description="loss of speed, 1/s")
'''

SCENARIO = """
version: 1
name: own
step: 10ms
duration: 2s
actors:
  car1: {kind: car, speed_mps: 5, route: {waypoints: [[0, 0], [60, 0]]}}
  rover1:
    kind: car
    model: {kind: rover, drag_1ps: 0.2}
    speed_mps: 3
    route: {waypoints: [[0, 20], [60, 20]]}
    sensors:
      height: {kind: altimeter, rate_hz: 50, noise_m: 0.5}
      distance: {kind: odometer, rate_hz: 100}
      saved: {kind: odometer, rate_hz: 100, saves: true}
  rover2: {kind: car, model: rover, speed_mps: 3, route: {waypoints: [[0, 40], [60, 40]]}}
"""

ENTRY_POINTS = """
[ghost.scenario]
altimeter = own.altimeter:Altimeter
odometer = own.odometer
rover = own.rover
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A folder with the package, its metadata and a scenario."""
    root: Path = tmp_path_factory.mktemp("own")
    files = {
        "own/__init__.py": "",
        "own/altimeter_model.py": ALTIMETER_MODEL,
        "own/altimeter.py": ALTIMETER,
        "own/odometer.py": ODOMETER,
        "own/rover_model.py": ROVER_MODEL,
        "own/rover.py": ROVER,
        "own-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: own\nVersion: 1.0\n",
        "own-1.0.dist-info/entry_points.txt": ENTRY_POINTS,
        "own.yaml": SCENARIO,
    }
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def ghost(folder: Path, *arguments: str) -> str:
    """What the command prints, in a process that finds the package."""
    return python(folder, "-m", "project_ghost", *arguments)


def python(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def run(folder: Path) -> Path:
    """The recording of the scenario."""
    ghost(folder, "run", "own.yaml", "--exec", "interpreted", "-o", "run")
    return folder / "run" / "run.mcap"


def test_a_sensor_and_a_vehicle_model_from_elsewhere_run_like_ours(run: Path) -> None:
    with Recording(run) as recording:
        channel = recording["/sensors/rover1/height"]
        heights = [message.payload["height_m"] for message in channel]
        assert len(heights) == 101
        assert 0.2 < max(map(abs, heights)) < 3.0
        schema = json.loads(channel.schema)
        described = schema["properties"]["height_m"]["description"]
        assert described == "height above the ground [m]"
        last = {
            message.payload["actor"]: message.payload["x_m"]
            for message in recording["/groundtruth/pose"]
        }
        tables = json.loads(recording.manifest["actors"])
    # Cars of different models, or with different parameters, are different tables.
    assert [(table["table"], table["names"]) for table in tables] == [
        ("Cars", ["car1"]),
        ("Rover", ["rover1"]),
        ("Rover2", ["rover2"]),
    ]
    assert 1.0 < last["rover1"] < last["rover2"]  # the drag is felt


def test_their_recording_is_verified_and_replayed(folder: Path, run: Path) -> None:
    """The recording is of an interpreted run; it is verified by a compiled one."""
    verify = ("verify", str(run), "-n", "1", "--exec", "compiled", "--json")
    assert json.loads(ghost(folder, *verify))["same"] is True
    replay = ("replay", str(run), "--component", "Rover", "--json")
    assert json.loads(ghost(folder, *replay))["same"] is True


REOPEN = """
import io
import re
import sys
from project_ghost.runs import debug, replay

for name in ("rover1/distance", "rover1/saved"):
    result = replay(sys.argv[1], name)
    print(name, result.kind, result.is_same, result.samples)
    output, commands = io.StringIO(), io.StringIO("p self.total_m\\nc\\n" * 2)
    debug(sys.argv[1], "1s", name, execution="interpreted", stdin=commands, stdout=output)
    print(*re.findall(r"\\(Pdb\\) ([0-9.]+)", output.getvalue()), sep=" ")
"""


def test_a_host_of_theirs_is_replayed_and_debugged(folder: Path, run: Path) -> None:
    """Its inputs are read with a delay and by a policy; the second host saves itself."""
    lines = python(folder, "-c", REOPEN, str(run)).splitlines()
    assert lines[::2] == ["rover1/distance Host True 201", "rover1/saved Host True 201"]
    assert lines[1] == lines[3]
    # Output and update of one tick see the same total: 20 m to the start and the first second.
    in_output, in_update = lines[1].split()
    assert in_output == in_update
    assert 21.0 < float(in_output) < 22.0


def test_the_schema_for_editors_has_them(folder: Path) -> None:
    schema = json.loads(ghost(folder, "scenario", "schema"))
    assert schema["$defs"]["own.altimeter.Altimeter"]["properties"]["kind"]["const"] == "altimeter"
    model = schema["$defs"]["Car"]["properties"]["model"]["oneOf"]
    assert model[0]["enum"] == ["kinematic", "rover", "single_track"]


def failure(folder: Path, *arguments: str) -> str:
    """The message of a command that is refused."""
    done = subprocess.run(
        [sys.executable, "-m", "project_ghost", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    return done.stderr


def test_a_mistake_in_them_is_an_error_as_in_ours(folder: Path) -> None:
    output = failure(folder, "run", "own.yaml", "--set", "actors.rover1.sensors.height.nose_m=1")
    assert "there is no key 'nose_m' here; did you mean 'noise_m'?" in output


def test_a_package_that_cannot_be_loaded_is_named(folder: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken-1.0.dist-info"
    broken.mkdir()
    (broken / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (broken / "entry_points.txt").write_text("[ghost.scenario]\nkite = broken.kite:Kite\n")
    output = failure(tmp_path, "scenario", "show", str(folder / "own.yaml"))
    assert "the entry point kite = broken.kite:Kite cannot be loaded: ModuleNotFound" in output


REGISTER = """
from own.altimeter import Altimeter
from own.odometer import Odometer
from own.rover import Rover
from project_ghost.core.errors import InputError
from project_ghost.scenario import load_scenario
from project_ghost.scenario.kinds import kinds_of, register
from project_ghost.scenario.sensors import AbstractSensor

load_scenario("t-junction-4")  # a kind may come after the first scenario
assert "altimeter" not in kinds_of(AbstractSensor)
register(Altimeter)
register(Altimeter)  # twice is fine
register(Odometer)
register(Rover)
assert kinds_of(AbstractSensor)["altimeter"] is Altimeter
assert load_scenario("own.yaml").spec.actors["rover1"].model.drag_1ps == 0.2


class Other(Altimeter):
    pass


for wrong in (Other, AbstractSensor, int):
    try:
        register(wrong)
    except InputError as error:
        print(error.what)
"""


def test_a_kind_may_be_registered_by_a_call(folder: Path) -> None:
    metadata = folder / "own-1.0.dist-info"
    hidden = folder / "hidden"
    metadata.rename(hidden)
    try:
        output = python(folder, "-c", REGISTER).splitlines()
    finally:
        hidden.rename(metadata)
    assert output == [
        "there are two kinds 'altimeter' of sensor: own.altimeter.Altimeter and __main__.Other",
        "<class 'project_ghost.scenario.sensors._abstract.AbstractSensor'> is not a kind of a "
        "scenario",
        "<class 'int'> is not a kind of a scenario",
    ]
