"""The files that `ghost new driver`, `sensor`, `estimator` and `vehicle` write.

`NewComponent` and `new_component` are placeholders for the names.
"""

__all__ = ["CLASSES", "TESTS", "USES"]

_DRIVER = '''"""NewComponent: a driver of one car. Replace this with yours."""

from project_ghost.engine import Block, Input, Output, Parameter
from project_ghost.engine.ops import clip


class NewComponent(Block):
    """Keeps a speed, and steers along the line y = 0.

    The inputs are connected by their names; see docs/scenarios.md, "Your own classes".
    """

    y_m = Input(unit="m")
    yaw_rad = Input(unit="rad")
    speed_mps = Input(unit="m/s")
    target_mps = Parameter(5.0, unit="m/s")
    gain = Parameter(1.0)
    steering = Output(unit="rad", about="steering angle")
    acceleration = Output(unit="m/s2", about="acceleration")

    @staticmethod
    def output(
        y_m: float, yaw_rad: float, speed_mps: float, target_mps: float, gain: float
    ) -> tuple[float, float]:
        """Return the steering angle and the acceleration."""
        steering = clip(-0.05 * y_m - yaw_rad, -0.5, 0.5)
        return steering, clip(gain * (target_mps - speed_mps), -3.0, 3.0)
'''

_SENSOR = '''"""NewComponent: a sensor of an actor. Replace this with yours."""

from project_ghost.core.dmath import sqrt
from project_ghost.engine import Block, Input, Noise, Output, Parameter


class NewComponent(Block):
    """Measures the speed over the ground, with noise.

    The input is connected by its name; see docs/scenarios.md, "Your own classes".
    """

    velocity = Input(shape=(3,), unit="m/s")
    noise_mps = Parameter(0.1, unit="m/s")
    white = Noise()
    speed = Output(unit="m/s", about="speed over the ground")

    @staticmethod
    def output(velocity: tuple[float, float, float], noise_mps: float, white: float) -> float:
        """Return the measurement."""
        return sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1]) + noise_mps * white
'''

_ESTIMATOR = '''"""NewComponent: an estimator of an actor's own state. Replace this with yours."""

import numpy as np
from numpy.typing import NDArray
from project_ghost.engine import Input, Kernel, Output, Parameter

Floats = NDArray[np.float64]


class NewComponent(Kernel):
    """Believes a satellite receiver's position, and that the actor stands level and still.

    The signals of sensors are named under `inputs` in the scenario; an input called like a
    signal of the true state reads that. See docs/scenarios.md, "Your own classes".
    """

    fix = Input(shape=(3,), unit="m")
    deviation_m = Parameter(1.0, unit="m")
    believed_position = Output(shape=(3,), unit="m")
    believed_attitude = Output(shape=(4,), initial=(1.0, 0.0, 0.0, 0.0))
    believed_velocity = Output(shape=(3,), unit="m/s")
    believed_rate = Output(shape=(3,), unit="rad/s")
    believed_acceleration = Output(shape=(3,), unit="m/s2")
    accel_bias = Output(shape=(3,), unit="m/s2")
    gyro_bias = Output(shape=(3,), unit="rad/s")
    covariance = Output(shape=(15, 15))

    @staticmethod
    def output(
        fix: Floats,
        deviation_m: float,
        believed_position: Floats,
        believed_attitude: Floats,
        covariance: Floats,
    ) -> None:
        """Believe the last fix; what is not written stays as it is."""
        believed_attitude[0] = 1.0
        for i in range(3):
            believed_position[i] = fix[i]
            covariance[i, i] = deviation_m * deviation_m
'''

_VEHICLE = '''"""NewComponent: a model of cars. Replace this with yours."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from project_ghost.core.dmath import cos, sin, tan
from project_ghost.engine import Input, Kernel, Output, Parameter, Size, State
from project_ghost.world.bodies import ALIVE, BODY_WIDTH, ROUTE, SERIAL, VX, VY, YAW, X, Y

Floats = NDArray[np.float64]


class NewComponent(Kernel):
    """Cars that turn and accelerate as they are told, at once and without slip.

    A table: one row for each car. The columns of `command` are the steering angle and the
    acceleration; those of `bodies` are in project_ghost.world.bodies.
    """

    capacity = Size(1)
    command = Input(shape=("capacity", 2))
    front_axle_m = Parameter(1.2, unit="m")
    rear_axle_m = Parameter(1.4, unit="m")
    pose = State(shape=("capacity", 5))  # x, y, yaw, speed, route
    bodies = Output(shape=("capacity", BODY_WIDTH))

    def __init__(
        self, capacity: int = 1, *, actors: Sequence[Sequence[float]] = (), **values: object
    ) -> None:
        pose = np.zeros((capacity, 5))
        for row, actor in enumerate(actors):
            pose[row, : len(actor)] = actor
        super().__init__(capacity=capacity, pose=pose, **values)

    @staticmethod
    def output(pose: Floats, bodies: Floats) -> None:
        """Write the bodies of all cars."""
        for i in range(pose.shape[0]):
            bodies[i, ALIVE] = 1.0
            bodies[i, SERIAL] = i
            bodies[i, X] = pose[i, 0]
            bodies[i, Y] = pose[i, 1]
            bodies[i, YAW] = pose[i, 2]
            bodies[i, VX] = pose[i, 3] * cos(pose[i, 2])
            bodies[i, VY] = pose[i, 3] * sin(pose[i, 2])
            bodies[i, ROUTE] = pose[i, 4]

    @staticmethod
    def update(
        pose: Floats, command: Floats, front_axle_m: float, rear_axle_m: float, dt_s: float
    ) -> None:
        """Move all cars by a step."""
        for i in range(pose.shape[0]):
            speed, yaw = pose[i, 3], pose[i, 2]
            pose[i, 0] += dt_s * speed * cos(yaw)
            pose[i, 1] += dt_s * speed * sin(yaw)
            pose[i, 2] += dt_s * speed * tan(command[i, 0]) / (front_axle_m + rear_axle_m)
            pose[i, 3] = max(0.0, speed + dt_s * command[i, 1])
'''

_TEST = '''"""Test NewComponent in a scenario."""

from pathlib import Path

from project_ghost.runs import prepare

SCENARIO = """
version: 1
name: try-it
step: 20ms
duration: 8s
actors:
  car1:
    kind: car
    speed_mps: 5
    route: {waypoints: [[0, 0], [100, 0]]}
    start: {x_m: 0, y_m: 0, speed_mps: 5}BEFORE
    PLACE
"""


def test_it_works_in_a_scenario(tmp_path: Path) -> None:
    """Replace this with the behaviour of your class."""
    path = tmp_path / "scenario.yaml"
    path.write_text(SCENARIO)
    prepared = prepare(path, execution="interpreted")
    prepared.run()
    ASSERTION


def test_the_same_run_gives_the_same_bits(tmp_path: Path) -> None:
    """Whatever you change, this must stay true."""
    path = tmp_path / "scenario.yaml"
    path.write_text(SCENARIO)
    digests = {prepare(path, execution="interpreted").run().digest for _ in range(2)}
    assert len(digests) == 1
'''

CLASSES = {
    "driver": _DRIVER,
    "sensor": _SENSOR,
    "estimator": _ESTIMATOR,
    "vehicle": _VEHICLE,
}

# How a scenario uses the class, below a car.
USES = {
    "driver": 'driver: {type: "new_component:NewComponent", target_mps: 4}',
    "sensor": 'sensors: {speed: {type: "new_component:NewComponent", rate_hz: 10}}',
    "estimator": "estimators: "
    '{guess: {type: "new_component:NewComponent", period: 100ms, inputs: {fix: car1/gnss.fix}}}',
    "vehicle": 'model: {type: "new_component:NewComponent"}',
}

_ASSERTIONS = {
    "driver": """speed = prepared.engine.value("car1/state.speed_mps")
    assert isinstance(speed, float)
    assert abs(speed - 4.0) < 0.1""",
    "sensor": """speed = prepared.engine.value("car1/speed.speed")
    assert isinstance(speed, float)
    assert abs(speed - 5.0) < 1.0""",
    "estimator": """believed = prepared.engine.array("car1/guess.believed_position")
    bodies = prepared.engine.array("Scene.bodies")
    assert abs(believed[0] - bodies[0, 2]) < 10.0""",
    "vehicle": """bodies = prepared.engine.value("Cars.bodies")
    assert isinstance(bodies, tuple)
    x_m = bodies[0][2]  # type: ignore[index]
    assert abs(float(x_m) - 40.0) < 1.0  # type: ignore[arg-type]""",
}

# What the scenario of a test has beside the use.
_BEFORE = {"estimator": "\n    sensors: {gnss: {kind: gnss, rate_hz: 10}}"}

TESTS = {
    what: _TEST.replace("BEFORE", _BEFORE.get(what, ""))
    .replace("PLACE", use)
    .replace("ASSERTION", _ASSERTIONS[what])
    for what, use in USES.items()
}
