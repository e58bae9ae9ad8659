"""Collect contacts and positions from the messages of a run."""

from collections.abc import Sequence
from typing import Any, final

import numpy as np

from project_ghost.core.bus import Message
from project_ghost.engine import PublishedBlock
from project_ghost.hal.channels import CHANNEL_CONTACTS, CHANNEL_GROUND_TRUTH

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

    def take_block(self, block: PublishedBlock) -> None:
        """Add the contacts among many messages."""
        if CHANNEL_CONTACTS in block.channels:
            for message in block.messages(CHANNEL_CONTACTS):
                self(message)


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

    def take_block(self, block: PublishedBlock) -> None:
        """Keep the poses among many messages."""
        if CHANNEL_GROUND_TRUTH in block.channels:
            poses = block.columns(CHANNEL_GROUND_TRUTH)
            stamps_ns = block.stamps_ns[block.places(CHANNEL_GROUND_TRUTH)]
            self._samples += (stamps_ns // self._period_ns).tolist()
            self._actors += [
                self._places.setdefault(actor, len(self._places)) for actor in poses["actor"]
            ]
            columns = (poses[name] for name in ("x_m", "y_m", "z_m", "yaw_rad"))
            self._poses += zip(*columns, strict=True)

    def positions(self, now_ns: int) -> Positions:
        """Return the poses up to a time."""
        samples = now_ns // self._period_ns + 1
        stamps_ns = np.arange(samples, dtype=np.int64) * self._period_ns
        values = np.full((samples, len(self._places), 4), np.nan)
        if self._poses:
            values[self._samples, self._actors] = self._poses
        return Positions(tuple(self._places), stamps_ns, values)
