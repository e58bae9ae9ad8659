"""The paths of a run on its map as SVG, north up."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from project_ghost.core.duration import seconds_text
from project_ghost.drawing import (
    Element,
    Plane,
    Point,
    background,
    circle,
    cross,
    label,
    picture,
    polygon,
    polyline,
    simplified,
)
from project_ghost.view.map._ground import GROUND, OBSTACLE, GroundColours, ground

from ._paths import ActorPath, actor_paths

if TYPE_CHECKING:  # slow to load, and a map or a schedule is drawn without them
    from project_ghost.runs import Contact, RunResult
    from project_ghost.scenario.assembly import Assembly

__all__ = ["run_svg"]

# Paler than the picture of a map, so that paths stand out.
_COLOURS = GroundColours(
    lanes={"driving": "#c9ccd1", "sidewalk": "#e3dccf", "shoulder": "#d7d9dc"},
    other_lane="#d0d3d7",
    areas={},
    other_area="#f0eee6",
    middle_line="#ffffff",
)
_CONTACT = "#b00020"
_WIDTH, _MARGIN_M = 900.0, 6.0
_FONT = 13.0
# Colours and labels distinguish this many paths; of more only the ends are marked.
_LABELLED_PATHS, _LABELLED_CONTACTS = 12, 3


def run_svg(assembly: "Assembly", result: "RunResult") -> str:
    """The picture of a run that kept its positions, as the text of an SVG file."""
    assert result.positions is not None, "the run must keep its positions"
    paths = list(actor_paths(assembly, result.positions))
    plane = _plane(assembly, paths)
    labelled = len(paths) <= _LABELLED_PATHS
    road_map = assembly.road_map
    return picture(
        plane.width,
        plane.height,
        background(fill=GROUND),
        *(ground(road_map, plane, _COLOURS) if road_map is not None else ()),
        *(polygon(plane.points(each), fill=OBSTACLE) for each in assembly.obstacles.values()),
        *(part for path in paths for part in _path(path, plane, labelled=labelled)),
        *(
            cross(_place(contact, plane), 7.0, stroke=_CONTACT, stroke_width=3.0)
            for contact in result.contacts
        ),
        *(_labels(paths, result.contacts, plane) if labelled else ()),
        plane.scale_bar(),
        title=f"{result.name}: {assembly.spec.description}",
        font_family="sans-serif",
        stroke_linejoin="round",
    )


def _plane(assembly: "Assembly", paths: Sequence[ActorPath]) -> Plane:
    """All paths and all scenery of the scenario, with a margin around them."""
    places = [place for path in paths for place in path.places]
    for name, outline in assembly.obstacles.items():
        if name in assembly.spec.scenery:
            places += outline
    xs, ys = [x for x, _ in places], [y for _, y in places]
    west, east = min(xs) - _MARGIN_M, max(xs) + _MARGIN_M
    south, north = min(ys) - _MARGIN_M, max(ys) + _MARGIN_M
    return Plane(west, south, east, north, _WIDTH / (east - west))


def _path(path: ActorPath, plane: Plane, *, labelled: bool) -> Iterator[Element]:
    """The line of a path, a ring where it begins and a dot where it ends."""
    points = simplified(plane.points(path.places), 0.4)
    width = 2.0 if labelled else 0.8
    yield polyline(points, stroke=path.colour, stroke_width=width, stroke_opacity=0.85)
    if labelled:
        yield circle(points[0], 4.0, fill="#ffffff", stroke=path.colour, stroke_width=2.0)
    yield circle(points[-1], 4.0 if labelled else 2.0, fill=path.colour)


def _labels(
    paths: Sequence[ActorPath], contacts: Sequence["Contact"], plane: Plane
) -> Iterator[Element]:
    """Names where actors begin, and the times of the first contacts."""
    for path in paths:
        yield _label(plane.point(path.places[0]), path.name, path.colour, plane)
    for contact in contacts[:_LABELLED_CONTACTS]:
        time = seconds_text(contact.stamp_sim_ns)
        yield _label(_place(contact, plane), time, _CONTACT, plane)


def _label(place: Point, words: str, colour: str, plane: Plane) -> Element:
    above = place[0], place[1] - 0.6 * _FONT
    return label(above, words, _FONT, plane.width, font_size=_FONT, fill=colour)


def _place(contact: "Contact", plane: Plane) -> Point:
    return plane.point((contact.x_m, contact.y_m))
