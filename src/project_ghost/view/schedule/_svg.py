"""A schedule as a picture: boxes in lanes by rate, in columns by the order of the tick."""

from collections.abc import Iterable, Iterator
from html import escape
from itertools import pairwise
from typing import final

from project_ghost.core.duration import duration_text
from project_ghost.engine import ScheduleFacts

from ._layout import (
    MARGIN,
    NAME,
    SMALL,
    TINY,
    Box,
    Net,
    Places,
    Point,
    Wire,
    lane_title,
    width_of,
)

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


def schedule_svg(facts: ScheduleFacts) -> str:
    """The picture as a file's text: it needs nothing beside it, and is always the same."""
    return _Drawing(facts).text()


@final
class _Drawing:
    """Writes down what stands where."""

    def __init__(self, facts: ScheduleFacts) -> None:
        self.places = Places(facts)
        self.colours = {
            group.name: _COLOURS[i % len(_COLOURS)] for i, group in enumerate(facts.groups)
        }

    def text(self) -> str:
        footer = list(self._footer())
        widths = [width_of(line, SMALL) + 2 * MARGIN for line in (self._title(), *footer)]
        width = max([self.places.right + MARGIN, *widths])
        height = self.places.bottom + 18.0 * len(footer) + MARGIN
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_n(width)}" height="{_n(height)}" '
            f'viewBox="0 0 {_n(width)} {_n(height)}" '
            "font-family=\"'DejaVu Sans Mono', Menlo, Consolas, monospace\">",
            f'<rect width="{_n(width)}" height="{_n(height)}" fill="#ffffff"/>',
            _text(MARGIN, MARGIN + 12.0, self._title(), NAME, "#222222", bold=True),
        ]
        for group, (top, bottom) in zip(self.places.groups, self.places.lanes, strict=True):
            light, dark = self.colours[group.name]
            lines.append(
                f'<rect x="{_n(MARGIN)}" y="{_n(top)}" width="{_n(width - 2 * MARGIN)}" '
                f'height="{_n(bottom - top)}" rx="8" fill="{light}"/>'
            )
            for i, line in enumerate(lane_title(group)):
                lines.append(
                    _text(MARGIN + 10.0, top + 20.0 + 15.0 * i, line, SMALL, dark, bold=i == 0)
                )
        for wire in self.places.wires:
            lines += self._wire(wire)
        lines += [
            f'<circle cx="{_n(x)}" cy="{_n(y)}" r="2.8" fill="{colour}"/>'
            for x, y, colour in self._branches()
        ]
        for box in self.places.boxes.values():
            lines += self._box(box)
        for i, line in enumerate(footer):
            lines.append(
                _text(MARGIN, self.places.bottom + 10.0 + 18.0 * i, line, SMALL, "#444444")
            )
        return "\n".join([*lines, "</svg>"]) + "\n"

    def _title(self) -> str:
        facts = self.places.facts
        return (
            f"step {duration_text(facts.step_ns)}, hyperperiod {facts.hyperperiod_steps} steps, "
            f"default policy {facts.default_policy}"
        )

    def _footer(self) -> Iterator[str]:
        yield "▶ feedthrough, ▷ read for the next sample; dashed: delayed; numbers: the order"
        for p in self.places.facts.publications:
            yield f"{p.channel} at {p.group}: {p.content}"
        if self.places.facts.stops:
            yield f"ends where one of these is not 0: {', '.join(self.places.facts.stops)}"

    def _wire(self, wire: Wire) -> list[str]:
        _, dark = self.colours[wire.source.row.group]
        points = self.places.path(wire)
        dashes = ' stroke-dasharray="5 3"' if wire.read.delay_samples else ""
        note = wire.read.note
        told = f"{wire.read.source} to {wire.target.row.name}.{wire.read.input}"
        tip_x, tip_y = points[-1]
        fill = dark if wire.read.feedthrough else "#ffffff"
        lines = [
            f"<g><title>{escape(told)}{': ' if note else ''}{escape(note)}</title>",
            f'<path d="{_rounded(points)}" fill="none" stroke="{dark}" '
            f'stroke-width="1.4"{dashes}/>',
            f'<path d="M{_n(tip_x)} {_n(tip_y - 4)} L{_n(tip_x + 7)} {_n(tip_y)} '
            f'L{_n(tip_x)} {_n(tip_y + 4)} Z" fill="{fill}" stroke="{dark}" stroke-width="1.2"/>',
        ]
        if wire.label:
            lines.append(_text(tip_x - 5.0, tip_y - 3.5, wire.label, TINY, dark, anchor="end"))
        return [*lines, "</g>"]

    def _branches(self) -> Iterator[tuple[float, float, str]]:
        """Where a net parts: points from which it goes on in three ways or more."""
        segments: dict[Net, set[tuple[Point, Point]]] = {}
        for wire in self.places.wires:
            segments.setdefault(wire.net, set()).update(pairwise(self.places.path(wire)))
        for net, lines in segments.items():
            colour = self.colours[self.places.boxes[net[0].partition(".")[0]].row.group][1]
            for point in sorted({end for line in lines for end in line}):
                ways = {way for line in lines for way in _ways(point, line)}
                if len(ways) > 2:
                    yield *point, colour

    def _box(self, box: Box) -> list[str]:
        _, dark = self.colours[box.row.group]
        row, x, y, right = box.row, box.x, box.y, box.x + box.width
        lines = [
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(box.width)}" height="{_n(box.height)}" '
            f'rx="6" fill="#ffffff" stroke="{dark}" stroke-width="1.5"/>',
            _text(x + 10.0, y + 18.0, row.name, NAME, "#111111", bold=True),
            _text(right - 10.0, y + 18.0, str(box.number), NAME, dark, bold=True, anchor="end"),
            _text(x + 10.0, y + 32.0, row.type, TINY, "#666666"),
            _text(right - 10.0, y + 32.0, row.kind, TINY, "#666666", anchor="end"),
        ]
        for i, read in enumerate(row.reads):
            lines.append(_text(x + 10.0, box.port_y(i) + 4.0, read.input, SMALL, "#222222"))
        for i, output in enumerate(row.outputs):
            port_y = box.port_y(i) + 4.0
            lines.append(_text(right - 10.0, port_y, output, SMALL, "#222222", anchor="end"))
        return lines


def _n(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


def _text(
    x: float,
    y: float,
    text: str,
    size: float,
    colour: str,
    *,
    bold: bool = False,
    anchor: str = "start",
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    placed = f' text-anchor="{anchor}"' if anchor != "start" else ""
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}"{weight}{placed} '
        f'fill="{colour}">{escape(text)}</text>'
    )


def _ways(point: Point, line: tuple[Point, Point]) -> Iterator[tuple[bool, bool]]:
    """In which ways a level or upright line goes on from a point: (is it level, is it onwards)."""
    (x, y), (low, high) = point, sorted(line)
    if low[1] == y == high[1] and low[0] <= x <= high[0]:
        yield from ((True, onwards) for onwards in (False, True) if x != (low, high)[onwards][0])
    elif low[0] == x == high[0] and low[1] <= y <= high[1]:
        yield from ((False, onwards) for onwards in (False, True) if y != (low, high)[onwards][1])


def _rounded(points: Iterable[Point]) -> str:
    """A path along upright and level lines, its corners rounded a little."""
    places = list(points)
    parts = [f"M{_n(places[0][0])} {_n(places[0][1])}"]
    for (before, corner), (_, after) in pairwise(pairwise(places)):
        enter, leave = _towards(corner, before), _towards(corner, after)
        parts.append(f"L{_n(enter[0])} {_n(enter[1])}")
        parts.append(f"Q{_n(corner[0])} {_n(corner[1])} {_n(leave[0])} {_n(leave[1])}")
    parts.append(f"L{_n(places[-1][0])} {_n(places[-1][1])}")
    return " ".join(parts)


def _towards(corner: Point, other: Point) -> Point:
    """A point a little way from a corner."""
    dx, dy = other[0] - corner[0], other[1] - corner[1]
    length = abs(dx) + abs(dy)  # one of them is zero
    share = min(4.0, length / 2.0) / length if length else 0.0
    return corner[0] + dx * share, corner[1] + dy * share
