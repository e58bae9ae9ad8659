"""What the ego vehicle covers, by its centre or its rear axle."""

from __future__ import annotations

from functools import cached_property

from ._box import OrientedBox, OrientedBoxPointType
from ._pose import Point2D, StateSE2
from ._shift import shifted
from ._vehicle import VehicleParameters

__all__ = ["CarFootprint"]


class CarFootprint(OrientedBox):
    """The box of a vehicle whose measures are known."""

    def __init__(self, center: StateSE2, vehicle_parameters: VehicleParameters) -> None:
        vehicle = vehicle_parameters
        super().__init__(center, vehicle.length, vehicle.width, vehicle.height)
        self._vehicle_parameters = vehicle

    @property
    def vehicle_parameters(self) -> VehicleParameters:
        """The measures of the vehicle."""
        return self._vehicle_parameters

    @property
    def oriented_box(self) -> OrientedBox:
        """The footprint itself."""
        return self

    @property
    def rear_axle_to_center_dist(self) -> float:
        """From the rear axle to the centre, in metres."""
        return self._vehicle_parameters.rear_axle_to_center

    @cached_property
    def rear_axle(self) -> StateSE2:
        """The pose of the middle of the rear axle."""
        return _ahead(self.center, -self.rear_axle_to_center_dist)

    def get_point_of_interest(self, point_of_interest: OrientedBoxPointType) -> Point2D:
        """A point of the box, in the world."""
        return self.corner(point_of_interest)

    @classmethod
    def build_from_rear_axle(
        cls, rear_axle_pose: StateSE2, vehicle_parameters: VehicleParameters
    ) -> CarFootprint:
        """The footprint of a vehicle whose rear axle is at a pose."""
        footprint = cls(
            _ahead(rear_axle_pose, vehicle_parameters.rear_axle_to_center), vehicle_parameters
        )
        footprint.rear_axle = rear_axle_pose  # as given, not forth and back with two roundings
        return footprint

    @classmethod
    def build_from_cog(
        cls, cog_pose: StateSE2, vehicle_parameters: VehicleParameters
    ) -> CarFootprint:
        """The footprint of a vehicle whose centre of gravity is at a pose."""
        vehicle = vehicle_parameters
        distance = vehicle.rear_axle_to_center - vehicle.cog_position_from_rear_axle
        return cls(_ahead(cog_pose, distance), vehicle)

    @classmethod
    def build_from_center(
        cls, center: StateSE2, vehicle_parameters: VehicleParameters
    ) -> CarFootprint:
        """The footprint of a vehicle whose centre is at a pose."""
        return cls(center, vehicle_parameters)


def _ahead(pose: StateSE2, distance: float) -> StateSE2:
    return StateSE2(*shifted(pose.x, pose.y, pose.heading, distance), pose.heading)
