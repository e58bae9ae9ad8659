"""The layout of a schedule's picture: where boxes, lanes and wires are.

A component is one column to the right of the writers of its feedthrough inputs. So an arrow to
the right is what the outputs of one instant need; other arrows lead back, for the next sample.

Wires run only where there are no boxes: upright in the channels between columns, level in the
gaps below rows. Every signal has tracks of its own in both, so that no two wires cover each other
in any graph. The text is monospaced, so that its width is known without a font.
"""

from dataclasses import dataclass, field
from typing import TypeAlias, final

from project_ghost.core.duration import duration_text
from project_ghost.drawing import Point, text_width
from project_ghost.engine import GroupFacts, ReadFacts, RowFacts, ScheduleFacts

__all__ = [
    "ARROW",
    "MARGIN",
    "NAME",
    "SMALL",
    "TINY",
    "Box",
    "Layout",
    "Net",
    "Wire",
    "lane_title",
    "width_of",
]

NAME, SMALL, TINY = 13.0, 11.0, 9.5  # font sizes
_HEAD, _PORT, _TRACK, _PAD = 40.0, 20.0, 9.0, 14.0
MARGIN = 16.0
ARROW = 7.0  # the length of an arrow head
_GAPS_SHOWN = 5

Net: TypeAlias = tuple[str, bool]  # a signal, and whether it is delayed
Track: TypeAlias = tuple[Net, bool]  # and whether it leaves a column here, or enters one


@dataclass
class Box:
    """The box of a component. Its place is set once the size of every box is known."""

    row: RowFacts
    number: int
    column: int
    line: int = 0  # the row of boxes that it is in, counted over all lanes
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
            width_of(f"{self.row.name} {self.number}", NAME) + 24.0,
            width_of(f"{self.row.type} {self.row.kind}", TINY) + 30.0,
            width_of(" " * (inputs + outputs), SMALL) + 44.0,
        )


@dataclass
class Wire:
    """A connection. Wires of one net may share a track."""

    read: ReadFacts
    source: Box
    target: Box
    output: int
    input: int
    # The level part is in the gap below this row of boxes; None: there is none, because the
    # wire leads into the next column.
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
class Channel:
    """The space left of a column: tracks for wires, then the labels of the column's inputs."""

    # For each track the height it comes from, then the heights it leads to.
    heights: dict[Track, list[float]] = field(default_factory=dict)
    label_width: float = 0.0
    track_x: dict[Track, float] = field(default_factory=dict)

    def add(self, track: Track, start: float, end: float) -> None:
        """Lead a track from one height to another."""
        self.heights.setdefault(track, [start]).append(end)

    def place(self, x: float) -> float:
        """Place all tracks from x on; returns where the channel ends."""
        x += _PAD
        for track in sorted(self.heights, key=self._order):
            self.track_x[track] = x
            x += _TRACK
        return x + self.label_width

    def _order(self, track: Track) -> tuple[bool, float]:
        """Sort key: downward wires from the lowest port first, upward ones from the highest."""
        start, *ends = self.heights[track]
        return not track[1], -start if max(ends) > start else start


@final
class Layout:
    """Boxes, wires, lanes and channels of a schedule, with their places."""

    def __init__(self, facts: ScheduleFacts) -> None:
        self.groups = [group for group in facts.groups if group.components]
        self.boxes = self._boxes(facts)
        self.wires = self._wires()
        self.columns = 1 + max((box.column for box in self.boxes.values()), default=0)
        self.lanes: list[tuple[float, float]] = []  # top and bottom
        self.gap_y: dict[tuple[int, Net], float] = {}
        self.channels = [Channel() for _ in range(self.columns + 1)]
        self.bottom = self._place_down()
        self.right = self._place_across()

    def _boxes(self, facts: ScheduleFacts) -> dict[str, Box]:
        boxes: dict[str, Box] = {}
        for number, row in enumerate(facts.order, start=1):
            before = [
                boxes[read.source.partition(".")[0]].column
                for read in row.reads
                if read.feedthrough and not read.delay_samples
            ]
            boxes[row.name] = Box(row, number, max(before, default=-1) + 1)
        line = 0
        for group in self.groups:
            members = [boxes[name] for name in group.components]
            below: dict[int, int] = {}
            for box in members:
                box.line = line + below.get(box.column, 0)
                below[box.column] = below.get(box.column, 0) + 1
            line += max(below.values())
        return boxes

    def _wires(self) -> list[Wire]:
        wires = []
        for box in self.boxes.values():
            for i, read in enumerate(box.row.reads):
                writer, _, port = read.source.partition(".")
                source = self.boxes[writer]
                wire = Wire(read, source, box, source.row.outputs.index(port), i)
                if box.column != source.column + 1:
                    wire.gap = box.line - 1 if box.line > source.line else box.line
                wires.append(wire)
        return wires

    def _place_down(self) -> float:
        """Place lanes, rows and the gaps below them; returns where the last lane ends."""
        y, line = MARGIN + 34.0, 0
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
        """Place channels and columns; returns where the last channel ends."""
        for wire in self.wires:
            start = wire.source.port_y(wire.output)
            end = wire.target.port_y(wire.input)
            after, before = self.channels[wire.source.column + 1], self.channels[wire.target.column]
            before.label_width = max(before.label_width, width_of(wire.label, TINY) + 22.0)
            if wire.gap is None:
                after.add((wire.net, True), start, end)
            else:
                level = self.gap_y[wire.gap, wire.net]
                after.add((wire.net, True), start, level)
                before.add((wire.net, False), level, end)
        titles = [line for group in self.groups for line in lane_title(group)]
        x = MARGIN + max([width_of(line, SMALL) for line in titles], default=0.0) + 10.0
        for column in range(self.columns):
            x = self.channels[column].place(x)
            members = [box for box in self.boxes.values() if box.column == column]
            width = max((box.needed_width() for box in members), default=0.0)
            for box in members:
                box.x, box.width = x, width
            x += width
        return self.channels[self.columns].place(x) + _PAD

    def path(self, wire: Wire) -> list[Point]:
        """The corners of a wire, from its writer to the arrow head at its reader."""
        start, end = wire.source.port_y(wire.output), wire.target.port_y(wire.input)
        out = self.channels[wire.source.column + 1].track_x[wire.net, True]
        points = [(wire.source.x + wire.source.width, start)]
        if wire.gap is None and start != end:
            points += [(out, start), (out, end)]
        elif wire.gap is not None:
            level = self.gap_y[wire.gap, wire.net]
            into = self.channels[wire.target.column].track_x[wire.net, False]
            points += [(out, start), (out, level), (into, level), (into, end)]
        return [*points, (wire.target.x - ARROW, end)]


def lane_title(group: GroupFacts) -> list[str]:
    """The lines of text in front of a lane."""
    gaps = group.gaps_steps or ()
    if 1 < len(gaps) <= _GAPS_SHOWN:
        steps = f"gaps {', '.join(map(str, gaps))}"
    else:
        steps = group.due_text.partition(",")[0]
    phase = [f"phase {duration_text(group.phase_ns)}"] if group.phase_ns else []
    return [group.name, f"{group.rate_hz} Hz", steps, *phase]


def width_of(words: str, font_size: float) -> float:
    """The width of a text in the picture."""
    return text_width(words, font_size, monospaced=True)
