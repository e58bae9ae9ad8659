"""Goal: every default is visible, in one place, and follows the keys that it depends on.

Method: all keys of all sections are listed by the schema; what may be null is written down here.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from project_ghost.engine import Parameter
from project_ghost.runs import prepare
from project_ghost.scenario import (
    builtin_names,
    canonical_json,
    load_scenario,
    parse_canonical,
    resolved,
)
from project_ghost.scenario.estimators.error_state_filter import ErrorStateFilter
from project_ghost.scenario.file._schema import schema_document
from project_ghost.scenario.kinds import all_kinds

EVERYTHING = Path(__file__).parent / "everything.yaml"

# Things that may be absent: there is no number behind them.
ABSENT = {
    "map", "colour", "start", "lane", "x_m", "y_m", "goal", "trajectory", "hover_m", "spawner",
    "area", "gust", "wind", "box", "polygon", "gnss", "compass", "odometry", "sensor",
    "actuator", "rate_hz", "driver", "route", "time", "yaw_rad", "speed_mps",
    "expert", "observation", "file", "sensors", "pointcloud",
}  # fmt: skip
# Numbers that follow from other keys of the scenario; `show --json` has them.
DEPENDENT = {
    "period", "every", "mount_z_m", "accel_max_mps2", "brake_max_mps2", "at_end", "accel_noise",
    "gyro_noise", "accel_walk", "gyro_walk", "gnss_position_noise_m", "gnss_velocity_noise_mps",
    "compass_noise_rad", "speed_noise_mps", "yaw_rate_noise_rps", "tracker_period",
}  # fmt: skip
# Numbers that follow from the map or the geometry of a route, or that have no limit.
DESCRIBED = {"yaw_deg", "height_m", "lasting", "wheelbase_m", "rear_axle_m", "contacts_every"}


def keys_with_null() -> dict[str, str]:
    """By key: the description of a key whose default is null."""
    schema = schema_document()
    parts = [schema, *schema["$defs"].values()]
    return {
        key: value.get("description", "")
        for part in parts
        for key, value in part.get("properties", {}).items()
        if key not in part.get("required", []) and value.get("default", 0) is None
    }


def test_only_named_keys_have_no_default() -> None:
    assert set(keys_with_null()) <= ABSENT | DEPENDENT | DESCRIBED


@pytest.mark.parametrize("key", sorted(DEPENDENT | DESCRIBED))
def test_the_table_of_keys_describes_a_default_that_depends_on_others(key) -> None:
    assert "default" in keys_with_null()[key]


def nulls(value: Any, key: str = "", beside: tuple[str, ...] = ()) -> set[str]:
    """The keys that hold null; a period is none where there is a rate beside it."""
    if isinstance(value, dict):
        given = tuple(name for name, each in value.items() if each is not None)
        return set().union(*(nulls(each, name, given) for name, each in value.items()))
    if isinstance(value, list):
        return set().union(*(nulls(each) for each in value))
    return {key} if value is None and not (key == "period" and "rate_hz" in beside) else set()


@pytest.mark.parametrize("name", [*builtin_names(), str(EVERYTHING)])
def test_a_resolved_scenario_has_every_number(name) -> None:
    text = canonical_json(resolved(load_scenario(name).spec))
    # The noises of a filter's sensors that it does not have.
    missing = {"compass_noise_rad", "speed_noise_mps", "yaw_rate_noise_rps"}
    assert nulls(json.loads(text)) <= ABSENT | DESCRIBED | missing


def test_a_resolved_scenario_is_the_same_scenario() -> None:
    given = load_scenario("car-estimation", ["duration=100ms"])
    filled = resolved(given.spec)
    assert resolved(filled) == filled
    again = parse_canonical(canonical_json(filled))
    digests = [prepare(file, execution="interpreted").run().digest for file in (given, again)]
    assert digests[0] == digests[1]


def test_a_default_follows_what_it_depends_on() -> None:
    """A fork changes a noise: the filter must expect the new one, not the recorded one."""
    recorded = canonical_json(load_scenario("car-estimation").spec)
    changed = parse_canonical(recorded, ["actors.car.sensors.imu.accel_noise=0.5"])
    car = resolved(changed.spec).actors["car"]
    (noise,) = {e.accel_noise for e in car.estimators.values() if isinstance(e, ErrorStateFilter)}
    assert noise == 0.5


def test_older_recordings_have_null_for_a_default() -> None:
    text = canonical_json(load_scenario("car-estimation").spec)
    older = text.replace('"noise_rad": 0.02', '"noise_rad": null')
    assert older != text
    assert parse_canonical(older).spec == parse_canonical(text).spec


def test_a_key_has_the_default_of_its_component() -> None:
    """Where a key has its component's name, it has its component's number too."""
    found = 0
    for kind in all_kinds():
        component = getattr(kind, "component", None)
        for key, field in kind.model_fields.items():
            declared = getattr(component, "declarations", {}).get(key)
            if isinstance(declared, Parameter) and not field.is_required():
                assert field.default == declared.default, f"{kind.__name__}.{key}"
                found += 1
    assert found > 30


def test_a_noise_has_one_number_for_all_axes_or_one_for_each() -> None:
    key = "actors.car.sensors.gnss.position_noise_m"
    for value in ("2.5", "[1, 2, 3]"):
        file = load_scenario("car-estimation", [f"{key}={value}"])
        parameters = prepare(file).runnable.graph.components["car/gnss"].parameters
        assert parameters["position_noise_m"] == (2.5 if value == "2.5" else (1.0, 2.0, 3.0))
