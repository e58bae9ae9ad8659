"""An actor that disappears."""

from typing import Literal

from ._abstract import AbstractFault
from ._effects import FaultEffects

__all__ = ["Kill"]


class Kill(AbstractFault):
    """The actor disappears."""

    kind: Literal["kill"]

    def add(self, effects: FaultEffects, number: int) -> None:  # noqa: ARG002
        """Take the actor out of the scene."""
        effects.remove(self.actor, self.at)
