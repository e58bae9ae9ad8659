"""The paths of a run on its map, as an SVG picture.

Drawn in metres, with y to the north; the picture's own axes are turned over once, at the top.
"""

from collections.abc import Iterator, Sequence
from math import hypot, isnan
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from project_ghost.drawing import simplified
from project_ghost.world.maps import RoadMap

if TYPE_CHECKING:  # slow to load, and a map or a schedule is drawn without them
    from project_ghost.runs import Contact, Positions, RunResult
    from project_ghost.scenario.assembly import Assembly

__all__ = ["run_svg"]

_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#6a3d9a", "#8c510a")
_LANES = {"driving": "#c9ccd1", "sidewalk": "#e3dccf", "shoulder": "#d7d9dc"}
_WIDTH_PX = 900.0
_MARGIN_M = 6.0
# Nobody gets this far from one sample to the next; somebody else uses the row.
_LEAP_M = 8.0
# So many named actors can be told apart by colour and label.
_LABELLED = 12

Corner = tuple[float, float]


def run_svg(assembly: "Assembly", result: "RunResult") -> str:
    """The picture of a run whose positions were kept."""
    assert result.positions is not None, "the run must keep its positions"
    paths = list(_paths(assembly, result.positions))
    west, south, east, north = _frame(assembly, paths)
    width, height = east - west, north - south
    scale = _WIDTH_PX / width
    unit = 1.0 / scale
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH_PX:.0f}" '
        f'height="{scale * height:.0f}" '
        f'viewBox="{west:.2f} {-north:.2f} {width:.2f} {height:.2f}">',
        f"<title>{escape(result.name)}: {escape(assembly.spec.description)}</title>",
        f'<rect x="{west:.2f}" y="{-north:.2f}" width="{width:.2f}" height="{height:.2f}" '
        'fill="#f4f6f1"/>',
        '<g transform="scale(1,-1)" fill="none" stroke-linejoin="round">',
    ]
    if assembly.road_map is not None:
        lines += _ground(assembly.road_map)
    for outline in assembly.obstacles.values():
        lines.append(f'<polygon points="{_points(outline)}" fill="#5b5148"/>')
    for colour, _, path in paths:
        thick = 2.0 if len(paths) <= _LABELLED else 0.8
        lines.append(
            f'<polyline points="{_points(simplified(path, 0.4 * unit))}" stroke="{colour}" '
            f'stroke-width="{thick * unit:.3f}" stroke-opacity="0.85"/>'
        )
        if len(paths) <= _LABELLED:
            lines.append(_dot(path[0], 4.0 * unit, colour, hollow=True, thick=2.0 * unit))
            lines.append(_dot(path[-1], 4.0 * unit, colour))
        else:
            lines.append(_dot(path[-1], 2.0 * unit, colour))
    lines += [_cross(contact, 7.0 * unit, 3.0 * unit) for contact in result.contacts]
    lines.append("</g>")
    lines += _labels(paths, result.contacts, 13.0 * unit, east)
    lines += _scale_bar(west, north, width, height, unit)
    lines.append("</svg>")
    return "\n".join(lines) + "\n"


def _paths(
    assembly: "Assembly", positions: "Positions"
) -> Iterator[tuple[str, str, Sequence[Corner]]]:
    """Colour, name and places of everybody who was ever there."""
    number = 0
    for table in assembly.tables:
        for i, row in enumerate(table.rows):
            name = table.names[i] if i < len(table.names) else ""
            actor = assembly.spec.actors.get(name)
            colour = actor.colour if actor is not None else None
            for places in _lives(positions.values[:, row, :2].tolist()):
                yield colour or _COLOURS[number % len(_COLOURS)], name, places
                number += 1


def _lives(places: Sequence[Sequence[float]]) -> Iterator[Sequence[Corner]]:
    """The places of each actor that used a row: it was free between them, or there is a leap."""
    life: list[Corner] = []
    for x, y in places:
        leaps = bool(life) and hypot(x - life[-1][0], y - life[-1][1]) > _LEAP_M
        if life and (isnan(x) or leaps):
            yield life
            life = []
        if not isnan(x):
            life.append((x, y))
    if life:
        yield life


def _frame(
    assembly: "Assembly", paths: Sequence[tuple[str, str, Sequence[Corner]]]
) -> tuple[float, float, float, float]:
    """What the picture shows: all paths, all scenery of the scenario, and some room."""
    xs = [x for _, _, path in paths for x, _ in path]
    ys = [y for _, _, path in paths for _, y in path]
    for name, outline in assembly.obstacles.items():
        if name in assembly.spec.scenery:
            xs += [x for x, _ in outline]
            ys += [y for _, y in outline]
    return (
        min(xs) - _MARGIN_M,
        min(ys) - _MARGIN_M,
        max(xs) + _MARGIN_M,
        max(ys) + _MARGIN_M,
    )


def _ground(road_map: RoadMap) -> Iterator[str]:
    for area in road_map.areas:
        yield f'<polygon points="{_points(area.outline)}" fill="#ece6da" fill-opacity="0.5"/>'
    for lane in sorted(road_map.lanes, key=lambda lane: lane.is_drivable):
        width = sum(lane.widths_m) / len(lane.widths_m)
        yield (
            f'<polyline points="{_points([p[:2] for p in lane.points])}" '
            f'stroke="{_LANES.get(lane.kind, "#d0d3d7")}" stroke-width="{width:.2f}"/>'
        )
    for crossing in road_map.crossings:
        yield f'<polygon points="{_points(crossing.outline)}" fill="#ffffff" fill-opacity="0.7"/>'
    for lane in road_map.lanes:
        if lane.is_drivable:
            yield (
                f'<polyline points="{_points([p[:2] for p in lane.points])}" stroke="#ffffff" '
                'stroke-width="0.12" stroke-dasharray="1 2"/>'
            )


def _points(places: Sequence[Corner]) -> str:
    texts = [f"{x:.2f},{y:.2f}" for x, y in places]
    # What stands still is one point.
    return " ".join(text for i, text in enumerate(texts) if i == 0 or text != texts[i - 1])


def _dot(
    place: Corner, radius: float, colour: str, *, hollow: bool = False, thick: float = 0.0
) -> str:
    look = f'fill="#ffffff" stroke="{colour}" stroke-width="{thick:.3f}"'
    return (
        f'<circle cx="{place[0]:.2f}" cy="{place[1]:.2f}" r="{radius:.3f}" '
        + (look if hollow else f'fill="{colour}"')
        + "/>"
    )


def _cross(contact: "Contact", size: float, thick: float) -> str:
    x, y = contact.x_m, contact.y_m
    return (
        f'<path d="M{x - size:.2f},{y - size:.2f} L{x + size:.2f},{y + size:.2f} '
        f'M{x - size:.2f},{y + size:.2f} L{x + size:.2f},{y - size:.2f}" '
        f'stroke="#b00020" stroke-width="{thick:.3f}"/>'
    )


def _labels(
    paths: Sequence[tuple[str, str, Sequence[Corner]]],
    contacts: Sequence["Contact"],
    size: float,
    east: float,
) -> Iterator[str]:
    if len(paths) <= _LABELLED:
        for colour, name, path in paths:
            yield _text(path[0], name, size, colour, east)
        for contact in contacts[:3]:
            place = (contact.x_m, contact.y_m)
            yield _text(place, f"{contact.stamp_sim_ns / 1e9:g} s", size, "#b00020", east)


def _text(place: Corner, text: str, size: float, colour: str, east: float) -> str:
    """A label to the right of its place, or to the left where it would leave the picture."""
    leaves = place[0] + 0.65 * size * (1 + len(text)) > east
    x = place[0] + (-0.6 if leaves else 0.6) * size
    anchor = ' text-anchor="end"' if leaves else ""
    return (
        f'<text x="{x:.2f}" y="{-place[1] - 0.6 * size:.2f}"{anchor} font-family="sans-serif" '
        f'font-size="{size:.2f}" fill="{colour}">{escape(text)}</text>'
    )


def _scale_bar(
    west: float, north: float, width: float, height: float, unit: float
) -> Iterator[str]:
    length = next(n for n in (100, 50, 20, 10, 5, 2, 1) if n < 0.3 * width or n == 1)
    x, y = west + 12.0 * unit, -north + height - 12.0 * unit
    yield (
        f'<path d="M{x:.2f},{y:.2f} h{length}" stroke="#333333" stroke-width="{2.0 * unit:.3f}"/>'
    )
    yield (
        f'<text x="{x:.2f}" y="{y - 5.0 * unit:.2f}" font-family="sans-serif" '
        f'font-size="{12.0 * unit:.2f}" fill="#333333">{length} m</text>'
    )
