"""Blocks of state samples, a column for each quantity of the belief report."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.state import VehicleState

# Large enough to spread numpy's overhead, small enough for the CPU cache.
BLOCK = 256

_SIZE = 15


@dataclass(frozen=True, slots=True)
class SampleBlock:
    """Samples in stored order; quaternions as w, x, y, z.

    `covariances` and their condition numbers exist only for samples with a covariance. Computing
    those of a block at once is faster and gives the same bits.
    """

    stamps_ns: list[int]
    positions: Floats
    orientations: Floats
    has_covariance: list[bool]
    covariances: Floats
    conditions: Floats

    def __len__(self) -> int:
        return len(self.stamps_ns)

    def head(self, count: int) -> "SampleBlock":
        """Return the first `count` samples."""
        kept = sum(self.has_covariance[:count])
        return SampleBlock(
            self.stamps_ns[:count],
            self.positions[:count],
            self.orientations[:count],
            self.has_covariance[:count],
            self.covariances[:kept],
            self.conditions[:kept],
        )


def conditions_of(covariances: Floats) -> Floats:
    """Return the condition number of each matrix, as `numpy.linalg.cond` has it.

    It is the largest singular value over the smallest, infinite where that is 0. Eigenvalues would
    be quicker, but the smallest one of an ill-conditioned matrix has other rounding errors.
    """
    if not len(covariances):
        return np.empty(0)
    conditions: Floats = np.linalg.cond(covariances).astype(np.float64, copy=False)
    return conditions


def block_of_states(states: Sequence[VehicleState]) -> SampleBlock:
    """Build a block from states."""
    covariances = [state.nav.covariance_15x15 for state in states]
    present = [each for each in covariances if each is not None]
    stacked = np.array(present).reshape(-1, _SIZE, _SIZE)
    return SampleBlock(
        [state.stamp_sim_ns for state in states],
        np.array([state.nav.pose.position_enu_m for state in states]).reshape(-1, 3),
        np.array([state.nav.pose.orientation_q for state in states]).reshape(-1, 4),
        [each is not None for each in covariances],
        stacked,
        conditions_of(stacked),
    )
