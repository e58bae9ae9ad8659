"""Goal: mistakes that show only with the map and the geometry are reported as clearly as others."""

from pathlib import Path

import pytest

from project_ghost.core.errors import InputError
from project_ghost.scenario import load_scenario, parse_scenario
from project_ghost.scenario.assembly import assemble

GOOD = """\
version: 1
name: around
step: 50ms
duration: 2s
actors:
  car1:
    kind: car
    speed_mps: 4
    route: {waypoints: [[0, 0], [40, 0]]}
  walker:
    kind: pedestrian
    speed_mps: 1
    route: {plan: walkable, waypoints: [[0, 10], [20, 10]]}
    sensors: {gnss: {kind: gnss, rate_hz: 10, latency: 200ms}}
scenery:
  wall: {box: {x_m: 10, y_m: 12, length_m: 1, width_m: 8}}
recording: {pose: 100ms, signals: [Cars.motion]}
"""


def assembled(tmp_path: Path, text: str):
    path = tmp_path / "around.yaml"
    path.write_text(text, encoding="utf-8")
    return assemble(load_scenario(path))


def test_the_good_one_is_good_and_its_walker_goes_around_the_wall(tmp_path) -> None:
    assembly = assembled(tmp_path, GOOD)
    way = assembly.paths["walker"]
    assert way[0][:2] == (0.0, 10.0)
    assert way[-1][:2] == (20.0, 10.0)
    assert min(y for _, y, _ in way) < 8.0 - 0.25
    inside = [p for p in way if 9.5 <= p[0] <= 10.5 and 8.0 <= p[1] <= 16.0]
    assert inside == []


@pytest.mark.parametrize(
    ("old", "new", "line", "key", "what"),
    [
        (
            "duration: 2s",
            "duration: 2s\nmap: t_juncton",
            5,
            "map",
            "there is no map 't_juncton'; did you mean 't_junction'?",
        ),
        (
            "[[0, 0], [40, 0]]",
            "[[0, 0], [10, 12]]",
            9,
            "actors.car1.route.waypoints[1]",
            "the waypoint (10, 12) is inside 'wall'",
        ),
        (
            "[[0, 10], [20, 10]]",
            "[[1, 0.5], [20, 10]]",
            10,
            "actors.walker",
            "walker overlaps car1 at the start",
        ),
        (
            "[[0, 0], [40, 0]]",
            "[[9, 9], [9, 40]]",
            6,
            "actors.car1",
            "car1 overlaps wall at the start",
        ),
        (
            "[[0, 0], [40, 0]]",
            "[[0, 0], [1e7, 0]]",
            9,
            "actors.car1.route",
            "the path is 1e+07 m long, with a point every 0.1 m",
        ),
        (
            "latency: 200ms",
            "latency: 250ms",
            14,
            "actors.walker.sensors.gnss.latency",
            "latency is 250_000_000 ns, which is not a whole number of samples",
        ),
        (
            "rate_hz: 10, latency: 200ms",
            "rate_hz: 20, latency: 51s",
            14,
            "actors.walker.sensors.gnss.latency",
            "latency is 51_000_000_000 ns, or 1020 samples",
        ),
        (
            "rate_hz: 10, latency: 200ms",
            "rate_hz: 3, on_grid: true, latency: 500ms",
            14,
            "actors.walker.sensors.gnss.latency",
            "latency is 500_000_000 ns, which is not a whole number of samples",
        ),
        (
            "[[0, 0], [40, 0]]}",
            "[[0, 0], [40, 0]]}\n    driver: {kind: idm, yields: "
            "[{line_m: [20, 9], clear_m: [30, 0]}]}",
            10,
            "actors.car1.driver.yields[0].line_m",
            "the line is 9 m away from every path",
        ),
        (
            "[Cars.motion]",
            "[Cars.moton]",
            17,
            "recording.signals[0]",
            "no signal matches 'Cars.moton'; did you mean 'Cars.motion'?",
        ),
        (
            "{box: {x_m: 10, y_m: 12, length_m: 1, width_m: 8}}",
            "{polygon: [[9, 8], [11, 16], [11, 8], [9, 16]]}",
            16,
            "scenery.wall.polygon",
            "the edges from corner 0 and from corner 2 of the polygon meet",
        ),
        (
            "{box: {x_m: 10, y_m: 12, length_m: 1, width_m: 8}}",
            "{polygon: [[9, 8], [10, 8], [11, 8]]}",
            16,
            "scenery.wall.polygon",
            "the polygon has no area: 2 of 3 corners are not redundant",
        ),
        (
            "[[0, 10], [20, 10]]",
            "[[0, 10], [20, 10], [3e4, 2e4]]",
            13,
            "actors.walker.route.waypoints[2]",
            "the search for a path on foot covers 30030 m by 20020 m",
        ),
        (
            "{plan: walkable, waypoints: [[0, 10], [20, 10]]}",
            "{plan: walkable, goal: [3e6, 10]}\n    start: {x_m: 0, y_m: 10}",
            13,
            "actors.walker.route.goal",
            "the search for a path on foot covers 3.00003e+06 m by 30 m",
        ),
        (
            "[[0, 0], [40, 0]]",
            "[[0, 0], [40, 0]]}\n    driver: {kind: pid, lookahead_m: 0",
            10,
            "actors.car1.driver.lookahead_m",
            "lookahead_m is 0",
        ),
    ],
)
def test_a_mistake_names_its_place(tmp_path, old, new, line, key, what) -> None:
    assert GOOD.count(old) == 1
    with pytest.raises(InputError) as caught:
        assembled(tmp_path, GOOD.replace(old, new))
    error = caught.value
    assert (error.what, error.where) == (what, f"{tmp_path / 'around.yaml'}:{line}: {key}")
    assert error.expected
    assert error.fix


@pytest.mark.parametrize(
    ("sampled", "period"),
    [
        ("rate_hz: 10, latency: 250ms", "100_000_000 ns"),
        ("rate_hz: 3, on_grid: true, latency: 500ms", "333_333_333.333 ns"),
    ],
)
def test_the_time_between_samples_is_written_in_full(tmp_path, sampled, period) -> None:
    with pytest.raises(InputError) as caught:
        assembled(tmp_path, GOOD.replace("rate_hz: 10, latency: 200ms", sampled))
    assert caught.value.expected == f"a multiple of {period}, the time between two"


def test_lanes_must_follow_each_other(tmp_path) -> None:
    text = GOOD.replace("duration: 2s", "duration: 2s\nmap: motorway").replace(
        "route: {waypoints: [[0, 0], [40, 0]]}", "route: {lanes: [south_1, north_1]}"
    )
    with pytest.raises(InputError, match="lane 'north_1' does not follow lane 'south_1'"):
        assembled(tmp_path, text)


def test_a_light_that_the_map_has_not_is_refused(tmp_path) -> None:
    text = GOOD.replace(
        "duration: 2s",
        "duration: 2s\nmap: urban_crossing\n"
        "lights: {souht: {phases: [{state: green, duration: 5s}]}}",
    )
    with pytest.raises(InputError, match="the map has no light 'souht'; did you mean 'south'"):
        assembled(tmp_path, text)


# What the numbers of a scenario may be at most is said where they are read; these are the
# world's own bounds, for what comes by another way.
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("speed_mps: 4", "speed_mps: 4\n    size: {length_m: 1e200, width_m: 1e200}"),
        ("speed_mps: 1", "speed_mps: 1\n    radius_m: 1e200"),
        ("length_m: 1,", "length_m: 1e200,"),
        ("x_m: 10,", "x_m: -1e200,"),
    ],
)
def test_absurd_sizes_are_refused_before_anything_is_made_of_them(tmp_path, old, new) -> None:
    assert GOOD.count(old) == 1
    with pytest.raises(InputError) as caught:
        assembled(tmp_path, GOOD.replace(old, new))
    assert "around.yaml:" in caught.value.where


QUAD = """\
version: 1
name: hover
step: {step}
duration: 3s
actors:
  quad: {{kind: quadrotor, hover_m: [0, 0, 5], controller: {{period: {period}}}}}
recording: {{pose: 600ms}}
"""


def test_a_quadrotor_asks_for_fine_steps_and_frequent_control(tmp_path) -> None:
    assembled(tmp_path, QUAD.format(step="40ms", period="40ms"))
    with pytest.raises(InputError) as caught:
        assembled(tmp_path, QUAD.format(step="50ms", period="50ms"))
    assert caught.value.where.endswith("around.yaml:3: step")
    assert caught.value.what == "a step of 50 ms is too coarse for the motors of quad"
    assert "40 ms at most" in str(caught.value)
    with pytest.raises(InputError) as caught:
        assembled(tmp_path, QUAD.format(step="20ms", period="60ms"))
    assert caught.value.where.endswith("around.yaml:6: actors.quad.controller")
    assert "50 ms at most" in str(caught.value)


@pytest.mark.slow
def test_the_latency_that_an_error_suggests_is_accepted(tmp_path) -> None:
    odd = GOOD.replace("rate_hz: 10, latency: 200ms", "rate_hz: 3, on_grid: true, latency: 500ms")
    with pytest.raises(InputError) as caught:
        assembled(tmp_path, odd)
    assert "333_333_333 ns" in caught.value.fix
    for legal in ("333_333_333ns", "666_666_667ns"):
        assembled(tmp_path, odd.replace("500ms", legal))


def test_a_map_whose_name_no_file_can_have_is_not_there() -> None:
    file = parse_scenario("version: 1\nname: x\nstep: 50ms\nduration: 1s\nmap: " + "x" * 5000)
    with pytest.raises(InputError, match="there is no map 'xxx"):
        assemble(file)


@pytest.mark.parametrize(
    ("route", "key", "what"),
    [
        (
            "start: {x_m: 10, y_m: 16.2}\n    route: {plan: walkable, goal: [0, 10]}",
            "start",
            "start",
        ),
        (
            "start: {x_m: 0, y_m: 10}\n    route: {plan: walkable, goal: [10, 16.2]}",
            "route.goal",
            "goal",
        ),
        (
            "route: {plan: walkable, waypoints: [[10, 16.2], [0, 10]]}",
            "route.waypoints[0]",
            "start",
        ),
    ],
)
def test_a_place_too_near_to_a_wall_is_named_itself(tmp_path, route, key, what) -> None:
    text = GOOD.replace("route: {plan: walkable, waypoints: [[0, 10], [20, 10]]}", route)
    with pytest.raises(InputError) as caught:
        assembled(tmp_path, text)
    assert caught.value.where.endswith(f": actors.walker.{key}")
    assert caught.value.what == f"the {what} (10.000, 16.200) is 0.200 m from the obstacle 'wall'"
