"""The models of cars: one module for each kind.

A module has the section of the file and names the component, a table of vehicles from
`models.vehicles`. `_abstract` has the base class of all models, `_chassis` the axles and the
inertia that follow from a car's length.
"""

from ._abstract import CAR_ACTUATORS as CAR_ACTUATORS
from ._abstract import AbstractVehicleModel as AbstractVehicleModel
from ._abstract import AnyVehicleModel as AnyVehicleModel
from ._chassis import Chassis as Chassis

__all__ = ["CAR_ACTUATORS", "AbstractVehicleModel", "AnyVehicleModel", "Chassis"]
