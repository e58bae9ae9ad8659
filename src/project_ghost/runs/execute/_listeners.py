"""Collect contacts and positions from the messages of a run."""

from typing import Any, final

import numpy as np

from project_ghost.core.bus import Message
from project_ghost.scenario.assembly import Assembly

from ._result import Contact, Positions

__all__ = ["ContactListener", "PositionListener"]


@final
class ContactListener:
    """Collects the contacts of a run."""

    def __init__(self, assembly: Assembly) -> None:
        self._assembly = assembly
        self.contacts: list[Contact] = []

    def __call__(self, message: Message) -> None:
        """Add a contact."""
        record: Any = message.payload
        first, second = self._assembly.contact_names(record)
        self.contacts.append(
            Contact(
                message.stamp_sim_ns,
                first,
                second,
                record["x"],
                record["y"],
                record["closing_mps"],
            )
        )


@final
class PositionListener:
    """Collects the pose of every actor at each sample."""

    def __init__(self, assembly: Assembly, end_ns: int) -> None:
        self._period_ns = assembly.spec.recording.pose
        samples = end_ns // self._period_ns + 1
        self._values = np.full((samples, assembly.rows, 4), np.nan)

    def __call__(self, message: Message) -> None:
        """Store one actor's pose."""
        pose: Any = message.payload
        self._values[message.stamp_sim_ns // self._period_ns, int(pose["actor"])] = (
            pose["x_m"],
            pose["y_m"],
            pose["z_m"],
            pose["yaw_rad"],
        )

    def positions(self, now_ns: int) -> Positions:
        """Return the poses up to a time."""
        samples = now_ns // self._period_ns + 1
        stamps_ns = np.arange(samples, dtype=np.int64) * self._period_ns
        return Positions(stamps_ns, self._values[:samples])
