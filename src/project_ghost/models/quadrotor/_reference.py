"""Reference trajectories: a figure eight, and steps."""

from project_ghost.core.dmath import sincos
from project_ghost.core.errors import InputError
from project_ghost.engine import Block, Kind, Output, Parameter
from project_ghost.engine.ops import where
from project_ghost.models.common.requirements import require_positive
from project_ghost.models.rigid_body import Vector

_TURN = 6.283185307179586  # 2 pi


def phase_of(time_s: float, period_s: float, ramp_s: float) -> tuple[float, float, float, float]:
    """An angle that grows by 2 pi per period after a smooth start, and three derivatives.

    During the ramp its speed rises as 3 u u - 2 u u u with u = time / ramp, so its acceleration
    is zero at both ends.
    """
    full = _TURN / period_s
    starting = time_s < ramp_s
    u = where(starting, time_s / ramp_s, 1.0)
    angle = where(
        starting, full * ramp_s * u * u * u * (1.0 - 0.5 * u), full * (time_s - 0.5 * ramp_s)
    )
    first = full * u * u * (3.0 - 2.0 * u)
    second = 6.0 * full * u * (1.0 - u) / ramp_s
    third = where(starting, 6.0 * full * (1.0 - 2.0 * u) / (ramp_s * ramp_s), 0.0)
    return angle, first, second, third


def along(
    p1: float, p2: float, p3: float, t1: float, t2: float, t3: float
) -> tuple[float, float, float]:
    """Three time derivatives of p(angle(t)), by the chain rule."""
    return (
        p1 * t1,
        p2 * t1 * t1 + p1 * t2,
        p3 * t1 * t1 * t1 + 3.0 * p2 * t1 * t2 + p1 * t3,
    )


class FigureEight(Block):
    """A horizontal figure eight that starts at rest in its centre.

        x = centre + length * sin(angle),  y = centre + width * sin(angle) * cos(angle)

    This is Gerono's lemniscate. `angle` grows by 2 pi per period, after a smooth start over
    `ramp_s`. The outputs include velocity, acceleration and jerk.
    """

    centre_m = Parameter((0.0, 0.0, 2.0), shape=(3,), unit="m")
    length_m = Parameter(4.0, unit="m")
    width_m = Parameter(4.0, unit="m")
    period_s = Parameter(10.0, unit="s")
    ramp_s = Parameter(4.0, unit="s")
    yaw_rad = Parameter(0.0, unit="rad")
    position = Output(shape=(3,), unit="m", rate="velocity")
    velocity = Output(shape=(3,), unit="m/s", rate="acceleration")
    acceleration = Output(shape=(3,), unit="m/s2", rate="jerk")
    jerk = Output(shape=(3,), unit="m/s3")
    yaw = Output(unit="rad", kind=Kind.ANGLE)

    def __init__(self, **values: object) -> None:
        super().__init__(**values)
        require_positive(self, "period_s", "ramp_s")

    @staticmethod
    def output(
        time_ns: int,
        centre_m: Vector,
        length_m: float,
        width_m: float,
        period_s: float,
        ramp_s: float,
        yaw_rad: float,
    ) -> tuple[Vector, Vector, Vector, Vector, float]:
        """The reference position and its derivatives."""
        angle, t1, t2, t3 = phase_of(time_ns / 1e9, period_s, ramp_s)
        sin_1, cos_1 = sincos(angle)
        sin_2, cos_2 = sincos(2.0 * angle)
        vx, ax, jx = along(length_m * cos_1, -length_m * sin_1, -length_m * cos_1, t1, t2, t3)
        vy, ay, jy = along(
            width_m * cos_2, -2.0 * width_m * sin_2, -4.0 * width_m * cos_2, t1, t2, t3
        )
        return (
            (centre_m[0] + length_m * sin_1, centre_m[1] + 0.5 * width_m * sin_2, centre_m[2]),
            (vx, vy, 0.0),
            (ax, ay, 0.0),
            (jx, jy, 0.0),
            yaw_rad,
        )


class Steps(Block):
    """A reference position that steps to another one at a time, for step responses."""

    first_m = Parameter((0.0, 0.0, 2.0), shape=(3,), unit="m")
    second_m = Parameter((0.0, 0.0, 2.0), shape=(3,), unit="m")
    first_yaw_rad = Parameter(0.0, unit="rad")
    second_yaw_rad = Parameter(0.0, unit="rad")
    at_ns = Parameter(0, unit="ns")
    position = Output(shape=(3,), unit="m")
    yaw = Output(unit="rad", kind=Kind.ANGLE)

    def __init__(self, **values: object) -> None:
        super().__init__(**values)
        at_ns = self.parameters["at_ns"]
        if not isinstance(at_ns, int):
            raise InputError(
                f"'at_ns' is {at_ns!r}",
                "Steps",
                "whole nanoseconds",
                "write 1_000_000_000 for 1 s",
                key="at_ns",
            )

    @staticmethod
    def output(
        time_ns: int,
        first_m: Vector,
        second_m: Vector,
        first_yaw_rad: float,
        second_yaw_rad: float,
        at_ns: float,
    ) -> tuple[Vector, float]:
        """The reference position before or after the step."""
        if time_ns < at_ns:
            return first_m, first_yaw_rad
        return second_m, second_yaw_rad
