"""Sensor health, flight status and mission of a vehicle."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated, Any, final

from project_ghost.core.arrays import Floats
from project_ghost.hal.fields import (
    Described,
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


@final
@dataclass(frozen=True, eq=False, slots=True)
class SensorHealthMap(Record):
    """The health of each sensor, by its name."""

    by_id: Annotated[
        Mapping[str, SensorHealth], Described("0 well, 1 degraded, 2 faulty, 3 offline")
    ]

    def __post_init__(self) -> None:
        where = "SensorHealthMap"
        by_id = require_mapping(self.by_id, "by_id", where)
        for key, health in by_id.items():
            require_enum(SensorHealth, health, f"by_id[{key!r}]", where)
        self._check("by_id", by_id)


class FlightMode(Enum):
    """The flight mode."""

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
    """The status that the vehicle's controller reports; None for an unknown value."""

    armed: Annotated[bool, Described("whether it may turn its motors")]
    flight_mode: FlightMode
    battery_v: Annotated[float | None, Described("of the battery", "V")] = None
    battery_pct: Annotated[float | None, Described("what is left of it, 0 to 1")] = None
    error_flags: Annotated[int, Described("a bit for each error of the controller")] = 0

    def __post_init__(self) -> None:
        where = "FlightStatus"
        self._check("armed", require_flag(self.armed, "armed", where))
        require_enum(FlightMode, self.flight_mode, "flight_mode", where)
        if self.battery_v is not None:
            self._check("battery_v", require_number(self.battery_v, "battery_v", where))
        if self.battery_pct is not None:
            fraction = require_number(self.battery_pct, "battery_pct", where, 0.0, 1.0)
            self._check("battery_pct", fraction)
        self._check("error_flags", require_whole(self.error_flags, "error_flags", where, 0))


class MissionMode(Enum):
    """The phase of a mission."""

    IDLE = "idle"
    EXPLORE = "explore"
    NAVIGATE = "navigate"
    RETURN = "return"
    DONE = "done"
    ABORT = "abort"


@final
@dataclass(frozen=True, eq=False, slots=True)
class Goal(Record):
    """The target of a mission, with further data that JSON can hold."""

    position_enu_m: Annotated[Floats | None, Described("in the world, ENU", "m", (3,))] = None
    yaw_rad: Annotated[float | None, Described("where to look", "rad")] = None
    metadata: Annotated[Mapping[str, Any], Described("what else the mission says")] = field(
        default_factory=ReadOnlyDict
    )

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
    """The progress of a mission."""

    mode: MissionMode
    current_goal: Annotated[Goal | None, Described("where it goes now")] = None
    progress: Annotated[float, Described("what is done of it, 0 to 1")] = 0.0
    started_sim_ns: Annotated[int | None, Described("when it began", "ns")] = None

    def __post_init__(self) -> None:
        where = "MissionStatus"
        require_enum(MissionMode, self.mode, "mode", where)
        if self.current_goal is not None:
            require_record(Goal, self.current_goal, "current_goal", where)
        self._check("progress", require_number(self.progress, "progress", where, 0.0, 1.0))
        if self.started_sim_ns is not None:
            started_ns = require_stamp_ns(self.started_sim_ns, "started_sim_ns", where)
            self._check("started_sim_ns", started_ns)
