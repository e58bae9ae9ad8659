"""The result of a run."""

from dataclasses import dataclass
from typing import NamedTuple, final

import numpy as np

from project_ghost.core.arrays import Floats, Integers
from project_ghost.scenario.events import EndedBy

__all__ = ["Contact", "Positions", "RunResult"]


class Contact(NamedTuple):
    """The start of a contact: time, both names, and where and how the two touch.

    Its fields are those of a message on /contacts, which has their meanings.
    """

    stamp_sim_ns: int
    first: str
    second: str
    x_m: float
    y_m: float
    normal_x: float
    normal_y: float
    depth_m: float
    closing_mps: float
    impulse_newton_s: float


@final
@dataclass(frozen=True)
class Positions:
    """The poses of all actors: `values` has the shape (samples, actors, 4).

    `actors` are their names: those of the scenario, then those of populations as they appeared.
    The last axis is x, y, z in metres and yaw in radians; NaN where an actor is not there.
    """

    actors: tuple[str, ...]
    stamps_ns: Integers
    values: Floats

    def of(self, actor: str) -> Floats:
        """The poses of one actor, shape (samples, 4)."""
        return np.asarray(self.values[:, self.actors.index(actor)])


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
