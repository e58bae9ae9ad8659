"""Goal: the picture of a schedule shows every component, connection and publication."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from project_ghost.engine import Graph, load_graph, schedule_facts
from project_ghost.view import schedule_svg
from tests.engine.parts import Counter
from tests.engine.test_events import Bells

EXAMPLE = Path(__file__).parents[2] / "examples" / "loop.yaml"
GOLDEN = Path(__file__).parent / "golden"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def picture() -> str:
    return schedule_svg(schedule_facts(load_graph(EXAMPLE)))


def test_the_picture_is_the_stored_one(picture, same_as_golden) -> None:
    same_as_golden(GOLDEN / "loop.svg", picture)


def test_every_component_is_named_and_every_connection_has_a_wire(picture) -> None:
    root = ElementTree.fromstring(picture)  # noqa: S314 - our own text
    titles = [e.findtext(f"{SVG}title") for e in root.iter(f"{SVG}g")]
    assert len([title for title in titles if title]) == 9
    assert "Helm.steer to Car.steer: ZOH, 1 sample late, first 0" in titles
    texts = {e.text for e in root.iter(f"{SVG}text")}
    assert {"Car", "Compass", "Route", "Helm", "Cruise", "INTERPOLATED", "gaps 34, 33, 33"} <= texts
    assert "href" not in picture, "the picture needs no other file"


def test_publications_and_stops_are_listed() -> None:
    graph = Graph("1ms")
    graph.group("slow", rate_hz=500)
    graph.add("Bells", Bells(), "slow")
    graph.publish_events(
        "/bells", records="Bells.records", count="Bells.count", fields=("bell", "sample")
    )
    graph.stop_when("Bells.count")
    texts = schedule_svg(schedule_facts(graph))
    assert "each of Bells.count rows of Bells.records: bell, sample" in texts
    assert "ends where one of these is not 0: Bells.count" in texts


def test_a_component_without_connections_is_drawn() -> None:
    graph = Graph("1ms")
    graph.group("all", rate_hz=1000)
    graph.add("Alone", Counter(), "all")
    root = ElementTree.fromstring(schedule_svg(schedule_facts(graph)))  # noqa: S314
    assert "Alone" in {e.text for e in root.iter(f"{SVG}text")}
