"""The objects around the vehicle, where they will be, and where on the line that is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from project_ghost.closed_loop.states import Agent, StateSE2, TrackedObject
from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import sincos

from ._track import RouteTrack

__all__ = ["Objects", "OnLine", "nearest_objects", "on_line"]

# The time between two predictions along the line, in steps of a proposal.
STRIDE = 5


class Objects(NamedTuple):
    """Boxes and velocities of some objects."""

    centers: Floats  # (n, 2)
    axes: Floats  # (n, 2)
    half_sizes: Floats  # (n, 2)
    velocities: Floats  # (n, 2)

    def at(self, times_s: Floats) -> Floats:
        """The centres at times from now on, (times, n, 2)."""
        return self.centers + times_s[:, np.newaxis, np.newaxis] * self.velocities


class OnLine(NamedTuple):
    """The same in coordinates of a line, (times, n) each: along it, and to its left."""

    along: Floats
    half_along: Floats
    left: Floats
    half_left: Floats
    speeds: Floats


def nearest_objects(
    things: Iterable[TrackedObject], pose: StateSE2, radius_m: float, most: int
) -> Objects:
    """The objects nearest to a pose; of equally near ones, the first."""
    found = []
    for index, thing in enumerate(things):
        away = pose.distance_to(thing.center)
        if away <= radius_m:
            found.append((away, index, thing))
    rows = []
    for _, _, thing in sorted(found, key=lambda each: each[:2])[:most]:
        sine, cosine = sincos(thing.center.heading)
        velocity = thing.velocity if isinstance(thing, Agent) else None
        rows.append(
            (
                *(thing.center.x, thing.center.y, cosine, sine),
                *(thing.box.half_length, thing.box.half_width),
                *((velocity.x, velocity.y) if velocity is not None else (0.0, 0.0)),
            )
        )
    table = np.array(rows, dtype=np.float64).reshape(-1, 8)
    return Objects(table[:, 0:2], table[:, 2:4], table[:, 4:6], table[:, 6:8])


def on_line(track: RouteTrack, part: slice, objects: Objects, times_s: Floats) -> OnLine:
    """Where on a part of the line the objects are at some times."""
    line = track.line
    centers = objects.at(times_s)
    starts, axes = line.points[:-1][part], line.axes[part]
    lengths = np.diff(line.progress_m)[part]
    away = centers[:, :, np.newaxis, :] - starts
    along = away[..., 0] * axes[:, 0] + away[..., 1] * axes[:, 1]
    along = np.minimum(np.maximum(along, 0.0), lengths)
    feet_x, feet_y = away[..., 0] - along * axes[:, 0], away[..., 1] - along * axes[:, 1]
    nearest = np.argmin(feet_x * feet_x + feet_y * feet_y, axis=2)
    pick = np.expand_dims(nearest, 2)
    axis = axes[nearest]
    rest = np.take_along_axis(away, pick[..., np.newaxis], axis=2)[:, :, 0, :]
    ahead = rest[..., 0] * axis[..., 0] + rest[..., 1] * axis[..., 1]
    left = axis[..., 0] * rest[..., 1] - axis[..., 1] * rest[..., 0]
    cosine = np.abs(axis[..., 0] * objects.axes[:, 0] + axis[..., 1] * objects.axes[:, 1])
    sine = np.abs(axis[..., 0] * objects.axes[:, 1] - axis[..., 1] * objects.axes[:, 0])
    half_length, half_width = objects.half_sizes[:, 0], objects.half_sizes[:, 1]
    velocity = objects.velocities
    return OnLine(
        # Beyond both ends of the part, the line goes on straight.
        line.progress_m[:-1][part][nearest] + ahead,
        half_length * cosine + half_width * sine,
        left,
        half_length * sine + half_width * cosine,
        velocity[:, 0] * axis[..., 0] + velocity[:, 1] * axis[..., 1],
    )
