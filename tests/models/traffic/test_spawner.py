"""Goal: actors come into free space only, at the rate they should, and leave as told."""

import math

import numpy as np
import pytest

from project_ghost.core.errors import InputError
from project_ghost.models.traffic import IdmDrivers, Spawner
from project_ghost.models.vehicles import KinematicBicycles
from project_ghost.world.bodies import ALIVE, SERIAL, X, Y
from tests.models.ground import engine, straight


def flow(spawner, capacity, slots, length=150.0, seed=1):
    routes = [
        [(x, 20.0 * k, 12.0) for x, _, _ in straight(length, 12.0, 1.0)] for k in range(slots)
    ]
    return engine(
        {
            "cars": KinematicBicycles(capacity, slots=slots),
            "drivers": IdmDrivers(routes, capacity),
            "spawner": spawner,
        },
        {
            "drivers.bodies": "cars.bodies",
            "cars.command": "drivers.command",
            "spawner.bodies": "cars.bodies",
            "spawner.arrived": "drivers.arrived",
            "cars.spawns": "spawner.spawns",
            "cars.despawn": "spawner.despawn",
        },
        step="100ms",
        seed=seed,
    )


def entries(slots):
    return [(0.0, 20.0 * k, 0.0, 10.0, k) for k in range(slots)]


@pytest.mark.slow
def test_the_life_of_a_stream():
    """Room at every entry, serials that only grow, no row above its capacity, no contact."""
    run = flow(Spawner(entries(2), 12, rate_hz=0.4, jitter=(1.0, 0.3, 0.05, 2.0)), 12, 2)
    seen: dict[int, float] = {}
    least = math.inf
    for _ in range(500):
        before = run.array("cars.bodies")
        spawns = run.array("spawner.spawns")
        run.run("100ms")
        now = run.array("cars.bodies")
        alive = now[:, ALIVE] != 0.0
        for row in np.flatnonzero(alive):
            serial = int(now[row, SERIAL])
            if serial not in seen:
                seen[serial] = now[row, Y]
                others = before[(before[:, ALIVE] != 0.0)]
                spot = spawns[spawns[:, 0] != 0.0]
                assert len(spot) > 0
                for _, x, y, _, speed, _ in spot:
                    if len(others):
                        clear = np.hypot(others[:, X] - x, others[:, Y] - y).min()
                        assert clear >= 8.0 + speed
        places = now[alive][:, [X, Y]]
        if len(places) > 1:
            apart = np.hypot(*(places[:, None] - places[None]).T) + 99.0 * np.eye(len(places))
            least = min(least, apart.min())
    assert sorted(seen) == list(range(len(seen)))
    assert 20 < len(seen) < 50  # 0.8 a second for 50 s, less those who had to wait
    assert least > 5.0
    assert np.ptp([y % 20.0 for y in seen.values()]) > 0.0  # jitter


def test_a_full_table_lets_nobody_in_and_does_not_fail():
    run = flow(Spawner(entries(1), 2, rate_hz=5.0), 2, 1, length=600.0)
    run.run("30s")
    assert run.array("cars.bodies")[:, ALIVE].sum() == 2.0
    assert run.array("cars.bodies")[:, SERIAL].tolist() == [0.0, 1.0]
    assert run.state("spawner.waiting") == (3.0,)


@pytest.mark.slow
def test_some_leave_at_any_time():
    """A chance of 0.5 a second: half a life of 1.4 s, so most never reach the end."""
    run = flow(Spawner(entries(1), 8, rate_hz=1.0, leaving_hz=0.5), 8, 1, length=600.0)
    furthest = 0.0
    for _ in range(120):
        run.run("500ms")
        bodies = run.array("cars.bodies")
        furthest = max([furthest, *bodies[bodies[:, ALIVE] != 0.0][:, X]])
    assert 10.0 < furthest < 400.0


@pytest.mark.slow
def test_another_seed_is_another_stream():
    ends = []
    for seed in (1, 1, 2):
        run = flow(Spawner(entries(1), 6, rate_hz=0.5), 6, 1, seed=seed)
        run.run("20s")
        ends.append(run.array("cars.bodies").tolist())
    assert ends[0] == ends[1] != ends[2]


def test_entries_of_another_shape_are_refused():
    with pytest.raises(InputError, match="one or more of"):
        Spawner([], 2)
    with pytest.raises(InputError, match="the entries are"):
        Spawner([(0.0, 0.0)], 2)
