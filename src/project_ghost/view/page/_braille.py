"""A moment of a run as text: braille dots for lanes and trails, letters for actors."""

from collections.abc import Iterator, Mapping

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.duration import NS_PER_S
from project_ghost.view.run._messages import reads_messages
from project_ghost.view.run._run import ActorTrack, Run

from ._ground import map_of

__all__ = ["run_text"]

# The bit of each dot of a braille character, by column and row.
_BITS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
_BLANK = 0x2800
_TRAIL_NS = 5 * NS_PER_S
_MARGIN_M = 3.0
_NAME_MAX = 40
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@reads_messages
def run_text(run: Run, at_ns: int, columns: int, rows: int) -> str:
    """The actors of a run at a time, north up, with their trails of the last 5 s and a legend."""
    tracks = run.tracks()
    canvas = _Canvas(_bounds(tracks), columns, rows)
    road_map = map_of(run)
    for lane in road_map.lanes if road_map is not None else ():
        if lane.is_drivable:
            for edge in (lane.left_edge, lane.right_edge):
                canvas.line(np.array([point[:2] for point in edge]))
    legend = []
    for number, (name, track) in enumerate(tracks.items()):
        last = int(np.searchsorted(track.stamps_ns, at_ns, side="right")) - 1
        if last < 0:
            continue
        recent = track.stamps_ns >= track.stamps_ns[last] - _TRAIL_NS
        recent[last + 1 :] = False
        points = np.stack([track.x_m, track.y_m], axis=1)
        canvas.line(points[recent])
        letter = _LETTERS[number % len(_LETTERS)]
        canvas.letter(points[last], letter)
        speed = float(np.hypot(track.vx_mps[last], track.vy_mps[last]))
        legend.append(f"{letter} {_short(name)} {speed:.1f} m/s")
    shown = "   ".join(legend[: len(_LETTERS)])
    return f"{canvas.text()}\n{at_ns / NS_PER_S:.2f} s   {shown}\n"


def _bounds(tracks: Mapping[str, ActorTrack]) -> tuple[float, float, float, float]:
    xs = np.concatenate([track.x_m for track in tracks.values()])
    ys = np.concatenate([track.y_m for track in tracks.values()])
    return (
        float(xs.min()) - _MARGIN_M,
        float(ys.min()) - _MARGIN_M,
        float(xs.max()) + _MARGIN_M,
        float(ys.max()) + _MARGIN_M,
    )


class _Canvas:
    """Dots, two by four in each character; characters are twice as high as wide."""

    def __init__(self, bounds: tuple[float, float, float, float], columns: int, rows: int) -> None:
        west, south, east, north = bounds
        self._west, self._north = west, north
        self._scale = min(2 * columns / (east - west), 4 * rows / (north - south))
        self._columns = min(columns, int((east - west) * self._scale / 2) + 1)
        self._rows = min(rows, int((north - south) * self._scale / 4) + 1)
        self._dots = np.zeros((self._rows, self._columns), dtype=np.int64)
        self._letters: dict[tuple[int, int], str] = {}

    def line(self, points: Floats) -> None:
        """Dots along a line."""
        for x, y in self._between(points):
            column, row = int(x), int(y)
            if 0 <= column < 2 * self._columns and 0 <= row < 4 * self._rows:
                self._dots[row // 4, column // 2] |= _BITS[column % 2][row % 4]

    def letter(self, point: Floats, letter: str) -> None:
        """A letter at a place."""
        x, y = self._placed(point)
        self._letters[int(y) // 4, int(x) // 2] = letter

    def text(self) -> str:
        """All rows, from north to south."""
        return "\n".join(
            "".join(
                self._letters.get((row, column), chr(_BLANK + int(self._dots[row, column])))
                for column in range(self._columns)
            )
            for row in range(self._rows)
        )

    def _placed(self, point: Floats) -> tuple[float, float]:
        x, y = float(point[0]), float(point[1])
        return (x - self._west) * self._scale, (self._north - y) * self._scale

    def _between(self, points: Floats) -> Iterator[tuple[float, float]]:
        """Places along a line, no further apart than a dot."""
        placed = [self._placed(point) for point in points]
        for (x, y), (u, v) in zip(placed, placed[1:] or placed, strict=False):
            steps = int(min(4_000.0, max(abs(u - x), abs(v - y)))) + 1
            for k in range(steps):
                yield x + (u - x) * k / steps, y + (v - y) * k / steps


def _short(name: str) -> str:
    """A name on one line, cut where it is long."""
    line = " ".join(name.split())
    return line if len(line) <= _NAME_MAX else f"{line[:_NAME_MAX]}..."
