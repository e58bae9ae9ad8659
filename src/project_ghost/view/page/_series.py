"""Signals to plot below the scene: speeds, sensors, and the errors of beliefs."""

from collections.abc import Iterator, Mapping
from itertools import chain, islice
from typing import Any

import numpy as np

from project_ghost.analysis.scores import read_scores
from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.duration import NS_PER_S
from project_ghost.view.run._run import ActorTrack, Run

from ._packing import packed

__all__ = ["series_of"]

# A page has at most so many series, each of so many points.
_SERIES_MAX = 120
_POINTS_MAX = 2_000
_STEPS = 50_000
_SHOWN = ("/sensors/", "/commands/", "/signals")
_SPEEDS_MAX = 40


def series_of(run: Run, tracks: Mapping[str, ActorTrack]) -> list[dict[str, Any]]:
    """The series of a run: name, unit, times and values. The scores of a planner come first."""
    return list(islice(chain(_scores(run), _speeds(tracks), _columns(run)), _SERIES_MAX))


def _scores(run: Run) -> Iterator[dict[str, Any]]:
    """What metrics saw over time, from the scores beside the recording."""
    scores = read_scores(run)
    if scores is None:
        return
    so_far = scores.so_far
    for name, values in {"": so_far.score, **so_far.metrics}.items():
        title = f"score so far{': ' if name else ''}{name.replace('_', ' ')}"
        yield _series(title, "", so_far.stamps_ns, values, actor=None)
    for metric, found in scores.metrics.items():
        for name, values in found.series.items():
            label, unit = _unit(name)
            title = f"score {metric.replace('_', ' ')}: {label}"
            yield _series(title, unit, scores.stamps_ns, values, actor=None)


def _speeds(tracks: Mapping[str, ActorTrack]) -> Iterator[dict[str, Any]]:
    for name, track in islice(tracks.items(), _SPEEDS_MAX):
        yield _series(f"{name} speed", "m/s", track.stamps_ns, _speed(track), actor=name)


def _speed(track: ActorTrack) -> Floats:
    return np.asarray(np.sqrt(track.vx_mps * track.vx_mps + track.vy_mps * track.vy_mps))


def _columns(run: Run) -> Iterator[dict[str, Any]]:
    """Numbers of sensors, commands and sampled signals, one series for each column and actor."""
    for name, channel in run.channels.items():
        if not name.startswith(_SHOWN) or not channel.is_readable or not channel.count:
            continue
        arrays = channel.arrays()
        stamps_ns = arrays.pop("stamp_sim_ns")
        arrays.pop("sequence", None)
        actors = arrays.pop("actor", None)
        for column, values in arrays.items():
            if values.dtype.kind not in "fiub" or values.ndim > 2:
                continue
            parts = values.reshape(len(values), -1)
            if parts.shape[1] > 6:  # a table is no curve
                continue
            label, unit = _unit(column)
            for i in range(parts.shape[1]):
                suffix = f"[{i}]" if parts.shape[1] > 1 else ""
                for actor, mine in _by_actor(actors, len(stamps_ns)):
                    title = f"{name.removeprefix('/')} {actor or ''} {label}{suffix}"
                    yield _series(
                        " ".join(title.split()),
                        unit,
                        stamps_ns[mine],
                        parts[mine, i].astype(float),
                        actor=actor,
                    )


def _by_actor(actors: Any, count: int) -> Iterator[tuple[str | None, Any]]:  # noqa: ANN401
    if actors is None or len(set(actors.tolist())) == 1:
        yield (None if actors is None else str(actors[0])), np.ones(count, dtype=bool)
        return
    for actor in dict.fromkeys(actors.tolist()):
        yield str(actor), actors == actor


def _unit(column: str) -> tuple[str, str]:
    """The name and the unit of a column: ("fix", "m") for "fix_m"."""
    units = {
        "m": "m",
        "mps": "m/s",
        "mps2": "m/s2",
        "rad": "rad",
        "rps": "rad/s",
        "rps2": "rad/s2",
        "s": "s",
    }
    name, _, unit = column.rpartition("_")
    return (name.replace("_", " "), units[unit]) if unit in units and name else (column, "")


def _series(
    name: str, unit: str, stamps_ns: Integers, values: Floats, *, actor: str | None
) -> dict[str, Any]:
    every = max(1, -(-len(values) // _POINTS_MAX))
    kept = values[::every].astype(float)
    finite = kept[np.isfinite(kept)]
    spread = float(finite.max() - finite.min()) if len(finite) else 0.0
    largest = float(np.abs(finite).max()) if len(finite) else 0.0
    step = max(spread / _STEPS, largest / 2**29, 1e-9)
    times = (stamps_ns[::every] / NS_PER_S).reshape(-1, 1)
    kept = np.where(np.isfinite(kept), kept, np.nan)
    return {
        "name": name,
        "unit": unit,
        "actor": actor,
        "times": packed(times, 1e-6),
        "values": packed(kept.reshape(-1, 1), step),
    }
