"""The quadrotor itself: a rigid body under four rotors, drag, wind and gravity."""

from project_ghost.engine import Block, Continuous, Input, Kind, Output, Parameter
from project_ghost.engine.ops import clip
from project_ghost.models.common.requirements import require_not_negative, require_positive
from project_ghost.models.rigid_body import (
    STANDARD_GRAVITY_MPS2,
    Inertia,
    Quaternion,
    Vector,
    attitude_derivative,
    rate_derivative,
    to_body,
    to_world,
    unit,
)
from project_ghost.models.rigid_body._checks import require_attitude, require_inertia

from ._airframe import (
    DRAG_NEWTON_S_PER_M,
    INERTIA_KGM2,
    MASS_KG,
    MOMENT_M,
    MOTOR_LAG_S,
    ROTOR_MAX_RPS,
    ROTOR_X_M,
    ROTOR_Y_M,
    SPIN,
    THRUST_NEWTON_S2,
    Four,
)


def rotor_wrench(
    thrust_newton: Four, moment_m: float, rotor_x_m: Four, rotor_y_m: Four, spin: Four
) -> tuple[float, Vector]:
    """The thrust along the body's z axis and the torque of all rotors together.

    A rotor that turns anticlockwise seen from above (spin 1) turns the body clockwise.
    """
    total = thrust_newton[0] + thrust_newton[1] + thrust_newton[2] + thrust_newton[3]
    roll, pitch, yaw = 0.0, 0.0, 0.0
    for i in range(4):
        roll += rotor_y_m[i] * thrust_newton[i]
        pitch -= rotor_x_m[i] * thrust_newton[i]
        yaw -= spin[i] * moment_m * thrust_newton[i]
    return total, (roll, pitch, yaw)


def drag_of(
    attitude: Quaternion, velocity: Vector, wind: Vector, drag_newton_s_per_m: Vector
) -> Vector:
    """The drag force in body axes, proportional to the airspeed on each axis."""
    through_air = to_body(
        attitude, (velocity[0] - wind[0], velocity[1] - wind[1], velocity[2] - wind[2])
    )
    return (
        -drag_newton_s_per_m[0] * through_air[0],
        -drag_newton_s_per_m[1] * through_air[1],
        -drag_newton_s_per_m[2] * through_air[2],
    )


def rotor_thrusts(rotor_rps: Four, thrust_newton_s2: float) -> Four:
    """The thrust of each rotor, proportional to the square of its speed."""
    return (
        thrust_newton_s2 * rotor_rps[0] * rotor_rps[0],
        thrust_newton_s2 * rotor_rps[1] * rotor_rps[1],
        thrust_newton_s2 * rotor_rps[2] * rotor_rps[2],
        thrust_newton_s2 * rotor_rps[3] * rotor_rps[3],
    )


class Quadrotor(Block):
    """A rigid body under four rotors, linear drag, wind and gravity.

        lag * n' = wanted - n                     each rotor's speed, wanted within its limits
        T = k n n,  torque about z = -spin * moment * T
        f = (0, 0, sum of T) - D R(q)^T (v - wind)

    The body is that of `RigidBody`. It is one component because the equations are coupled. The
    outputs are those of every vehicle: position, velocity, attitude, rate, and acceleration,
    the specific force f / m. There is no ground contact.
    """

    mass_kg = Parameter(MASS_KG, unit="kg")
    inertia_kgm2 = Parameter(INERTIA_KGM2, shape=(6,), unit="kg m2")
    rotor_x_m = Parameter(ROTOR_X_M, shape=(4,), unit="m")
    rotor_y_m = Parameter(ROTOR_Y_M, shape=(4,), unit="m")
    spin = Parameter(SPIN, shape=(4,))
    thrust_newton_s2 = Parameter(THRUST_NEWTON_S2, unit="N s2")
    moment_m = Parameter(MOMENT_M, unit="m")
    motor_lag_s = Parameter(MOTOR_LAG_S, unit="s")
    rotor_min_rps = Parameter(0.0, unit="rad/s")
    rotor_max_rps = Parameter(ROTOR_MAX_RPS, unit="rad/s")
    drag_newton_s_per_m = Parameter(DRAG_NEWTON_S_PER_M, shape=(3,), unit="N s/m")
    gravity_mps2 = Parameter(STANDARD_GRAVITY_MPS2, unit="m/s2")
    motors = Input(shape=(4,), unit="rad/s")
    wind = Input(shape=(3,), unit="m/s", default=0.0)
    position_m = Continuous(shape=(3,), unit="m")
    velocity_mps = Continuous(shape=(3,), unit="m/s")
    attitude_q = Continuous((1.0, 0.0, 0.0, 0.0), shape=(4,))
    rate_rps = Continuous(shape=(3,), unit="rad/s")
    rotor_rps = Continuous(shape=(4,), unit="rad/s")
    position = Output(shape=(3,), unit="m", rate="velocity")
    attitude = Output(shape=(4,), kind=Kind.QUATERNION, initial=(1.0, 0.0, 0.0, 0.0))
    velocity = Output(shape=(3,), unit="m/s")
    rate = Output(shape=(3,), unit="rad/s")
    acceleration = Output(shape=(3,), unit="m/s2")
    rotors = Output(shape=(4,), unit="rad/s")

    def __init__(self, **values: object) -> None:
        super().__init__(**values)
        require_positive(self, "mass_kg", "thrust_newton_s2", "motor_lag_s", "rotor_max_rps")
        require_not_negative(self, "moment_m", "rotor_min_rps", "drag_newton_s_per_m")
        require_inertia(self, "inertia_kgm2")
        require_attitude(self, "attitude_q")

    @staticmethod
    def output(
        position_m: Vector,
        velocity_mps: Vector,
        attitude_q: Quaternion,
        rate_rps: Vector,
        rotor_rps: Four,
        wind: Vector,
        thrust_newton_s2: float,
        drag_newton_s_per_m: Vector,
        mass_kg: float,
    ) -> tuple[Vector, Quaternion, Vector, Vector, Vector, Four]:
        """Output the true state."""
        attitude = unit(attitude_q)
        drag = drag_of(attitude, velocity_mps, wind, drag_newton_s_per_m)
        lift = rotor_thrusts(rotor_rps, thrust_newton_s2)
        thrust = lift[0] + lift[1] + lift[2] + lift[3]
        acceleration = (drag[0] / mass_kg, drag[1] / mass_kg, (drag[2] + thrust) / mass_kg)
        return position_m, attitude, velocity_mps, rate_rps, acceleration, rotor_rps

    @staticmethod
    def derivative(
        velocity_mps: Vector,
        attitude_q: Quaternion,
        rate_rps: Vector,
        rotor_rps: Four,
        motors: Four,
        wind: Vector,
        mass_kg: float,
        inertia_kgm2: Inertia,
        rotor_x_m: Four,
        rotor_y_m: Four,
        spin: Four,
        thrust_newton_s2: float,
        moment_m: float,
        motor_lag_s: float,
        rotor_min_rps: float,
        rotor_max_rps: float,
        drag_newton_s_per_m: Vector,
        gravity_mps2: float,
    ) -> tuple[Vector, Vector, Quaternion, Vector, Four]:
        """Newton's and Euler's equations, and the lag of the motors."""
        attitude = unit(attitude_q)
        drag = drag_of(attitude, velocity_mps, wind, drag_newton_s_per_m)
        thrust, torque = rotor_wrench(
            rotor_thrusts(rotor_rps, thrust_newton_s2), moment_m, rotor_x_m, rotor_y_m, spin
        )
        force = to_world(attitude, (drag[0], drag[1], drag[2] + thrust))
        acceleration = (force[0] / mass_kg, force[1] / mass_kg, force[2] / mass_kg - gravity_mps2)
        return (
            velocity_mps,
            acceleration,
            attitude_derivative(attitude_q, rate_rps),
            rate_derivative(inertia_kgm2, rate_rps, torque),
            (
                (clip(motors[0], rotor_min_rps, rotor_max_rps) - rotor_rps[0]) / motor_lag_s,
                (clip(motors[1], rotor_min_rps, rotor_max_rps) - rotor_rps[1]) / motor_lag_s,
                (clip(motors[2], rotor_min_rps, rotor_max_rps) - rotor_rps[2]) / motor_lag_s,
                (clip(motors[3], rotor_min_rps, rotor_max_rps) - rotor_rps[3]) / motor_lag_s,
            ),
        )
