"""Environments for learning beside highway-env: steps a second of one core, in one run.

Both drive one car by manoeuvres among as many cars by the Intelligent Driver Model, on a motorway
with lanes, at 20 Hz and with 5 actions a second, and observe the nearest. Ghost also checks all
footprints for contacts over the whole tick and extends its hash chain. They take turns; the time is
the processor's, the best of a few. Resets are left out, and measured apart.
"""

import os
import warnings
from collections.abc import Callable
from functools import cache, partial
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np

from benchmarks import Result
from benchmarks._timing import in_turns
from project_ghost.gym import ScenarioEnv, ScenarioVectorEnv

COPIES = 64
STEPS, BATCH_STEPS, THEIR_STEPS = 100, 10, 8
IDLE = 1
# Times the speed of highway-env: one environment, and a batch.
BARS = {1: 20.0, COPIES: 200.0}
TURNS = 12


class Race(NamedTuple):
    """The seconds of a step: one environment, one copy of a batch, highway-env if it is there."""

    one_s: float
    copy_s: float
    their_s: float | None


def _settings(cars: int) -> dict[str, Any]:
    return {
        "settings": ["duration=600s", f"populations.traffic.count={cars}"],
        "action": "manoeuvre",
        "ends": (),
        "driver": {"view": {"neighbours": 5}},
        "execution": "compiled",
    }


def _one(cars: int) -> Callable[[], None]:
    env = ScenarioEnv("motorway", **_settings(cars))

    def run() -> None:
        env.reset(seed=0)
        for _ in range(STEPS):
            env.step(IDLE)

    return run


def _batch(cars: int) -> Callable[[], None]:
    envs = ScenarioVectorEnv("motorway", COPIES, **_settings(cars))
    envs.reset(seed=0)
    actions = np.full(COPIES, IDLE)

    def run() -> None:
        for _ in range(BATCH_STEPS):
            envs.step(actions)

    run()
    assert envs.episodes.batch.is_joined
    return run


def _theirs(cars: int) -> Callable[[], None] | None:
    """Steps of highway-env, the same number of cars, or nothing where it is not installed."""
    if find_spec("highway_env") is None:
        return None
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about its own dependencies
        import gymnasium
        import highway_env  # noqa: F401 - it registers its environments

        config = {
            "vehicles_count": cars - 1,
            "lanes_count": 3,
            "simulation_frequency": 20,
            "policy_frequency": 5,
            "duration": 10_000,
        }
        env = gymnasium.make("highway-v0", config=config, disable_env_checker=True).unwrapped
    env.reset(seed=0)
    present = len(env.road.vehicles)  # type: ignore[attr-defined]
    assert present == cars, f"{present} cars of {cars} are on the road"

    def run() -> None:
        for _ in range(THEIR_STEPS):
            env.step(IDLE)

    return run


@cache
def _race(cars: int) -> Race:
    theirs = _theirs(cars)
    calls = [_one(cars), _batch(cars), *([] if theirs is None else [theirs])]
    times = in_turns(*calls, repeats=TURNS)
    their_s = times[2] / THEIR_STEPS if theirs is not None else None
    return Race(times[0] / STEPS, times[1] / BATCH_STEPS / COPIES, their_s)


def _result(cars: int, copies: int) -> Result:
    race = _race(cars)
    own_s = race.one_s if copies == 1 else race.copy_s
    ratios: dict[str, float] = {}
    if race.their_s is not None:
        times = race.their_s / own_s
        ratios = {"highway-env": times, f"the bar, {BARS[copies]:g} times": times / BARS[copies]}
    what = "one environment" if copies == 1 else f"a batch of {copies}"
    return {
        "name": f"{cars} cars, {what}",
        "value": 1.0 / own_s,
        "unit": "steps/s",
        "ratios": ratios,
    }


def _highway(cars: int) -> Result:
    their_s = _race(cars).their_s
    value = 0.0 if their_s is None else 1.0 / their_s
    note = ": not installed (make study-peers)" if their_s is None else ""
    return {
        "name": f"{cars} cars, highway-env{note}",
        "value": value,
        "unit": "steps/s",
        "ratios": {},
    }


def resets() -> Result:
    """A reset with another seed and another of four layouts, beside a step."""
    env = ScenarioEnv("motorway", layouts=4, **_settings(50))
    seeds = iter(range(1_000_000))
    env.reset(seed=0)
    env.step(IDLE)

    def run() -> None:
        for _ in range(20):
            env.reset(seed=next(seeds))

    (best_s,) = in_turns(run, repeats=TURNS)
    reset_s = best_s / 20
    return {
        "name": "50 cars, one environment, a reset",
        "value": reset_s * 1e6,
        "unit": "us",
        "ratios": {"a step": _race(50).one_s / reset_s},
    }


BENCHMARKS = [
    *(
        job
        for cars in (20, 50)
        for job in (
            partial(_highway, cars),
            partial(_result, cars, 1),
            partial(_result, cars, COPIES),
        )
    ),
    resets,
]
