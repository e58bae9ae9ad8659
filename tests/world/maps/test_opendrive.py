"""What the reader makes of small files whose answers are known."""

import pytest

from project_ghost.core.dmath import cos, sin
from project_ghost.core.errors import InputError
from project_ghost.world.maps.opendrive import read_opendrive
from tests.world.maps import xodr

PI = 3.141592653589793


def read(folder, *parts, **options):
    return read_opendrive(xodr.write(folder, *parts), **options)


def test_lanes_lie_beside_the_reference_line_in_their_direction_of_travel(tmp_path):
    road_map = read(tmp_path, xodr.road())
    left, right = road_map.lane("1.0.1"), road_map.lane("1.0.-1")
    assert right.points == ((0.0, -1.5, 0.0), (100.0, -1.5, 0.0))
    assert left.points == ((100.0, 1.75, 0.0), (0.0, 1.75, 0.0))
    assert right.widths_m == (3.0, 3.0)
    assert (left.opposite, right.opposite) == ("1.0.-1", "1.0.1")
    assert (left.left, left.right, right.left, right.right) == ("", "", "", "")
    assert road_map.roads[0].lanes == ("1.0.1", "1.0.-1")
    assert road_map.defects == ()


def test_where_traffic_keeps_left_everything_runs_the_other_way(tmp_path):
    text = xodr.road(attributes='junction="-1" rule="LHT"')
    for road_map in (read(tmp_path, text), read(tmp_path, xodr.road(), traffic="left")):
        assert road_map.traffic == "left"
        assert road_map.lane("1.0.-1").points == ((100.0, -1.5, 0.0), (0.0, -1.5, 0.0))
    assert read(tmp_path, text, traffic="right").traffic == "right"


def test_options_are_checked(tmp_path):
    with pytest.raises(InputError, match="tolerance_m is 0"):
        read(tmp_path, xodr.road(), tolerance_m=0.0)
    with pytest.raises(InputError, match="traffic is 'up'"):
        read(tmp_path, xodr.road(), traffic="up")


THREE = """
<laneOffset s="0" a="1" b="0" c="0" d="0"/>
<laneSection s="0"><center><lane id="0" type="none"/></center><right>
  <lane id="-1" type="driving">
    <width sOffset="0" a="3" b="0" c="0" d="0"/>
    <roadMark sOffset="0" type="{first}"/>
    <link><successor id="-1"/></link>
  </lane>
  <lane id="-2" type="driving">
    <width sOffset="0" a="0" b="0.1" c="0" d="0"/>
    <width sOffset="20" a="2" b="0" c="0" d="0"/>
    <roadMark sOffset="0" type="solid" laneChange="{second}"/>
    <speed sOffset="10" max="36" unit="km/h"/>
    <link><successor id="-2"/></link>
  </lane>
  <lane id="-3" type="sidewalk"><border sOffset="0" a="-9" b="0" c="0" d="0"/></lane>
</right></laneSection>
<laneSection s="60"><center><lane id="0" type="none"/></center><right>
  <lane id="-1" type="driving"><width sOffset="0" a="3" b="0" c="0" d="0"/></lane>
  <lane id="-2" type="driving"><width sOffset="0" a="2" b="0" c="0" d="0"/></lane>
</right></laneSection>
"""


def three(tmp_path, first="broken", second="none", more=""):
    lanes = THREE.format(first=first, second=second)
    return read(tmp_path, xodr.road(lanes=lanes, more=more))


def test_offsets_widths_and_borders_place_the_lanes(tmp_path):
    road_map = three(tmp_path)
    first, second, walk = (road_map.lane(f"1.0.-{i}") for i in (1, 2, 3))
    assert first.points[0] == (0.0, -0.5, 0.0)
    assert second.points[0] == (0.0, -2.0, 0.0)
    assert second.width_at(10.0) == pytest.approx(1.0, abs=1e-2)
    assert second.point_at(second.length_m) == (60.0, -3.0, 0.0)
    # The border is measured from the shifted centre: from -4 to -8 where lane -2 is 2 m wide.
    assert walk.points[-1] == (60.0, -6.0, 0.0)
    assert walk.widths_m[-1] == 4.0
    assert first.successors == ("1.1.-1",)
    assert road_map.lane("1.1.-1").predecessors == ("1.0.-1",)
    assert (first.right, second.left, second.right) == ("1.0.-2", "1.0.-1", "1.0.-3")


@pytest.mark.parametrize(
    ("mark", "outwards", "inwards"),
    [
        ("broken", True, True),
        ("solid", False, False),
        ("none", True, True),
        ("broken solid", True, False),
        ("solid broken", False, True),
    ],
)
def test_marks_decide_where_lane_changes_are_allowed(tmp_path, mark, outwards, inwards):
    road_map = three(tmp_path, mark)
    assert road_map.lane("1.0.-1").may_change_right is outwards
    assert road_map.lane("1.0.-2").may_change_left is inwards


@pytest.mark.parametrize(
    ("said", "outwards", "inwards"),
    [
        ("both", True, True),
        ("none", False, False),
        ("increase", False, True),
        ("decrease", True, False),
    ],
)
def test_the_rule_of_a_mark_prevails_over_its_type(tmp_path, said, outwards, inwards):
    road_map = three(tmp_path, second=said)
    assert road_map.lane("1.0.-2").may_change_right is outwards
    assert road_map.lane("1.0.-3").may_change_left is inwards


def test_speed_limits_hold_from_where_they_stand(tmp_path):
    types = (
        '<type s="0" type="town"><speed max="50" unit="km/h"/></type>'
        '<type s="30" type="town"><speed max="20" unit="mph"/></type>'
        '<type s="80" type="rural"/>'
    )
    road_map = three(tmp_path, more=types)
    first, second = road_map.lane("1.0.-1"), road_map.lane("1.0.-2")
    assert first.limit_at(29.9) == 50.0 / 3.6
    assert first.limit_at(30.1) == 20 * 0.44704
    assert second.limit_at(9.0) == 50.0 / 3.6
    assert second.limit_at(15.0) == 10.0  # the lane's own, from 10 m on
    assert road_map.lane("1.1.-1").limit_at(19.0) == 20 * 0.44704
    assert road_map.lane("1.1.-1").limit_at(21.0) is None
    reverse = read(tmp_path, xodr.road(more=types)).lane("1.0.1")
    assert [(x.start_m, x.limit_mps) for x in reverse.speed_limits] == [
        (0.0, None),
        (20.0, 20 * 0.44704),
        (70.0, 50.0 / 3.6),
    ]


ARC = f'<geometry s="0" x="0" y="0" hdg="0" length="{50 * PI}"><arc curvature="0.02"/></geometry>'


@pytest.mark.parametrize("tolerance_m", [0.1, 0.01, 0.001])
def test_centre_lines_stay_within_the_tolerance(tmp_path, tolerance_m):
    road_map = read(tmp_path, xodr.road(geometry=ARC, length=50 * PI), tolerance_m=tolerance_m)
    lane = road_map.lane("1.0.-1")
    for i in range(len(lane.points) - 1):
        a, b = lane.points[i], lane.points[i + 1]
        middle = (0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]) - 50.0)
        away = 51.5 - (middle[0] * middle[0] + middle[1] * middle[1]) ** 0.5
        assert 0.0 <= away <= tolerance_m
    assert lane.length_m == pytest.approx(51.5 * PI, rel=1e-3)
    assert len(lane.points) < 40 / tolerance_m**0.5
    exact = road_map.roads[0].exact
    assert exact is not None
    for station, point in zip(lane.stations_m, lane.points, strict=True):
        assert exact.point(station, -1.5) == point


def test_heights_and_banking_lift_the_lanes(tmp_path):
    more = (
        '<elevationProfile><elevation s="0" a="1" b="0.1" c="0" d="0"/></elevationProfile>'
        '<lateralProfile><superelevation s="0" a="0.1" b="0" c="0" d="0"/></lateralProfile>'
    )
    lane = read(tmp_path, xodr.road(more=more)).lane("1.0.-1")
    assert lane.points[0] == pytest.approx((0.0, -1.5 * cos(0.1), 1.0 - 1.5 * sin(0.1)), abs=1e-15)
    assert lane.points[-1][2] == pytest.approx(11.0 - 1.5 * sin(0.1), abs=1e-12)


def link(kind, element, identity, contact=""):
    point = f' contactPoint="{contact}"' if contact else ""
    return f'<{kind} elementType="{element}" elementId="{identity}"{point}/>'


def at(x, heading=0.0, length=50.0):
    return f'<geometry s="0" x="{x}" y="0" hdg="{heading}" length="{length}"><line/></geometry>'


def linked_lane(number, before=None, after=None):
    links = f'<predecessor id="{before}"/>' if before is not None else ""
    links += f'<successor id="{after}"/>' if after is not None else ""
    return (
        f'<lane id="{number}" type="driving"><link>{links}</link>'
        '<width sOffset="0" a="3" b="0" c="0" d="0"/></lane>'
    )


def section(left="", right=""):
    return (
        f'<laneSection s="0"><left>{left}</left><center><lane id="0" type="none"/></center>'
        f"<right>{right}</right></laneSection>"
    )


def test_roads_that_meet_end_to_end_are_linked_both_ways(tmp_path):
    """Road 2 runs against road 1: the right lane of the one is the left lane of the other."""
    one = xodr.road(
        "1",
        length=50,
        geometry=at(0),
        link=link("successor", "road", "2", "end"),
        lanes=section(linked_lane(1, after=-1), linked_lane(-1, after=1)),
    )
    two = xodr.road(
        "2",
        length=50,
        geometry=at(100, PI),
        link=link("successor", "road", "1", "end"),
        lanes=section(linked_lane(1, after=-1), linked_lane(-1, after=1)),
    )
    road_map = read(tmp_path, one, two)
    assert road_map.lane("1.0.-1").successors == ("2.0.1",)
    assert road_map.lane("2.0.-1").successors == ("1.0.1",)
    assert road_map.defects == ()


def junction_file(connecting_start=50.0, extra=""):
    incoming = xodr.road(
        "1",
        length=50,
        geometry=at(0),
        link=link("successor", "junction", "9"),
        lanes=section("", linked_lane(-1)),
    )
    connecting = xodr.road(
        "2",
        length=20,
        geometry=at(connecting_start, length=20),
        link=link("predecessor", "road", "1", "end") + link("successor", "road", "3", "start"),
        lanes=section("", linked_lane(-1, -1, -1)),
        attributes='junction="9"',
    )
    outgoing = xodr.road(
        "3",
        length=50,
        geometry=at(70),
        link=link("predecessor", "junction", "9"),
        lanes=section("", linked_lane(-1)),
    )
    junction = (
        '<junction id="9" name="J"><connection id="0" incomingRoad="1" connectingRoad="2" '
        f'contactPoint="start"><laneLink from="-1" to="-1"/></connection>{extra}</junction>'
    )
    return incoming, connecting, outgoing, junction


def test_a_junction_leads_from_road_to_road(tmp_path):
    road_map = read(tmp_path, *junction_file())
    assert road_map.lane("1.0.-1").successors == ("2.0.-1",)
    assert road_map.lane("2.0.-1").successors == ("3.0.-1",)
    assert road_map.lane("3.0.-1").predecessors == ("2.0.-1",)
    assert road_map.junctions[0].lanes == ("2.0.-1",)
    assert road_map.defects == ()
    reverse = read(tmp_path, *junction_file(), traffic="left")
    assert reverse.lane("3.0.-1").successors == ("2.0.-1",)


def test_defects_of_a_file_are_reported(tmp_path):
    extra = (
        '<connection id="1" incomingRoad="1" connectingRoad="7" contactPoint="start"/>'
        '<connection id="2" incomingRoad="1" connectingRoad="2" contactPoint="start">'
        '<laneLink from="-1" to="-4"/></connection>'
        '<connection id="3" incomingRoad="1" connectingRoad="2" contactPoint="end">'
        '<laneLink from="-1" to="-1"/></connection>'
    )
    defects = read(tmp_path, *junction_file(50.25, extra)).defects
    assert defects == (
        "junction 9 connects road 7, which is missing",
        "lane 1.0.-1 is linked to 2.0.-4, which is missing",
        "lanes 1.0.-1 and 2.0.-1 are linked head-on",
        "lane 1.0.-1 leads to 2.0.-1, which begins 0.250 m away",
        "lane 2.0.-1 leads to 3.0.-1, which begins 0.250 m away",
    )
    gap = at(0, length=40) + '<geometry s="40" x="41" y="0" hdg="0" length="50"><line/></geometry>'
    assert read(tmp_path, xodr.road(geometry=gap)).defects == (
        "road 1: the geometry at s = 40.000 begins 1.000 m from the end of the previous one",
        "road 1: its length is 100.000 m, that of its geometries 90.000 m",
    )


SIGNALS = """
<signals>
  <signal s="90" t="-4" id="L" name="light" dynamic="yes" orientation="+" zOffset="3" type="1000001"
    subtype="-1" hOffset="0"/>
  <signal s="90" t="4" id="P" dynamic="yes" orientation="-" zOffset="2" type="1000002"/>
  <signal s="88" t="0" id="S" dynamic="no" orientation="+" type="294"/>
  <signal s="94" t="0" id="Z" dynamic="no" orientation="none" type="1000003" value="4" width="6.5"/>
  <signal s="10" t="-4" id="V" name="fifty" dynamic="no" orientation="+" type="274" subtype="55"
    value="50"><validity fromLane="-1" toLane="-1"/></signal>
</signals>
"""


def test_signals_become_lights_stop_lines_crossings_and_signs(tmp_path):
    controller = '<controller id="c" name="C"><control signalId="L" type="x"/></controller>'
    road_map = read(tmp_path, xodr.road(more=SIGNALS), controller)
    light, people = road_map.lights
    assert (light.id, light.position, light.lanes) == ("L", (90.0, -4.0, 3.0), ("1.0.-1",))
    assert (people.lanes, abs(people.heading_rad)) == ((), PI)
    stop = road_map.stop_lines[0]
    assert (stop.lane, stop.at_m, stop.light) == ("1.0.-1", 88.0, "L")
    crossing = road_map.crossings[0]
    assert crossing.outline == ((92.0, -3.25), (96.0, -3.25), (96.0, 3.25), (92.0, 3.25))
    sign = road_map.signs[0]
    assert (sign.code, sign.value, sign.lanes) == ("274-55", "50", ("1.0.-1",))
    assert road_map.controllers[0].lights == ("L",)


OBJECTS = """
<objects>
  <object id="b" type="building" s="10" t="8" length="4" width="2" height="5"
    hdg="1.5707963267948966"/>
  <object id="p" type="pole" s="20" t="5" radius="0.5" height="3"/>
  <object id="c" type="crosswalk" s="50" t="0"><outlines><outline id="0">
    <cornerRoad s="48" t="-3" /><cornerRoad s="48" t="3"/><cornerRoad s="52" t="3"/>
    <cornerRoad s="52" t="-3"/></outline></outlines></object>
  <object id="k" type="parkingSpace" s="60" t="6"><outline>
    <cornerLocal u="-2" v="-1"/><cornerLocal u="2" v="-1"/><cornerLocal u="2" v="1"/>
    <cornerLocal u="-2" v="1"/></outline></object>
  <object id="r" type="barrier" s="0" t="0"><repeat s="70" length="10" distance="0" tStart="5"
    tEnd="5" widthStart="1" widthEnd="1"/></object>
  <object id="t" type="tree" s="0" t="0" radius="0.2"><repeat s="0" length="30" distance="10"
    tStart="7" tEnd="7"/></object>
  <object id="n" type="none" s="99" t="0"/>
</objects>
"""


def test_objects_become_obstacles_crossings_and_areas(tmp_path):
    road_map = read(tmp_path, xodr.road(more=OBJECTS))
    by_id = {obstacle.id: obstacle for obstacle in road_map.obstacles}
    building = by_id["1.b"].outline
    assert sorted(round(x, 9) for x, _ in building) == [9.0, 9.0, 11.0, 11.0]
    assert sorted(round(y, 9) for _, y in building) == [6.0, 6.0, 10.0, 10.0]
    pole = by_id["1.p"]
    assert (pole.centre, pole.radius_m, pole.height_m) == ((20.0, 5.0), 0.5, 3.0)
    assert all((x - 20.0) * (x - 20.0) + (y - 5.0) * (y - 5.0) >= 0.25 for x, y in pole.outline)
    strips = [name for name in by_id if name.startswith("1.r#")]
    assert len(strips) == 5
    assert by_id["1.r#0"].outline == ((70.0, 4.5), (72.0, 4.5), (72.0, 5.5), (70.0, 5.5))
    trees = [by_id[name].centre for name in by_id if name.startswith("1.t#")]
    assert trees == [(0.0, 7.0), (10.0, 7.0), (20.0, 7.0), (30.0, 7.0)]
    assert road_map.crossings[0].outline[0] in ((48.0, -3.0), (52.0, -3.0))
    assert road_map.areas[0].kind == "parking"
    assert road_map.areas[0].outline == ((58.0, 5.0), (62.0, 5.0), (62.0, 7.0), (58.0, 7.0))
    assert road_map.defects == ("object 1.n (none) has no size; assumed 0.2 m in diameter",)


@pytest.mark.parametrize(
    ("shape", "what"),
    [
        ('<arc curvature="1e6"/>', "the <arc> turns by up to 1e+08 rad"),
        ('<spiral curvStart="0" curvEnd="-4e3"/>', "the <spiral> turns by up to 400000 rad"),
        ('<poly3 a="0" b="0" c="0" d="1"/>', "the derivative of the <poly3> reaches 30000"),
        (
            '<paramPoly3 aU="0" bU="1" cU="0" dU="0" aV="0" bV="0" cV="9e9" dV="0"/>',
            "the derivative of the <paramPoly3> reaches 1.8e+08",
        ),
    ],
)
def test_a_piece_that_winds_without_end_is_refused_by_its_line(tmp_path, shape, what):
    geometry = f'<geometry s="0" x="0" y="0" hdg="0" length="100">\n{shape}</geometry>'
    with pytest.raises(InputError) as caught:
        read(tmp_path, xodr.road(geometry=geometry))
    assert caught.value.what == what
    assert caught.value.where.startswith(f"{tmp_path / 'small.xodr'}:3")


def test_a_lane_that_winds_too_much_for_its_points_is_refused(tmp_path):
    arc = '<geometry s="0" x="0" y="0" hdg="0" length="100"><arc curvature="0.1"/></geometry>'
    with pytest.raises(InputError) as caught:
        read(tmp_path, xodr.road(geometry=arc), tolerance_m=1e-9)
    assert "needs more than 10_000 samples" in caught.value.what
    assert caught.value.where == f"{tmp_path / 'small.xodr'}: road 1, lane 1 of section 0"
