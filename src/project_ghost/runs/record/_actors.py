"""Who is at each of the poses of a block, and how the poses are encoded."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, final

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import arrays
from project_ghost.telemetry.foxglove import PoseRows

__all__ = ["Actors", "Instant", "Kept", "ListedActors"]

# A payload that is kept until it is inserted: its bytes, or where they are in an arena.
Kept = Any


class Instant(NamedTuple):
    """The poses of an instant, and the place among all messages that its views precede."""

    stamp_ns: int
    start: int
    stop: int
    place: int


class Actors(Protocol):
    """Who is at each of some poses; both forms give the same bytes."""

    def name(self, i: int) -> str:
        """The name of the actor at a pose."""

    def differ(self, start: int, stop: int, names: tuple[str, ...]) -> bool:
        """Whether the actors at some poses are not those with these names."""

    def turned(self, yaws_rad: Floats) -> Floats:
        """Their orientations, with the bits of `quaternion_of_yaw`."""

    def encoded(
        self, positions_m: Floats, orientations_q: Floats, instants: Sequence[Instant]
    ) -> Sequence[Kept]:
        """The transforms and poses of some instants, one after the other."""


@final
class ListedActors:
    """Their names."""

    def __init__(self, names: list[str]) -> None:
        self._names = names

    def name(self, i: int) -> str:
        """The name of the actor at a pose."""
        return self._names[i]

    def differ(self, start: int, stop: int, names: tuple[str, ...]) -> bool:
        """Whether the actors at some poses are not those with these names."""
        return tuple(self._names[start:stop]) != names

    def turned(self, yaws_rad: Floats) -> Floats:
        """Their orientations."""
        sines, cosines = arrays.sincos(0.5 * yaws_rad)
        zeros = np.zeros(len(yaws_rad))
        return np.stack([cosines, zeros, zeros, sines], axis=1)

    def encoded(
        self, positions_m: Floats, orientations_q: Floats, instants: Sequence[Instant]
    ) -> list[bytes]:
        """The transforms and poses of some instants."""
        rows = PoseRows(self._names, positions_m, orientations_q)
        result = []
        for stamp_ns, start, stop, _ in instants:
            result.append(rows.encode_transforms(stamp_ns, start, stop))
            result.append(rows.encode_poses(stamp_ns, start, stop))
        return result
