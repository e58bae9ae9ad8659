"""The roles and units of a table's columns."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from project_ghost.analysis.traces import AXES, VariableKind
from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean

REPEAT, ACTOR, TIME, COLLISION = "repeat", "actor", "time", "collision"

TIME_UNITS = MappingProxyType({"ns": 1, "us": 1_000, "ms": 1_000_000, "s": 1_000_000_000})
LENGTH_UNITS = MappingProxyType({"m": 1.0, "cm": 0.01, "mm": 0.001, "km": 1000.0, "ft": 0.3048})
ANGLE_UNITS = MappingProxyType({"rad": 1.0, "deg": 0.017453292519943295})
CATEGORY = "category"

_PAIR = re.compile(r"(?P<role>[^=\[\]]+)=(?P<column>[^=\[\]]+)(\[(?P<unit>[^\]]*)\])?\Z")


@dataclass(frozen=True)
class Column:
    """A column's name in the file, and its unit."""

    name: str
    unit: str = ""


@dataclass(frozen=True)
class ColumnMapping:
    """Columns by role: repeat, actor, time, x, y, z, collision, or any other variable."""

    columns: Mapping[str, Column]

    def variables(self) -> dict[str, Column]:
        """Return the columns with measured values."""
        roles = (REPEAT, ACTOR, TIME, COLLISION)
        return {name: column for name, column in self.columns.items() if name not in roles}


# Tables that are recognised by the column names in their first row.
KNOWN = (
    # The published logs of the determinism study.
    {
        REPEAT: Column("repeatNo"),
        ACTOR: Column("agentNo"),
        TIME: Column("time", "s"),
        **{axis: Column(axis, "m") for axis in AXES},
        "yaw": Column("yaw", "deg"),
    },
    *(
        {
            REPEAT: Column("repeat"),
            ACTOR: Column("actor"),
            TIME: Column(f"time_{time_unit}", time_unit),
            **{axis: Column(f"{axis}_m", "m") for axis in AXES},
            "yaw": Column("yaw_rad", "rad"),
            COLLISION: Column("collision"),
        }
        for time_unit in ("ns", "s")
    ),
    {
        REPEAT: Column("repeat"),
        ACTOR: Column("actor"),
        TIME: Column("time", "s"),
        **{axis: Column(axis, "m") for axis in AXES},
        "yaw": Column("yaw", "rad"),
        COLLISION: Column("collision"),
    },
)
_REQUIRED = (REPEAT, TIME, *AXES[:2])


def parse_mapping(text: str) -> ColumnMapping:
    """Parse a mapping such as `repeat=run,actor=id,time=t[ms],x=px[cm],y=py[cm]`."""
    columns: dict[str, Column] = {}
    for part in text.split(","):
        match = _PAIR.match(part.strip())
        if match is None or match["role"].strip() in columns:
            raise InputError(
                f"{part.strip()!r} is not a column"
                if match is None
                else f"{part!r} is given twice",
                "the mapping of columns",
                "role=column or role=column[unit], separated by commas",
                "write it like repeat=run,actor=id,time=t[ms],x=px[cm],y=py[cm]",
            )
        columns[match["role"].strip()] = Column(match["column"].strip(), match["unit"] or "")
    return ColumnMapping(columns)


def mapping_for(
    header: Sequence[str], given: ColumnMapping | None, source: str, *, one_repeat: bool = False
) -> ColumnMapping:
    """Return the given mapping after checking it, or a known one that fits the header."""
    if given is None:
        required = _REQUIRED[1:] if one_repeat else _REQUIRED
        for known in KNOWN:
            present = {role: column for role, column in known.items() if column.name in header}
            if all(role in present for role in required):
                return ColumnMapping(present)
        raise InputError(
            f"the columns {', '.join(header)} do not match a known layout",
            source,
            "repeat, actor, time_ns or time_s, x_m, y_m, z_m; or a mapping",
            "map the columns: --columns repeat=...,actor=...,time=...[s],x=...[m],y=...",
        )
    for role, column in given.columns.items():
        if column.name not in header:
            raise InputError(
                f"there is no column {column.name!r}{did_you_mean(column.name, header)}",
                source,
                f"one of {', '.join(header)}",
                f"correct {role}={column.name} in the mapping",
            )
    for role in _REQUIRED[1:]:
        if role not in given.columns:
            raise InputError(
                f"the mapping has no column for {role!r}",
                source,
                f"at least {', '.join(_REQUIRED[1:])}",
                f"add {role}=COLUMN",
            )
    return given


def time_scale(column: Column, source: str) -> int:
    """Return the number of nanoseconds in a time column's unit."""
    unit = _unit_of(column, TIME_UNITS, "s", source)
    return TIME_UNITS[unit]


def kind_and_scale(role: str, column: Column, source: str) -> tuple[VariableKind, str, float]:
    """Return a variable's kind, its SI unit, and the factor to that unit."""
    if role in AXES:
        unit = _unit_of(column, LENGTH_UNITS, "m", source)
        return VariableKind.POSITION, "m", LENGTH_UNITS[unit]
    if column.unit == CATEGORY:
        return VariableKind.CATEGORY, "", 1.0
    if column.unit in ANGLE_UNITS:
        _unit_of(column, ANGLE_UNITS, column.unit, source)
        return VariableKind.ANGLE, "rad", ANGLE_UNITS[column.unit]
    return VariableKind.PLAIN, column.unit, 1.0


def _unit_of(
    column: Column, units: Mapping[str, float] | Mapping[str, int], default: str, source: str
) -> str:
    """Return the unit of a column; a unit in its name must agree with the mapping."""
    ending = column.name.rpartition("_")[2]
    in_name = ending if ending != column.name and ending in units else ""
    unit = column.unit or in_name or default
    if unit not in units:
        raise InputError(
            f"the column {column.name!r} has the unknown unit {unit!r}",
            source,
            f"one of {', '.join(units)}",
            f"write the unit in brackets: {column.name}[{default}]",
        )
    if in_name and in_name != unit:
        raise InputError(
            f"the column {column.name!r} is in {in_name!r} by its name but in {unit!r} by the "
            "mapping",
            source,
            "one unit",
            f"write {column.name}[{in_name}], or rename the column",
        )
    return unit
