"""What metrics ask a map; `closed_loop.map.MapApi` answers it."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.arrays import Floats
from project_ghost.world.maps import RoadMap

__all__ = ["LaneMap"]


class LaneMap(Protocol):
    """Questions about lanes, by their ids, and about many points (n, 2) at once.

    Lanes are those for vehicles; a connector is a lane that leads through a junction.
    """

    @property
    def road_map(self) -> RoadMap:
        """The map itself."""

    def lanes_at(self, points: Floats) -> Sequence[tuple[str, ...]]:
        """The lanes that contain each point, in the order of the map's file."""

    def drivable_distance_m(self, points: Floats) -> Floats:
        """The distance of each point to the drivable area; 0 on it."""

    def in_intersection(self, points: Floats) -> NDArray[np.bool_]:
        """Whether each point is in a junction."""

    def is_connector(self, lane: str) -> bool:
        """Whether a lane leads through a junction."""

    def successors(self, lane: str) -> tuple[str, ...]:
        """The lanes that follow a lane."""

    def predecessors(self, lane: str) -> tuple[str, ...]:
        """The lanes that lead to a lane."""

    def roadblock_of(self, lane: str) -> str:
        """The roadblock of a lane: the lanes beside each other in one direction."""

    def lane_length_m(self, lane: str) -> float:
        """The length of a lane's baseline."""

    def speed_limit_mps(self, lane: str) -> float | None:
        """The speed limit of a lane; None where none is known."""

    def arc_length(self, lane: str, points: Floats) -> Floats:
        """The distance of each point's nearest place along the baseline of a lane."""

    def lane_distance_m(self, lane: str, points: Floats) -> Floats:
        """The distance of each point to the area of a lane; 0 on it."""
