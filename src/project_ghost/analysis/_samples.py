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

    `covariances` and their `eigenvalues` (ascending) exist only for samples with a covariance.
    Computing the eigenvalues of a block at once is faster and gives the same bits.
    """

    stamps_ns: list[int]
    positions: Floats
    orientations: Floats
    has_covariance: list[bool]
    covariances: Floats
    eigenvalues: Floats

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
            self.eigenvalues[:kept],
        )


def eigenvalues_of(covariances: Floats) -> Floats:
    """Return the eigenvalues of each matrix, ascending."""
    eigenvalues: Floats = np.linalg.eigvalsh(covariances).astype(np.float64, copy=False)
    return eigenvalues


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
        eigenvalues_of(stacked),
    )
