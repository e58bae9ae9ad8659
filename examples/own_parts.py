"""Components of one's own, for the scenario own.yaml beside this file."""

from project_ghost.core.arrays import Floats
from project_ghost.engine import Block, Host, Input, Kernel, Noise, Output, Parameter, Size
from project_ghost.engine.ops import clip
from project_ghost.estimation import NoisyGroundTruth
from project_ghost.models.vehicles import KinematicBicycles


class Keeper(Block):
    """A driver that keeps a speed, and steers along y = 0."""

    speed_mps = Input(unit="m/s")
    y_m = Input(unit="m")
    yaw_rad = Input(unit="rad")
    gain = Parameter(0.5)
    target_mps = Parameter(5.0, unit="m/s")
    steering = Output(unit="rad", about="steering angle")
    acceleration = Output(unit="m/s2", about="acceleration")

    @staticmethod
    def output(
        speed_mps: float, y_m: float, yaw_rad: float, gain: float, target_mps: float
    ) -> tuple[float, float]:
        """Steer back to the line, and correct the speed."""
        return clip(-0.05 * y_m - yaw_rad, -0.5, 0.5), gain * (target_mps - speed_mps)


class Routed(Kernel):
    """A driver that goes straight on, at the speed of its route's first point."""

    speed_mps = Input(unit="m/s")
    point_count = Size(2)
    route = Parameter(shape=("point_count", 3))
    steering = Output(unit="rad", about="steering angle")
    acceleration = Output(unit="m/s2", about="acceleration")

    @staticmethod
    def output(speed_mps: float, route: Floats, steering: Floats, acceleration: Floats) -> None:
        """Correct the speed."""
        steering[0] = 0.0
        acceleration[0] = route[0, 2] - speed_mps


class Stroller(Block):
    """A driver of a person: it walks east, along a line."""

    y_m = Input(unit="m")
    along_mps = Parameter(1.0, unit="m/s")
    line_m = Parameter(0.0, unit="m")
    vx_mps = Output(unit="m/s", about="wanted velocity east")
    vy_mps = Output(unit="m/s", about="wanted velocity north")

    @staticmethod
    def output(y_m: float, along_mps: float, line_m: float) -> tuple[float, float]:
        """Walk along the line."""
        return along_mps, clip(line_m - y_m, -0.5, 0.5)


class Climber(Block):
    """A pilot of a quadrotor, which climbs from its start."""

    start_m = Parameter((0.0, 0.0, 0.0), shape=(3,), unit="m")
    climb_mps = Parameter(1.0, unit="m/s")
    position = Output(shape=(3,), unit="m", about="where it should be")
    velocity = Output(shape=(3,), unit="m/s", about="how fast it should be")

    @staticmethod
    def output(
        time_ns: int, start_m: tuple[float, float, float], climb_mps: float
    ) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
        """The place at this time."""
        height = start_m[2] + climb_mps * time_ns / 1e9
        return (start_m[0], start_m[1], height), (0.0, 0.0, climb_mps)


class Height(Block):
    """An altimeter: a sensor."""

    position = Input(shape=(3,), unit="m")
    noise_m = Parameter(0.1, unit="m")
    white = Noise()
    height = Output(unit="m", about="height above the ground")

    @staticmethod
    def output(position: tuple[float, float, float], noise_m: float, white: float) -> float:
        """Measure the height."""
        return position[2] + noise_m * white


class Belief(NoisyGroundTruth):
    """An estimator: one of ours under another name."""


class Bicycles(KinematicBicycles):
    """A model of cars: one of ours under another name."""


class Watch(Host):
    """The greatest height so far, in plain Python."""

    height = Input(unit="m")
    worst = Output(unit="m", about="greatest height so far")

    def __init__(self, first_m: float = 0.0) -> None:
        super().__init__()
        self.worst_m = first_m

    def output(self, height: float) -> float:  # noqa: ARG002 - seen by `update`
        """Return what was seen up to the sample before."""
        return self.worst_m

    def update(self, height: float) -> None:
        """Look at the sample."""
        self.worst_m = max(self.worst_m, height)

    def save(self) -> bytes:
        """Return the state for a checkpoint."""
        return repr(self.worst_m).encode()

    def load(self, data: bytes) -> None:
        """Take the state of a checkpoint."""
        self.worst_m = float(data)
