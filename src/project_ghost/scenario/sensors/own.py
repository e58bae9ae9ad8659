"""A sensor of a class of the user's own."""

from collections.abc import Collection
from typing import ClassVar, Literal

from project_ghost.engine import AbstractComponent
from project_ghost.scenario.draft import GraphDraft
from project_ghost.scenario.own import OWN_KEYS, OwnClass

from ._abstract import AbstractSensor

__all__ = ["OwnSensor"]


class OwnSensor(OwnClass, AbstractSensor):
    """A sensor of your own class.

    Inputs called like signals of the actor's true state (`position`, `attitude`, `velocity`,
    `rate`, `acceleration`), or `bodies`, are connected. `latency` and `dropout` are parameters
    of the class, if it declares them. All outputs are published, except those with `bias` in
    their names.
    """

    component: ClassVar[type[AbstractComponent]] = AbstractComponent

    model_config = OWN_KEYS

    kind: Literal["own"] = "own"

    @property
    def named_inputs(self) -> Collection[str]:
        """The inputs for which the file names a signal."""
        return tuple(self.inputs)

    def new_component(
        self, draft: GraphDraft, actor: str, name: str, group: str
    ) -> AbstractComponent:
        """Make the component of the user's class."""
        keys = ("actors", actor, "sensors", name)
        rows = {"rows": draft.rows, "scene": draft.rows, "row": draft.row_of(actor)}
        link = self.link_parameters(draft, actor, name, group)
        return self.own_component(draft, keys, {**rows, **link})

    def add(self, draft: GraphDraft, actor: str, name: str) -> None:
        """Add the sensor, and connect the inputs that the file names."""
        super().add(draft, actor, name)
        self.connect_inputs(draft, ("actors", actor, "sensors", name), f"{actor}/{name}", {})
