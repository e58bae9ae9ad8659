"""The outer loop of flight control: position and velocity to attitude and thrust."""

from project_ghost.core.dmath import atan2, sincos, sqrt
from project_ghost.engine import Block, Input, Kind, Output, Parameter, State
from project_ghost.engine.ops import clip, maximum, minimum, where
from project_ghost.models.common.requirements import require_not_negative, require_positive
from project_ghost.models.rigid_body import (
    STANDARD_GRAVITY_MPS2,
    Quaternion,
    Vector,
    product,
    to_body,
    to_world,
    unit,
)

from ._airframe import DRAG_NEWTON_S_PER_M, MASS_KG
from ._plant import drag_of


def limited_tilt(force: Vector, tilt_max: float) -> Vector:
    """The force with its horizontal part limited to `tilt_max` times the vertical one."""
    flat = sqrt(force[0] * force[0] + force[1] * force[1])
    factor = minimum(1.0, tilt_max * force[2] / maximum(flat, 1e-9))
    return (factor * force[0], factor * force[1], force[2])


def attitude_for(direction: Vector, yaw: float) -> Quaternion:
    """The attitude whose z axis has this direction and whose x axis has this heading.

    It combines two rotations: the shortest one from straight up into the direction, and one
    about the direction by the angle that makes the heading exact. The direction must have
    length 1 and must not be straight down.
    """
    tilt = unit((1.0 + direction[2], -direction[1], direction[0], 0.0))
    a = to_world(tilt, (1.0, 0.0, 0.0))
    b = to_world(tilt, (0.0, 1.0, 0.0))
    sin_yaw, cos_yaw = sincos(yaw)
    angle = atan2(a[0] * sin_yaw - a[1] * cos_yaw, b[1] * cos_yaw - b[0] * sin_yaw)
    sin_half, cos_half = sincos(0.5 * angle)
    return product(tilt, (cos_half, 0.0, 0.0, sin_half))


class PositionControl(Block):
    """Position control: from position and velocity errors to wanted attitude and thrust.

        a = a_ref + kp (p_ref - p) + kv (v_ref - v) + integral + drag compensation at v_ref
        F = m (a + g),  with limited tilt
        attitude: z along F, heading as wanted;  thrust = F along the current z axis

    After Mellinger and Kumar (2011) and Lee, Leok and McClamroch (2010). The body rates for
    the wanted jerk are fed forward to the attitude loop to reduce its lag. The integral is
    frozen while the tilt or the vertical force is at its limit, and the error it integrates is
    limited to `integral_error_max_m`, so that a step does not wind it up.
    """

    mass_kg = Parameter(MASS_KG, unit="kg")
    gravity_mps2 = Parameter(STANDARD_GRAVITY_MPS2, unit="m/s2")
    drag_newton_s_per_m = Parameter(DRAG_NEWTON_S_PER_M, shape=(3,), unit="N s/m")
    position_gain = Parameter((4.0, 4.0, 6.0), shape=(3,), unit="1/s2")
    velocity_gain = Parameter((3.2, 3.2, 4.0), shape=(3,), unit="1/s")
    integral_gain = Parameter((0.8, 0.8, 1.5), shape=(3,), unit="1/s3")
    integral_error_max_m = Parameter(0.3, unit="m")
    integral_max_mps2 = Parameter((2.0, 2.0, 3.0), shape=(3,), unit="m/s2")
    tilt_max = Parameter(0.7)  # the tangent of the angle, about 35 degrees
    lift_min_mps2 = Parameter(2.0, unit="m/s2")
    lift_max_mps2 = Parameter(20.0, unit="m/s2")
    wanted_position = Input(shape=(3,), unit="m")
    wanted_velocity = Input(shape=(3,), unit="m/s", default=0.0)
    wanted_acceleration = Input(shape=(3,), unit="m/s2", default=0.0)
    wanted_jerk = Input(shape=(3,), unit="m/s3", default=0.0)
    wanted_yaw = Input(unit="rad", default=0.0)
    position = Input(shape=(3,), unit="m")
    velocity = Input(shape=(3,), unit="m/s")
    attitude = Input(shape=(4,))
    integral = State(shape=(3,), unit="m/s2")
    wanted_attitude = Output(shape=(4,), kind=Kind.QUATERNION, initial=(1.0, 0.0, 0.0, 0.0))
    wanted_rate = Output(shape=(3,), unit="rad/s")
    thrust = Output(unit="N")

    def __init__(self, **values: object) -> None:
        super().__init__(**values)
        require_positive(
            self, "mass_kg", "tilt_max", "integral_error_max_m", "lift_min_mps2", "lift_max_mps2"
        )
        require_not_negative(
            self,
            "drag_newton_s_per_m",
            "position_gain",
            "velocity_gain",
            "integral_gain",
            "integral_max_mps2",
        )

    @staticmethod
    def step(
        wanted_position: Vector,
        wanted_velocity: Vector,
        wanted_acceleration: Vector,
        wanted_jerk: Vector,
        wanted_yaw: float,
        position: Vector,
        velocity: Vector,
        attitude: Quaternion,
        integral: Vector,
        mass_kg: float,
        gravity_mps2: float,
        drag_newton_s_per_m: Vector,
        position_gain: Vector,
        velocity_gain: Vector,
        integral_gain: Vector,
        integral_error_max_m: float,
        integral_max_mps2: Vector,
        tilt_max: float,
        lift_min_mps2: float,
        lift_max_mps2: float,
        dt_s: float,
    ) -> tuple[Vector, Quaternion, Vector, float]:
        """The next integral, and the wanted attitude, rates and thrust."""
        error = (
            wanted_position[0] - position[0],
            wanted_position[1] - position[1],
            wanted_position[2] - position[2],
        )
        still_air = (0.0, 0.0, 0.0)
        drag = to_world(
            attitude, drag_of(attitude, wanted_velocity, still_air, drag_newton_s_per_m)
        )
        acceleration = (
            wanted_acceleration[0]
            + position_gain[0] * error[0]
            + velocity_gain[0] * (wanted_velocity[0] - velocity[0])
            + integral[0]
            - drag[0] / mass_kg,
            wanted_acceleration[1]
            + position_gain[1] * error[1]
            + velocity_gain[1] * (wanted_velocity[1] - velocity[1])
            + integral[1]
            - drag[1] / mass_kg,
            wanted_acceleration[2]
            + position_gain[2] * error[2]
            + velocity_gain[2] * (wanted_velocity[2] - velocity[2])
            + integral[2]
            - drag[2] / mass_kg
            + gravity_mps2,
        )
        lift = clip(acceleration[2], lift_min_mps2, lift_max_mps2)
        force = limited_tilt((acceleration[0], acceleration[1], lift), tilt_max)
        length = sqrt(force[0] * force[0] + force[1] * force[1] + force[2] * force[2])
        direction = (force[0] / length, force[1] / length, force[2] / length)
        wanted = attitude_for(direction, wanted_yaw)
        rate = rates_for(wanted, wanted_jerk, length)
        upwards = to_body(attitude, force)[2]
        integration_s = where(
            force[0] == acceleration[0] and force[1] == acceleration[1] and lift == acceleration[2],
            dt_s,
            0.0,
        )
        most, limit = integral_error_max_m, integral_max_mps2
        integrated = (
            integration_s * clip(error[0], -most, most),
            integration_s * clip(error[1], -most, most),
            integration_s * clip(error[2], -most, most),
        )
        next_integral = (
            clip(integral[0] + integral_gain[0] * integrated[0], -limit[0], limit[0]),
            clip(integral[1] + integral_gain[1] * integrated[1], -limit[1], limit[1]),
            clip(integral[2] + integral_gain[2] * integrated[2], -limit[2], limit[2]),
        )
        return next_integral, wanted, rate, mass_kg * maximum(upwards, 0.0)


def rates_for(attitude: Quaternion, jerk: Vector, specific_thrust: float) -> Vector:
    """The roll and pitch rates that rotate the thrust for this jerk; the yaw rate is 0."""
    j = to_body(attitude, jerk)
    return (-j[1] / specific_thrust, j[0] / specific_thrust, 0.0)
