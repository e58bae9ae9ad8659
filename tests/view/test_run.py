"""Goal: the picture of a run shows who went where, and the contacts."""

from xml.etree import ElementTree

from project_ghost.runs import stage
from project_ghost.view import run_svg


def test_named_actors_and_contacts_are_labelled() -> None:
    staged = stage("t-junction-6")
    result = staged.run(keep_positions=True)
    svg = run_svg(staged.assembly, result)
    assert "nan" not in svg
    root = ElementTree.fromstring(svg)  # noqa: S314 - our own text
    title = root.findtext("{*}title")
    assert title is not None
    assert title.startswith("t-junction-6: ")
    texts = {e.text for e in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {*staged.assembly.spec.actors, "7.5 s"} <= texts
    assert svg == run_svg(staged.assembly, result)
