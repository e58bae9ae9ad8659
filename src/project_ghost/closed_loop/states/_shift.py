"""Move a position along and across a heading."""

from project_ghost.core.dmath import sincos


def shifted(
    x: float, y: float, heading: float, ahead: float, left: float = 0.0
) -> tuple[float, float]:
    """The position that is `ahead` and `left` metres from (x, y), seen along the heading."""
    sine, cosine = sincos(heading)
    return x + (ahead * cosine - left * sine), y + (ahead * sine + left * cosine)
