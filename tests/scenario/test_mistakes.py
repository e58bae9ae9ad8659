"""Goal: every mistake in a scenario is one error that names file, line and key, and the way out.

Method: one good file, one change each; the whole message is held against what a person needs.
"""

from pathlib import Path

import pytest

from project_ghost.core.errors import InputError
from project_ghost.scenario import load_scenario

GOOD = """\
version: 1
name: two-cars
step: 50ms
duration: 20s
seed: 3
actors:
  car1:
    kind: car
    speed_mps: 4
    route:
      waypoints: [[0, 0], [40, 0]]
  car2:
    kind: car
    speed_mps: 4
    route: {waypoints: [[0, 20], [40, 20, 3]]}
    sensors:
      imu: {kind: imu, rate_hz: 20}
faults:
  - {kind: sensor_dropout, at: 5s, actor: car2, sensor: imu}
recording: {pose: 100ms}
"""


def refusal(tmp_path: Path, text: str, *settings: str) -> InputError:
    path = tmp_path / "two-cars.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_scenario(path, settings)
    assert caught.value.fix
    return caught.value


def test_the_good_file_is_good(tmp_path) -> None:
    path = tmp_path / "two-cars.yaml"
    path.write_text(GOOD, encoding="utf-8")
    spec = load_scenario(path).spec
    assert (spec.step, spec.duration, list(spec.actors)) == (
        50_000_000,
        20_000_000_000,
        ["car1", "car2"],
    )


@pytest.mark.parametrize(
    ("old", "new", "line", "key", "what"),
    [
        (
            "    speed_mps: 4\n    route:\n",
            "    sped_mps: 4\n    route:\n",
            9,
            "actors.car1.sped_mps",
            "there is no key 'sped_mps' here; did you mean 'speed_mps'?",
        ),
        (
            "duration: 20s",
            "duraton: 20s",
            4,
            "duraton",
            "there is no key 'duraton' here; did you mean 'duration'?",
        ),
        (
            "kind: car\n    speed_mps: 4\n    route:\n",
            "kind: cra\n    speed_mps: 4\n    route:\n",
            8,
            "actors.car1.kind",
            "there is no kind 'cra' here; did you mean 'car'?",
        ),
        (
            "    kind: car\n    speed_mps: 4\n    route:\n",
            "    speed_mps: 4\n    route:\n",
            7,
            "actors.car1",
            "the key 'kind' is missing",
        ),
        (
            "step: 50ms\n",
            "",
            1,
            "",
            "the key 'step' is missing",
        ),
        (
            "rate_hz: 20",
            "rate_hz: 30",
            17,
            "actors.car2.sensors.imu.rate_hz",
            "rate_hz is 30 Hz, faster than the simulation's step of 50_000_000 ns",
        ),
        (
            "rate_hz: 20",
            "rate_hz: 15",
            17,
            "actors.car2.sensors.imu.rate_hz",
            "rate_hz is 15 Hz, whose period is not a whole number of steps",
        ),
        (
            "rate_hz: 20",
            "rate_hz: 20, period: 50ms",
            17,
            "actors.car2.sensors.imu.period",
            "both rate_hz and period are given",
        ),
        (
            "step: 50ms",
            "step: 50 parsecs",
            3,
            "step",
            "step is '50 parsecs', which is not a duration",
        ),
        (
            "  car2:",
            "  car1:",
            12,
            "actors",
            "the key 'car1' is here twice, first in line 7",
        ),
        (
            "recording: {pose: 100ms}",
            "scenery:\n  car1: {box: {x_m: 9, y_m: 9, length_m: 1, width_m: 1}}",
            21,
            "scenery.car1",
            "the name 'car1' is taken: there is one in actors",
        ),
        (
            "pose: 100ms",
            "pose: 120ms",
            20,
            "recording.pose",
            "pose is 120_000_000 ns, which is not a whole number of steps",
        ),
        (
            "actor: car2",
            "actor: car3",
            19,
            "faults[0].actor",
            "there is no actor 'car3'; did you mean 'car2'?",
        ),
        (
            "sensor: imu",
            "sensor: gyro",
            19,
            "faults[0].sensor",
            "car2 has no sensor 'gyro'",
        ),
        (
            "[[0, 0], [40, 0]]",
            "[[0, 0], [40]]",
            11,
            "actors.car1.route.waypoints[1]",
            "waypoints[1] is a list of 1",
        ),
        (
            "[[0, 0], [40, 0]]",
            "[[0, 0], [0, 0], [40, 0]]",
            11,
            "actors.car1.route.waypoints[1]",
            "two waypoints in a row are the same place",
        ),
        (
            "      waypoints: [[0, 0], [40, 0]]",
            "      goal: [40, 0]",
            10,
            "actors.car1.route",
            "it is not clear where car1 begins",
        ),
        (
            "      waypoints: [[0, 0], [40, 0]]",
            "      lanes: [north]",
            11,
            "actors.car1.route.lanes",
            "the route follows lanes, and the scenario has no map",
        ),
        ("seed: 3", "seed: -3", 5, "seed", "seed is -3"),
        ("seed: 3", "seed: three", 5, "seed", "seed is 'three'"),
        ("version: 1", "version: 2", 1, "version", "version is 2"),
    ],
)
def test_a_mistake_names_its_place(tmp_path, old, new, line, key, what) -> None:
    assert GOOD.count(old) == 1
    error = refusal(tmp_path, GOOD.replace(old, new))
    place = f"{tmp_path / 'two-cars.yaml'}:{line}" + (f": {key}" if key else "")
    assert (error.what, error.where) == (what, place)
    assert error.expected


@pytest.mark.parametrize(
    ("setting", "where", "what"),
    [
        (
            "actors.car1.speed_mp=5",
            "--set actors.car1.speed_mp=5: actors.car1.speed_mp",
            "there is no key 'speed_mp' here; did you mean 'speed_mps'?",
        ),
        (
            "actors.cra1.speed_mps=5",
            "--set actors.cra1.speed_mps=5",
            "there is no 'cra1' in actors; did you mean 'car1'?",
        ),
        (
            "actors.car1.speed_mps=fast",
            "--set actors.car1.speed_mps=fast: actors.car1.speed_mps",
            "speed_mps is 'fast'",
        ),
        (
            "actors.car1.route.waypoints[2][0]=1",
            "--set actors.car1.route.waypoints[2][0]=1",
            "there is no item '2' in actors.car1.route.waypoints",
        ),
        ("seed.x=1", "--set seed.x=1", "seed is 3, and has no 'x'"),
        ("seed", "--set", "'seed' is not a setting"),
        (
            "duration=1.01s",
            "--set duration=1.01s: duration",
            "duration is 1_010_000_000 ns, which is not a whole number of steps",
        ),
    ],
)
def test_a_bad_setting_is_as_clear_as_a_bad_line(tmp_path, setting, where, what) -> None:
    error = refusal(tmp_path, GOOD, setting)
    assert (error.what, error.where) == (what, where)


def test_settings_are_put_in_with_their_types(tmp_path) -> None:
    path = tmp_path / "two-cars.yaml"
    path.write_text(GOOD, encoding="utf-8")
    spec = load_scenario(
        path,
        [
            "actors.car1.speed_mps=5",
            "actors.car1.route.waypoints[1]=[50, 1, 2]",
            "end.first_collision=true",
            "duration=3s",
            "seed=9",
        ],
    ).spec
    car = spec.actors["car1"]
    assert car.kind == "car"
    assert (car.speed_mps, car.route.waypoints[1]) == (5.0, (50, 1, 2))
    assert (spec.end.first_collision, spec.duration, spec.seed) == (True, 3_000_000_000, 9)
