"""An actor that disappears."""

from collections.abc import Iterator
from typing import Literal

from project_ghost.core.errors import InputError
from project_ghost.scenario.file.section import CheckContext, KeyPath, Problem

from ._abstract import AbstractFault
from ._effects import FaultEffects

__all__ = ["Kill"]


class Kill(AbstractFault):
    """The actor disappears."""

    kind: Literal["kill"]

    def problems(self, context: CheckContext, keys: KeyPath) -> Iterator[Problem]:
        """Report an actor that cannot disappear."""
        yield from super().problems(context, keys)
        actor = context.spec.actors.get(self.actor)
        if actor is not None and not actor.is_removable:
            yield (
                (*keys, "actor"),
                InputError(
                    f"{self.actor} cannot disappear: its controller moves it, not its model",
                    expected="an actor with a model",
                    fix="write `controller: tracker` in its driver, or remove the fault",
                ),
            )

    def add(self, effects: FaultEffects, number: int) -> None:  # noqa: ARG002
        """Take the actor out of the scene."""
        effects.remove(self.actor, self.at)
