"""Goal: a few lines of OpenDRIVE cannot take hours, or all memory.

Method: lines that did; each is refused or read with bounded work, which is counted, not timed.
"""

import pytest

from project_ghost.core.errors import InputError
from project_ghost.world.maps import read_map
from tests.world.maps.xodr import LANES, road, write

WIDTH = '<width sOffset="0" a="3" b="0" c="0" d="0"/>'


@pytest.mark.parametrize("number", [-1_000_000_000, 999_999_999_999, -251])
def test_a_lane_far_from_the_centre_line_is_refused(number, tmp_path) -> None:
    lanes = (
        '<laneSection s="0"><center><lane id="0" type="none"/></center>'
        f'<right><lane id="{number}" type="driving">{WIDTH}</lane></right></laneSection>'
    )
    with pytest.raises(InputError, match="the lane has the number"):
        read_map(write(tmp_path, road(lanes=lanes)))


def test_objects_far_beyond_the_road_cost_no_more_than_others(tmp_path) -> None:
    spiral = (
        '<geometry s="0" x="0" y="0" hdg="0" length="100">'
        '<spiral curvStart="0" curvEnd="0.4"/></geometry>'
    )
    repeat = '<repeat s="1e6" length="1e5" distance="1" tStart="3" tEnd="3"/>'
    thing = f'<object id="1" type="tree" s="0" t="3" radius="0.2">{repeat}</object>'
    more = f"<objects>{thing}</objects>"
    with pytest.raises(InputError, match="take too long to sample"):
        read_map(write(tmp_path, road(geometry=spiral, more=more)))


def test_objects_are_counted_over_the_whole_map(tmp_path) -> None:
    repeat = '<repeat s="0" length="100" distance="0.001" tStart="3" tEnd="3"/>'
    thing = '<object id="{}" type="tree" s="0" t="3" radius="0.2">' + repeat + "</object>"
    more = "<objects>" + "".join(thing.format(i) for i in range(10)) + "</objects>"
    with pytest.raises(InputError, match="at most 200_000 objects in a map"):
        read_map(write(tmp_path, road(more=more)))
    endless = thing.format(1).replace("0.001", "1e-300")
    with pytest.raises(InputError, match="repeats an object"):
        read_map(write(tmp_path, road(more=f"<objects>{endless}</objects>")))


def test_a_long_cubic_of_many_samples_is_refused(tmp_path) -> None:
    poly = (
        '<geometry s="0" x="0" y="0" hdg="0" length="40000">'
        '<poly3 a="0" b="0" c="1e-3" d="-1e-8"/></geometry>'
    )
    wavy = "".join(f'<elevation s="{40 * i}" a="{i % 2}" b="0" c="0" d="0"/>' for i in range(1000))
    more = f"<elevationProfile>{wavy}</elevationProfile>"
    with pytest.raises(InputError, match="take too long to sample"):
        read_map(write(tmp_path, road(geometry=poly, length=40000, more=more)))


def test_thousands_of_pieces_take_as_long_as_they_are_many(tmp_path) -> None:
    """Each point finds its piece by bisection; a search through all of them took minutes."""
    pieces = "".join(
        f'<geometry s="{i}" x="{i}" y="0" hdg="0" length="1"><line/></geometry>'
        for i in range(4000)
    )
    speeds = "".join(f'<speed sOffset="{i}" max="{i % 7 + 1}"/>' for i in range(4000))
    lanes = LANES.replace("</lane></right>", f"{speeds}</lane></right>")
    found = read_map(write(tmp_path, road(geometry=pieces, lanes=lanes, length=4000)))
    assert len(found.lanes) == 2
    assert max(len(lane.speed_limits) for lane in found.lanes) == 4000


@pytest.mark.parametrize("value", ["1e308", "-1e308", "1e9"])
def test_coordinates_beyond_the_earth_are_refused(value, tmp_path) -> None:
    far = f'<geometry s="0" x="{value}" y="0" hdg="0" length="100"><line/></geometry>'
    with pytest.raises(InputError, match="beyond 1e"):
        read_map(write(tmp_path, road(geometry=far)))
