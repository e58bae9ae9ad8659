"""One impact of two rigid bodies at a point, with restitution and Coulomb friction.

First comes the impulse of a plastic impact: the one within the friction cone that stops the
approach and, unless the contact slides, the tangential motion too. It is then multiplied by
1 + e. The normal speed thus becomes exactly -e times its old value, friction stays within its
cone, and no energy is gained for any friction and lever arms. Newton's restitution with
separately applied friction could gain energy.

Why: ADR 12.
"""

from typing import NamedTuple

from project_ghost.core.arrays import Floats

# The columns of a body in an impact: velocity, then inverse mass and inverse yaw inertia.
VELOCITY_X, VELOCITY_Y, VELOCITY_YAW, INVERSE_MASS, INVERSE_INERTIA = range(5)
MOVER_WIDTH = 5


class Touch(NamedTuple):
    """Where two bodies touch: arms from their centres of mass, unit normal to the second."""

    arm_1x: float
    arm_1y: float
    arm_2x: float
    arm_2y: float
    x: float
    y: float


def _response(first: Floats, second: Floats, touch: Touch) -> tuple[float, float, float]:
    """The inverse effective masses (nn, nt, tt) along n and t = (-y, x)."""
    arm_1x, arm_1y, arm_2x, arm_2y, x, y = touch
    mass = first[INVERSE_MASS] + second[INVERSE_MASS]
    inertia_1, inertia_2 = first[INVERSE_INERTIA], second[INVERSE_INERTIA]
    normal_1, normal_2 = arm_1x * y - arm_1y * x, arm_2x * y - arm_2y * x
    tangent_1, tangent_2 = arm_1x * x + arm_1y * y, arm_2x * x + arm_2y * y
    return (
        mass + inertia_1 * normal_1 * normal_1 + inertia_2 * normal_2 * normal_2,
        inertia_1 * normal_1 * tangent_1 + inertia_2 * normal_2 * tangent_2,
        mass + inertia_1 * tangent_1 * tangent_1 + inertia_2 * tangent_2 * tangent_2,
    )


def relative_velocity(first: Floats, second: Floats, touch: Touch) -> tuple[float, float]:
    """The second's velocity relative to the first at the point, along n and along (-y, x)."""
    arm_1x, arm_1y, arm_2x, arm_2y, x, y = touch
    velocity_x = (second[VELOCITY_X] - second[VELOCITY_YAW] * arm_2y) - (
        first[VELOCITY_X] - first[VELOCITY_YAW] * arm_1y
    )
    velocity_y = (second[VELOCITY_Y] + second[VELOCITY_YAW] * arm_2x) - (
        first[VELOCITY_Y] + first[VELOCITY_YAW] * arm_1x
    )
    return velocity_x * x + velocity_y * y, velocity_y * x - velocity_x * y


def plastic_impulse(
    normal_mps: float, tangent_mps: float, nn: float, nt: float, tt: float, friction: float
) -> tuple[float, float]:
    """The impulse along n and t that ends an approach (normal_mps < 0), within the cone."""
    determinant = nn * tt - nt * nt
    normal = (tangent_mps * nt - normal_mps * tt) / determinant
    tangent = (normal_mps * nt - tangent_mps * nn) / determinant
    if normal > 0.0 and abs(tangent) <= friction * normal:
        return normal, tangent
    # The contact slides, most likely in the direction that sticking would have stopped.
    side = -1.0 if tangent > 0.0 else 1.0
    for _ in range(2):
        # Friction acts against the sliding: tangent = -side * friction * normal.
        effective = nn - side * friction * nt
        if effective > 0.0:
            normal = -normal_mps / effective
            tangent = -side * friction * normal
            if (tangent_mps + nt * normal + tt * tangent) * side >= 0.0:
                return normal, tangent
        side = -side
    return -normal_mps / nn, 0.0


def apply_impulse(
    first: Floats, second: Floats, touch: Touch, impulse_x: float, impulse_y: float
) -> None:
    """Apply an impulse to the second body's velocity and its opposite to the first's."""
    arm_1x, arm_1y, arm_2x, arm_2y = touch.arm_1x, touch.arm_1y, touch.arm_2x, touch.arm_2y
    first[VELOCITY_X] -= first[INVERSE_MASS] * impulse_x
    first[VELOCITY_Y] -= first[INVERSE_MASS] * impulse_y
    first[VELOCITY_YAW] -= first[INVERSE_INERTIA] * (arm_1x * impulse_y - arm_1y * impulse_x)
    second[VELOCITY_X] += second[INVERSE_MASS] * impulse_x
    second[VELOCITY_Y] += second[INVERSE_MASS] * impulse_y
    second[VELOCITY_YAW] += second[INVERSE_INERTIA] * (arm_2x * impulse_y - arm_2y * impulse_x)


def impact(
    first: Floats, second: Floats, touch: Touch, restitution: float, friction: float
) -> tuple[float, float]:
    """Stop an approach at a point, if any; return the impulse on the second (normal, tangent).

    Updates the velocities in `first` and `second`.
    """
    normal_mps, tangent_mps = relative_velocity(first, second, touch)
    nn, nt, tt = _response(first, second, touch)
    if normal_mps >= 0.0 or nn <= 0.0:
        return 0.0, 0.0
    normal, tangent = plastic_impulse(normal_mps, tangent_mps, nn, nt, tt, friction)
    normal *= 1.0 + restitution
    tangent *= 1.0 + restitution
    x, y = touch.x, touch.y
    apply_impulse(first, second, touch, normal * x - tangent * y, normal * y + tangent * x)
    return normal, tangent


def separate(first: Floats, second: Floats, touch: Touch, wanted_mps: float) -> float:
    """Separate two bodies at no less than this speed; return the normal impulse on the second."""
    normal_mps, _ = relative_velocity(first, second, touch)
    nn, _, _ = _response(first, second, touch)
    if normal_mps >= wanted_mps or nn <= 0.0:
        return 0.0
    normal = (wanted_mps - normal_mps) / nn
    apply_impulse(first, second, touch, normal * touch.x, normal * touch.y)
    return normal
