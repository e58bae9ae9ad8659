"""The layers of a map, the kinds of its objects, the states of lights; with nuPlan's numbers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

__all__ = [
    "IntersectionType",
    "LaneConnectorType",
    "SemanticMapLayer",
    "StopLineType",
    "TrafficLightStatusData",
    "TrafficLightStatusType",
    "TrafficLightStatuses",
]


class SemanticMapLayer(IntEnum):
    """The layers of a map."""

    LANE = 0
    INTERSECTION = 1
    STOP_LINE = 2
    TURN_STOP = 3
    CROSSWALK = 4
    DRIVABLE_AREA = 5
    YIELD = 6
    TRAFFIC_LIGHT = 7
    STOP_SIGN = 8
    EXTENDED_PUDO = 9
    SPEED_BUMP = 10
    LANE_CONNECTOR = 11
    BASELINE_PATHS = 12
    BOUNDARIES = 13
    WALKWAYS = 14
    CARPARK_AREA = 15
    PUDO = 16
    ROADBLOCK = 17
    ROADBLOCK_CONNECTOR = 18

    @classmethod
    def deserialize(cls, layer: str) -> SemanticMapLayer:
        """The layer of a name."""
        return cls.__members__[layer]


class LaneConnectorType(IntEnum):
    """Where a lane connector leads."""

    STRAIGHT = 0
    LEFT = 1
    RIGHT = 2
    UTURN = 3
    UNKNOWN = 4


class StopLineType(IntEnum):
    """Why there is a stop line."""

    PED_CROSSING = 0
    STOP_SIGN = 1
    TRAFFIC_LIGHT = 2
    TURN_STOP = 3
    YIELD = 4
    UNKNOWN = 5


class IntersectionType(IntEnum):
    """The kind of an intersection."""

    DEFAULT = 0
    TRAFFIC_LIGHT = 1
    STOP_SIGN = 2
    LANE_BRANCH = 3
    LANE_MERGE = 4
    PASS_THROUGH = 5


class TrafficLightStatusType(IntEnum):
    """What a traffic light shows."""

    GREEN = 0
    YELLOW = 1
    RED = 2
    UNKNOWN = 3

    def serialize(self) -> str:
        """The name."""
        return self.name

    @classmethod
    def deserialize(cls, key: str) -> TrafficLightStatusType:
        """The state of a name."""
        return cls.__members__[key]


@dataclass
class TrafficLightStatusData:
    """What the light of a lane connector shows at a time, in microseconds.

    The id is a whole number where the map's own id is one, as in nuPlan, and a text otherwise.
    """

    status: TrafficLightStatusType
    lane_connector_id: int | str
    timestamp: int

    def serialize(self) -> dict[str, Any]:
        """The fields as plain values."""
        return {
            "status": self.status.serialize(),
            "lane_connector_id": self.lane_connector_id,
            "timestamp": self.timestamp,
        }

    @classmethod
    def deserialize(cls, data: dict[str, Any]) -> TrafficLightStatusData:
        """The status of what `serialize` gave."""
        status = TrafficLightStatusType.deserialize(data["status"])
        return cls(status, data["lane_connector_id"], data["timestamp"])


@dataclass
class TrafficLightStatuses:
    """What all lights show at a time."""

    traffic_lights: list[TrafficLightStatusData]
