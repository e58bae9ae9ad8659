"""The result of a run."""

from dataclasses import dataclass
from typing import NamedTuple, final

from project_ghost.core.arrays import Floats, Integers
from project_ghost.scenario.events import EndedBy

__all__ = ["Contact", "Positions", "RunResult"]


class Contact(NamedTuple):
    """The start of a contact: both names, time, position and closing speed."""

    stamp_sim_ns: int
    first: str
    second: str
    x_m: float
    y_m: float
    closing_mps: float


@final
@dataclass(frozen=True)
class Positions:
    """The poses of all actors: `values` has the shape (samples, rows of the scene, 4).

    The last axis is x, y, z in metres and yaw in radians; NaN for a free row.
    """

    stamps_ns: Integers
    values: Floats


@final
@dataclass(frozen=True)
class RunResult:
    """The result of a run. Runs with equal digests computed the same values.

    `execution` is how it was executed, and `execution_note` why it was interpreted although it was
    to be compiled; no other field depends on them. A run from a checkpoint
    starts at `begin_ns`; contacts and positions are those since then.
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
    execution_note: str = ""

    @property
    def ticks(self) -> int:
        """The number of steps."""
        return self.duration_ns // self.step_ns
