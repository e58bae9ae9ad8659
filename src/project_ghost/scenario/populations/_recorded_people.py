"""Recorded people who walk their recorded ways, and avoid others on them."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from project_ghost.core.dmath import sqrt
from project_ghost.core.duration import NS_PER_S
from project_ghost.scenario.actors.pedestrian import add_walkers
from project_ghost.scenario.draft import GraphDraft
from project_ghost.scenario.drivers._own_ground import Routes
from project_ghost.scenario.file.ranges import WALKING_MAX_MPS
from project_ghost.scenario.paths import PathPoint
from project_ghost.scenario.tables import Table
from project_ghost.world.objects import TRACK_VX, TRACK_VY, RecordedTrack

__all__ = ["add_recorded_people", "recorded_way"]

# Points of a way are this far apart, so that the noise of a recording has no bends.
_SPACING_M = 0.5
# Between two points; a person who waits on the way takes as long as in the recording.
_SPEED_MIN_MPS = 0.02
# What people can do to catch up or to get out of the way, as a multiple of their highest speed.
_HURRY = 1.5
# From farther away than people among themselves: a car is long, and comes fast.
_SIGHT_M = 8.0
# Far enough to pass a car that stands on the way; nearer places would lead back to its side.
_LOOKAHEAD_M = 3.0


def recorded_way(track: RecordedTrack) -> tuple[list[PathPoint], float]:
    """The way of a track from time 0 on with its speeds; how long the person stands first, in s."""
    first = max(0, int(np.searchsorted(track.stamps_ns, 0, side="right")) - 1)
    states = track.states[first:]
    stamps_ns, places = track.stamps_ns[first:].tolist(), states[:, :2].tolist()
    kept, way = 0, [(*places[0], 0.0)]
    start_s = 0.0
    for i in range(1, len(places)):
        away_m = _distance(places[kept], places[i])
        if away_m < _SPACING_M and i + 1 < len(places):
            continue
        duration_s = (stamps_ns[i] - stamps_ns[kept]) / NS_PER_S
        if kept == 0:
            # It may have stood first: then it walked this way as fast as it was at its end.
            vx, vy = states[i, TRACK_VX], states[i, TRACK_VY]
            speed = sqrt(vx * vx + vy * vy)
            start_s = max(0.0, duration_s - away_m / speed) if speed > _SPEED_MIN_MPS else 0.0
            duration_s -= start_s
        if away_m > 0.0:
            speed = min(max(away_m / duration_s, _SPEED_MIN_MPS), WALKING_MAX_MPS)
            way.append((places[i][0], places[i][1], speed))
        kept = i
    return way, start_s


def add_recorded_people(
    draft: GraphDraft,
    table: Table,
    tracks: Sequence[RecordedTrack],
    masses: Sequence[float],
    **rows: Any,  # noqa: ANN401 - as the component takes them
) -> None:
    """Add people who walk the ways of their tracks; `rows` has the first ones and the slots."""
    ways, starts = zip(*map(recorded_way, tracks), strict=True)
    fastest = [max(point[2] for point in way) for way in ways]
    add_walkers(
        draft,
        table,
        Routes(ways, [False] * len(ways)),
        None,
        mass_kg=list(masses),
        speed_max_mps=[min(_HURRY * speed, WALKING_MAX_MPS) for speed in fastest],
        start_s=list(starts),
        radius_m=[0.5 * length_m for length_m in draft.lengths_m()],
        sight_m=_SIGHT_M,
        lookahead_m=_LOOKAHEAD_M,
        **rows,
    )
    draft.graph.connect("Scene.bodies", f"{table.name}.others")


def _distance(one: Sequence[float], other: Sequence[float]) -> float:
    dx, dy = other[0] - one[0], other[1] - one[1]
    return sqrt(dx * dx + dy * dy)
