"""Goal: the wind has the mean, the strength and the memory that it is given."""

import math

import numpy as np
import pytest

from project_ghost.core.errors import GhostError
from project_ghost.models.wind import Wind
from project_ghost.testing import check_component
from tests.models.sensors.rig import traced


def test_without_disturbances_it_is_steady() -> None:
    (wind,) = traced(Wind(steady_mps=(1.0, 2.0, 3.0)), 5, "wind")
    assert wind.tolist() == [[1.0, 2.0, 3.0]] * 5


@pytest.mark.slow
@pytest.mark.parametrize("period", ["100ms", "50ms"])
def test_turbulence_has_its_strength_and_time_scale_at_any_rate(period) -> None:
    dt_s = float(period[:-2]) / 1e3
    wind = Wind(steady_mps=(5.0, 0.0, 0.0), sigma_mps=(1.0, 2.0, 0.5), time_scale_s=0.5)
    (found,) = traced(wind, 12_000, "wind", period=period)
    # Samples within a time scale say the same, so there are fewer that count.
    count = 12_000 * dt_s / (2 * 0.5)
    moving = found - (5.0, 0.0, 0.0)
    assert moving.mean(axis=0) == pytest.approx((0.0, 0.0, 0.0), abs=4 * 2.0 / math.sqrt(count))
    assert moving.std(axis=0) == pytest.approx((1.0, 2.0, 0.5), rel=5 / math.sqrt(2 * count))
    lag = round(0.5 / dt_s)
    kept = (moving[lag:] * moving[:-lag]).mean(axis=0) / moving.var(axis=0)
    assert kept == pytest.approx(np.full(3, math.exp(-1.0)), abs=0.15)


@pytest.mark.slow
def test_it_is_as_strong_at_the_first_sample() -> None:
    wind = Wind(sigma_mps=2.0, time_scale_s=100.0)
    first = np.array([traced(wind, 1, "wind", seed=seed)[0][0] for seed in range(400)])
    assert first.std() == pytest.approx(2.0, rel=0.1)


def test_a_gust_is_one_wave() -> None:
    wind = Wind(gust_mps=(0.0, 4.0, -1.0), gust_start_ns=200_000_000, gust_length_s=0.4)
    (found,) = traced(wind, 80, "wind")
    times = [0.01 * k for k in range(80)]
    shares = [
        0.5 * (1 - math.cos(2 * math.pi * (t - 0.2) / 0.4)) if 0.2 <= t <= 0.6 else 0.0
        for t in times
    ]
    assert found[:, 1] == pytest.approx([4.0 * s for s in shares], abs=1e-12)
    assert found[:, 2] == pytest.approx([-s for s in shares], abs=1e-12)
    assert found[40, 1] == pytest.approx(4.0)


def test_what_no_wind_is_like_is_refused() -> None:
    for wrong in ({"time_scale_s": 0.0}, {"sigma_mps": -1.0}, {"gust_start_ns": 0.5}):
        with pytest.raises(GhostError, match=next(iter(wrong))):
            Wind(**wrong)


@pytest.mark.slow
def test_interpreted_and_compiled_alike() -> None:
    wind = Wind(sigma_mps=1.0, gust_mps=3.0, gust_start_ns=100_000_000, gust_length_s=0.2)
    check_component(wind, samples=60)
