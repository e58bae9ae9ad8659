"""How a pedestrian walks: towards a point, within limits of speed, acceleration and turning."""

from project_ghost.core.dmath import atan2, cos, sincos, sqrt, wrap_angle
from project_ghost.engine.ops import clip


def walked(
    pose: tuple[float, float, float],
    speed: float,
    wanted_velocity: tuple[float, float],
    acceleration: float,
    braking: float,
    turn_rate_max: float,
    dt_s: float,
) -> tuple[float, float, float, float, float]:
    """Position, yaw, speed and yaw rate after dt, for a wanted velocity (world axes).

    The walker turns towards the wanted velocity and slows down while it points elsewhere, so
    it turns on the spot if that velocity points behind it. Yaw and speed change at constant
    rates, and the position changes along their means.
    """
    x, y, yaw = pose
    wish_x, wish_y = wanted_velocity
    wanted = sqrt(wish_x * wish_x + wish_y * wish_y)
    turn = 0.0
    if wanted > 0.0:
        off = wrap_angle(atan2(wish_y, wish_x) - yaw)
        turn = clip(off / dt_s, -turn_rate_max, turn_rate_max)
        facing = cos(off)
        wanted = wanted * facing if facing > 0.0 else 0.0
    change = clip(wanted - speed, -braking * dt_s, acceleration * dt_s)
    middle = yaw + 0.5 * dt_s * turn
    way = dt_s * (speed + 0.5 * change)
    sine, cosine = sincos(middle)
    return (
        x + way * cosine,
        y + way * sine,
        wrap_angle(yaw + dt_s * turn),
        speed + change,
        turn,
    )


def landing_speed(speed: float, left_m: float, braking: float, dt_s: float) -> float:
    """The speed after this step from which braking ends exactly `left_m` ahead.

    The step covers dt (speed + next) / 2, the braking after it next^2 / (2 braking); together
    they cover `left_m`. The last step ends at rest.
    """
    rest = left_m - 0.5 * dt_s * speed
    if rest <= 0.0:
        return 0.0
    half = 0.5 * dt_s * braking
    return sqrt(half * half + 2.0 * braking * rest) - half


def within(x: float, y: float, most: float) -> tuple[float, float]:
    """A vector, shortened if it is longer than `most`."""
    size = sqrt(x * x + y * y)
    if size <= most:
        return x, y
    return x * most / size, y * most / size
