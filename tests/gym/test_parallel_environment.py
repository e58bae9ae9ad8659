"""Several cars that learn, by PettingZoo's parallel interface."""

import warnings
from typing import Any

import numpy as np
import pytest

from project_ghost.core.errors import GhostError, InputError
from project_ghost.gym import ScenarioParallelEnv, record
from project_ghost.runs import run
from tests.gym.scenes import LOOP

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # of PettingZoo about its own games
    from pettingzoo.test import parallel_api_test, parallel_seed_test

SHORT: dict[str, Any] = {"settings": ["duration=3s"], "execution": "interpreted"}


def made(**options):
    return ScenarioParallelEnv(LOOP, **{"agents": 3, **SHORT, **options})


@pytest.mark.parametrize("action", ["control", "manoeuvre", "trajectory"])
def test_the_checker_of_pettingzoo_passes(action):
    parallel_api_test(made(action=action), num_cycles=40)


def test_the_same_seed_gives_the_same_bits():
    parallel_seed_test(made, num_cycles=40)


def drive(env, seed):
    env.reset(seed=seed)
    infos = {}
    while env.agents:
        _, _, _, _, infos = env.step({agent: [0.5, 0.0] for agent in env.agents})
    return infos


def test_the_digest_is_that_of_the_recorded_episode(tmp_path):
    env = made()
    (digest,) = {info["digest"] for info in drive(env, 2).values()}
    assert drive(made(), 2).popitem()[1]["digest"] == digest
    assert run(record(env, tmp_path)).digest == digest


def test_an_agent_that_has_collided_leaves_and_the_others_go_on():
    env = ScenarioParallelEnv(LOOP, agents=4, execution="interpreted")
    env.reset(seed=1)
    first = env.agents[0]
    while first in env.agents:
        given = {agent: [-1.0, 0.0] for agent in env.agents}
        _, rewards, terminations, _, infos = env.step(given | {first: [1.0, 0.0]})
    assert infos[first]["ended_by"] == "collision"
    assert terminations[first]
    assert rewards[first] < -5.0
    others = set(env.agents)
    assert others
    seen, *_ = env.step({agent: [0.0, 0.0] for agent in others})
    assert set(seen) == others


def test_wrong_use_is_explained():
    env = made()
    with pytest.raises(GhostError, match="no episode yet"):
        env.step({})
    env.reset(seed=1)
    with pytest.raises(InputError, match="no action for ego2"):
        env.step({"ego1": np.zeros(2)})
    with pytest.raises(InputError, match="no agent 'ego9'"):
        env.observation_space("ego9")
    with pytest.raises(InputError, match="named twice"):
        ScenarioParallelEnv("t-junction-4", agents=["car1", "car1"])
    with pytest.raises(InputError, match=r"names .* cars"):
        ScenarioParallelEnv("t-junction-4", agents=40)
