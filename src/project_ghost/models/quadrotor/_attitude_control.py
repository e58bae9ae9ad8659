"""The inner loops of flight control: attitude to body rates, body rates to torque."""

from project_ghost.engine import Block, Input, Output, Parameter
from project_ghost.engine.ops import clip, where
from project_ghost.models.common.requirements import require_not_negative, require_positive
from project_ghost.models.rigid_body import (
    Inertia,
    Quaternion,
    Vector,
    angular_momentum,
    conjugate,
    cross,
    product,
    to_world,
)
from project_ghost.models.rigid_body._checks import require_inertia

from ._airframe import INERTIA_KGM2


class AttitudeControl(Block):
    """Attitude control: from attitude error to wanted body rates, by the shorter rotation.

        e = attitude^-1 * wanted
        rate = gain * 2 sign(e_w) (e_x, e_y, e_z) + feedforward rates, within limits

    The feedforward rates are those of the wanted attitude, rotated into the current body axes.
    """

    gain = Parameter((8.0, 8.0, 3.0), shape=(3,), unit="1/s")
    rate_max_rps = Parameter((6.0, 6.0, 2.0), shape=(3,), unit="rad/s")
    wanted_attitude = Input(shape=(4,))
    wanted_rate = Input(shape=(3,), unit="rad/s", default=0.0)
    attitude = Input(shape=(4,))
    rate = Output(shape=(3,), unit="rad/s")

    def __init__(self, **values: object) -> None:
        super().__init__(**values)
        require_not_negative(self, "gain")
        require_positive(self, "rate_max_rps")

    @staticmethod
    def output(
        wanted_attitude: Quaternion,
        wanted_rate: Vector,
        attitude: Quaternion,
        gain: Vector,
        rate_max_rps: Vector,
    ) -> Vector:
        """The wanted body rates."""
        e = product(conjugate(attitude), wanted_attitude)
        twice = where(e[0] < 0.0, -2.0, 2.0)
        forward = to_world(e, wanted_rate)
        limit = rate_max_rps
        return (
            clip(gain[0] * twice * e[1] + forward[0], -limit[0], limit[0]),
            clip(gain[1] * twice * e[2] + forward[1], -limit[1], limit[1]),
            clip(gain[2] * twice * e[3] + forward[2], -limit[2], limit[2]),
        )


class RateControl(Block):
    """Rate control: from wanted body rates to torque.

    torque = J gain (wanted_rate - rate) + rate x J rate
    """

    inertia_kgm2 = Parameter(INERTIA_KGM2, shape=(6,), unit="kg m2")
    gain = Parameter((20.0, 20.0, 8.0), shape=(3,), unit="1/s")
    wanted_rate = Input(shape=(3,), unit="rad/s")
    rate = Input(shape=(3,), unit="rad/s")
    torque = Output(shape=(3,), unit="N m")

    def __init__(self, **values: object) -> None:
        super().__init__(**values)
        require_inertia(self, "inertia_kgm2")
        require_not_negative(self, "gain")

    @staticmethod
    def output(wanted_rate: Vector, rate: Vector, inertia_kgm2: Inertia, gain: Vector) -> Vector:
        """The wanted torque."""
        wanted = angular_momentum(
            inertia_kgm2,
            (
                gain[0] * (wanted_rate[0] - rate[0]),
                gain[1] * (wanted_rate[1] - rate[1]),
                gain[2] * (wanted_rate[2] - rate[2]),
            ),
        )
        turning = cross(rate, angular_momentum(inertia_kgm2, rate))
        return (wanted[0] + turning[0], wanted[1] + turning[1], wanted[2] + turning[2])
