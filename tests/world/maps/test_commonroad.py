"""The map of a CommonRoad file: made by hand, and real ones against commonroad-io."""

import warnings
from pathlib import Path

import numpy as np
import pytest

from project_ghost.core.errors import InputError
from project_ghost.world.lights import AMBER, GREEN, RED, colour_at
from project_ghost.world.maps import Turn, map_counts, read_map
from tests.world.maps.cr_files import document, lanelet, points, straight

FILES = sorted((Path(__file__).parents[4] / "shared" / "data" / "commonroad").glob("*.xml"))
needs_files = pytest.mark.skipif(not FILES, reason="there is no shared/data beside the checkout")


def read(*content, **header):
    return read_map("made.xml", document(*content, **header))


def test_a_lanelet_is_a_lane_with_both_bounds():
    road_map = read(
        lanelet(
            7,
            [(0, 2), (10, 4), (20, 6)],
            [(0, -2), (11, -2), (20, -4)],
            "<speedLimit>13.5</speedLimit>",
        ),
        version="2018b",
    )
    (lane,) = road_map.lanes
    assert (lane.id, lane.kind, road_map.name) == ("7", "driving", "TST_Made-1_1_T-1")
    assert lane.left_bound == ((0.0, 2.0, 0.0), (10.0, 4.0, 0.0), (20.0, 6.0, 0.0))
    assert lane.right_bound == ((0.0, -2.0, 0.0), (11.0, -2.0, 0.0), (20.0, -4.0, 0.0))
    assert lane.points == ((0.0, 0.0, 0.0), (10.5, 1.0, 0.0), (20.0, 1.0, 0.0))
    assert lane.widths_m[0] == 4.0
    assert lane.limit_at(5.0) == 13.5


def test_neighbours_by_their_direction_and_roads_side_by_side():
    road_map = read(
        straight(
            1,
            0,
            '<adjacentLeft ref="2" drivingDir="same"/><adjacentRight ref="9" drivingDir="same"/>',
        ),
        straight(
            2,
            4,
            '<adjacentLeft ref="3" drivingDir="opposite"/>'
            '<adjacentRight ref="1" drivingDir="same"/>',
        ),
        lanelet(3, [(100, 6), (0, 6)], [(100, 10), (0, 10)]),
    )
    right, left, _ = road_map.lanes
    assert (right.left, left.right, left.opposite) == ("2", "1", "3")
    assert right.may_change_left
    assert road_map.traffic == "right"
    assert [(road.id, road.lanes) for road in road_map.roads] == [("2", ("1", "2")), ("3", ("3",))]
    assert road_map.defects == ("lanelet 1: its adjacentRight '9' is not in the file",)


def test_a_solid_mark_forbids_the_change():
    marked = straight(1, 0, '<adjacentLeft ref="2" drivingDir="same"/>').replace(
        "</leftBound>", "<lineMarking>solid</lineMarking></leftBound>"
    )
    road_map = read(marked, straight(2, 4, '<adjacentRight ref="1" drivingDir="same"/>'))
    assert not road_map.lane("1").may_change_left
    assert road_map.lane("2").may_change_right


def test_opposite_lanes_on_the_right_mean_left_hand_traffic():
    opposite = '<adjacentRight ref="2" drivingDir="opposite"/>'
    assert read(straight(1, 4, opposite), straight(2, 0)).traffic == "left"


def test_a_link_that_one_side_declares_holds_for_both():
    road_map = read(straight(1, 0, '<successor ref="2"/>'), straight(2, 0, start=100, end=150))
    assert road_map.lane("2").predecessors == ("1",)
    road_map = read(straight(1, 0), straight(2, 0, '<predecessor ref="1"/>', 101, 150))
    assert road_map.lane("1").successors == ("2",)
    assert road_map.defects == ("lanelet 1 leads to 2, which begins 1.000 m away",)


@pytest.mark.parametrize(
    ("more", "kind"),
    [
        ("<laneletType>urban</laneletType>", "driving"),
        ("<laneletType>urban</laneletType><laneletType>busLane</laneletType>", "bus"),
        ("<laneletType>sidewalk</laneletType>", "sidewalk"),
        ("<laneletType>bicycleLane</laneletType>", "biking"),
        ("<laneletType>shoulder</laneletType>", "shoulder"),
        ("<laneletType>exitRamp</laneletType>", "offRamp"),
        ("<laneletType>novel</laneletType>", "driving"),
        ("<userOneWay>bicycle</userOneWay>", "biking"),
        ("<userOneWay>car</userOneWay><userOneWay>bicycle</userOneWay>", "driving"),
        ("<userBidirectional>vehicle</userBidirectional>", "bidirectional"),
        ("<userOneWay>priorityVehicle</userOneWay>", "restricted"),
    ],
)
def test_kinds_by_type_and_by_user(more, kind):
    assert read(straight(1, 0, more)).lanes[0].kind == kind


def test_a_crosswalk_is_a_crossing():
    road_map = read(straight(1, 0, "<laneletType>crosswalk</laneletType>"))
    (crossing,) = road_map.crossings
    assert crossing.outline == ((0.0, -2.0), (100.0, -2.0), (100.0, 2.0), (0.0, 2.0))


SIGN = (
    '<trafficSign id="{id}"><trafficSignElement><trafficSignID>{code}</trafficSignID>'
    "{value}</trafficSignElement><virtual>true</virtual></trafficSign>"
)


def test_limits_come_from_signs_with_values():
    values = [
        SIGN.format(id=20, code="R2-1", value="<additionalValue>13.4112</additionalValue>"),
        SIGN.format(id=21, code="274", value="<additionalValue>8.333</additionalValue>"),
        SIGN.format(id=22, code="206", value=""),
    ]
    references = "".join(f'<trafficSignRef ref="{name}"/>' for name in (20, 21, 22))
    road_map = read(straight(1, 0, references), *values)
    assert road_map.lanes[0].limit_at(0.0) == 8.333
    stop = road_map.signs[2]
    assert (stop.code, stop.lanes, stop.position) == ("206", ("1",), (0.0, -2.0, 0.0))
    assert road_map.signs[0].value == "13.4112"


LIGHT = """<trafficLight id="30"><cycle>
<cycleElement><duration>20</duration><color>green</color></cycleElement>
<cycleElement><duration>3</duration><color>yellow</color></cycleElement>
<cycleElement><duration>7</duration><color>red</color></cycleElement>
<cycleElement><duration>1</duration><color>redYellow</color></cycleElement>
<timeOffset>5</timeOffset></cycle><direction>straightRight</direction><active>{}</active>
</trafficLight>"""


def test_lights_cycle_in_time_steps_from_their_offset():
    stop = '<stopLine><lineMarking>solid</lineMarking><trafficLightRef ref="30"/></stopLine>'
    content = straight(1, 0, stop + '<trafficLightRef ref="30"/>'), LIGHT.format("true")
    road_map = read(*content, step="0.5")
    (light,), (program,) = road_map.lights, road_map.programs
    assert light.turns == (Turn.STRAIGHT, Turn.RIGHT)
    assert (light.lanes, light.position) == (("1",), (100.0, -2.0, 0.0))
    assert (program.offset_ns, program.cycle_ns) == (2_500_000_000, 15_500_000_000)
    step_ns = 500_000_000
    shown = [colour_at(program, "30", step * step_ns) for step in (4, 5, 24, 25, 27, 28, 35)]
    assert shown == [RED, GREEN, GREEN, AMBER, AMBER, RED, RED]
    (line,) = road_map.stop_lines
    assert (line.lane, line.at_m, line.light) == ("1", 100.0, "30")
    assert read(*content[:1], LIGHT.format("false")).programs == ()


def test_a_stop_line_with_points_is_where_they_are():
    stop = f"<stopLine>{points((80, 2), (82, -2))}<lineMarking>solid</lineMarking></stopLine>"
    (line,) = read(straight(1, 0, stop)).stop_lines
    assert (line.at_m, line.light) == (81.0, "")


def test_an_intersection_takes_the_lanes_into_it_and_those_that_cross():
    road_map = read(
        straight(1, 0, '<successor ref="2"/>'),
        straight(2, 0, '<successor ref="3"/>', 100, 120),
        straight(3, 0, "", 120, 200),
        lanelet(4, [(108, -60), (108, -20)], [(112, -60), (112, -20)], '<successor ref="5"/>'),
        lanelet(5, [(108, -20), (108, 20)], [(112, -20), (112, 20)], '<successor ref="6"/>'),
        lanelet(6, [(108, 20), (108, 60)], [(112, 20), (112, 60)]),
        '<intersection id="50"><incoming id="51"><incomingLanelet ref="1"/>'
        '<successorsStraight ref="2"/></incoming></intersection>',
    )
    assert road_map.junction_by_lane == {"2": "50", "5": "50"}
    assert road_map.roads[1].junction == "50"
    alone = read(
        straight(1, 0, '<successor ref="2"/>'),
        straight(2, 0, '<successor ref="3"/>', 100, 120),
        straight(3, 0, "", 120, 200),
    )
    assert alone.junctions == ()


@pytest.mark.parametrize(
    ("content", "header", "message"),
    [
        ([straight(1, 0)], {"version": "2017a"}, "CommonRoad version '2017a'"),
        ([straight(1, 0)], {"step": "soon"}, "timeStepSize is 'soon'"),
        ([straight(1, 0)], {"step": "-0.1"}, "timeStepSize is '-0.1'"),
        ([straight(1, 0), straight(1, 4)], {}, "second lanelet '1'"),
        ([lanelet(1, [(0, 1), (1, 1)], [(0, 0), (1, 0), (2, 0)])], {}, "the right one 3"),
        ([lanelet(1, [(0, 1)], [(0, 0)])], {}, "the bound has 1 points"),
        ([lanelet(1, [(0, 1), (0, 1)], [(0, 0), (0, 0)])], {}, "the lanelet has no length"),
        (['<lanelet id="1"/>'], {}, "the element <leftBound> is missing"),
        ([lanelet(1, [("a", 1), (1, 1)], [(0, 0), (1, 0)])], {}, "the text is 'a'"),
        ([lanelet(1, [(1e300, 1), (1, 1)], [(0, 0), (1, 0)])], {}, "the point is (1e+300"),
        ([straight(1, 0, "<speedLimit>-3</speedLimit>")], {}, "the speed limit is '-3'"),
        ([straight(1, 0, '<adjacentLeft ref="1" drivingDir="up"/>')], {}, "drivingDir is 'up'"),
        ([LIGHT.format("true").replace("red<", "pink<")], {}, "the colour is 'pink'"),
        ([LIGHT.format("true").replace(">20<", ">0.5<")], {}, "the number of time steps is '0.5'"),
    ],
)
def test_mistakes_are_named_with_their_line(content, header, message):
    with pytest.raises(InputError) as caught:
        read(*content, **header)
    assert message in str(caught.value)
    assert "made.xml:" in str(caught.value)


def test_another_root_is_refused():
    with pytest.raises(InputError, match="the file begins with <roads>"):
        read_map("made.xml", b"<roads/>")


def test_hostile_files_end_soon():
    deep = b"<commonRoad>" + b"<a>" * 5000
    with pytest.raises(InputError, match="too many elements, or nests them too deeply"):
        read_map("made.xml", deep)
    with pytest.raises(InputError, match="document type declaration"):
        read_map("made.xml", b'<!DOCTYPE x [<!ENTITY a "aaaa">]><commonRoad/>')
    # Half a minute long in each step, if parts of a text were joined one by one.
    long = b"<commonRoad><a>" + b"x &amp; " * 2_000_000 + b"</a></commonRoad>"
    with pytest.raises(InputError, match="'commonRoadVersion' is missing"):
        read_map("made.xml", long)


def test_thousands_of_lanes_that_all_cross_form_no_junction():
    star = [
        lanelet(name, [(-9, y), (9, -y)], [(-9, y - 1), (9, -y - 1)], '<successor ref="0"/>')
        for name, y in ((i + 1, i * 0.01) for i in range(2000))
    ]
    links = "".join(f'<successor ref="{i + 1}"/>' for i in range(2000))
    road_map = read(straight(0, 30, links), *star)
    assert road_map.junctions == ()
    assert "too many lanes overlap to tell which form junctions; none do" in road_map.defects


def oracle(path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from commonroad.common.file_reader import CommonRoadFileReader

        return CommonRoadFileReader(str(path)).open_lanelet_network()


@pytest.mark.slow
@needs_files
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_real_maps_are_those_of_commonroad_io(path):
    road_map, network = read_map(path), oracle(path)
    assert [lane.id for lane in road_map.lanes] == [str(e.lanelet_id) for e in network.lanelets]
    for theirs in network.lanelets:
        ours = road_map.lane(str(theirs.lanelet_id))
        # Ours leave out points that repeat the one before.
        kept = [True, *np.any(np.diff(theirs.center_vertices, axis=0) != 0.0, axis=1)]
        same = np.testing.assert_array_equal
        same([p[:2] for p in ours.left_bound], theirs.left_vertices[kept])
        same([p[:2] for p in ours.right_bound], theirs.right_vertices[kept])
        same([p[:2] for p in ours.points], theirs.center_vertices[kept])
        assert set(map(str, theirs.successor)) <= set(ours.successors)
        assert set(map(str, theirs.predecessor)) <= set(ours.predecessors)
        left = str(theirs.adj_left) if theirs.adj_left is not None else ""
        assert left == (ours.left if theirs.adj_left_same_direction else ours.opposite or left)
        right = str(theirs.adj_right) if theirs.adj_right_same_direction else ""
        assert right == ours.right
        assert (theirs.stop_line is not None) == any(e.lane == ours.id for e in road_map.stop_lines)
        lights = {light.id for light in road_map.lights if ours.id in light.lanes}
        assert lights == set(map(str, theirs.traffic_lights))
        assert ours.contains(*ours.point_at(0.5 * ours.length_m)[:2])
    assert dict(map_counts(road_map))["lanes"] != "0"
    assert len(road_map.roadblock_by_lane) == sum(e.is_road_lane for e in road_map.lanes)
    assert len(road_map.signs) == len(network.traffic_signs)
    for light in network.traffic_lights:
        (program,) = [p for p in road_map.programs if p.id == str(light.traffic_light_id)]
        for step in range(0, 2000, 7):
            theirs = light.get_state_at_time_step(step).value
            colour = colour_at(program, program.id, step * 100_000_000)
            known = {"red": RED, "redYellow": RED, "yellow": AMBER, "green": GREEN}
            assert colour == known.get(theirs, GREEN)


@needs_files
def test_limits_of_real_files_of_both_versions():
    limits = {e.limit_at(0.0) for e in read_map(FILES[0].parent / "USA_Lanker-1_10_T-1.xml").lanes}
    assert limits == {11.176, 13.4112}
    (limit,) = {e.limit_at(0.0) for e in read_map(FILES[0]).lanes}
    assert limit == 16.667
