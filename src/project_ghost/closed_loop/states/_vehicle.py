"""The measures of a vehicle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

__all__ = ["VehicleParameters", "get_pacifica_parameters"]


@final
@dataclass(frozen=True)
class VehicleParameters:
    """The measures of a vehicle in metres; lengths are counted from the middle of the rear axle."""

    width: float
    front_length: float
    rear_length: float
    cog_position_from_rear_axle: float
    wheel_base: float
    vehicle_name: str
    vehicle_type: str
    height: float | None = None

    @classmethod
    def from_sizes(
        cls,
        name: str,
        *,
        length_m: float,
        width_m: float,
        wheelbase_m: float,
        rear_axle_to_center_m: float,
    ) -> VehicleParameters:
        """A vehicle by its footprint; its centre of gravity is taken to be the footprint's."""
        half = length_m / 2.0
        return cls(
            width=width_m,
            front_length=half + rear_axle_to_center_m,
            rear_length=half - rear_axle_to_center_m,
            cog_position_from_rear_axle=rear_axle_to_center_m,
            wheel_base=wheelbase_m,
            vehicle_name=name,
            vehicle_type="car",
        )

    @property
    def length(self) -> float:
        """From the rear bumper to the front bumper."""
        return self.front_length + self.rear_length

    @property
    def half_length(self) -> float:
        """Half the length."""
        return self.length / 2.0

    @property
    def half_width(self) -> float:
        """Half the width."""
        return self.width / 2.0

    @property
    def rear_axle_to_center(self) -> float:
        """From the rear axle to the centre of the footprint."""
        return self.half_length - self.rear_length

    @property
    def length_cog_to_front_axle(self) -> float:
        """From the centre of gravity to the front axle."""
        return self.wheel_base - self.cog_position_from_rear_axle


def get_pacifica_parameters() -> VehicleParameters:
    """The vehicle of nuPlan's recordings."""
    return VehicleParameters(
        vehicle_name="pacifica",
        vehicle_type="gen1",
        width=2.297,
        front_length=4.049,
        rear_length=1.127,
        wheel_base=3.089,
        cog_position_from_rear_axle=1.67,
        height=1.777,
    )
