"""Goal: encoded messages are canonical, and read back to the last bit or are refused."""

import json
from dataclasses import dataclass

import jsonschema
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.hal.messages import GroundTruth
from project_ghost.state import MissionMode, Pose, VehicleState
from project_ghost.telemetry import encode_to_bytes, from_json_dict, json_schema_of, to_json_safe
from tests.telemetry.samples import truth, vehicle_state

FLOATS = st.floats(allow_nan=False, allow_infinity=False)
VECTORS = st.lists(FLOATS, min_size=3, max_size=3).map(np.array)


def test_the_bytes_are_those_that_other_programs_write() -> None:
    pose = Pose(np.array([1.0, -0.0, 5e-324]), np.array([1.0, 0.0, 0.0, 0.0]))
    assert encode_to_bytes(pose) == (
        b'{"orientation_q":{"__array":[1.0,0.0,0.0,0.0],"__dtype":"float64"},'
        b'"position_enu_m":{"__array":[1.0,-0.0,5e-324],"__dtype":"float64"}}'
    )
    assert encode_to_bytes({"b": (1, 2), "a": MissionMode.IDLE, "ü": "ß"}) == (
        '{"a":"idle","b":[1,2],"ü":"ß"}'.encode()
    )


@given(position=VECTORS, velocity=VECTORS, rate=VECTORS, acceleration=VECTORS)
def test_every_float_reads_back_to_the_last_bit(position, velocity, rate, acceleration) -> None:
    message = truth(
        position_enu_m=position,
        linear_velocity_world_mps=velocity,
        angular_velocity_body_rps=rate,
        accel_body_mps2=acceleration,
    )
    data = encode_to_bytes(message)
    back = from_json_dict(type(message), json.loads(data))
    for name in ("position_enu_m", "linear_velocity_world_mps", "accel_body_mps2"):
        assert getattr(back, name).tobytes() == getattr(message, name).tobytes()
    assert encode_to_bytes(back) == data


@pytest.mark.parametrize("value", [-0.0, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308])
def test_the_extremes_read_back(value) -> None:
    message = truth(position_enu_m=np.full(3, value))
    back = from_json_dict(type(message), json.loads(encode_to_bytes(message)))
    assert back.position_enu_m.tobytes() == message.position_enu_m.tobytes()


@pytest.mark.parametrize("covariance", [None, 0.25])
def test_a_vehicle_state_reads_back(covariance) -> None:
    state = vehicle_state(covariance=covariance)
    document = json.loads(encode_to_bytes(state))
    assert to_json_safe(state) == document
    assert from_json_dict(VehicleState, document) == state
    jsonschema.validate(document, json_schema_of(VehicleState))


def described(schema):
    """Every property of a schema and of those within, by its name."""
    for several in (schema.get("properties", {}), schema.get("patternProperties", {})):
        for name, each in several.items():
            yield name.strip("^$"), each
            for inner in (each, *each.get("anyOf", [])):
                yield from described(inner)


@pytest.mark.parametrize("cls", [VehicleState, GroundTruth])
def test_every_field_has_its_meaning_unit_and_length(cls) -> None:
    units = {"ns": "ns", "m": "m", "mps": "m/s", "rps": "rad/s", "mps2": "m/s2", "rad": "rad"}
    seen = set()
    for name, schema in described(json_schema_of(cls)):
        seen.add(name)
        if name == "__array":
            assert schema["items"]
            assert schema["minItems"] == schema["maxItems"] > 0
        elif name != "__dtype":
            assert schema["description"], name
            unit = units.get(name.rpartition("_")[2])
            assert unit is None or schema["description"].endswith(f"[{unit}]"), name
    assert "position_enu_m" in seen


def test_the_schema_refuses_fields_that_the_class_lacks() -> None:
    document = to_json_safe(vehicle_state())
    document["nav"]["pose"]["colour"] = 1
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, json_schema_of(VehicleState))


@pytest.mark.parametrize(
    ("path", "value", "named"),
    [
        (("nav", "pose"), None, "nav.pose"),
        (("nav", "pose", "position_enu_m"), [1.0, 2.0, 3.0], "position_enu_m"),
        (("nav", "pose", "position_enu_m", "__dtype"), "object", "position_enu_m"),
        (("nav", "pose", "position_enu_m", "__dtype"), "float32", "position_enu_m"),
        (("nav", "pose", "position_enu_m", "__array"), [1, 2, "3"], "position_enu_m"),
        (("nav", "pose", "position_enu_m", "__array"), [1, 2, True], "position_enu_m"),
        (("nav", "pose", "position_enu_m", "__array"), [[1], 2, 3], "position_enu_m"),
        (("nav", "twist_body", "frame"), "world", "twist_body"),
        (("sensors", "by_id", "imu"), 9, "by_id"),
        (("sensors", "by_id", "imu"), True, "by_id"),
        (("sensors", "by_id"), [], "by_id"),
        (("mission", "mode"), ["idle"], "mode"),
        (("flight", "battery_pct"), 2.0, "battery_pct"),
        (("stamp_sim_ns",), 1.5, "stamp_sim_ns"),
    ],
)
def test_bad_data_fails_loudly_by_name(path, value, named) -> None:
    document = json.loads(encode_to_bytes(vehicle_state()))
    inner = document
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    with pytest.raises((TypeError, ValueError), match=named):
        from_json_dict(VehicleState, document)


def test_a_missing_and_an_unknown_field_are_errors() -> None:
    document = to_json_safe(vehicle_state())
    with pytest.raises(ValueError, match="flight"):
        from_json_dict(VehicleState, {k: v for k, v in document.items() if k != "flight"})
    with pytest.raises(ValueError, match=r"'mision'; did you mean 'mission'"):
        from_json_dict(VehicleState, document | {"mision": 1})


@dataclass(frozen=True)
class Odd:
    value: object


@pytest.mark.parametrize(
    "value", [float("nan"), float("inf"), object(), {1, 2}, b"raw", np.array(["a"]), "\ud800"]
)
def test_values_that_json_lacks_are_refused(value) -> None:
    with pytest.raises((TypeError, ValueError)):
        encode_to_bytes(Odd(value))
