"""How a vehicle is, and what it is to do."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from project_ghost.hal.fields import (
    ReadOnlyDict,
    Record,
    require_array,
    require_enum,
    require_flag,
    require_mapping,
    require_number,
    require_record,
    require_stamp_ns,
    require_whole,
)
from project_ghost.hal.messages import SensorHealth

Floats = NDArray[np.float64]


@final
@dataclass(frozen=True, eq=False, slots=True)
class SensorHealthMap(Record):
    """How well each sensor is, by its name."""

    by_id: Mapping[str, SensorHealth]

    def __post_init__(self) -> None:
        where = "SensorHealthMap"
        by_id = require_mapping(self.by_id, "by_id", where)
        for key, health in by_id.items():
            require_enum(SensorHealth, health, f"by_id[{key!r}]", where)
        self._check("by_id", by_id)


class FlightMode(Enum):
    """Who flies, and how."""

    INIT = "init"
    MANUAL = "manual"
    STABILIZE = "stabilize"
    OFFBOARD = "offboard"
    RTL = "rtl"
    LAND = "land"
    KILL = "kill"


@final
@dataclass(frozen=True, eq=False, slots=True)
class FlightStatus(Record):
    """What the vehicle's controller says of itself; None where it does not know."""

    armed: bool
    flight_mode: FlightMode
    battery_v: float | None = None
    battery_pct: float | None = None
    error_flags: int = 0

    def __post_init__(self) -> None:
        where = "FlightStatus"
        self._check("armed", require_flag(self.armed, "armed", where))
        require_enum(FlightMode, self.flight_mode, "flight_mode", where)
        if self.battery_v is not None:
            self._check("battery_v", require_number(self.battery_v, "battery_v", where))
        if self.battery_pct is not None:
            share = require_number(self.battery_pct, "battery_pct", where, 0.0, 1.0)
            self._check("battery_pct", share)
        self._check("error_flags", require_whole(self.error_flags, "error_flags", where, 0))


class MissionMode(Enum):
    """What the vehicle is about."""

    IDLE = "idle"
    EXPLORE = "explore"
    NAVIGATE = "navigate"
    RETURN = "return"
    DONE = "done"
    ABORT = "abort"


@final
@dataclass(frozen=True, eq=False, slots=True)
class Goal(Record):
    """Where to go, and what else a mission wants to say about it (what JSON can hold)."""

    position_enu_m: Floats | None = None
    yaw_rad: float | None = None
    metadata: Mapping[str, Any] = field(default_factory=ReadOnlyDict)

    def __post_init__(self) -> None:
        where = "Goal"
        if self.position_enu_m is not None:
            position = require_array(self.position_enu_m, (3,), "position_enu_m", where)
            self._check("position_enu_m", position)
        if self.yaw_rad is not None:
            self._check("yaw_rad", require_number(self.yaw_rad, "yaw_rad", where))
        self._check("metadata", require_mapping(self.metadata, "metadata", where))


@final
@dataclass(frozen=True, eq=False, slots=True)
class MissionStatus(Record):
    """How far the mission is."""

    mode: MissionMode
    current_goal: Goal | None = None
    progress: float = 0.0
    started_sim_ns: int | None = None

    def __post_init__(self) -> None:
        where = "MissionStatus"
        require_enum(MissionMode, self.mode, "mode", where)
        if self.current_goal is not None:
            require_record(Goal, self.current_goal, "current_goal", where)
        self._check("progress", require_number(self.progress, "progress", where, 0.0, 1.0))
        if self.started_sim_ns is not None:
            started_ns = require_stamp_ns(self.started_sim_ns, "started_sim_ns", where)
            self._check("started_sim_ns", started_ns)
