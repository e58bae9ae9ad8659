"""The world of NASA's check cases: a turning ellipsoid with J2, and the air of 1976.

World axes are inertial: x through the meridian of Greenwich at the start, z north. The cases
stay in the plane of the equator, where the height over the ellipsoid is the distance from the
centre less its equatorial radius. All in SI units; the recordings are in feet.
"""

from project_ghost.core.dmath import pow as power
from project_ghost.core.dmath import sqrt
from project_ghost.engine import Block, Input, Output, Parameter, State
from project_ghost.models.rigid_body import Quaternion, Vector, to_body

FOOT_M = 0.3048
SLUG_KG = 14.593902937206364
SLUG_FT2_KGM2 = SLUG_KG * FOOT_M * FOOT_M

# WGS 84.
RADIUS_M = 6378137.0
GRAVITATION_M3PS2 = 3.986004418e14
TURN_RPS = 7.292115e-5
J2 = 1.082629821313e-3  # of the ellipsoid itself

# US Standard Atmosphere 1976, below 11 km.
ATMOSPHERE_RADIUS_M = 6356766.0
SEA_LEVEL_K = 288.15
LAPSE_KPM = 0.0065
SEA_LEVEL_PA = 101325.0
GAS_JPKGK = 8314.32 / 28.9644
EXPONENT = 9.80665 / (GAS_JPKGK * LAPSE_KPM)


def gravitation(p: Vector) -> Vector:
    """The attraction of the ellipsoid to its second zonal harmonic, in m/s2."""
    square = p[0] * p[0] + p[1] * p[1] + p[2] * p[2]
    distance = sqrt(square)
    pull = -GRAVITATION_M3PS2 / (square * distance)
    oblate = 1.5 * J2 * RADIUS_M * RADIUS_M / square
    height = 5.0 * p[2] * p[2] / square
    flat = pull * (1.0 + oblate * (1.0 - height))
    return (flat * p[0], flat * p[1], pull * (1.0 + oblate * (3.0 - height)) * p[2])


def air_density(altitude_m: float) -> float:
    """In kg/m3, at a geometric altitude."""
    geopotential = ATMOSPHERE_RADIUS_M * altitude_m / (ATMOSPHERE_RADIUS_M + altitude_m)
    temperature = SEA_LEVEL_K - LAPSE_KPM * geopotential
    pressure = SEA_LEVEL_PA * power(temperature / SEA_LEVEL_K, EXPONENT)
    return pressure / (GAS_JPKGK * temperature)


def airspeed_of(position: Vector, velocity: Vector) -> float:
    """Against air that turns with the earth."""
    x = velocity[0] + TURN_RPS * position[1]
    y = velocity[1] - TURN_RPS * position[0]
    return sqrt(x * x + y * y + velocity[2] * velocity[2])


def ahead(x: Vector, slope: Vector, time_s: float) -> Vector:
    """x + slope * time."""
    return (
        x[0] + slope[0] * time_s,
        x[1] + slope[1] * time_s,
        x[2] + slope[2] * time_s,
    )


class RoundEarth(Block):
    """Gravitation, and air that turns with the earth and damps rotation.

    moment = q S l C (l w / 2 V), with l the span for roll and yaw and the chord for pitch.

    The body holds its inputs over a sample, so they are those of its middle, with the rates
    extrapolated from the last two samples: the whole is then of second order in the step.
    """

    damping = Parameter(0.0, shape=(3,))
    area_m2 = Parameter(1.0)
    length_m = Parameter(1.0, shape=(3,))
    position = Input(shape=(3,), unit="m")
    velocity = Input(shape=(3,), unit="m/s")
    attitude = Input(shape=(4,))
    rate = Input(shape=(3,), unit="rad/s")
    before = State(shape=(3,))
    gravity = Output(shape=(3,), unit="m/s2")
    torque = Output(shape=(3,), unit="N m")

    @staticmethod
    def update(rate: Vector) -> Vector:
        return rate

    @staticmethod
    def output(
        position: Vector,
        velocity: Vector,
        attitude: Quaternion,
        rate: Vector,
        before: Vector,
        damping: Vector,
        area_m2: float,
        length_m: Vector,
        dt_s: float,
        sample: int,
    ) -> tuple[Vector, Vector]:
        half = 0.5 * dt_s
        place = ahead(position, velocity, half)
        gravity = gravitation(place)
        airspeed = airspeed_of(place, ahead(velocity, gravity, half))
        distance = sqrt(place[0] * place[0] + place[1] * place[1] + place[2] * place[2])
        # q S / 2 V. The aerodynamics file gives 0.5 ft/s as the least V; the simulators go on
        # without it, as their rates after 0.1 s show, and divided out it is not needed.
        share = 0.25 * air_density(distance - RADIUS_M) * airspeed * area_m2
        turning = to_body(attitude, (0.0, 0.0, TURN_RPS))
        change = 0.5 if sample > 0 else 0.0
        p, q, r = (
            rate[0] + change * (rate[0] - before[0]) - turning[0],
            rate[1] + change * (rate[1] - before[1]) - turning[1],
            rate[2] + change * (rate[2] - before[2]) - turning[2],
        )
        return gravity, (
            share * length_m[0] * length_m[0] * damping[0] * p,
            share * length_m[1] * length_m[1] * damping[1] * q,
            share * length_m[2] * length_m[2] * damping[2] * r,
        )
