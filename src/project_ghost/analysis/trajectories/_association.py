"""Which pose of one trajectory belongs to which of another: the nearest in time."""

from bisect import bisect_left
from typing import NamedTuple

from project_ghost.core.errors import InputError


class Association(NamedTuple):
    """Places in both, pair by pair, and the largest gap between the two of a pair."""

    truth_places: list[int]
    belief_places: list[int]
    gap_max_ns: int


def associate(truth_ns: list[int], belief_ns: list[int], tolerance_ns: int) -> Association:
    """For each stamp of the shorter one (the belief, if they are equal) the nearest of the other.

    Of two that are equally near it is the earlier; a pair farther apart than the tolerance
    is none. A pose of the longer one may be nearest to several.
    """
    if tolerance_ns < 0:
        raise InputError(f"the tolerance is {tolerance_ns} ns", "associate", "0 or more")
    if len(truth_ns) < len(belief_ns):
        truth_places, belief_places, gap_max_ns = _nearest(truth_ns, belief_ns, tolerance_ns)
    else:
        belief_places, truth_places, gap_max_ns = _nearest(belief_ns, truth_ns, tolerance_ns)
    return Association(truth_places, belief_places, gap_max_ns)


def _nearest(
    shorter_ns: list[int], longer_ns: list[int], tolerance_ns: int
) -> tuple[list[int], list[int], int]:
    places, found, gap_max_ns = [], [], 0
    for place, stamp in enumerate(shorter_ns):
        after = bisect_left(longer_ns, stamp)
        near = [i for i in (after - 1, after) if 0 <= i < len(longer_ns)]
        if not near:
            continue
        best = min(near, key=lambda i: (abs(longer_ns[i] - stamp), i))
        gap_ns = abs(longer_ns[best] - stamp)
        if gap_ns <= tolerance_ns:
            places.append(place)
            found.append(best)
            gap_max_ns = max(gap_max_ns, gap_ns)
    return places, found, gap_max_ns
