"""How two runs part: the moment of the first difference, and the distances of actors after it."""

from typing import Any

import numpy as np

from project_ghost.analysis.divergence import first_different_tick
from project_ghost.core.duration import NS_PER_S
from project_ghost.view.run._run import Run

from ._packing import packed
from ._scene import Frames

__all__ = ["difference_of"]

_STEP_M = 1e-6


def difference_of(first: Run, second: Run, frames: tuple[Frames, Frames]) -> dict[str, Any]:
    """The moment at which two runs part, and the distance of each common actor over time."""
    a, b = frames
    common, left, right = np.intersect1d(a.stamps_ns, b.stamps_ns, return_indices=True)
    names = [name for name in a.names if name in b.names]
    away = np.zeros((len(common), len(names)))
    for i, name in enumerate(names):
        one = a.poses[left, a.names.index(name), :2]
        other = b.poses[right, b.names.index(name), :2]
        step = one - other
        away[:, i] = np.sqrt(step[:, 0] * step[:, 0] + step[:, 1] * step[:, 1])
    return {
        "names": names,
        "times": packed((common / NS_PER_S).reshape(-1, 1), 1e-6),
        "distances": packed(away, _STEP_M),
        "parts_at": _parts_at_s(first, second),
        "largest_m": float(np.nanmax(away)) if away.size and not np.isnan(away).all() else 0.0,
    }


def _parts_at_s(first: Run, second: Run) -> float | None:
    """The time of the first tick whose state differs; None if all common ticks are the same."""
    difference = first_different_tick(first, second)
    if difference is None or difference.time_ns is None:
        return None
    return difference.time_ns / NS_PER_S
