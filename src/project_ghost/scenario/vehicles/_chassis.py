"""Axles and inertia of a car, from its length."""

from typing import Any, final

from project_ghost.scenario.draft import Footprint

__all__ = ["Chassis"]


@final
class Chassis:
    """Axles and inertia, in proportion to those of a car of 4.508 m.

    That is vehicle 2 of the CommonRoad vehicle models, the default of our own. A wheelbase, and
    the distance of the rear axle from the centre, may be given instead.
    """

    def __init__(
        self,
        length_m: float,
        width_m: float,
        wheelbase_m: float | None = None,
        rear_axle_m: float | None = None,
    ) -> None:
        scale = length_m / 4.508
        self.length_m, self.width_m = length_m, width_m
        self._half_length_m, self._half_width_m = 0.5 * length_m, 0.5 * width_m
        front_axle_m, own_rear_axle_m = 1.1561957064 * scale, 1.4227170936 * scale
        self._rear_axle_m = own_rear_axle_m if rear_axle_m is None else rear_axle_m
        if wheelbase_m is not None:
            front_axle_m = wheelbase_m - self._rear_axle_m
        self._front_axle_m = front_axle_m
        self._inertia_m2 = 1.6387152 * scale * scale  # for each kilogram

    def footprint(self, mass_kg: float, height_m: float) -> Footprint:
        """The footprint of such a car."""
        return Footprint(
            half_length_m=self._half_length_m,
            half_width_m=self._half_width_m,
            mass_kg=mass_kg,
            yaw_inertia_kgm2=mass_kg * self._inertia_m2,
            above_m=height_m,
        )

    def for_plant(self, masses_kg: list[float]) -> dict[str, Any]:
        """The parameters of a plant, with a mass for each row."""
        return {
            "mass_kg": masses_kg,
            "inertia_kgm2": [mass * self._inertia_m2 for mass in masses_kg],
            "front_axle_m": self._front_axle_m,
            "rear_axle_m": self._rear_axle_m,
        }

    def for_driver(self) -> dict[str, Any]:
        """The parameters of a driver."""
        return {
            "wheelbase_m": self._front_axle_m + self._rear_axle_m,
            "rear_axle_m": self._rear_axle_m,
        }
