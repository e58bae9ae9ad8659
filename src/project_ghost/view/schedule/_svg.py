"""The graph of a schedule as SVG: boxes in lanes by rate, in columns by order of execution."""

from collections.abc import Iterator
from itertools import pairwise

from project_ghost.core.duration import duration_text
from project_ghost.drawing import (
    Element,
    Point,
    arrow_head,
    background,
    circle,
    element,
    group,
    picture,
    rectangle,
    rounded_line,
    text,
)
from project_ghost.engine import ScheduleFacts

from ._layout import ARROW, MARGIN, NAME, SMALL, TINY, Box, Layout, Net, Wire, lane_title, width_of

__all__ = ["schedule_svg"]

# A light colour for the lane, a dark one for what belongs to it.
_COLOURS = (
    ("#e8f0fb", "#2b5fab"),
    ("#e6f4ea", "#2c7a4b"),
    ("#fdf0e1", "#b5651d"),
    ("#f1eafa", "#6b3fa0"),
    ("#fce9ec", "#b03a5b"),
    ("#e2f4f5", "#1f7a80"),
    ("#f4f3de", "#7a7420"),
    ("#eeeeee", "#555555"),
)
_WHITE, _INK, _SOFT = "#ffffff", "#222222", "#666666"
_FONTS = "'DejaVu Sans Mono', Menlo, Consolas, monospace"


def schedule_svg(facts: ScheduleFacts) -> str:
    """The picture as the text of an SVG file; equal schedules give equal texts."""
    layout = Layout(facts)
    groups = [group.name for group in facts.groups]
    colours = {name: _COLOURS[i % len(_COLOURS)] for i, name in enumerate(groups)}
    title, footer = _title(facts), list(_footer(facts))
    widths = [width_of(line, SMALL) for line in (title, *footer)]
    width = max(layout.right + MARGIN, *(2.0 * MARGIN + each for each in widths))
    height = layout.bottom + 18.0 * len(footer) + MARGIN
    return picture(
        width,
        height,
        background(fill=_WHITE),
        text((MARGIN, MARGIN + 12.0), title, font_size=NAME, font_weight="bold", fill=_INK),
        *_lanes(layout, colours, width - 2.0 * MARGIN),
        *(_wire(layout, wire, colours[wire.source.row.group][1]) for wire in layout.wires),
        *_branches(layout, colours),
        *(_box(box, colours[box.row.group][1]) for box in layout.boxes.values()),
        *(
            text((MARGIN, layout.bottom + 10.0 + 18.0 * i), line, font_size=SMALL, fill="#444444")
            for i, line in enumerate(footer)
        ),
        title=title,
        font_family=_FONTS,
    )


def _title(facts: ScheduleFacts) -> str:
    return (
        f"step {duration_text(facts.step_ns)}, hyperperiod {facts.hyperperiod_steps} steps, "
        f"default policy {facts.default_policy}"
    )


def _footer(facts: ScheduleFacts) -> Iterator[str]:
    yield "▶ feedthrough, ▷ read for the next sample; dashed: delayed; numbers: the order"
    for p in facts.publications:
        yield f"{p.channel} at {p.group}: {p.content}"
    if facts.stops:
        yield f"ends where one of these is not 0: {', '.join(facts.stops)}"


def _lanes(layout: Layout, colours: dict[str, tuple[str, str]], width: float) -> Iterator[Element]:
    for lane, (top, bottom) in zip(layout.groups, layout.lanes, strict=True):
        light, dark = colours[lane.name]
        yield rectangle((MARGIN, top), width, bottom - top, rx=8.0, fill=light)
        for i, line in enumerate(lane_title(lane)):
            place = MARGIN + 10.0, top + 20.0 + 15.0 * i
            yield text(place, line, font_size=SMALL, font_weight=None if i else "bold", fill=dark)


def _wire(layout: Layout, wire: Wire, colour: str) -> Element:
    points = layout.path(wire)
    ends = f"{wire.read.source} to {wire.target.row.name}.{wire.read.input}"
    x, y = points[-1]
    parts = [
        element("title", f"{ends}: {wire.read.note}" if wire.read.note else ends),
        rounded_line(
            points,
            4.0,
            stroke=colour,
            stroke_width=1.4,
            stroke_dasharray="5 3" if wire.read.delay_samples else None,
        ),
        arrow_head(
            (x, y),
            (x + ARROW, y),
            8.0,
            fill=colour if wire.read.feedthrough else _WHITE,
            stroke=colour,
            stroke_width=1.2,
        ),
    ]
    if wire.label:
        place = x - 5.0, y - 3.5
        parts.append(text(place, wire.label, font_size=TINY, text_anchor="end", fill=colour))
    return group(*parts)


def _branches(layout: Layout, colours: dict[str, tuple[str, str]]) -> Iterator[Element]:
    """A dot at each point where a net continues in three directions or more."""
    segments: dict[Net, set[tuple[Point, Point]]] = {}
    for wire in layout.wires:
        segments.setdefault(wire.net, set()).update(pairwise(layout.path(wire)))
    for net, parts in segments.items():
        colour = colours[layout.boxes[net[0].partition(".")[0]].row.group][1]
        for point in sorted({end for part in parts for end in part}):
            directions = {way for part in parts for way in _directions(point, part)}
            if len(directions) > 2:
                yield circle(point, 2.8, fill=colour)


def _directions(point: Point, part: tuple[Point, Point]) -> Iterator[tuple[bool, bool]]:
    """How a level or upright line continues from a point: (is it level, is it onwards)."""
    (x, y), (low, high) = point, sorted(part)
    if low[1] == y == high[1] and low[0] <= x <= high[0]:
        yield from ((True, onwards) for onwards in (False, True) if x != (low, high)[onwards][0])
    elif low[0] == x == high[0] and low[1] <= y <= high[1]:
        yield from ((False, onwards) for onwards in (False, True) if y != (low, high)[onwards][1])


def _box(box: Box, colour: str) -> Element:
    row, left, right, y = box.row, box.x + 10.0, box.x + box.width - 10.0, box.y
    return group(
        rectangle(
            (box.x, y), box.width, box.height, rx=6.0, fill=_WHITE, stroke=colour, stroke_width=1.5
        ),
        text((left, y + 18.0), row.name, font_size=NAME, font_weight="bold", fill="#111111"),
        text(
            (right, y + 18.0),
            str(box.number),
            font_size=NAME,
            font_weight="bold",
            text_anchor="end",
            fill=colour,
        ),
        text((left, y + 32.0), row.type, font_size=TINY, fill=_SOFT),
        text((right, y + 32.0), row.kind, font_size=TINY, text_anchor="end", fill=_SOFT),
        *(
            text((left, box.port_y(i) + 4.0), read.input, font_size=SMALL, fill=_INK)
            for i, read in enumerate(row.reads)
        ),
        *(
            text((right, box.port_y(i) + 4.0), name, font_size=SMALL, text_anchor="end", fill=_INK)
            for i, name in enumerate(row.outputs)
        ),
    )
