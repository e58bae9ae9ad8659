"""Where a lane leads, by its change of heading."""

from enum import IntEnum

__all__ = ["Turn", "turn_of"]

# The least turns that count, in radians.
_TURN_RAD, _U_TURN_RAD = 0.5235987755982988, 2.6179938779914944  # 30 and 150 degrees


class Turn(IntEnum):
    """Where a lane leads, with the numbers that nuPlan gives them."""

    STRAIGHT = 0
    LEFT = 1
    RIGHT = 2
    UTURN = 3


def turn_of(turn_rad: float) -> Turn:
    """The turn of a change of heading, which is positive to the left."""
    if abs(turn_rad) < _TURN_RAD:
        return Turn.STRAIGHT
    if abs(turn_rad) >= _U_TURN_RAD:
        return Turn.UTURN
    return Turn.LEFT if turn_rad > 0.0 else Turn.RIGHT
