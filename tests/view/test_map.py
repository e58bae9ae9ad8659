"""Goal: the picture of a map shows all that is on it, or the window that was asked for."""

from math import hypot
from xml.etree import ElementTree

import numpy as np
import pytest

from project_ghost.view import map_svg
from project_ghost.world.maps import Bounds, Lane, builtin_maps, read_map
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


def test_ids_lie_along_their_lanes_and_apart_from_each_other() -> None:
    """Method: the text of an id is turned as its lane is, on a picture whose y points down."""
    road_map = read_map(builtin_maps()["urban_crossing"])
    root = drawn(map_svg(road_map, window=Bounds(-40.0, -40.0, 40.0, 40.0)))
    turned = {each.text: each.get("transform", "") for each in root.findall(".//{*}text")}
    assert {each.id for each in road_map.lights} <= turned.keys()
    lanes = [lane for lane in road_map.lanes if lane.id in turned]
    assert {lane.kind for lane in lanes} == {"driving"}
    for lane in lanes:
        angle, x, y = (float(part) for part in turned[lane.id][len("rotate(") : -1].split())
        nearest_m = min(
            np.linspace(0.0, lane.length_m - 1.0, 200),
            key=lambda s: hypot(*np.subtract(place_of(lane, s), (x, y))),
        )
        ahead, here = place_of(lane, nearest_m + 0.5), place_of(lane, nearest_m)
        along = np.degrees(np.arctan2(ahead[1] - here[1], ahead[0] - here[0]))
        assert abs((along - angle + 90.0) % 180.0 - 90.0) < 10.0, lane.id
        assert -90.0 <= angle <= 90.0


def place_of(lane: Lane, at_m: float) -> tuple[float, float]:
    """The point of the picture: 900 for 80 m, with the origin in its middle."""
    x_m, y_m, _ = lane.point_at(at_m)
    return 450.0 + x_m * 900.0 / 80.0, 450.0 - y_m * 900.0 / 80.0
