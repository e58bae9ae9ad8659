"""CommonRoad files as scenarios: made by hand, and real ones against commonroad-io."""

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from project_ghost.core.dmath import arrays as dmath
from project_ghost.core.errors import InputError
from project_ghost.scenario import canonical_json, parse_canonical
from project_ghost.scenario.assembly import assemble
from project_ghost.scenario.commonroad import (
    commonroad_map,
    commonroad_scenarios,
    commonroad_text,
    read_commonroad,
)
from project_ghost.scenario.tracks import read_tracks
from project_ghost.world.maps._xml import read_xml
from project_ghost.world.maps.commonroad import _document as commonroad_document
from project_ghost.world.objects import TRACK_VX, TRACK_X, TRACK_Y, TRACK_YAW, ObjectKind
from tests.world.maps.cr_files import CAR, document, exact, points, state, straight

FOLDER = Path(__file__).parents[3] / "shared" / "data" / "commonroad"
FILES = sorted(FOLDER.glob("*.xml"))
needs_files = pytest.mark.skipif(not FILES, reason="there is no shared/data beside the checkout")
DAY_NS = 86_400_000_000_000


def obstacle(name, content, tag="dynamicObstacle"):
    return f'<{tag} id="{name}">{content}</{tag}>'


def trajectory(*states):
    return "<trajectory>" + "".join(states) + "</trajectory>"


def problem(name=100, goal="", time=0, speed=10):
    initial = state(
        "initialState", 5, 0, time=time, orientation=0, velocity=speed, yawRate=0.1, slipAngle=0
    )
    window = "<time><intervalStart>20</intervalStart><intervalEnd>30</intervalEnd></time>"
    return (
        f'<planningProblem id="{name}">{initial}<goalState>{window}{goal}</goalState>'
        "</planningProblem>"
    )


LATE = obstacle(
    9,
    CAR
    + state("initialState", 10, 0, time=3, orientation=0, velocity=5)
    + trajectory(
        state("state", 10.5, 0, time=4, orientation=0.1, velocity=5),
        state("state", 11, 1, time=5, orientation=0.2, velocity=6),
    ),
)


def read(*content, **header):
    return read_commonroad("made.xml", document(straight(1, 0), *content, **header))


def test_a_trajectory_is_a_track_that_may_begin_late():
    (track,) = read(LATE).tracks
    assert (track.name, track.kind) == ("9", ObjectKind.VEHICLE)
    assert (track.length_m, track.width_m, track.radius_m) == (4.5, 1.8, 0.0)
    assert track.stamps_ns.tolist() == [300_000_000, 400_000_000, 500_000_000]
    assert track.states[:, TRACK_X].tolist() == [10.0, 10.5, 11.0]
    assert track.states[1, TRACK_VX] == pytest.approx(5.0 * np.cos(0.1))


def test_tracks_of_the_file_are_those_of_its_map_and_problems():
    data = document(straight(1, 0), LATE)
    (track,) = read_tracks("made.xml", data)
    np.testing.assert_array_equal(track.states, read_commonroad("made.xml", data).tracks[0].states)


@pytest.mark.parametrize("tag", ["staticObstacle", "obstacle"])
def test_a_static_obstacle_stands_for_longer_than_any_run(tag):
    role = "" if tag == "staticObstacle" else "<role>static</role>"
    shape = (
        "<shape><rectangle><length>4</length><width>2</width><orientation>0.5</orientation>"
        "<center><x>1</x><y>0</y></center></rectangle></shape>"
    )
    initial = state("initialState", 10, 20, time=0, orientation=1)
    (track,) = read(obstacle(5, f"{role}<type>parkedVehicle</type>{shape}{initial}", tag)).tracks
    assert track.stamps_ns.tolist() == [0, DAY_NS]
    np.testing.assert_array_equal(track.states[0], track.states[1])
    # The shape lies beside the place that the state names, and is turned.
    expected = [10.0 + np.cos(1.0), 20.0 + np.sin(1.0), 1.5, 0.0, 0.0]
    np.testing.assert_allclose(track.states[0], expected, atol=1e-15)


def test_occupancy_sets_alone_give_constant_velocity_and_a_warning():
    occupancy = (
        "<occupancySet>"
        + "".join(
            f"<occupancy><shape><polygon>{points((0, 0), (1, 0), (1, 1))}</polygon></shape>"
            f"{exact(time=step)}</occupancy>"
            for step in (1, 2, 3)
        )
        + "</occupancySet>"
    )
    initial = state("initialState", 0, 0, time=0, orientation=1.5707963267948966, velocity=20)
    file = read(obstacle(7, CAR + initial + occupancy))
    (track,) = file.tracks
    assert track.stamps_ns.tolist() == [0, 300_000_000]
    np.testing.assert_allclose(track.states[:, TRACK_Y], [0.0, 6.0], atol=1e-12)
    assert file.warnings == (
        "1 obstacles have no trajectory (7): they keep their initial velocity",
    )


def test_a_circle_a_polygon_and_kinds():
    circle = (
        "<type>pedestrian</type><shape><circle><radius>0.4</radius></circle></shape>"
        + state("initialState", 1, 2, time=0, orientation=0, velocity=1)
        + trajectory(state("state", 1.1, 2, time=1, orientation=0, velocity=1))
    )
    corners = points((-1, -1), (5, -1), (5, 3), (-1, 3))
    polygon = (
        f"<type>truck</type><shape><polygon>{corners}</polygon></shape>"
        + state("initialState", 0, 0, time=0, orientation=0, velocity=1)
        + trajectory(state("state", 0.1, 0, time=1, orientation=0, velocity=1))
    )
    file = read(obstacle(1, circle), obstacle(2, polygon))
    walker, truck = file.tracks
    assert (walker.kind, walker.radius_m, walker.length_m) == (ObjectKind.PEDESTRIAN, 0.4, 0.8)
    assert (truck.length_m, truck.width_m) == (6.0, 4.0)
    assert truck.states[0, :2].tolist() == [2.0, 1.0]
    assert file.warnings == ("1 obstacles (2) are replaced by boxes",)


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("bus", ObjectKind.VEHICLE),
        ("motorcycle", ObjectKind.BICYCLE),
        ("bicycle", ObjectKind.BICYCLE),
        ("constructionZone", ObjectKind.BARRIER),
        ("unknown", ObjectKind.VEHICLE),
        ("pillar", ObjectKind.GENERIC_OBJECT),
    ],
)
def test_kinds_of_obstacles(kind, expected):
    (track,) = read(LATE.replace("<type>car<", f"<type>{kind}<")).tracks
    assert track.kind is expected


def test_missing_headings_and_speeds_are_those_of_the_motion():
    bare = obstacle(
        3,
        CAR
        + state("initialState", 0, 0, time=0)
        + trajectory(state("state", 0, 1, time=1), state("state", 0, 2, time=2)),
    )
    (track,) = read(bare).tracks
    np.testing.assert_allclose(track.states[:, TRACK_YAW], np.pi / 2)
    np.testing.assert_allclose(track.states[:, 4], 10.0)


def test_a_building_is_an_obstacle_of_the_map():
    shape = f"<shape><polygon>{points((0, 9), (9, 9), (9, 20))}</polygon></shape>"
    file = read(obstacle(80, f"<type>building</type>{shape}", "environmentObstacle"))
    assert [(e.id, e.kind) for e in file.road_map.obstacles] == [("80", "building")]
    assert file.tracks == ()


REGIONS = {
    "rectangle": "<rectangle><length>4</length><width>2</width><orientation>0</orientation>"
    "<center><x>30</x><y>0</y></center></rectangle>",
    "circle": "<circle><radius>2</radius><center><x>30</x><y>0</y></center></circle>",
    "polygon": f"<polygon>{points((28, -1), (32, -1), (32, 1), (28, 1))}</polygon>",
    "lanelet": '<lanelet ref="1"/>',
}


def test_goals_of_every_kind():
    found = {
        kind: read(problem(goal=f"<position>{region}</position>")).problems[0].goal[0]
        for kind, region in REGIONS.items()
    }
    box = ((28.0, -1.0), (32.0, -1.0), (32.0, 1.0), (28.0, 1.0))
    assert found["rectangle"].region == found["polygon"].region == (box,)
    assert len(found["circle"].region[0]) == 16
    assert found["lanelet"].lanes == ("1",)
    limits = "<{0}><intervalStart>{1}</intervalStart><intervalEnd>{2}</intervalEnd></{0}>"
    goal = limits.format("orientation", -0.5, 0.5) + limits.format("velocity", 3, 8)
    (only,) = read(problem(goal=goal)).problems[0].goal
    assert (only.time, only.region, only.lanes) == ((2_000_000_000, 3_000_000_000), (), ())
    assert (only.yaw_rad, only.speed_mps) == ((-0.5, 0.5), (3.0, 8.0))


def test_the_initial_state_of_a_problem():
    (found,) = read(problem(speed=7)).problems
    assert (found.id, found.x_m, found.y_m, found.yaw_rad) == ("100", 5.0, 0.0, 0.0)
    assert (found.speed_mps, found.yaw_rate_rps, found.start_ns) == (7.0, 0.1, 0)


def scenarios(*content, **header):
    data = document(straight(1, 0), *content, **header)
    return commonroad_scenarios("made.xml", controller="perfect", data=data)


def test_each_problem_is_a_scenario_that_assembles():
    first, second = scenarios(problem(100), problem(101), LATE)
    assert (first.name, second.name) == ("tst-made-1-1-t-1-100", "tst-made-1-1-t-1-101")
    assert (first.duration_ns, first.step_ns) == (3_000_000_000, 10_000_000)
    assembly = assemble(first)
    planned = assembly.planners["ego"]
    assert (planned.period_ns, planned.length_m, planned.width_m) == (100_000_000, 4.508, 1.61)
    assert planned.goal == read(problem(100)).problems[0].goal
    assert [e.kind for e in assembly.objects[:2]] == [ObjectKind.EGO, ObjectKind.VEHICLE]


def test_a_scenario_survives_its_canonical_text():
    (file,) = scenarios(problem(), LATE)
    again = parse_canonical(canonical_json(file.spec), attached=file.attached)
    assert again.spec == file.spec
    assert assemble(again).planners["ego"].goal == assemble(file).planners["ego"].goal


def test_a_problem_that_begins_later_gets_the_tracks_from_there_on():
    (file,) = scenarios(problem(time=4), LATE)
    assert file.duration_ns == 2_600_000_000
    (track,) = read_tracks("made-tracks.csv", file.attached["made-tracks.csv"])
    assert track.stamps_ns.tolist() == [0, 100_000_000]
    assert "ego" in assemble(file).planners


def test_a_file_without_problems_has_no_scenario():
    assert scenarios(LATE) == ()


@pytest.mark.parametrize(
    ("step", "expected_ns"),
    [("0.04", 10_000_000), ("0.25", 10_000_000), ("0.033", 8_250_000), ("0.001", 1_000_000)],
)
def test_the_step_divides_the_period(step, expected_ns):
    (file,) = scenarios(problem(), step=step)
    assert file.step_ns == expected_ns


def test_the_text_of_a_scenario_is_a_file_to_keep():
    file = read(problem())
    text = commonroad_text(file, file.problems[0], "made.xml", driver={"planner": "simple"})
    assert "planning problem 100 of CommonRoad's TST_Made-1_1_T-1" in text
    assert "\n    driver: {" in text


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ([LATE, LATE], "second obstacle '9'"),
        ([problem(), problem()], "second planning problem '100'"),
        ([LATE.replace("<exact>5</exact></time>", "<exact>4</exact></time>")], "not after"),
        ([LATE.replace("<width>1.8</width>", "<width>-1</width>")], "the width is -1.0"),
        ([obstacle(1, CAR)], "the element <initialState> is missing"),
        ([problem(goal='<position><lanelet ref="77"/></position>')], "names the lanelet '77'"),
        ([problem(goal=f"<position>{points((1, 1))}</position>")], "the goal is a point"),
        (
            [
                problem(
                    goal="<velocity><intervalStart>0</intervalStart>"
                    "<intervalEnd>1e30</intervalEnd></velocity>"
                )
            ],
            "the goal's speed_mps has the value 1e+30",
        ),
        ([problem(speed="fast")], "the text is 'fast'"),
        ([problem().replace(">30<", ">10<")], "a rising interval"),
    ],
)
def test_mistakes_are_named(content, message):
    with pytest.raises(InputError) as caught:
        read(*content)
    assert message in str(caught.value)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        commonroad_scenarios(tmp_path / "absent.xml")


def oracle(path) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from commonroad.common.file_reader import CommonRoadFileReader

        return CommonRoadFileReader(str(path)).open()


@pytest.mark.slow
@needs_files
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_real_files_are_those_of_commonroad_io(path):
    file = read_commonroad(path)
    scenario, problems = oracle(path)
    assert file.period_ns == round(scenario.dt * 1e9)
    by_name = {track.name: track for track in file.tracks}
    assert len(by_name) == len(scenario.obstacles)
    for theirs in scenario.dynamic_obstacles:
        ours = by_name[str(theirs.obstacle_id)]
        prediction = theirs.prediction
        states = [theirs.initial_state]
        if hasattr(prediction, "trajectory"):
            states += prediction.trajectory.state_list
            assert len(ours.stamps_ns) == len(states)
        steps = [each.time_step for each in states]
        assert (ours.stamps_ns[: len(steps)] // file.period_ns).tolist() == steps
        rows = np.array([[*e.position, e.orientation, e.velocity] for e in states])
        np.testing.assert_array_equal(ours.states[: len(steps), :3], rows[:, :3])
        expected = rows[:, 3] * dmath.cos(rows[:, 2])
        np.testing.assert_array_equal(ours.states[: len(steps), TRACK_VX], expected)
    assert len(file.problems) == len(problems.planning_problem_dict)
    for mine in file.problems:
        theirs = problems.planning_problem_dict[int(mine.id)]
        assert (mine.x_m, mine.y_m) == tuple(theirs.initial_state.position)
        assert mine.speed_mps == theirs.initial_state.velocity
        windows = [g.time_step for g in theirs.goal.state_list]
        times = [(w.start * file.period_ns, w.end * file.period_ns) for w in windows]
        assert [goal.time for goal in mine.goal] == times
        lanes = theirs.goal.lanelets_of_goal_position or {}
        for i, goal in enumerate(mine.goal):
            assert goal.lanes == tuple(map(str, lanes.get(i, ())))


@needs_files
@pytest.mark.slow
def test_the_special_cases_among_the_real_files():
    files = {path.stem: read_commonroad(path) for path in FILES}
    assert len(files) == 39
    assert sum(len(file.problems) for file in files.values()) == 41
    assert len(files["C-DEU_MONAMerge-2_1_T-299"].problems) == 4
    assert files["DEU_MONAWest-2"].problems == ()
    merge = files["C-DEU_MONAMerge-2_1_T-299"].tracks
    assert sum(int(track.stamps_ns[0]) > 0 for track in merge) == 46
    warned = [name for name, file in files.items() if file.warnings]
    assert warned == ["USA_US101-3_3_S-1"]
    only_time = [
        name
        for name, file in files.items()
        if any(g.lanes == () and g.region == () for p in file.problems for g in p.goal)
    ]
    assert len(only_time) == 7
    assert {track.stamps_ns[-1] for track in files["ZAM_Urban-2_1"].tracks} == {DAY_NS}
    assert sorted({file.period_ns // 1_000_000 for file in files.values()}) == [40, 100, 200, 250]


@needs_files
@pytest.mark.slow
def test_all_real_problems_assemble():
    count = 0
    for path in FILES:
        for file in commonroad_scenarios(path, controller="perfect"):
            assembly = assemble(file)
            assert len(assembly.planners) == 1
            count += 1
    assert count == 41


def test_a_file_is_parsed_once_for_its_map_its_tracks_and_its_problem(monkeypatch, tmp_path):
    parsed = []

    def counted(path, data):
        parsed.append(path)
        return read_xml(path, data)

    monkeypatch.setattr(commonroad_document, "read_xml", counted)
    path = tmp_path / "once.xml"
    path.write_bytes(document(straight(1, 0), LATE, problem()))
    (file,) = commonroad_scenarios(path)
    first, second = assemble(file), assemble(file)
    assert len(parsed) == 1
    assert first.road_map is second.road_map


def test_a_file_whose_tracks_are_wrong_is_still_a_map():
    wrong = document(straight(1, 0), obstacle(9, ""))
    assert commonroad_map("wrong.xml", wrong).lane("1").length_m > 0
    with pytest.raises(InputError, match=r"where: wrong\.xml:"):
        read_tracks("wrong.xml", wrong)
