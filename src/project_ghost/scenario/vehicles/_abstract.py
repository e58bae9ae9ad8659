"""The base class of all models of cars."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, ClassVar, TypeAlias

from project_ghost.engine import AbstractComponent
from project_ghost.scenario.draft import GraphDraft
from project_ghost.scenario.file.section import KeyPath
from project_ghost.scenario.kinds import AbstractKind, ByKind

from ._chassis import Chassis

__all__ = ["CAR_ACTUATORS", "AbstractVehicleModel", "AnyVehicleModel"]

# The columns of a car's commands.
CAR_ACTUATORS = ("steering", "accelerator")


class AbstractVehicleModel(AbstractKind):
    """A model of cars: `model: kinematic`, or a mapping where it has parameters of its own.

    Its component is a table with the input `command` (steering angle, acceleration) and the
    output `bodies`; inputs called `impulse`, `friction`, `stuck`, `despawn` and `spawns` are
    connected where there are any. It takes the capacity, the `actors` as (x, y, yaw, speed,
    route), `scene`, `first_row` and parameters, as `models.vehicles.KinematicBicycles` does.
    """

    family: ClassVar[str] = "vehicle"
    has_short_form: ClassVar[bool] = True
    component: ClassVar[type[AbstractComponent]]
    # The name of a table of such cars in the graph; default: that of the class.
    table: ClassVar[str] = ""

    def make(
        self,
        draft: GraphDraft,  # noqa: ARG002 - for models that look for their class
        keys: KeyPath,  # noqa: ARG002
        capacity: int,
        chassis: Chassis,
        masses_kg: Sequence[float],
        **values: Any,  # noqa: ANN401 - as the component takes them
    ) -> AbstractComponent:
        """The component of a table of such cars; `keys` lead to this section."""
        own = self.model_dump(exclude={"kind"}, exclude_none=True)
        component: Callable[..., AbstractComponent] = self.component
        return component(capacity, **chassis.for_plant(list(masses_kg)), **own, **values)

    def connect(self, draft: GraphDraft, keys: KeyPath, table: str) -> None:
        """Connect inputs of the component beside those that all models have."""


AnyVehicleModel: TypeAlias = Annotated[AbstractVehicleModel, ByKind(AbstractVehicleModel)]
