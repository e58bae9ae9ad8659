"""Goal: receiver, wheels and compass measure what they say, wrong as they say."""

import math
from typing import Any

import numpy as np
import pytest

from project_ghost.models.sensors import Compass, Gnss, WheelOdometry
from project_ghost.testing import check_component
from tests.models.sensors.rig import traced


def turned(yaw: float) -> tuple[float, float, float, float]:
    return (math.cos(yaw / 2), 0.0, 0.0, math.sin(yaw / 2))


class TestGnss:
    @pytest.mark.slow
    def test_it_has_noise_around_truth_and_bias(self) -> None:
        gnss = Gnss(
            position_noise_m=(0.5, 1.0, 2.0),
            velocity_noise_mps=(0.1, 0.2, 0.3),
            bias_m=(1.0, -2.0, 3.0),
        )
        fix, velocity = traced(
            gnss,
            4000,
            "fix",
            "fix_velocity",
            position=[(10.0, 20.0, 30.0)],
            velocity=[(1.0, 2.0, 3.0)],
        )
        assert fix.std(axis=0) == pytest.approx((0.5, 1.0, 2.0), rel=0.05)
        assert fix.mean(axis=0) == pytest.approx((11.0, 18.0, 33.0), abs=4 * 2.0 / math.sqrt(4000))
        assert velocity.std(axis=0) == pytest.approx((0.1, 0.2, 0.3), rel=0.05)
        assert velocity.mean(axis=0) == pytest.approx((1.0, 2.0, 3.0), abs=0.02)
        correlation = np.corrcoef(np.concatenate([fix, velocity], axis=1).T)
        assert abs(correlation - np.eye(6)).max() < 0.08

    @pytest.mark.slow
    def test_its_bias_walks(self) -> None:
        gnss = Gnss(position_noise_m=0.0, bias_walk=0.3)
        fix, bias = traced(
            gnss,
            6000,
            "fix",
            "bias",
            period="100ms",
            position=[(0.0, 0.0, 0.0)],
            velocity=[(0.0, 0.0, 0.0)],
        )
        assert (fix == bias).all()
        moved = bias[10:] - bias[:-10]
        assert moved.std() == pytest.approx(0.3, rel=0.1)

    @pytest.mark.slow
    def test_interpreted_and_compiled_alike(self) -> None:
        check_component(Gnss(latency=1, bias_walk=0.1), ranges={"extra_latency": (0.0, 3.0)})


class TestCompass:
    def test_it_has_the_heading(self) -> None:
        yaws = [-3.0, -1.0, 0.0, 2.0, 3.1]
        (heading,) = traced(
            Compass(noise_rad=0.0), 5, "heading", attitude=[turned(y) for y in yaws]
        )
        assert heading == pytest.approx(yaws, abs=1e-14)

    def test_a_bias_goes_round_the_turn(self) -> None:
        compass = Compass(noise_rad=0.0, bias_rad=(0.2,))
        (heading,) = traced(compass, 1, "heading", attitude=[turned(3.1)])
        assert heading[0] == pytest.approx(3.3 - 2 * math.pi, abs=1e-14)

    @pytest.mark.slow
    def test_noise_stays_within_one_turn(self) -> None:
        (heading,) = traced(Compass(noise_rad=0.1), 3000, "heading", attitude=[turned(math.pi)])
        assert abs(heading).max() <= math.pi
        away = np.array([math.remainder(h - math.pi, 2 * math.pi) for h in heading])
        assert away.std() == pytest.approx(0.1, rel=0.06)
        assert abs(away.mean()) < 0.01

    @pytest.mark.slow
    def test_interpreted_and_compiled_alike(self) -> None:
        ranges = {"extra_latency": (0.0, 3.0), "attitude": (0.1, 1.0)}
        check_component(Compass(dropout=0.2), ranges=ranges)


NORTHWARDS: dict[str, Any] = {
    "attitude": [turned(math.pi / 2)],
    "velocity": [(0.0, 8.0, 0.0)],
    "rate": [(0.0, 0.0, 0.4)],
}


class TestWheelOdometry:
    def test_it_has_speed_and_yaw_rate(self) -> None:
        speed, yaw_rate = traced(WheelOdometry(noise_mps=0.0), 1, "speed", "yaw_rate", **NORTHWARDS)
        assert speed[0] == pytest.approx(8.0)
        assert yaw_rate[0] == pytest.approx(0.4)

    def test_driving_backwards_is_negative(self) -> None:
        truth = {**NORTHWARDS, "velocity": [(0.0, -3.0, 0.0)]}
        (speed,) = traced(WheelOdometry(noise_mps=0.0), 1, "speed", **truth)
        assert speed[0] == pytest.approx(-3.0)

    def test_a_wheel_that_is_too_small_turns_the_vehicle(self) -> None:
        """Straight ahead at 8 m/s, the left wheel a hundredth too fast: 0.08 / 1.6 rad/s."""
        truth = {**NORTHWARDS, "rate": [(0.0, 0.0, 0.0)]}
        wheels = WheelOdometry(noise_mps=0.0, track_m=1.6, scale=(0.01, 0.0))
        speed, yaw_rate = traced(wheels, 1, "speed", "yaw_rate", **truth)
        assert speed[0] == pytest.approx(8.04)
        assert yaw_rate[0] == pytest.approx(-0.05)

    def test_driven_wheels_turn_faster_and_braked_ones_slower(self) -> None:
        truth = {**NORTHWARDS, "rate": [(0.0, 0.0, 0.0)]}
        wheels = WheelOdometry(noise_mps=0.0, slip_per_mps2=0.01)
        felt = [(2.0, 0.0, 9.8), (-5.0, 0.0, 9.8)]
        (speed,) = traced(wheels, 2, "speed", acceleration=felt, **truth)
        assert speed == pytest.approx((8.0 * 1.02, 8.0 * 0.95))
        (speed,) = traced(wheels, 1, "speed", slip=[(-1.0, -1.0)], **truth)
        assert speed[0] == 0.0  # locked

    @pytest.mark.slow
    def test_noise_of_two_wheels_makes_that_of_the_yaw_rate(self) -> None:
        wheels = WheelOdometry(noise_mps=0.1, track_m=2.0)
        speed, yaw_rate = traced(wheels, 4000, "speed", "yaw_rate", **NORTHWARDS)
        assert speed.std() == pytest.approx(0.1 / math.sqrt(2.0), rel=0.05)
        assert yaw_rate.std() == pytest.approx(0.1 * math.sqrt(2.0) / 2.0, rel=0.05)

    @pytest.mark.slow
    def test_interpreted_and_compiled_alike(self) -> None:
        ranges = {"extra_latency": (0.0, 3.0), "attitude": (0.1, 1.0)}
        check_component(WheelOdometry(bias_walk=0.1), ranges=ranges)
