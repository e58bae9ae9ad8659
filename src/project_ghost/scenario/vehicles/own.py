"""A model of cars of a class of the user's own."""

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from project_ghost.engine import AbstractComponent
from project_ghost.models.vehicles import KinematicBicycles
from project_ghost.scenario.draft import GraphDraft
from project_ghost.scenario.file.section import KeyPath
from project_ghost.scenario.own import OWN_KEYS, OwnClass

from ._abstract import AbstractVehicleModel
from ._chassis import Chassis

__all__ = ["OwnVehicleModel"]


class OwnVehicleModel(OwnClass, AbstractVehicleModel):
    """A model of cars of your own class: a table with the input `command` and the output `bodies`.

    It takes what it declares of `capacity`, `actors` (x, y, yaw, speed, route), `scene`,
    `first_row`, masses, axles and limits, as `models.vehicles.KinematicBicycles` does.
    """

    # Defaults of limits that some cars of a table have of their own.
    component: ClassVar[type[AbstractComponent]] = KinematicBicycles
    table: ClassVar[str] = "Cars"

    model_config = OWN_KEYS

    kind: Literal["own"] = "own"

    def make(
        self,
        draft: GraphDraft,
        keys: KeyPath,
        capacity: int,
        chassis: Chassis,
        masses_kg: Sequence[float],
        **values: Any,  # noqa: ANN401 - as the component takes them
    ) -> AbstractComponent:
        """Make the component of the user's class."""
        offered = {"capacity": capacity, **chassis.for_plant(list(masses_kg)), **values}
        component = self.own_component(draft, keys, offered)
        self.require_outputs(draft, keys, component, "bodies")
        return component

    def connect(self, draft: GraphDraft, keys: KeyPath, table: str) -> None:
        """Connect the inputs that the file names."""
        self.connect_inputs(draft, keys, table, {})
