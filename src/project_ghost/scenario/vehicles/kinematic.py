"""The kinematic bicycle."""

from typing import ClassVar, Literal

from project_ghost.engine import AbstractComponent
from project_ghost.models.vehicles import KinematicBicycles

from ._abstract import AbstractVehicleModel

__all__ = ["Kinematic"]


class Kinematic(AbstractVehicleModel):
    """A bicycle whose wheels roll without slip."""

    component: ClassVar[type[AbstractComponent]] = KinematicBicycles
    table: ClassVar[str] = "Cars"

    kind: Literal["kinematic"]
