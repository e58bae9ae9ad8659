"""Control allocation: thrust and torque to rotor speeds."""

from collections.abc import Sequence

from project_ghost.core.dmath import sqrt
from project_ghost.core.errors import InputError
from project_ghost.engine import Block, Input, Output, Parameter
from project_ghost.engine.ops import clip, maximum, minimum, where
from project_ghost.models.common.requirements import require_not_negative, require_positive
from project_ghost.models.rigid_body import Vector

from ._airframe import (
    MOMENT_M,
    ROTOR_MAX_RPS,
    ROTOR_X_M,
    ROTOR_Y_M,
    SPIN,
    THRUST_NEWTON_S2,
    Four,
)


def inverted(matrix: Sequence[Sequence[float]]) -> list[list[float]] | None:
    """The inverse by Gauss-Jordan elimination with partial pivoting; None if singular."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda i: (abs(rows[i][column]), -i))
        if abs(rows[pivot][column]) < 1e-12:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [x / rows[column][column] for x in rows[column]]
        for i in range(size):
            if i != column:
                factor = rows[i][column]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[column], strict=True)]
    return [row[size:] for row in rows]


def fraction_within(base: Four, extra: Four, range_n: float) -> float:
    """The largest fraction f, up to 1, for which base + f * extra differ by at most `range_n`."""
    fraction = 1.0
    for i in range(4):
        for j in range(4):
            growth = extra[i] - extra[j]
            left = range_n - (base[i] - base[j])
            if growth > 0.0 and growth * fraction > left:
                fraction = maximum(left / growth, 0.0)
    return fraction


def thrust_within(turning: Four, lifting: Four, wanted: float, low: float, high: float) -> float:
    """The total thrust nearest to the wanted one with every rotor within its limits."""
    least, most = (low - turning[0]) / lifting[0], (high - turning[0]) / lifting[0]
    for i in range(1, 4):
        least = maximum(least, (low - turning[i]) / lifting[i])
        most = minimum(most, (high - turning[i]) / lifting[i])
    return where(least > most, 0.5 * (least + most), clip(wanted, least, most))


class Mixer(Block):
    """Control allocation: from thrust and torque to the speeds of four rotors.

    If the rotors saturate, roll and pitch have priority, then as much yaw as the limits allow,
    then the thrust nearest to the wanted one. A saturated vehicle climbs or sinks, but keeps
    its attitude.
    """

    thrust_newton_s2 = Parameter(THRUST_NEWTON_S2, unit="N s2")
    thrust_min_newton = Parameter(0.0, unit="N")
    thrust_max_newton = Parameter(unit="N")
    for_thrust = Parameter(shape=(4,))
    for_roll = Parameter(shape=(4,), unit="1/m")
    for_pitch = Parameter(shape=(4,), unit="1/m")
    for_yaw = Parameter(shape=(4,), unit="1/m")
    thrust = Input(unit="N")
    torque = Input(shape=(3,), unit="N m")
    motors = Output(shape=(4,), unit="rad/s", about="commanded speeds of the four rotors")

    def __init__(
        self,
        *,
        rotor_x_m: Sequence[float] = ROTOR_X_M,
        rotor_y_m: Sequence[float] = ROTOR_Y_M,
        spin: Sequence[float] = SPIN,
        moment_m: float = MOMENT_M,
        thrust_newton_s2: float = THRUST_NEWTON_S2,
        rotor_min_rps: float = 0.0,
        rotor_max_rps: float = ROTOR_MAX_RPS,
    ) -> None:
        effect = [
            [1.0] * 4,
            list(rotor_y_m),
            [-x for x in rotor_x_m],
            [-s * moment_m for s in spin],
        ]
        allocation = inverted(effect)
        if allocation is None or min(row[0] for row in allocation) <= 0.0:
            raise InputError(
                "the rotors cannot control thrust and torque about all axes",
                "Mixer",
                "four rotors around the centre of mass, with two in each direction of spin",
                "correct rotor_x_m, rotor_y_m or spin",
            )
        super().__init__(
            thrust_newton_s2=thrust_newton_s2,
            thrust_min_newton=thrust_newton_s2 * rotor_min_rps * rotor_min_rps,
            thrust_max_newton=thrust_newton_s2 * rotor_max_rps * rotor_max_rps,
            **{
                name: tuple(row[i] for row in allocation)
                for i, name in enumerate(("for_thrust", "for_roll", "for_pitch", "for_yaw"))
            },
        )
        require_positive(self, "thrust_newton_s2", "thrust_max_newton")
        require_not_negative(self, "thrust_min_newton")

    @staticmethod
    def output(
        thrust: float,
        torque: Vector,
        thrust_newton_s2: float,
        thrust_min_newton: float,
        thrust_max_newton: float,
        for_thrust: Four,
        for_roll: Four,
        for_pitch: Four,
        for_yaw: Four,
    ) -> Four:
        """The commanded rotor speeds."""
        range_newton = thrust_max_newton - thrust_min_newton
        tilting = combined(for_roll, torque[0], for_pitch, torque[1])
        nothing = (0.0, 0.0, 0.0, 0.0)
        tilting = combined(tilting, fraction_within(nothing, tilting, range_newton), nothing, 0.0)
        yawing = combined(for_yaw, torque[2], nothing, 0.0)
        turning = combined(tilting, 1.0, yawing, fraction_within(tilting, yawing, range_newton))
        total = thrust_within(turning, for_thrust, thrust, thrust_min_newton, thrust_max_newton)
        wanted = combined(turning, 1.0, for_thrust, total)
        return (
            sqrt(clip(wanted[0], thrust_min_newton, thrust_max_newton) / thrust_newton_s2),
            sqrt(clip(wanted[1], thrust_min_newton, thrust_max_newton) / thrust_newton_s2),
            sqrt(clip(wanted[2], thrust_min_newton, thrust_max_newton) / thrust_newton_s2),
            sqrt(clip(wanted[3], thrust_min_newton, thrust_max_newton) / thrust_newton_s2),
        )


def combined(a: Four, factor_a: float, b: Four, factor_b: float) -> Four:
    """factor_a * a + factor_b * b."""
    return (
        factor_a * a[0] + factor_b * b[0],
        factor_a * a[1] + factor_b * b[1],
        factor_a * a[2] + factor_b * b[2],
        factor_a * a[3] + factor_b * b[3],
    )
