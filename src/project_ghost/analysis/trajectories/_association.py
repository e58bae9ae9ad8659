"""Pair the poses of two trajectories by the nearest stamp."""

from bisect import bisect_left
from typing import NamedTuple

from project_ghost.core.errors import InputError


class Association(NamedTuple):
    """The indices of each pair in both trajectories, and the largest time gap of a pair."""

    truth_indices: list[int]
    belief_indices: list[int]
    gap_max_ns: int


def associate(truth_ns: list[int], belief_ns: list[int], tolerance_ns: int) -> Association:
    """Find for each stamp of the shorter trajectory (or the belief) the nearest of the other.

    Of two equally near stamps the earlier one is used. A gap beyond the tolerance is not a pair.
    A pose of the longer trajectory may occur in several pairs.
    """
    if tolerance_ns < 0:
        raise InputError(f"the tolerance is {tolerance_ns} ns", "associate", "0 or more")
    if len(truth_ns) < len(belief_ns):
        truth_indices, belief_indices, gap_max_ns = _nearest(truth_ns, belief_ns, tolerance_ns)
    else:
        belief_indices, truth_indices, gap_max_ns = _nearest(belief_ns, truth_ns, tolerance_ns)
    return Association(truth_indices, belief_indices, gap_max_ns)


def _nearest(
    shorter_ns: list[int], longer_ns: list[int], tolerance_ns: int
) -> tuple[list[int], list[int], int]:
    indices, matches, gap_max_ns = [], [], 0
    for index, stamp in enumerate(shorter_ns):
        after = bisect_left(longer_ns, stamp)
        near = [i for i in (after - 1, after) if 0 <= i < len(longer_ns)]
        if not near:
            continue
        best = min(near, key=lambda i: (abs(longer_ns[i] - stamp), i))
        gap_ns = abs(longer_ns[best] - stamp)
        if gap_ns <= tolerance_ns:
            indices.append(index)
            matches.append(best)
            gap_max_ns = max(gap_max_ns, gap_ns)
    return indices, matches, gap_max_ns
