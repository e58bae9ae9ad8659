"""Goal: the picture of a run shows the paths of all actors, and the contacts."""

from xml.etree import ElementTree

from project_ghost.runs import prepare
from project_ghost.view import run_svg


def test_named_actors_and_contacts_are_labelled() -> None:
    prepared = prepare("t-junction-6")
    result = prepared.run(keep_positions=True)
    svg = run_svg(prepared.assembly, result)
    assert "nan" not in svg
    root = ElementTree.fromstring(svg)  # noqa: S314 - our own text
    title = root.findtext("{*}title")
    assert title is not None
    assert title.startswith("t-junction-6: ")
    texts = {e.text for e in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {*prepared.assembly.spec.actors, "7.5 s"} <= texts
    assert svg == run_svg(prepared.assembly, result)
