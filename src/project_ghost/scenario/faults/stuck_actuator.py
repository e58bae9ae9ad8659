"""An actuator that does not move."""

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from project_ghost.scenario.file.section import CheckContext, KeyPath, Problem

from ._abstract import ACTUATOR, AbstractPassingFault, actuator_problems
from ._effects import FaultEffects, Window

__all__ = ["StuckActuator"]


class StuckActuator(AbstractPassingFault):
    """An actuator keeps its position."""

    kind: Literal["stuck_actuator"]
    actuator: str = Field(description=ACTUATOR)

    @property
    def part(self) -> str:
        """The actuator."""
        return self.actuator

    def problems(self, context: CheckContext, keys: KeyPath) -> Iterator[Problem]:
        """Report an actuator that does not exist."""
        yield from super().problems(context, keys)
        yield from actuator_problems(context, keys, self.actor, self.actuator)

    def add(self, effects: FaultEffects, number: int) -> None:
        """Hold the commands."""
        effects.hold_commands(self.actor, self.actuator, Window(number, *self.window_ns))
