"""Collect contacts and positions from the messages of a run."""

from collections.abc import Sequence
from typing import Any, final

import numpy as np

from project_ghost.core.bus import Message

from ._result import Contact, Positions

__all__ = ["ContactListener", "PositionListener"]


@final
class ContactListener:
    """Collects the contacts of a run."""

    def __init__(self) -> None:
        self.contacts: list[Contact] = []

    def __call__(self, message: Message) -> None:
        """Add a contact."""
        fields: Any = message.payload
        self.contacts.append(Contact(message.stamp_sim_ns, **fields))


@final
class PositionListener:
    """Collects the pose of every actor at each sample; `actors` are known from the start."""

    def __init__(self, period_ns: int, actors: Sequence[str]) -> None:
        self._period_ns = period_ns
        self._places = {name: place for place, name in enumerate(actors)}
        self._samples: list[int] = []
        self._actors: list[int] = []
        self._poses: list[tuple[float, ...]] = []

    def __call__(self, message: Message) -> None:
        """Keep one actor's pose."""
        pose: Any = message.payload
        self._samples.append(message.stamp_sim_ns // self._period_ns)
        self._actors.append(self._places.setdefault(pose["actor"], len(self._places)))
        self._poses.append((pose["x_m"], pose["y_m"], pose["z_m"], pose["yaw_rad"]))

    def positions(self, now_ns: int) -> Positions:
        """Return the poses up to a time."""
        samples = now_ns // self._period_ns + 1
        stamps_ns = np.arange(samples, dtype=np.int64) * self._period_ns
        values = np.full((samples, len(self._places), 4), np.nan)
        if self._poses:
            values[self._samples, self._actors] = self._poses
        return Positions(tuple(self._places), stamps_ns, values)
