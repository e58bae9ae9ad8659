"""The way on leads straight ahead, and comes to an end."""

import pytest

from project_ghost.world.maps import RoadMap, builtin_maps, read_map
from project_ghost.world.navigation import onward_lanes


@pytest.fixture(scope="module")
def crossing() -> RoadMap:
    return read_map(builtin_maps()["urban_crossing"])


def test_it_turns_least(crossing: RoadMap) -> None:
    found = onward_lanes(crossing, "south_in_1", 100.0)
    assert found == ("from_south_to_north_1", "north_out_1")


def test_preferred_lanes_come_first(crossing: RoadMap) -> None:
    found = onward_lanes(crossing, "south_in_2", 20.0, preferred=["from_south_to_east"])
    assert found[0] == "from_south_to_east"


def test_nothing_comes_twice(crossing: RoadMap) -> None:
    found = onward_lanes(crossing, "south_in_1", 1e6)
    assert len(set(found)) == len(found)
    assert "south_in_1" not in found
    assert onward_lanes(crossing, "south_in_1", 1e6, without=found[:1])[:1] != found[:1]


def test_no_distance_no_lanes(crossing: RoadMap) -> None:
    assert onward_lanes(crossing, "south_in_1", 0.0) == ()
