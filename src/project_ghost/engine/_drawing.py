"""A schedule as a picture: boxes in lanes by rate, in columns by the order of the tick.

A component stands one column to the right of the writers of its feedthrough inputs, so
arrows to the right are what one instant's outputs need; the others go back for the next.

Wires run only where no box can be: upright in the channels between columns, level in the
gaps below rows. Every signal has tracks of its own in both, so no two wires lie on each
other, whatever the graph. The text is monospaced, so its width is known without a font.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise
from typing import TypeAlias, final

from ._facts import GroupFacts, ReadFacts, RowFacts, ScheduleFacts
from ._listing import due, read_note, spelled

_CHARACTER = 0.64  # a monospaced character's width in font sizes, with room for rounding
_NAME, _SMALL, _TINY = 13.0, 11.0, 9.5  # font sizes
_HEAD, _PORT, _TRACK, _PAD = 40.0, 20.0, 9.0, 14.0
_MARGIN = 16.0
_GAPS_SHOWN = 5

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


Net: TypeAlias = tuple[str, bool]  # a signal, and whether it comes delayed
Track: TypeAlias = tuple[Net, bool]  # and whether it leaves its column here, or enters one
Point: TypeAlias = tuple[float, float]


def schedule_svg(facts: ScheduleFacts) -> str:
    """The picture as a file's text: it needs nothing beside it, and is always the same."""
    return _Drawing(facts).text()


@dataclass
class _Box:
    """A component's box; the place is known once all boxes are."""

    row: RowFacts
    number: int
    column: int
    line: int = 0  # which row of boxes, counted over all lanes
    x: float = 0.0
    y: float = 0.0
    width: float = 0.0

    @property
    def height(self) -> float:
        ports = max(len(self.row.reads), len(self.row.outputs))
        return _HEAD + _PORT * ports + 6.0

    def port_y(self, index: int) -> float:
        return self.y + _HEAD + _PORT * (index + 0.5)

    def needed_width(self) -> float:
        inputs = max((len(read.input) for read in self.row.reads), default=0)
        outputs = max(map(len, self.row.outputs), default=0)
        return max(
            _width(f"{self.row.name} {self.number}", _NAME) + 24.0,
            _width(f"{self.row.type} {self.row.kind}", _TINY) + 30.0,
            _width(" " * (inputs + outputs), _SMALL) + 44.0,
        )


@dataclass
class _Wire:
    """A connection; `net` is shared by what may lie on the same track."""

    read: ReadFacts
    source: _Box
    target: _Box
    output: int
    input: int
    # The gap below this row of boxes takes the level part; None: straight into the next column.
    gap: int | None = None

    @property
    def net(self) -> Net:
        return self.read.source, bool(self.read.delay_samples)

    @property
    def label(self) -> str:
        parts = [self.read.policy or ""]
        parts.append(f"delay {self.read.delay_samples}" if self.read.delay_samples else "")
        parts.append(f"\N{MULTIPLICATION SIGN}{self.read.gain:g}" if self.read.gain != 1.0 else "")
        parts.append(f"{self.read.offset:+g}" if self.read.offset != 0.0 else "")
        return " ".join(part for part in parts if part)


@dataclass
class _Channel:
    """The space left of a column: tracks for wires, then the labels of the column's inputs."""

    # By net, and whether it leaves the column before: where it comes from, then where it goes.
    heights: dict[Track, list[float]] = field(default_factory=dict)
    label_width: float = 0.0
    track_x: dict[Track, float] = field(default_factory=dict)

    def add(self, track: Track, start: float, end: float) -> None:
        """Let a net go from one height to another."""
        self.heights.setdefault(track, [start]).append(end)

    def place(self, x: float) -> float:
        """Give every track its place, from x on; where the channel ends."""
        x += _PAD
        for track in sorted(self.heights, key=self._turn):
            self.track_x[track] = x
            x += _TRACK
        return x + self.label_width

    def _turn(self, track: Track) -> tuple[bool, float]:
        """Who goes down from the lowest port turns first, and up from the highest."""
        start, *ends = self.heights[track]
        return not track[1], -start if max(ends) > start else start


@final
class _Drawing:
    """Places everything, then writes it down."""

    def __init__(self, facts: ScheduleFacts) -> None:
        self.facts = facts
        self.groups = [group for group in facts.groups if group.components]
        self.colours = {
            group.name: _COLOURS[i % len(_COLOURS)] for i, group in enumerate(facts.groups)
        }
        self.boxes = self._boxes()
        self.wires = self._wires()
        self.columns = 1 + max((box.column for box in self.boxes.values()), default=0)
        self.lanes: list[tuple[float, float]] = []  # top and bottom
        self.gap_y: dict[tuple[int, Net], float] = {}
        self.channels = [_Channel() for _ in range(self.columns + 1)]
        self.bottom = self._place_down()
        self.right = self._place_across()

    # --------------------------------------------------------------- the graph

    def _boxes(self) -> dict[str, _Box]:
        boxes: dict[str, _Box] = {}
        for number, row in enumerate(self.facts.order, start=1):
            before = [
                boxes[read.source.partition(".")[0]].column
                for read in row.reads
                if read.feedthrough and not read.delay_samples
            ]
            boxes[row.name] = _Box(row, number, max(before, default=-1) + 1)
        line = 0
        for group in self.groups:
            members = [boxes[name] for name in group.components]
            below: dict[int, int] = {}
            for box in members:
                box.line = line + below.get(box.column, 0)
                below[box.column] = below.get(box.column, 0) + 1
            line += max(below.values())
        return boxes

    def _wires(self) -> list[_Wire]:
        wires = []
        for box in self.boxes.values():
            for i, read in enumerate(box.row.reads):
                writer, _, port = read.source.partition(".")
                source = self.boxes[writer]
                wire = _Wire(read, source, box, source.row.outputs.index(port), i)
                if box.column != source.column + 1:
                    wire.gap = box.line - 1 if box.line > source.line else box.line
                wires.append(wire)
        return wires

    # ---------------------------------------------------------------- placing

    def _place_down(self) -> float:
        """Lanes, rows and the gaps below them; where the last lane ends."""
        y, line = _MARGIN + 34.0, 0
        for group in self.groups:
            top = y
            y += _PAD
            lines = sorted({self.boxes[name].line for name in group.components})
            for line in lines:
                row = [box for box in self.boxes.values() if box.line == line]
                for box in row:
                    box.y = y
                y += max(box.height for box in row) + _PAD
                for net in dict.fromkeys(w.net for w in self.wires if w.gap == line):
                    self.gap_y[line, net] = y
                    y += _TRACK
            self.lanes.append((top, y + 4.0))
            y += 12.0
        return y

    def _place_across(self) -> float:
        """Channels and columns; where the last channel ends."""
        for wire in self.wires:
            start = wire.source.port_y(wire.output)
            end = wire.target.port_y(wire.input)
            after, before = self.channels[wire.source.column + 1], self.channels[wire.target.column]
            before.label_width = max(before.label_width, _width(wire.label, _TINY) + 22.0)
            if wire.gap is None:
                after.add((wire.net, True), start, end)
            else:
                level = self.gap_y[wire.gap, wire.net]
                after.add((wire.net, True), start, level)
                before.add((wire.net, False), level, end)
        titles = [line for group in self.groups for line in _lane_title(group)]
        x = _MARGIN + max([_width(line, _SMALL) for line in titles], default=0.0) + 10.0
        for column in range(self.columns):
            x = self.channels[column].place(x)
            members = [box for box in self.boxes.values() if box.column == column]
            width = max((box.needed_width() for box in members), default=0.0)
            for box in members:
                box.x, box.width = x, width
            x += width
        return self.channels[self.columns].place(x) + _PAD

    def _path(self, wire: _Wire) -> list[Point]:
        start, end = wire.source.port_y(wire.output), wire.target.port_y(wire.input)
        out = self.channels[wire.source.column + 1].track_x[wire.net, True]
        points = [(wire.source.x + wire.source.width, start)]
        if wire.gap is None and start != end:
            points += [(out, start), (out, end)]
        elif wire.gap is not None:
            level = self.gap_y[wire.gap, wire.net]
            into = self.channels[wire.target.column].track_x[wire.net, False]
            points += [(out, start), (out, level), (into, level), (into, end)]
        return [*points, (wire.target.x - 7.0, end)]

    # ---------------------------------------------------------------- writing

    def text(self) -> str:
        footer = list(self._footer())
        widths = [_width(line, _SMALL) + 2 * _MARGIN for line in (self._title(), *footer)]
        width = max([self.right + _MARGIN, *widths])
        height = self.bottom + 18.0 * len(footer) + _MARGIN
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_n(width)}" height="{_n(height)}" '
            f'viewBox="0 0 {_n(width)} {_n(height)}" '
            "font-family=\"'DejaVu Sans Mono', Menlo, Consolas, monospace\">",
            f'<rect width="{_n(width)}" height="{_n(height)}" fill="#ffffff"/>',
            _text(_MARGIN, _MARGIN + 12.0, self._title(), _NAME, "#222222", bold=True),
        ]
        for group, (top, bottom) in zip(self.groups, self.lanes, strict=True):
            light, dark = self.colours[group.name]
            lines.append(
                f'<rect x="{_n(_MARGIN)}" y="{_n(top)}" width="{_n(width - 2 * _MARGIN)}" '
                f'height="{_n(bottom - top)}" rx="8" fill="{light}"/>'
            )
            for i, line in enumerate(_lane_title(group)):
                lines.append(
                    _text(_MARGIN + 10.0, top + 20.0 + 15.0 * i, line, _SMALL, dark, bold=i == 0)
                )
        for wire in self.wires:
            lines += self._wire(wire)
        lines += [
            f'<circle cx="{_n(x)}" cy="{_n(y)}" r="2.8" fill="{colour}"/>'
            for x, y, colour in self._branches()
        ]
        for box in self.boxes.values():
            lines += self._box(box)
        for i, line in enumerate(footer):
            lines.append(_text(_MARGIN, self.bottom + 10.0 + 18.0 * i, line, _SMALL, "#444444"))
        return "\n".join([*lines, "</svg>"]) + "\n"

    def _title(self) -> str:
        facts = self.facts
        return (
            f"step {spelled(facts.step_ns)}, hyperperiod {facts.hyperperiod_steps} steps, "
            f"default policy {facts.default_policy}"
        )

    def _footer(self) -> Iterator[str]:
        yield "▶ feedthrough, ▷ read for the next sample; dashed: delayed; numbers: the order"
        for p in self.facts.publications:
            yield f"{p.channel} at {p.group}: {', '.join(p.signals)}"

    def _wire(self, wire: _Wire) -> list[str]:
        _, dark = self.colours[wire.source.row.group]
        points = self._path(wire)
        dashes = ' stroke-dasharray="5 3"' if wire.read.delay_samples else ""
        note = read_note(wire.read)
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
            lines.append(_text(tip_x - 5.0, tip_y - 3.5, wire.label, _TINY, dark, anchor="end"))
        return [*lines, "</g>"]

    def _branches(self) -> Iterator[tuple[float, float, str]]:
        """Where a net parts: points from which it goes on in three ways or more."""
        segments: dict[Net, set[tuple[Point, Point]]] = {}
        for wire in self.wires:
            segments.setdefault(wire.net, set()).update(pairwise(self._path(wire)))
        for net, lines in segments.items():
            colour = self.colours[self.boxes[net[0].partition(".")[0]].row.group][1]
            for point in sorted({end for line in lines for end in line}):
                ways = {way for line in lines for way in _ways(point, line)}
                if len(ways) > 2:
                    yield *point, colour

    def _box(self, box: _Box) -> list[str]:
        _, dark = self.colours[box.row.group]
        row, x, y, right = box.row, box.x, box.y, box.x + box.width
        lines = [
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(box.width)}" height="{_n(box.height)}" '
            f'rx="6" fill="#ffffff" stroke="{dark}" stroke-width="1.5"/>',
            _text(x + 10.0, y + 18.0, row.name, _NAME, "#111111", bold=True),
            _text(right - 10.0, y + 18.0, str(box.number), _NAME, dark, bold=True, anchor="end"),
            _text(x + 10.0, y + 32.0, row.type, _TINY, "#666666"),
            _text(right - 10.0, y + 32.0, row.kind, _TINY, "#666666", anchor="end"),
        ]
        for i, read in enumerate(row.reads):
            lines.append(_text(x + 10.0, box.port_y(i) + 4.0, read.input, _SMALL, "#222222"))
        for i, output in enumerate(row.outputs):
            port_y = box.port_y(i) + 4.0
            lines.append(_text(right - 10.0, port_y, output, _SMALL, "#222222", anchor="end"))
        return lines


def _lane_title(group: GroupFacts) -> list[str]:
    gaps = group.gaps_steps or ()
    if 1 < len(gaps) <= _GAPS_SHOWN:
        steps = f"gaps {', '.join(map(str, gaps))}"
    else:
        steps = due(group).partition(",")[0]
    phase = [f"phase {spelled(group.phase_ns)}"] if group.phase_ns else []
    return [group.name, f"{group.rate_hz} Hz", steps, *phase]


def _width(text: str, size: float) -> float:
    return len(text) * size * _CHARACTER


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
