"""Goal: a name says its unit in one spelling, and no name can be read as another unit.

Method: every declared signal and every schema of every channel, of all built-in scenarios and of
one with everything, and the results that Python users see.
"""

import dataclasses
import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import pytest

import project_ghost
from project_ghost.core.units import UNIT_SUFFIXES, field_name, suffix_of
from project_ghost.engine import AbstractComponent, Output, RecordField
from project_ghost.runs import Contact, RunResult, runnable_of
from project_ghost.runs.record._channels import bulk_channels, bus_channels
from project_ghost.scenario import builtin_names, load_scenario
from project_ghost.telemetry.read._declared_columns import _columns

# All channels of crowd are also in stress, which is laid out in a tenth of the time.
SCENARIOS = [name for name in builtin_names() if name != "crowd"]
EVERYTHING = Path(__file__).parent / "scenario" / "everything.yaml"

# Signals that are numbers without a unit: counts, flags, shares, indexes, and unit vectors.
PURE = {
    *("active", "alive", "all_arrived", "arrived", "colour", "count", "despawn", "done", "down"),
    *("despawned_count", "ended", "friction", "has_belief", "reason", "spawned_count", "total"),
    *("touching", "valid"),
    *("attitude", "believed_attitude", "wanted_attitude"),  # quaternions
}
# Tables whose columns have units of their own.
TABLES = {
    *("actions", "bodies", "command", "covariance", "despawned", "ego", "error", "impulse"),
    *("motion", "next_ego", "objects", "place", "plan", "poses", "records", "seen", "spawned"),
    *("spawns", "totals"),
}
# Signals of components that take any unit.
ANY = {"y", "out"}

# Fields of messages without a unit.
PURE_FIELDS = {
    *("normal_x", "normal_y", "orientation_q", "error_flags", "progress", "covariance_15x15"),
    "schema_version",
}


def shipped_components() -> list[type[AbstractComponent]]:
    for each in walk_packages(project_ghost.__path__, "project_ghost."):
        if each.name.split(".")[1] not in {"cli", "study", "lint", "batch"}:
            import_module(each.name)

    def below(cls: type[AbstractComponent]) -> Iterator[type[AbstractComponent]]:
        for each in cls.__subclasses__():
            yield each
            yield from below(each)

    return [c for c in below(AbstractComponent) if str(c.__module__).startswith("project_ghost.")]


def test_every_declared_signal_says_its_unit() -> None:
    problems = []
    for component in shipped_components():
        for name, output in component.declarations.items():
            if not isinstance(output, Output):
                continue
            home = f"{component.__name__}.{name}"
            if output.unit is None:
                if name not in PURE | TABLES | ANY:
                    problems.append(f"{home} has no unit")
            elif output.unit not in UNIT_SUFFIXES:
                problems.append(f"{home} has the unit {output.unit!r}, which has no spelling")
            if suffix_of(name) not in (None, UNIT_SUFFIXES.get(output.unit or "")):
                problems.append(f"{home} reads as {suffix_of(name)}, and is in {output.unit}")
    assert problems == []


def test_every_declared_parameter_with_a_suffix_has_that_unit() -> None:
    problems = []
    for component in shipped_components():
        for name, declared in component.declarations.items():
            unit, suffix = getattr(declared, "unit", None), suffix_of(name)
            if suffix == "hz":
                suffix = "per_s"  # 0.2 events per second are 0.2 Hz
            if suffix is not None and unit is not None and UNIT_SUFFIXES.get(unit) != suffix:
                problems.append(f"{component.__name__}.{name} is in {unit!r}")
    assert problems == []


@pytest.mark.parametrize("name", [*SCENARIOS, str(EVERYTHING)])
def test_every_field_of_every_message_says_its_unit(name: str) -> None:
    runnable = runnable_of(load_scenario(name))
    problems = []
    for channel in bus_channels(runnable):
        for column in _columns(_with_records(json.loads(channel.schema_bytes())), "", 0):
            field = column.path.rpartition(".")[2]
            if column.kind not in ("number", "integer") or field in PURE_FIELDS:
                continue
            if UNIT_SUFFIXES.get(column.unit) != suffix_of(field) or not column.unit:
                problems.append(f"{channel.name}: {column.path} [{column.unit}]")
    assert problems == []
    for columns in bulk_channels(runnable.graph).values():
        assert {each.unit for each in columns} <= {"", *UNIT_SUFFIXES}


def _with_records(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with lists of records as single records, and arrays as plain numbers."""
    if "__array" in schema.get("properties", {}):
        return {"type": "number", "description": schema.get("description", "")}
    properties = {}
    for name, entry in schema.get("properties", {}).items():
        item = entry.get("items", {})
        properties[name] = _with_records(item if item.get("type") == "object" else entry)
    return {**schema, **({"properties": properties} if properties else {})}


def test_results_say_their_units() -> None:
    times = {"duration_ns", "begin_ns", "step_ns", "stamp_sim_ns"}
    assert times <= {*Contact._fields, *(f.name for f in dataclasses.fields(RunResult))}
    numbers = [n for n, kind in Contact.__annotations__.items() if kind is float]
    assert [n for n in numbers if suffix_of(n) is None] == ["normal_x", "normal_y"]


def test_a_suffix_is_the_longest_that_fits() -> None:
    assert suffix_of("impulse_newton_s") == "newton_s"
    assert suffix_of("stamp_sim_ns") == "ns"
    assert suffix_of("normal_x") is None
    assert len(set(UNIT_SUFFIXES.values())) == len(UNIT_SUFFIXES)
    assert field_name("fix", "m") == field_name("fix_m", "m") == "fix_m"
    assert field_name("temperature", "K") == "temperature"
    assert field_name("count", None) == "count"


def test_record_fields_of_shipped_tables_say_their_units() -> None:
    from project_ghost.models.sensors import OBJECT_FIELDS
    from project_ghost.models.vehicles import COMMAND_FIELDS
    from project_ghost.world.collision import RECORD_FIELDS

    for field in (*OBJECT_FIELDS, *COMMAND_FIELDS, *RECORD_FIELDS):
        assert isinstance(field, RecordField)
        assert (suffix_of(field.name) or "") == UNIT_SUFFIXES.get(field.unit, ""), field
