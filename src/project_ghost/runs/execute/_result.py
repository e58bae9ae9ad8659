"""What came of a run."""

from dataclasses import dataclass
from typing import NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.arrays import Floats
from project_ghost.scenario.events import EndedBy

__all__ = ["Contact", "Positions", "RunResult"]


class Contact(NamedTuple):
    """Two that began to touch: their names, when and where, and how fast they closed in."""

    stamp_sim_ns: int
    first: str
    second: str
    x_m: float
    y_m: float
    closing_mps: float


@final
@dataclass(frozen=True)
class Positions:
    """Where everybody was: `values` has the shape (samples, rows of the scene, 4).

    The last axis is x, y, z in metres and yaw in radians; NaN where a row was free.
    """

    stamps_ns: NDArray[np.int64]
    values: Floats


@final
@dataclass(frozen=True)
class RunResult:
    """What came of a run. Two runs with the same digest went through the same values.

    `execution` says how it was executed, on which nothing else here depends. A run that went
    on from a checkpoint began at `begin_ns`; contacts and positions are those since then.
    """

    name: str
    seed: int
    step_ns: int
    duration_ns: int
    contacts: tuple[Contact, ...]
    ended_by: EndedBy
    digest: str
    level: str
    execution: str
    positions: Positions | None = None
    begin_ns: int = 0

    @property
    def ticks(self) -> int:
        """How many steps it went on for."""
        return self.duration_ns // self.step_ns
