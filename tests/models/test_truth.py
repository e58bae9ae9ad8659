"""Goal: an actor's row becomes what an ideal IMU, receiver and compass would see of it."""

import math
from typing import Any

import numpy as np
import pytest

from project_ghost.core.errors import InputError
from project_ghost.models.truth import BodyTruth
from project_ghost.testing import check_component
from project_ghost.world.bodies import ALIVE, BODY_WIDTH, SERIAL, VX, VY, YAW, YAW_RATE, X, Y, Z
from tests.models.sensors.rig import traced

G = 9.80665


def row(**columns: float) -> list[float]:
    names = {"alive": ALIVE, "serial": SERIAL, "x": X, "y": Y, "z": Z, "yaw": YAW}
    names |= {"vx": VX, "vy": VY, "yaw_rate": YAW_RATE}
    body = np.zeros(BODY_WIDTH)
    body[ALIVE] = 1.0
    for name, each in columns.items():
        body[names[name]] = each
    return body.tolist()


def truth(scenes: Any, *signals: str, at: int = 0, period: str = "10ms") -> Any:
    sensor = BodyTruth(len(scenes[0]), at)
    return traced(sensor, len(scenes), *signals, period=period, bodies=scenes)


def test_it_reads_its_own_row() -> None:
    scene = [row(x=1.0), row(x=4.0, y=5.0, z=0.5, vx=2.0, vy=3.0, yaw=1.0, yaw_rate=0.2)]
    position, velocity, rate, attitude, alive = truth(
        [scene], "position", "velocity", "rate", "attitude", "alive", at=1
    )
    assert tuple(position[0]) == (4.0, 5.0, 0.5)
    assert tuple(velocity[0]) == (2.0, 3.0, 0.0)
    assert tuple(rate[0]) == (0.0, 0.0, 0.2)
    assert attitude[0] == pytest.approx((math.cos(0.5), 0.0, 0.0, math.sin(0.5)), abs=1e-16)
    assert alive[0] == 1.0


def test_at_rest_it_feels_gravity_alone() -> None:
    (felt,) = truth([[row(yaw=2.0)]] * 3, "acceleration")
    assert felt.tolist() == [[0.0, 0.0, G]] * 3


def test_braking_is_felt_along_the_body() -> None:
    """Northwards at 10 m/s, then 0.05 m/s less each 10 ms: 5 m/s2 backwards."""
    scenes = [[row(yaw=math.pi / 2, vy=10.0 - 0.05 * k)] for k in range(4)]
    (felt,) = truth(scenes, "acceleration")
    assert felt[0].tolist() == pytest.approx([0.0, 0.0, G])
    for each in felt[1:]:
        assert each.tolist() == pytest.approx([-5.0, 0.0, G])


def test_a_circle_is_felt_to_its_middle() -> None:
    """8 m/s on 20 m: 3.2 m/s2 to the left, to the order of the difference."""
    rate = 8.0 / 20.0
    scenes = []
    for k in range(20):
        yaw = rate * 0.01 * k
        body = row(yaw=yaw, vx=8.0 * math.cos(yaw), vy=8.0 * math.sin(yaw), yaw_rate=rate)
        scenes.append([body])
    (felt,) = truth(scenes, "acceleration")
    assert felt[-1].tolist() == pytest.approx([0.0, 3.2, G], abs=0.01)


def test_another_actor_in_the_row_begins_anew() -> None:
    scenes = [[row(vx=10.0)], [row(vx=10.0, alive=0.0)], [row(vx=0.0, serial=1.0)]]
    felt, alive = truth(scenes, "acceleration", "alive")
    assert felt.tolist() == [[0.0, 0.0, G]] * 3
    assert alive.tolist() == [1.0, 0.0, 1.0]


def test_the_time_between_samples_counts() -> None:
    scenes = [[row(vx=0.1 * k)] for k in range(3)]
    (felt,) = truth(scenes, "acceleration", period="100ms")
    assert felt[-1][0] == pytest.approx(1.0)


def test_a_row_that_is_not_there_is_refused() -> None:
    with pytest.raises(InputError, match="row"):
        BodyTruth(2, 2)


@pytest.mark.slow
def test_interpreted_and_compiled_alike() -> None:
    check_component(BodyTruth(3, 1))
