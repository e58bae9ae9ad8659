"""Drivers of a car, of a person and of a quadrotor."""

from project_ghost.engine import Block, Input, Output, Parameter
from project_ghost.engine.ops import clip


class LaneKeeper(Block):
    """Drives a car along y = 0, at a speed."""

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
        """Steer back to the line, and correct the speed."""
        return clip(-0.05 * y_m - yaw_rad, -0.5, 0.5), gain * (target_mps - speed_mps)


class Stroller(Block):
    """Lets a person walk north."""

    pace_mps = Parameter(1.0, unit="m/s")
    vx_mps = Output(unit="m/s", about="wanted velocity east")
    vy_mps = Output(unit="m/s", about="wanted velocity north")

    @staticmethod
    def output(pace_mps: float) -> tuple[float, float]:
        """Always the same."""
        return 0.0, pace_mps


class Climber(Block):
    """Lets a quadrotor climb from its start."""

    start_m = Parameter((0.0, 0.0, 0.0), shape=(3,), unit="m")
    climb_mps = Parameter(1.0, unit="m/s")
    position = Output(shape=(3,), unit="m", about="where it should be")

    @staticmethod
    def output(
        time_ns: int, start_m: tuple[float, float, float], climb_mps: float
    ) -> tuple[float, float, float]:
        """The place at this time."""
        return start_m[0], start_m[1], start_m[2] + climb_mps * time_ns / 1e9
