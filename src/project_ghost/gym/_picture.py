"""What a copy looks like: pixels, or text, from above, the first car in the middle."""

from collections.abc import Iterator
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError
from project_ghost.world.bodies import ALIVE, YAW, X, Y

from ._episodes import Episodes
from ._scene import Scene

__all__ = ["RENDER_MODES", "picture", "require_mode", "text_picture"]

RENDER_MODES = ("rgb_array", "ansi")

_WIDTH, _HEIGHT = 640, 400  # pixels
_SCALE = 5.0  # pixels a metre
_COLUMNS, _ROWS, _SIGNS_PER_M = 79, 21, (0.7, 0.35)  # a sign is twice as high as wide
_GROUND, _LANE, _OBSTACLE = (244, 246, 241), (201, 204, 209), (91, 81, 72)
_OWN, _OTHER = (176, 0, 32), (31, 92, 153)


def require_mode(mode: str | None) -> None:
    """Refuse a way of rendering that there is not."""
    if mode is not None and mode not in RENDER_MODES:
        raise InputError(
            f"there is no render_mode {mode!r}",
            "project_ghost.gym",
            f"one of {', '.join(RENDER_MODES)}",
            "record the episode for more: project_ghost.gym.record, then `ghost view`",
        )


def picture(scene: Scene, episodes: Episodes, copy: int) -> NDArray[np.uint8]:
    """The picture of a copy, (height, width, 3): north up."""
    bodies, window = _bodies(episodes, copy), _Window(_WIDTH, _HEIGHT, _SCALE, _SCALE)
    window.centre(bodies[scene.cars[0].row])
    pixels = np.full((_HEIGHT, _WIDTH, 3), _GROUND, dtype=np.uint8)
    for outline in _ground(scene):
        window.fill(pixels, outline, _LANE)
    for obstacle in scene.assembly.obstacles.values():
        window.fill(pixels, np.array(obstacle)[:, :2], _OBSTACLE)
    own = {car.row for car in scene.cars}
    for row, outline in _outlines(scene, bodies):
        window.fill(pixels, outline, _OWN if row in own else _OTHER)
    return pixels


def text_picture(scene: Scene, episodes: Episodes, copy: int) -> str:
    """The picture of a copy as text: `.` road, `@` cars of agents, `o` others."""
    bodies, window = _bodies(episodes, copy), _Window(_COLUMNS, _ROWS, *_SIGNS_PER_M)
    window.centre(bodies[scene.cars[0].row])
    signs = np.full((_ROWS, _COLUMNS), " ")
    for outline in _ground(scene):
        window.fill(signs, outline, ".")
    own = {car.row for car in scene.cars}
    for row in sorted(range(len(bodies)), key=lambda row: row in own):
        column, line = np.floor(window.placed(bodies[row, [X, Y]])).astype(int)
        if bodies[row, ALIVE] and 0 <= column < _COLUMNS and 0 <= line < _ROWS:
            signs[line, column] = "@" if row in own else "o"
    time_s = int(episodes.steps[copy]) * scene.period_s
    lines = "\n".join("".join(line).rstrip() for line in signs)
    return f"{lines}\n{time_s:.1f} s\n"


@final
class _Window:
    """A part of the plane as cells: pixels, or signs of a text."""

    def __init__(self, width: int, height: int, cells_per_m: float, rows_per_m: float) -> None:
        self._size = np.array([width, height])
        self._scale = np.array([cells_per_m, -rows_per_m])
        self._corner = np.zeros(2)

    def centre(self, body: Floats) -> None:
        """Show a body in the middle."""
        self._corner = body[[X, Y]] - 0.5 * self._size / self._scale

    def placed(self, points: Floats) -> Floats:
        """Points in cells, from the upper left corner."""
        placed: Floats = (points - self._corner) * self._scale
        return placed

    def fill(self, cells: NDArray[Any], polygon: Floats, value: object) -> None:
        """Fill a polygon; a cell counts by its centre."""
        outline = self.placed(polygon)
        low = np.maximum(np.floor(outline.min(axis=0)), 0.0).astype(int)
        high = np.minimum(np.ceil(outline.max(axis=0)), self._size).astype(int)
        if (low >= high).any():
            return
        xs = np.arange(low[0], high[0])[None, :] + 0.5
        ys = np.arange(low[1], high[1])[:, None] + 0.5
        inside = np.zeros((high[1] - low[1], high[0] - low[0]), dtype=bool)
        for (ax, ay), (bx, by) in zip(outline, np.roll(outline, -1, axis=0), strict=True):
            if ay != by:
                crosses = (ay > ys) != (by > ys)
                inside ^= crosses & (xs < ax + (ys - ay) * (bx - ax) / (by - ay))
        cells[low[1] : high[1], low[0] : high[0]][inside] = value


def _bodies(episodes: Episodes, copy: int) -> Floats:
    bodies: Floats = episodes.batch.view("Scene.bodies")[copy]
    return bodies


def _ground(scene: Scene) -> Iterator[Floats]:
    """The pieces of all lanes."""
    road_map = scene.assembly.road_map
    for lane in () if road_map is None else road_map.lanes:
        for piece in lane.pieces if lane.is_paved else ():
            yield np.array(piece)[:, :2]


def _outlines(scene: Scene, bodies: Floats) -> Iterator[tuple[int, Floats]]:
    """The footprint of each living body."""
    for row, thing in enumerate(scene.assembly.objects):
        if bodies[row, ALIVE]:
            half = 0.5 * thing.length_m, 0.5 * thing.width_m
            box = np.array([(1, 1), (1, -1), (-1, -1), (-1, 1)]) * half
            cosine, sine = np.cos(bodies[row, YAW]), np.sin(bodies[row, YAW])
            turned = np.stack(
                [box[:, 0] * cosine - box[:, 1] * sine, box[:, 0] * sine + box[:, 1] * cosine], 1
            )
            yield row, turned + bodies[row, [X, Y]]
