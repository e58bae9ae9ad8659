"""A rigid body with six degrees of freedom."""

from project_ghost.engine import Block, Continuous, Input, Kind, Output, Parameter
from project_ghost.models.common.requirements import require_positive

from ._checks import require_attitude, require_inertia
from ._dynamics import Inertia, attitude_derivative, rate_derivative
from ._vector import Quaternion, Vector, to_body, to_world, unit

STANDARD_GRAVITY_MPS2 = 9.80665  # ISO 80000-3, the standard acceleration of free fall


class RigidBody(Block):
    """A rigid body with six degrees of freedom under forces and torques.

        p' = v                              world axes, m
        v' = g + (F + R(q) f) / m           F in world axes, f in body axes, N
        q' = q * (0, w) / 2                 body to world; unit
        J w' = torque - w x J w             body axes, N m

    Forces act at the centre of mass; a force at another point needs its torque added. All
    inputs are held over a sample. The attitude output is normalised.
    """

    mass_kg = Parameter(1.0, unit="kg")
    inertia_kgm2 = Parameter((1.0, 1.0, 1.0, 0.0, 0.0, 0.0), shape=(6,), unit="kg m2")
    force_world = Input(shape=(3,), unit="N", default=0.0)
    force_body = Input(shape=(3,), unit="N", default=0.0)
    torque = Input(shape=(3,), unit="N m", default=0.0)
    gravity = Input(shape=(3,), unit="m/s2", default=(0.0, 0.0, -STANDARD_GRAVITY_MPS2))
    position_m = Continuous(shape=(3,), unit="m")
    velocity_mps = Continuous(shape=(3,), unit="m/s")
    attitude_q = Continuous((1.0, 0.0, 0.0, 0.0), shape=(4,))
    rate_rps = Continuous(shape=(3,), unit="rad/s")
    position = Output(shape=(3,), unit="m", rate="velocity")
    velocity = Output(shape=(3,), unit="m/s")
    attitude = Output(shape=(4,), kind=Kind.QUATERNION, initial=(1.0, 0.0, 0.0, 0.0))
    rate = Output(shape=(3,), unit="rad/s")

    def __init__(self, **values: object) -> None:
        super().__init__(**values)
        require_positive(self, "mass_kg")
        require_inertia(self, "inertia_kgm2")
        require_attitude(self, "attitude_q")

    @staticmethod
    def output(
        position_m: Vector, velocity_mps: Vector, attitude_q: Quaternion, rate_rps: Vector
    ) -> tuple[Vector, Vector, Quaternion, Vector]:
        """Output the state."""
        return position_m, velocity_mps, unit(attitude_q), rate_rps

    @staticmethod
    def derivative(
        velocity_mps: Vector,
        attitude_q: Quaternion,
        rate_rps: Vector,
        force_world: Vector,
        force_body: Vector,
        torque: Vector,
        gravity: Vector,
        mass_kg: float,
        inertia_kgm2: Inertia,
    ) -> tuple[Vector, Vector, Quaternion, Vector]:
        """Newton's and Euler's equations."""
        turned = to_world(unit(attitude_q), force_body)
        acceleration = (
            gravity[0] + (force_world[0] + turned[0]) / mass_kg,
            gravity[1] + (force_world[1] + turned[1]) / mass_kg,
            gravity[2] + (force_world[2] + turned[2]) / mass_kg,
        )
        return (
            velocity_mps,
            acceleration,
            attitude_derivative(attitude_q, rate_rps),
            rate_derivative(inertia_kgm2, rate_rps, torque),
        )


class SpecificForce(Block):
    """The reading of an ideal accelerometer at the centre of mass: all forces except gravity.

        acceleration = (R(q)^T F + f) / m       body axes, m/s2

    Separate from `RigidBody`, whose outputs must not depend on the forces of the same tick.
    """

    mass_kg = Parameter(1.0, unit="kg")
    attitude = Input(shape=(4,))
    force_world = Input(shape=(3,), unit="N", default=0.0)
    force_body = Input(shape=(3,), unit="N", default=0.0)
    acceleration = Output(shape=(3,), unit="m/s2")

    def __init__(self, **values: object) -> None:
        super().__init__(**values)
        require_positive(self, "mass_kg")

    @staticmethod
    def output(
        attitude: Quaternion, force_world: Vector, force_body: Vector, mass_kg: float
    ) -> Vector:
        """The current specific force."""
        turned = to_body(attitude, force_world)
        return (
            (turned[0] + force_body[0]) / mass_kg,
            (turned[1] + force_body[1]) / mass_kg,
            (turned[2] + force_body[2]) / mass_kg,
        )
