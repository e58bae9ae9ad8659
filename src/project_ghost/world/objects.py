"""Recorded objects: their kinds, and their tracks over time."""

from dataclasses import dataclass
from enum import IntEnum
from typing import final

from project_ghost.core.arrays import Floats, Integers

__all__ = [
    "TRACK_VX",
    "TRACK_VY",
    "TRACK_WIDTH",
    "TRACK_X",
    "TRACK_Y",
    "TRACK_YAW",
    "ObjectKind",
    "RecordedTrack",
]

# The columns of a track's states: the centre's position and velocity along the world's axes.
TRACK_X = 0
TRACK_Y = 1
TRACK_YAW = 2
TRACK_VX = 3
TRACK_VY = 4
TRACK_WIDTH = 5


class ObjectKind(IntEnum):
    """The kind of an object, with the numbers that nuPlan gives them."""

    VEHICLE = 0
    PEDESTRIAN = 1
    BICYCLE = 2
    TRAFFIC_CONE = 3
    BARRIER = 4
    CZONE_SIGN = 5
    GENERIC_OBJECT = 6
    EGO = 7


@final
@dataclass(frozen=True, eq=False)
class RecordedTrack:
    """One recorded object: alive from its first stamp to its last.

    A box has a length and a width; a circle has a radius, and both are twice that. `stamps_ns`
    rise strictly and need not be even; `states` has a row for each, columns TRACK_X to TRACK_VY.
    """

    name: str
    kind: ObjectKind
    length_m: float
    width_m: float
    stamps_ns: Integers
    states: Floats
    radius_m: float = 0.0
