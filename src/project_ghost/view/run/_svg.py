"""The paths of a run on its map as SVG, north up."""

from collections.abc import Iterator, Sequence
from math import cos, hypot, sin
from typing import TYPE_CHECKING

import numpy as np

from project_ghost.core.duration import NS_PER_S, seconds_text
from project_ghost.drawing import (
    Element,
    Plane,
    Point,
    arrow_head,
    background,
    circle,
    cross,
    element,
    group,
    label,
    picture,
    polygon,
    polyline,
    round_step,
    simplified,
)
from project_ghost.view.map._ground import GROUND, OBSTACLE, GroundColours, ground

from ._shown import Shown, ShownContact, Track, shown_run
from ._window import plane_of, strips

if TYPE_CHECKING:  # slow to load, and a map or a schedule is drawn without them
    from project_ghost.runs import RunResult
    from project_ghost.scenario.assembly import Assembly

__all__ = ["CONTACT", "run_svg", "scene_below", "shown_svg"]

# Paler than the picture of a map, so that paths stand out.
_COLOURS = GroundColours(
    lanes={"driving": "#c9ccd1", "sidewalk": "#e3dccf", "shoulder": "#d7d9dc"},
    other_lane="#d0d3d7",
    areas={},
    other_area="#f0eee6",
    middle_line="#ffffff",
)
CONTACT = "#b00020"
_FONT, _SMALL_FONT = 13.0, 10.0
# Colours and labels distinguish this many paths; of more only the ends are marked.
_LABELLED_PATHS, _LABELLED_CONTACTS, _LARGE_CONTACTS = 12, 3, 20
# Of many paths the last part is drawn strongly: this share, but at least so long.
_LAST_PART, _LAST_NS = 12, 5 * NS_PER_S
# Along a path about this many marks of time, no closer than so many pixels.
_TIME_MARKS, _MARK_GAP = 6, 34.0


def run_svg(assembly: "Assembly", result: "RunResult") -> str:
    """The picture of a run that kept its positions, as the text of an SVG file."""
    return shown_svg(shown_run(assembly, result))


def shown_svg(shown: Shown) -> str:
    """The picture of a run, as the text of an SVG file."""
    plane = plane_of(shown)
    labelled = len(shown.tracks) <= _LABELLED_PATHS
    reach = 7.0 if len(shown.contacts) <= _LARGE_CONTACTS else 3.0
    scene = group(
        *scene_below(shown, plane),
        *(part for track in shown.tracks for part in _path(track, plane, labelled=labelled)),
        *(
            cross(plane.point(each.place), reach, stroke=CONTACT, stroke_width=reach / 2.4)
            for each in shown.contacts
        ),
        *(_labels(shown.tracks, shown.contacts, plane) if labelled else ()),
        id="scene",
    )
    width, height, parts = strips(plane, "scene")
    return picture(
        width,
        height,
        background(fill=GROUND),
        element("defs", scene),
        *parts,
        plane.scale_bar(below=height, of=width),
        title=shown.title,
        font_family="sans-serif",
        stroke_linejoin="round",
    )


def scene_below(shown: Shown, plane: Plane) -> Iterator[Element]:
    """The ground and the obstacles."""
    if shown.road_map is not None:
        yield from ground(shown.road_map, plane, _COLOURS)
    for outline in shown.obstacles:
        yield polygon(plane.points(outline), fill=OBSTACLE)


def _path(track: Track, plane: Plane, *, labelled: bool) -> Iterator[Element]:
    """The line of a path with marks of time, a ring where it begins and an arrow where it ends."""
    places = plane.points(track.places)
    points = simplified(places, 0.4)
    if not labelled:  # of many paths the last part counts, or they hide each other
        yield polyline(points, stroke=track.colour, stroke_width=0.7, stroke_opacity=0.15)
        points = simplified(places[_last_part(track) :], 0.4)
    look = {"stroke_width": 2.0 if labelled else 1.4, "stroke_opacity": 0.85}
    yield polyline(points, stroke=track.colour, **look)
    if labelled:
        yield circle(points[0], 4.0, fill="#ffffff", stroke=track.colour, stroke_width=2.0)
        yield from _time_marks(track, places, plane)
    yield _arrow(places[-1], float(track.poses[-1, 2]), 12.0 if labelled else 7.0, track.colour)


def _last_part(track: Track) -> int:
    """The first sample of the last part of a path."""
    span_ns = int(track.stamps_ns[-1]) - int(track.stamps_ns[0])
    begin_ns = int(track.stamps_ns[-1]) - max(span_ns // _LAST_PART, min(span_ns, _LAST_NS))
    return min(int(np.searchsorted(track.stamps_ns, begin_ns)), len(track.stamps_ns) - 1)


def _arrow(place: Point, yaw_rad: float, length: float, colour: str) -> Element:
    """A triangle with its tip at a place, in a direction."""
    dx, dy = length * cos(yaw_rad), -length * sin(yaw_rad)  # pixels go down
    base = place[0] - 0.5 * dx, place[1] - 0.5 * dy
    tip = place[0] + 0.5 * dx, place[1] + 0.5 * dy
    return arrow_head(base, tip, 0.8 * length, fill=colour)


def _time_marks(track: Track, places: Sequence[Point], plane: Plane) -> Iterator[Element]:
    """Dots with the time, at round times; none where the actor stands."""
    first_ns, last_ns = int(track.stamps_ns[0]), int(track.stamps_ns[-1])
    step_ns = round(NS_PER_S * round_step((last_ns - first_ns) / NS_PER_S / _TIME_MARKS or 1.0))
    before = places[0]
    for stamp_ns in range(step_ns * (first_ns // step_ns + 1), last_ns, step_ns):
        at = places[int(np.searchsorted(track.stamps_ns, stamp_ns))]
        if hypot(at[0] - before[0], at[1] - before[1]) >= _MARK_GAP:
            before = at
            yield circle(at, 2.2, fill=track.colour)
            below = at[0], at[1] + 1.1 * _SMALL_FONT
            words = seconds_text(stamp_ns)
            size = _SMALL_FONT
            yield label(below, words, size, plane.width, font_size=size, fill="#555555")


def _labels(
    tracks: Sequence[Track], contacts: Sequence[ShownContact], plane: Plane
) -> Iterator[Element]:
    """Names where actors begin, and the times of the first contacts."""
    for track in tracks:
        yield _label(plane.point(track.places[0]), track.name, track.colour, plane)
    for contact in contacts[:_LABELLED_CONTACTS]:
        time = seconds_text(contact.stamp_ns)
        yield _label(plane.point(contact.place), time, CONTACT, plane)


def _label(place: Point, words: str, colour: str, plane: Plane) -> Element:
    above = place[0], place[1] - 0.6 * _FONT
    return label(above, words, _FONT, plane.width, font_size=_FONT, fill=colour)
