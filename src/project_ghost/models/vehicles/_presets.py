"""Parameters of real vehicles, as Althoff and Würsching give them.

"CommonRoad: Vehicle Models", 2020, tables 6 and 7; the numbers are those of the package
commonroad-vehicle-models 3.0.2. Lags are not among them, and stay at our defaults.
"""

from collections.abc import Mapping
from types import MappingProxyType

# The lateral tyre coefficients of the ADAMS handbook: friction, and stiffness -p_ky1 / p_dy1.
TYRE_FRICTION = 1.0489
TYRE_STIFFNESS = 21.92 / 1.0489

FORD_ESCORT: Mapping[str, float] = MappingProxyType(
    {
        "mass_kg": 1225.8878467253344,
        "inertia_kgm2": 1538.8533713561394,
        "front_axle_m": 0.88392,
        "rear_axle_m": 1.50876,
        "steering_max_rad": 0.91,
        "steering_rate_max": 0.4,
        "acceleration_max": 11.5,
        "braking_max": 11.5,
        "switch_speed_mps": 4.755,
        "speed_max_mps": 45.8,
    }
)
BMW_320I: Mapping[str, float] = MappingProxyType(
    {
        "mass_kg": 1093.2952334674046,
        "inertia_kgm2": 1791.5995300122856,
        "front_axle_m": 1.1561957064,
        "rear_axle_m": 1.4227170936,
        "steering_max_rad": 1.066,
        "steering_rate_max": 0.4,
        "acceleration_max": 11.5,
        "braking_max": 11.5,
        "switch_speed_mps": 7.319,
        "speed_max_mps": 50.8,
    }
)
VW_VANAGON: Mapping[str, float] = MappingProxyType(
    {
        "mass_kg": 1478.8979637767998,
        "inertia_kgm2": 2473.1176915564442,
        "front_axle_m": 1.1507916024,
        "rear_axle_m": 1.3211363976000001,
        "steering_max_rad": 1.023,
        "steering_rate_max": 0.4,
        "acceleration_max": 11.5,
        "braking_max": 11.5,
        "switch_speed_mps": 7.824,
        "speed_max_mps": 41.7,
    }
)

# Heights of the centre of mass, which only the single-track model needs.
HEIGHT_M: Mapping[str, float] = MappingProxyType(
    {"FORD_ESCORT": 0.59436, "BMW_320I": 0.61373004, "VW_VANAGON": 0.804490644}
)
# Length and width of the footprint, metres.
FOOTPRINT_M: Mapping[str, tuple[float, float]] = MappingProxyType(
    {"FORD_ESCORT": (4.298, 1.674), "BMW_320I": (4.508, 1.61), "VW_VANAGON": (4.569, 1.844)}
)
