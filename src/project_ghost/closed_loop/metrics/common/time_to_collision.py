"""The time until the ego would overlap a body if both kept speed and heading."""

from collections.abc import Collection

import numpy as np

from project_ghost.closed_loop.metrics._run_arrays import RunArrays
from project_ghost.core.arrays import Floats, Integers
from project_ghost.world.geometry import boxes_overlap

from .collisions import Sightings, sightings

__all__ = ["TTC_HORIZON_S", "TTC_STEP_S", "first_meeting_s", "time_to_collision_s"]

TTC_STEP_S = 0.1
TTC_HORIZON_S = 3.0
# At most this fast, the ego does not drive into anything.
_STOPPED_MPS = 0.005


def _times_ahead_s() -> Floats:
    """The times at which the future is looked at: 0.1 s to 2.9 s."""
    steps = int(TTC_HORIZON_S / TTC_STEP_S + 0.5) - 1
    return TTC_STEP_S + TTC_STEP_S * np.arange(steps, dtype=float)


def time_to_collision_s(
    run: RunArrays, sample: int, *, sees_sides: bool, ignored: Collection[tuple[int, int]] = ()
) -> float:
    """The first time at which the ego meets a body ahead; infinite if there is none.

    With `sees_sides`, all bodies that are not behind count. `ignored` are tracks that have
    collided already.
    """
    rows = run.others(sample)
    rows = rows[[run.track(sample, int(row)) not in ignored for row in rows]]
    if not len(rows) or run.speed_mps[sample] <= _STOPPED_MPS:
        return float("inf")
    seen = sightings(run, sample, _within_reach(run, sample, rows))
    relevant = seen.are_ahead | ~seen.are_behind if sees_sides else seen.are_ahead
    return first_meeting_s(run, sample, seen, np.flatnonzero(relevant))


def first_meeting_s(run: RunArrays, sample: int, seen: Sightings, which: Integers) -> float:
    """The first of the times ahead at which one of the bodies and the ego overlap."""
    if not len(which):
        return float("inf")
    times = _times_ahead_s()
    axis = np.array([run.axes[0][sample], run.axes[1][sample]])
    half = np.array([0.5 * run.shape.length_m, 0.5 * run.shape.width_m])
    ego = run.center[sample] + (times * run.speed_mps[sample])[:, None] * axis
    axes = seen.axes[which]
    moved = times[:, None, None] * (seen.speeds_mps[which, None] * axes)[None, :, :]
    hit = boxes_overlap(
        *(ego[:, None, :], axis, half),
        *(seen.centers[which][None, :, :] + moved, axes, seen.half_sizes[which]),
    )
    first = np.flatnonzero(hit.any(axis=1))
    return float(times[first[0]]) if len(first) else float("inf")


def _within_reach(run: RunArrays, sample: int, rows: Integers) -> Integers:
    """The bodies that the ego may meet within the horizon, by circles about all places of both."""
    away = run.positions(sample, rows) - run.center[sample]
    velocities = run.velocities(sample, rows)
    speed = np.sqrt(velocities[:, 0] * velocities[:, 0] + velocities[:, 1] * velocities[:, 1])
    reach = 0.5 * (run.lengths_m[rows] + run.widths_m[rows])
    reach = reach + 0.5 * (run.shape.length_m + run.shape.width_m)
    reach = reach + TTC_HORIZON_S * (speed + run.speed_mps[sample])
    near: Integers = rows[away[:, 0] * away[:, 0] + away[:, 1] * away[:, 1] <= reach * reach]
    return near
