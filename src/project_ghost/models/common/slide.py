"""How vehicles and walkers slide after an impulse, until friction stops them."""

from project_ghost.core.dmath import sqrt

__all__ = ["GRAVITY_MPS2", "Slide", "after_friction", "after_impulse", "turning_friction"]

GRAVITY_MPS2 = 9.81  # that of CommonRoad's vehicle models

Slide = tuple[float, float, float]  # a sliding velocity: world x, y, yaw rate


def after_friction(slide: Slide, friction: float, dt_s: float, turning_mps2: float) -> Slide:
    """The sliding velocity after dt under Coulomb friction.

    The speed falls by friction * g, the yaw rate by `turning_mps2` (rad/s2), neither below 0.
    """
    x, y, turn = slide
    speed = sqrt(x * x + y * y)
    loss = friction * GRAVITY_MPS2 * dt_s
    factor = 0.0 if speed <= loss else (speed - loss) / speed
    turn_loss = turning_mps2 * dt_s
    if turn > turn_loss:
        rest = turn - turn_loss
    elif turn < -turn_loss:
        rest = turn + turn_loss
    else:
        rest = 0.0
    return x * factor, y * factor, rest


def after_impulse(
    slide: Slide,
    speed: float,
    heading: tuple[float, float],
    velocity_change: tuple[float, float, float],
    speed_min: float,
) -> tuple[Slide, float]:
    """The sliding velocity and the rolling speed after a change of velocity (x, y, yaw rate).

    The part along the vehicle's axis changes its rolling speed, which does not fall below
    `speed_min`. The rest becomes sliding velocity.
    """
    c, s = heading
    along = velocity_change[0] * c + velocity_change[1] * s
    rolling = speed + along
    if rolling < speed_min:
        rolling = min(speed, speed_min)
    absorbed = rolling - speed
    return (
        slide[0] + velocity_change[0] - absorbed * c,
        slide[1] + velocity_change[1] - absorbed * s,
        slide[2] + velocity_change[2],
    ), rolling


def turning_friction(friction: float, front_m: float, rear_m: float, ratio: float) -> float:
    """The deceleration of a spin by friction, rad/s2, while both axles slide sideways.

    `ratio` is mass over yaw inertia (1/m2). The axles lie `front_m` before and `rear_m` behind
    the centre, and carry the weight accordingly.
    """
    return friction * GRAVITY_MPS2 * ratio * 2.0 * front_m * rear_m / (front_m + rear_m)
