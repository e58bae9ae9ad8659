"""The components of examples/loop.yaml: a car that drives a circle, and what steers it."""

from project_ghost.core.dmath import atan2, cos, sin, sqrt, tan, wrap_angle
from project_ghost.engine import Block, Continuous, Input, Kind, Noise, Output, Parameter
from project_ghost.engine.ops import clip


class Bicycle(Block):
    """A kinematic bicycle: where a car goes with its wheels turned so."""

    steer = Input(unit="rad")
    acceleration = Input(unit="m/s^2")
    x_m = Continuous(10.0)
    y_m = Continuous()
    heading_rad = Continuous(1.5)
    speed_mps = Continuous(1.0)
    x = Output(unit="m")
    y = Output(unit="m")
    heading = Output(unit="rad", kind=Kind.ANGLE)
    speed = Output(unit="m/s")
    wheelbase_m = Parameter(2.7, unit="m")

    @staticmethod
    def output(x_m: float, y_m: float, heading_rad: float, speed_mps: float) -> tuple[float, ...]:
        """The pose and the speed."""
        return x_m, y_m, heading_rad, speed_mps

    @staticmethod
    def derivative(
        heading_rad: float, speed_mps: float, steer: float, acceleration: float, wheelbase_m: float
    ) -> tuple[float, ...]:
        """How they change."""
        return (
            speed_mps * cos(heading_rad),
            speed_mps * sin(heading_rad),
            speed_mps * tan(steer) / wheelbase_m,
            acceleration,
        )


class Compass(Block):
    """The heading, with some noise."""

    heading = Input(unit="rad")
    white = Noise()
    measured = Output(unit="rad", kind=Kind.ANGLE)
    std_rad = Parameter(0.01, unit="rad")

    @staticmethod
    def output(heading: float, white: float, std_rad: float) -> float:
        """The measurement."""
        return wrap_angle(heading + std_rad * white)


class Circle(Block):
    """The heading that leads onto a circle about the origin, and along it."""

    x = Input(unit="m")
    y = Input(unit="m")
    heading = Output(unit="rad", kind=Kind.ANGLE)
    radius_m = Parameter(20.0, unit="m")

    @staticmethod
    def output(x: float, y: float, radius_m: float) -> float:
        """Along the circle, turned inwards when outside it."""
        outside_m = sqrt(x * x + y * y) - radius_m
        return wrap_angle(atan2(x, -y) + clip(outside_m / 5.0, -1.0, 1.0))


class Helm(Block):
    """Turns the wheels towards the wanted heading."""

    wanted = Input(unit="rad")
    measured = Input(unit="rad")
    steer = Output(unit="rad")
    gain = Parameter(1.2)

    @staticmethod
    def output(wanted: float, measured: float, gain: float) -> float:
        """The steering angle."""
        return clip(gain * wrap_angle(wanted - measured), -0.5, 0.5)
