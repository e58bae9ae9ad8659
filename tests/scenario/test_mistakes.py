"""Goal: every mistake in a scenario is one error that names file, line and key, and the way out.

Method: one good file, one change each; the whole message is held against what a person needs.
"""

from pathlib import Path

import pytest

from project_ghost.core.errors import InputError
from project_ghost.engine import Parameter
from project_ghost.models.vehicles import KinematicBicycles, SingleTracks
from project_ghost.scenario import canonical_json, load_scenario, parse_canonical
from project_ghost.scenario.actors.car import Car
from project_ghost.scenario.file.ranges import SPEED_MAX_MPS

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
            "the key 'car1' is duplicated, first in line 7",
        ),
        (
            "recording: {pose: 100ms}",
            "scenery:\n  car1: {box: {x_m: 9, y_m: 9, length_m: 1, width_m: 1}}",
            21,
            "scenery.car1",
            "the name 'car1' is already used in actors",
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
            "the start of car1 is missing",
        ),
        (
            "      waypoints: [[0, 0], [40, 0]]",
            "      lanes: [north]",
            11,
            "actors.car1.route.lanes",
            "the route follows lanes, and the scenario has no map",
        ),
        (
            "duration: 20s",
            "duration: 20",
            4,
            "duration",
            "duration is 20 ns, which is not a whole number of steps",
        ),
        (
            "at: 5s",
            "at: 5s, lasting: 10ms",
            19,
            "faults[0].lasting",
            "lasting is 10_000_000 ns, which is not a whole number of steps",
        ),
        (
            "at: 5s",
            "at: 21s",
            19,
            "faults[0].at",
            "the fault begins at 21_000_000_000 ns, after the end of the run",
        ),
        (
            "kind: sensor_dropout, at: 5s, actor: car2, sensor: imu",
            "kind: latency, at: 5s, actor: car2, extra: 50ms",
            19,
            "faults[0]",
            "it is not clear what is late",
        ),
        (
            "kind: sensor_dropout, at: 5s, actor: car2, sensor: imu",
            "kind: latency, at: 5s, actor: car2, actuator: wheel, extra: 50ms",
            19,
            "faults[0].actuator",
            "a car has no actuator 'wheel'",
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
    ("old", "new", "key", "expected"),
    [
        ("step: 50ms", "step: 5s", "step", "from 1us to 1s"),
        ("step: 50ms", "step: 0.05", "step", "from 1us to 1s"),
        ("step: 50ms", "step: true", "step", "from 1us to 1s"),
        ("step: 50ms", "step: [50]", "step", "from 1us to 1s"),
        ("duration: 20s", "duration: 9999h", "duration", "of up to 2400h"),
        ("duration: 20s", "duration: -5s", "duration", "of up to 2400h"),
        ("rate_hz: 20", "rate_hz: 20, latency: 1000h", "latency", "from 0s to 60s"),
        ("rate_hz: 20", "rate_hz: 1e300", "rate_hz", "from 1/1000000 to 1000000 Hz"),
        ("rate_hz: 20", "rate_hz: 20, dropout: 2", "dropout", "a number from 0 to 1"),
        ("40, 20, 3", "40, 20, 1e300", "waypoints[1][2]", "from 0 to 50.8 m/s"),
        ("40, 20, 3", "1e300, 20, 3", "waypoints[1][0]", "from -10000000 to 10000000 m"),
        ("40, 20, 3", "40, 20, 3, 4", "waypoints[1]", "a list of 2 at most"),
        ("    speed_mps: 4\n    route:\n", "    speed_mps: 1e300\n    route:\n", "speed_mps",
         "from 0 to 50.8 m/s"),
        ("    speed_mps: 4\n    route:\n", "    speed_mps: '4'\n    route:\n", "speed_mps",
         "a number"),
        ("    speed_mps: 4\n    route:\n",
         "    speed_mps: 4\n    start: {x_m: 0, y_m: 0, speed_mps: 51}\n    route:\n", "speed_mps",
         "from 0 to 50.8 m/s"),
        ("    speed_mps: 4\n    route:\n", "    speed_mps: 4\n    mass_kg: 1e-300\n    route:\n",
         "mass_kg", "from 0.1 to 1000000 kg"),
        ("    speed_mps: 4\n    route:\n",
         "    speed_mps: 4\n    size: {length_m: 1e200}\n    route:\n", "length_m",
         "from 0.05 to 100 m"),
        ("  car1:", "  Car 1:", "Car 1", "beginning with a small letter"),
        ("recording: {pose: 100ms}", "recording: 5", "recording", "a mapping"),
        ("recording: {pose: 100ms}", "end: {all_arrived: 1}", "all_arrived", "true or false"),
        ("recording: {pose: 100ms}", "description: 5", "description", "a text"),
        ("recording: {pose: 100ms}", "scenery: []", "scenery", "a mapping"),
        ("recording: {pose: 100ms}", "lights: {a: {phases: []}}", "phases", "a list of 1 or more"),
        ("recording: {pose: 100ms}",
         "populations: {p: {kind: pedestrian, count: 1, area: {low: [0, 0], high: [9, 9]},"
         " speed_mps: [2, 1]}}", "speed_mps", "[lowest, highest]"),
        ("recording: {pose: 100ms}",
         "populations: {p: {kind: pedestrian, count: 1, area: {low: [0, 0], high: [9, 9]},"
         " speed_mps: 300}}", "speed_mps", "a number from 0 to 15 m/s"),
    ],
)  # fmt: skip
def test_a_value_out_of_its_range_names_the_range(tmp_path, old, new, key, expected) -> None:
    assert GOOD.count(old) == 1
    error = refusal(tmp_path, GOOD.replace(old, new))
    assert error.where.endswith(key)
    assert expected in error.expected
    for word in ("Input should", "valid dictionary", "Value error", "<key>"):
        assert word not in str(error)


def test_odometry_needs_wheels_and_walkers_have_a_speed_limit(tmp_path) -> None:
    walker = GOOD.replace(
        "recording:",
        "  # nobody\nrecording:",
    ).replace(
        "  car2:\n    kind: car\n    speed_mps: 4\n    route: {waypoints: [[0, 20], [40, 20, 3]]}",
        "  car2:\n    kind: pedestrian\n    speed_mps: 4\n"
        "    route: {waypoints: [[0, 20], [40, 20, 20]]}",
    )
    error = refusal(tmp_path, walker)
    assert error.where.endswith("actors.car2.route.waypoints[1][2]")
    assert "on foot" in error.what
    error = refusal(
        tmp_path, walker.replace("20, 20]]", "20, 3]]").replace("kind: imu", "kind: odometry")
    )
    assert error.where.endswith("actors.car2.sensors.imu.kind")
    assert "no wheels" in error.what


@pytest.mark.parametrize(
    ("route", "key", "what"),
    [
        ("waypoints: [[0, 0]]", ".waypoints", "a route of one waypoint has no direction"),
        ("goal: [9, 9]", "routes[0]", "the start of they is missing"),
        ("waypoints: [[0, 0], [0, 0]]", "waypoints[1]", "two waypoints in a row"),
    ],
)
def test_routes_of_many_lead_somewhere_too(tmp_path, route, key, what) -> None:
    text = GOOD.replace(
        "recording:",
        f"populations: {{they: {{kind: car, count: 1, speed_mps: 5, routes: [{{{route}}}]}}}}\n"
        "recording:",
    )
    error = refusal(tmp_path, text)
    assert error.where.endswith(key)
    assert what in error.what


def test_a_goal_is_elsewhere_than_the_start(tmp_path) -> None:
    text = GOOD.replace(
        "      waypoints: [[0, 0], [40, 0]]", "      goal: [1, 2]\n    start: {x_m: 1, y_m: 2}"
    )
    assert refusal(tmp_path, text).what == "car1 starts at its goal"


def test_nothing_flies_below_the_ground(tmp_path) -> None:
    quad = "  car1:\n    kind: quadrotor\n    hover_m: [0, 0, -1]\n  car2:"
    start = GOOD.index("  car1:")
    error = refusal(tmp_path, GOOD[:start] + quad + GOOD[GOOD.index("  car2:") + 7 :])
    assert error.where.endswith("hover_m[2]")
    assert "from 0 to 100000 m" in error.expected


def test_the_speed_range_is_that_of_the_cars() -> None:
    for plant in (KinematicBicycles, SingleTracks):
        declared = plant.declarations["speed_max_mps"]
        assert isinstance(declared, Parameter)
        assert declared.default == SPEED_MAX_MPS


def test_a_run_that_is_cut_short_keeps_later_faults(tmp_path) -> None:
    path = tmp_path / "two-cars.yaml"
    path.write_text(GOOD, encoding="utf-8")
    file = load_scenario(path, ["--duration=3s"])
    assert file.spec.faults[0].at > file.spec.duration
    again = parse_canonical(canonical_json(file.spec))
    assert again.spec == file.spec


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
    assert isinstance(car, Car)
    assert car.route is not None
    assert (car.speed_mps, car.route.waypoints[1]) == (5.0, (50, 1, 2))
    assert (spec.end.first_collision, spec.duration, spec.seed) == (True, 3_000_000_000, 9)


def test_a_time_that_was_left_out_is_named_with_its_key(tmp_path) -> None:
    text = GOOD.replace("step: 50ms", "step: 40ms").replace("recording: {pose: 100ms}\n", "")
    error = refusal(tmp_path, text.replace("rate_hz: 20", "rate_hz: 25"))
    assert "recording.pose has its default of 100_000_000 ns" in error.what
    assert "`recording: {pose: 40000000 ns}`" in error.fix


def test_whole_numbers_of_a_range_are_written_in_full(tmp_path) -> None:
    assert "from 0 to 18446744073709551615" in refusal(tmp_path, GOOD, "seed=-1").expected
