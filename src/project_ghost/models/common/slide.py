"""What a blow does to a vehicle that can only roll: it slides, until friction has stopped it."""

from project_ghost.core.dmath import sqrt

__all__ = ["GRAVITY_MPS2", "Slide", "slowed", "struck", "turning_friction"]

GRAVITY_MPS2 = 9.81  # that of CommonRoad's vehicle models

Slide = tuple[float, float, float]


def slowed(slide: Slide, friction: float, dt_s: float, turning_mps2: float) -> Slide:
    """A sliding velocity (world x, y, yaw rate) after dt under Coulomb friction.

    The speed falls by friction * g, the yaw rate by `turning_mps2` (rad/s2), neither below 0.
    """
    x, y, turn = slide
    speed = sqrt(x * x + y * y)
    loss = friction * GRAVITY_MPS2 * dt_s
    keep = 0.0 if speed <= loss else (speed - loss) / speed
    fall = turning_mps2 * dt_s
    if turn > fall:
        left = turn - fall
    elif turn < -fall:
        left = turn + fall
    else:
        left = 0.0
    return x * keep, y * keep, left


def struck(
    slide: Slide,
    speed: float,
    heading: tuple[float, float],
    blow: tuple[float, float, float],
    speed_min: float,
) -> tuple[Slide, float]:
    """The sliding velocity and the rolling speed after a change of velocity (x, y, yaw rate).

    What points along the vehicle's axis goes into its rolling speed, as far as the speed
    range lets it; all else it slides.
    """
    c, s = heading
    along = blow[0] * c + blow[1] * s
    rolling = speed + along
    if rolling < speed_min:
        rolling = min(speed, speed_min)
    taken = rolling - speed
    return (
        slide[0] + blow[0] - taken * c,
        slide[1] + blow[1] - taken * s,
        slide[2] + blow[2],
    ), rolling


def turning_friction(friction: float, front_m: float, rear_m: float, ratio: float) -> float:
    """How fast friction takes a spin away, rad/s2, both axles sliding sideways.

    `ratio` is mass over yaw inertia (1/m2); the axles carry their share of the weight at
    front_m before and rear_m behind the centre.
    """
    return friction * GRAVITY_MPS2 * ratio * 2.0 * front_m * rear_m / (front_m + rear_m)
