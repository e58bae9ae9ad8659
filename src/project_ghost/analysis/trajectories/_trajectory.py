"""A trajectory: poses by time."""

from dataclasses import dataclass
from itertools import pairwise
from typing import final

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError

# Text files round quaternions; a larger error is not rounding.
# Far beyond any distance in metres; the matrices of an alignment stay finite.
_LARGEST = 1e18
_NORM_ERROR_MAX = 1e-2


@final
@dataclass(frozen=True, slots=True)
class Trajectory:
    """Poses in the order of their stamps; unit quaternions w, x, y, z from body to world.

    `velocities` are in world axes, or None if the file has none.
    """

    stamps_ns: list[int]
    positions: Floats
    orientations: Floats
    velocities: Floats | None = None

    def __len__(self) -> int:
        return len(self.stamps_ns)

    def select(self, indices: list[int]) -> "Trajectory":
        """Return the poses at these indices."""
        velocities = self.velocities
        return Trajectory(
            [self.stamps_ns[i] for i in indices],
            self.positions[indices],
            self.orientations[indices],
            None if velocities is None else velocities[indices],
        )


def checked_trajectory(
    where: str,
    stamps_ns: list[int],
    positions: Floats,
    orientations: Floats,
    velocities: Floats | None = None,
) -> Trajectory:
    """Return a trajectory after checking its stamps and normalising its quaternions."""
    if not stamps_ns:
        raise InputError("the trajectory has no poses", where, "a line for each pose")
    for before, after in pairwise(stamps_ns):
        if after < before:
            raise InputError(
                f"the stamp {after} ns follows {before} ns",
                where,
                "stamps that never decrease",
                "sort the file",
            )
    if stamps_ns[0] < 0:
        raise InputError(f"the first stamp is {stamps_ns[0]} ns", where, "stamps of 0 or more")
    for each in (positions, orientations, velocities):
        if each is not None and not np.isfinite(each).all():
            row = int(np.argwhere(~np.isfinite(each))[0][0])
            raise InputError(f"pose {row} has a number that is not finite", where, "finite numbers")
        if each is not None and (np.abs(each) > _LARGEST).any():
            row = int(np.argwhere(np.abs(each) > _LARGEST)[0][0])
            raise InputError(
                f"pose {row} has a number above {_LARGEST:g}",
                where,
                "positions and velocities that can be squared and summed",
                "check the unit",
            )
    norms = np.sqrt(np.sum(orientations * orientations, axis=1))
    wrong = np.argwhere(np.abs(norms - 1.0) > _NORM_ERROR_MAX)
    if len(wrong):
        row = int(wrong[0][0])
        raise InputError(
            f"the quaternion of pose {row} has the norm {float(norms[row])!r}",
            where,
            f"unit quaternions, to {_NORM_ERROR_MAX}",
            "check the order of the columns",
        )
    return Trajectory(stamps_ns, positions, orientations / norms[:, np.newaxis], velocities)
