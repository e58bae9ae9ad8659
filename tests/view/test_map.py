"""Goal: the picture of a map shows all that is on it, or the window that was asked for."""

from xml.etree import ElementTree

import pytest

from project_ghost.view import map_svg
from project_ghost.world.maps import Bounds, builtin_maps, read_map
from project_ghost.world.maps.opendrive import read_opendrive
from tests.world.maps import xodr
from tests.world.maps.test_opendrive import OBJECTS, SIGNALS

NAMES = ("t_junction", "urban_crossing", "motorway", "plaza")


def drawn(svg: str) -> ElementTree.Element:
    assert "nan" not in svg
    return ElementTree.fromstring(svg)  # noqa: S314 - our own text


@pytest.mark.parametrize("name", NAMES)
def test_every_lane_of_a_built_in_map_is_drawn(name) -> None:
    road_map = read_map(builtin_maps()[name])
    root = drawn(map_svg(road_map))
    assert root.findtext("{*}title") == road_map.name
    grounds = len(road_map.lanes) + len(road_map.areas) + len(road_map.crossings)
    assert len(root.findall(".//{*}polygon")) >= grounds


def test_signals_and_objects_are_drawn(tmp_path) -> None:
    road_map = read_opendrive(xodr.write(tmp_path, xodr.road(more=SIGNALS + OBJECTS)))
    svg = map_svg(road_map)
    assert len(drawn(svg).findall(".//{*}polygon")) > 8
    assert svg == map_svg(road_map)


def test_a_window_leaves_out_the_lanes_outside_it() -> None:
    road_map = read_map(builtin_maps()["urban_crossing"])
    whole, part = (
        drawn(map_svg(road_map, window=window))
        for window in (None, Bounds(-20.0, -20.0, 20.0, 10.0))
    )
    assert len(part.findall(".//{*}polygon")) < len(whole.findall(".//{*}polygon"))
    assert (part.get("width"), part.get("height")) == ("900", "675")
