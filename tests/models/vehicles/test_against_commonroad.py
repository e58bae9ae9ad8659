"""Goal: our derivatives are those of the CommonRoad vehicle models, to about 14 digits.

Method: the package itself (KS, KS about the centre, ST; its vehicles 1 to 3) over random
states, low and high speeds, within and beyond the limits of steering and drive.
"""

import math

import mpmath
import numpy as np
import pytest
from vehiclemodels.utils.acceleration_constraints import acceleration_constraints
from vehiclemodels.utils.steering_constraints import steering_constraints
from vehiclemodels.utils.vehicle_dynamics_ks_cog import vehicle_dynamics_ks_cog
from vehiclemodels.vehicle_dynamics_ks import vehicle_dynamics_ks
from vehiclemodels.vehicle_dynamics_st import vehicle_dynamics_st
from vehiclemodels.vehicle_parameters import setup_vehicle_parameters

from project_ghost.models.vehicles import (
    BMW_320I,
    FORD_ESCORT,
    HEIGHT_M,
    VW_VANAGON,
    SingleTrack,
    kinematic_rates,
    rolling_slip_rates,
    single_track_rates,
)
from project_ghost.models.vehicles._actuators import (
    Limits,
    limited_acceleration,
    limited_steering_rate,
)
from project_ghost.models.vehicles._presets import TYRE_FRICTION, TYRE_STIFFNESS
from project_ghost.models.vehicles._single_track import SingleTrackBody

OURS = {1: FORD_ESCORT, 2: BMW_320I, 3: VW_VANAGON}
HEIGHTS = {1: "FORD_ESCORT", 2: "BMW_320I", 3: "VW_VANAGON"}
DIGITS = 1e-14


@pytest.fixture(params=[1, 2, 3], scope="module")
def vehicle(request):
    return request.param, setup_vehicle_parameters(vehicle_id=request.param)


def states(count=300):
    """x, y, steering, speed, yaw, yaw rate, slip, steering rate, acceleration."""
    rng = np.random.default_rng(5)
    low = [-100.0, -100.0, -0.8, 0.2, -3.0, -1.0, -0.3, -0.6, -13.0]
    high = [100.0, 100.0, 0.8, 45.0, 3.0, 1.0, 0.3, 0.6, 13.0]
    return rng.uniform(low, high, size=(count, 9)).tolist()


def close(got, wanted, scale):
    """Equal to DIGITS of the largest term that went into it."""
    assert abs(got - wanted) <= DIGITS * max(scale, abs(wanted)), (got, wanted)


def test_presets_are_the_package_s_parameters(vehicle):
    number, p = vehicle
    ours = OURS[number]
    assert ours["mass_kg"] == p.m
    assert ours["inertia_kgm2"] == p.I_z
    assert (ours["front_axle_m"], ours["rear_axle_m"]) == (p.a, p.b)
    assert ours["steering_max_rad"] == p.steering.max == -p.steering.min
    assert ours["steering_rate_max"] == p.steering.v_max == -p.steering.v_min
    assert ours["acceleration_max"] == ours["braking_max"] == p.longitudinal.a_max
    assert ours["switch_speed_mps"] == p.longitudinal.v_switch
    assert ours["speed_max_mps"] == p.longitudinal.v_max
    assert HEIGHT_M[HEIGHTS[number]] == p.h_s
    assert p.tire.p_dy1 == TYRE_FRICTION
    assert -p.tire.p_ky1 / p.tire.p_dy1 == TYRE_STIFFNESS


def test_limits(vehicle):
    _, p = vehicle
    steering, drive = p.steering, p.longitudinal
    edges = [steering.min, -0.2, 0.0, 0.2, steering.max]
    for angle in edges:
        for rate in (-9.0, -0.4, -0.1, 0.0, 0.1, 0.4, 9.0):
            wanted = steering_constraints(angle, rate, steering)
            assert limited_steering_rate(angle, rate, steering.max, steering.v_max) == wanted
    limits = Limits(
        steering.max,
        steering.v_max,
        0.0,
        drive.a_max,
        drive.a_max,
        drive.v_switch,
        drive.v_min,
        drive.v_max,
        0.0,
    )
    for speed in (drive.v_min, -1.0, 0.0, drive.v_switch, 20.0, drive.v_max, drive.v_max + 1.0):
        for push in (-20.0, -11.5, -1.0, 0.0, 1.0, 5.0, 20.0):
            got = limited_acceleration(speed, push, limits, math.inf)
            assert got == acceleration_constraints(speed, push, drive)


def test_kinematic_about_the_rear_axle(vehicle):
    _, p = vehicle
    for x, y, steering, speed, yaw, _, _, rate, push in states():
        wanted = vehicle_dynamics_ks([x, y, steering, speed, yaw], [rate, push], p)
        vx, vy, turn = kinematic_rates(yaw, speed, steering, p.a + p.b, 0.0)
        close(vx, wanted[0], speed)
        close(vy, wanted[1], speed)
        close(turn, wanted[4], 0.0)


def test_kinematic_about_the_centre(vehicle):
    _, p = vehicle
    for x, y, steering, speed, yaw, _, _, rate, push in states():
        wanted = vehicle_dynamics_ks_cog([x, y, steering, speed, yaw], [rate, push], p)
        vx, vy, turn = kinematic_rates(yaw, speed, steering, p.a + p.b, p.b)
        close(vx, wanted[0], speed)
        close(vy, wanted[1], speed)
        close(turn, wanted[4], 0.0)


def test_single_track(vehicle):
    _, p = vehicle
    mu, stiffness = p.tire.p_dy1, -p.tire.p_ky1 / p.tire.p_dy1
    for x, y, steering, speed, yaw, turn, slip, rate, push in states():
        state = [x, y, steering, speed, yaw, turn, slip]
        wanted = vehicle_dynamics_st(state, [rate, push], p)
        given = wanted[3]  # what the drive gives of `push`
        got = single_track_rates(
            steering,
            speed,
            turn,
            slip,
            given,
            SingleTrackBody(p.a, p.b, p.h_s, p.m / p.I_z, mu),
            (stiffness, stiffness),
        )
        force = mu * 10.0 * stiffness * (abs(steering) + abs(slip) + 2.0 * abs(turn) / speed)
        close(got[0], wanted[5], force)
        close(got[1], wanted[6], force / speed + abs(turn))


def test_the_block_has_the_whole_derivative(vehicle):
    number, p = vehicle
    ours = {**OURS[number], "height_m": p.h_s, "speed_min_mps": p.longitudinal.v_min}
    block = SingleTrack(**ours)
    names = block.functions["derivative"]
    for x, y, steering, speed, yaw, turn, slip, rate, push in states(60):
        if speed < 3.0:
            continue  # where the wheels begin to roll, by a rule of our own
        wanted = vehicle_dynamics_st([x, y, steering, speed, yaw, turn, slip], [rate, push], p)
        values = {
            **block.parameters,
            "angle": steering,
            "rolling": speed,
            "heading": yaw,
            "turning": turn,
            "drift": slip,
            "steering_rate": rate,
            "acceleration": push,
        }
        got = SingleTrack.derivative(*(values[name] for name in names))
        for k in range(7):
            close(got[k], wanted[k], 10.0 * abs(wanted[k]) + speed if k < 5 else 2000.0)


def test_rolling_wheels_turn_as_theirs_do(vehicle):
    """At low speed; straight ahead, where both have the same derivative of the slip angle."""
    _, p = vehicle
    for speed in (0.0, 0.03, 0.09):
        for rate in (-0.3, 0.2):
            for push in (-1.0, 2.0):
                wanted = vehicle_dynamics_st([0, 0, 0.0, speed, 0.3, 0, 0.0], [rate, push], p)
                got = rolling_slip_rates(0.0, speed, rate, push, p.a + p.b, p.b)
                close(got[0], wanted[5], 0.0)
                close(got[1], wanted[6], 0.0)


def test_rolling_wheels_against_differentiation():
    """Elsewhere the package squares a tangent twice; so against mpmath's differentiation."""
    base, rear = 2.5789128, 1.4227170936
    for steering, speed, rate, push in ((0.7, 0.5, 0.3, 1.0), (-0.9, 2.0, -0.4, -3.0)):

        def slip(t, steering=steering, rate=rate):
            return mpmath.atan(mpmath.tan(steering + rate * t) * rear / base)

        def turn(t, steering=steering, rate=rate, speed=speed, push=push):
            v = speed + push * t
            return v * mpmath.cos(slip(t, steering, rate)) * mpmath.tan(steering + rate * t) / base

        with mpmath.workdps(40):
            wanted = float(mpmath.diff(turn, 0)), float(mpmath.diff(slip, 0))
        got = rolling_slip_rates(steering, speed, rate, push, base, rear)
        assert got == pytest.approx(wanted, rel=1e-13)
        assert math.isfinite(sum(got))
