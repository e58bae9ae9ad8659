"""Values between two samples: the same source interpreted and compiled.

`elapsed` of `gap` steps have passed since the last sample. The quotients are of integers, so a
signal that is linear in exactly representable numbers stays exactly linear. A constant signal
is read as it is, even if it is infinite.
"""

from project_ghost.core.dmath import sqrt, wrap_angle


def interpolated(previous: float, current: float, elapsed: int, gap: int) -> float:
    """From the sample before the last one to the last one, within the gap to the next."""
    if previous == current:
        return current
    return previous + (current - previous) * elapsed / gap


def extrapolated(previous: float, current: float, elapsed: int, gap: int) -> float:
    """Forward from the last sample, with the slope from the one before."""
    if previous == current:
        return current
    return current + (current - previous) * elapsed / gap


def extrapolated_by_rate(current: float, rate: float, elapsed_ns: int) -> float:
    """Forward from the last sample, with a given derivative per second."""
    return current + rate * elapsed_ns / 1e9


def interpolated_angle(previous: float, current: float, elapsed: int, gap: int) -> float:
    """As `interpolated`, the short way round."""
    return wrap_angle(previous + wrap_angle(current - previous) * elapsed / gap)


def extrapolated_angle(previous: float, current: float, elapsed: int, gap: int) -> float:
    """As `extrapolated`, the short way round."""
    return wrap_angle(current + wrap_angle(current - previous) * elapsed / gap)


def extrapolated_angle_by_rate(current: float, rate: float, elapsed_ns: int) -> float:
    """As `extrapolated_by_rate`, wrapped to one turn."""
    return wrap_angle(current + rate * elapsed_ns / 1e9)


Quaternion = tuple[float, float, float, float]


def blended_quaternion(p: Quaternion, q: Quaternion, fraction: float) -> Quaternion:
    """p + fraction * (q - p), the short way round, normalised; exactly p and q at the ends."""
    if p == q or fraction == 0.0:
        return p
    if fraction == 1.0:
        return q
    dot = p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3]
    sign = -1.0 if dot < 0.0 else 1.0
    w = p[0] + fraction * (sign * q[0] - p[0])
    x = p[1] + fraction * (sign * q[1] - p[1])
    y = p[2] + fraction * (sign * q[2] - p[2])
    z = p[3] + fraction * (sign * q[3] - p[3])
    norm = sqrt(w * w + x * x + y * y + z * z)
    return w / norm, x / norm, y / norm, z / norm
