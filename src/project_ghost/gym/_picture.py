"""What a copy looks like: pixels, or text, from above, the first car in the middle."""

from collections.abc import Iterator

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
_COLUMNS, _ROWS, _COLUMN_M, _ROW_M = 79, 21, 1.5, 3.0
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
    bodies, (x, y) = _bodies(scene, episodes, copy)
    pixels = np.full((_HEIGHT, _WIDTH, 3), _GROUND, dtype=np.uint8)
    corner = np.array([x - 0.5 * _WIDTH / _SCALE, y + 0.5 * _HEIGHT / _SCALE])

    def fill(outline: Floats, colour: tuple[int, int, int]) -> None:
        placed = (outline - corner) * (_SCALE, -_SCALE)
        _fill(pixels, placed, colour)

    reach_m = 0.5 * np.hypot(_WIDTH, _HEIGHT) / _SCALE
    for outline in _ground(scene, x, y, reach_m):
        fill(outline, _LANE)
    for obstacle in scene.assembly.obstacles.values():
        fill(np.array(obstacle)[:, :2], _OBSTACLE)
    own = {car.row for car in scene.cars}
    for row, outline in _outlines(scene, bodies):
        fill(outline, _OWN if row in own else _OTHER)
    return pixels


def text_picture(scene: Scene, episodes: Episodes, copy: int) -> str:
    """The picture of a copy as text: `.` road, `@` cars of agents, `o` others."""
    bodies, (x, y) = _bodies(scene, episodes, copy)
    rows = [[" "] * _COLUMNS for _ in range(_ROWS)]
    reach_m = max(0.5 * _COLUMNS * _COLUMN_M, 0.5 * _ROWS * _ROW_M)

    def put(px: float, py: float, sign: str) -> None:
        column = int(np.floor((px - x) / _COLUMN_M + 0.5 * _COLUMNS))
        row = int(np.floor((y - py) / _ROW_M + 0.5 * _ROWS))
        if 0 <= column < _COLUMNS and 0 <= row < _ROWS:
            rows[row][column] = sign

    for outline in _ground(scene, x, y, reach_m):
        for px, py in outline:
            put(px, py, ".")
    own = {car.row for car in scene.cars}
    for row in range(len(bodies)):
        if bodies[row, ALIVE]:
            put(bodies[row, X], bodies[row, Y], "@" if row in own else "o")
    time_s = int(episodes.steps[copy]) * scene.period_s
    lines = "\n".join("".join(row).rstrip() for row in rows)
    return f"{lines}\n{time_s:.1f} s\n"


def _bodies(scene: Scene, episodes: Episodes, copy: int) -> tuple[Floats, tuple[float, float]]:
    bodies = episodes.batch.view("Scene.bodies")[copy]
    row = scene.cars[0].row
    return bodies, (float(bodies[row, X]), float(bodies[row, Y]))


def _ground(scene: Scene, x: float, y: float, reach_m: float) -> Iterator[Floats]:
    """The pieces of the lanes that are near."""
    road_map = scene.assembly.road_map
    for lane in () if road_map is None else road_map.lanes:
        for piece in lane.pieces if lane.is_paved else ():
            outline = np.array(piece)[:, :2]
            if (np.abs(outline - (x, y)).max(axis=1) < reach_m).any():
                yield outline


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


def _fill(pixels: NDArray[np.uint8], outline: Floats, colour: tuple[int, int, int]) -> None:
    """Fill a polygon, given in pixels; a pixel counts by its centre."""
    low = np.maximum(np.floor(outline.min(axis=0)), 0).astype(int)
    high = np.minimum(np.ceil(outline.max(axis=0)), (pixels.shape[1], pixels.shape[0])).astype(int)
    if (low >= high).any():
        return
    xs = np.arange(low[0], high[0])[None, :] + 0.5
    ys = np.arange(low[1], high[1])[:, None] + 0.5
    inside = np.zeros((high[1] - low[1], high[0] - low[0]), dtype=bool)
    for (ax, ay), (bx, by) in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        if ay != by:
            crosses = (ay > ys) != (by > ys)
            inside ^= crosses & (xs < ax + (ys - ay) * (bx - ax) / (by - ay))
    pixels[low[1] : high[1], low[0] : high[0]][inside] = colour
