"""Many copies in one call: each has the bits of an environment of its own."""

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AsyncVectorEnv, AutoresetMode

from project_ghost.core.errors import GhostError, InputError
from project_ghost.gym import ScenarioEnv, ScenarioVectorEnv, record
from project_ghost.runs import run
from tests.gym.scenes import LOOP

COPIES = 3
SHORT: dict[str, Any] = {"settings": ["duration=2s"]}
EXECUTIONS = pytest.mark.parametrize(
    "execution", ["interpreted", pytest.param("compiled", marks=pytest.mark.slow)]
)


def actions(step):
    """Actions of all copies, which differ."""
    numbers = np.arange(2 * COPIES, dtype=np.float32).reshape(COPIES, 2) + step
    return (np.sin(numbers) * (0.6, 0.05) + (0.3, 0.0)).astype(np.float32)


class Singles:
    """The same as a vector environment, of single ones and one after the other."""

    def __init__(self, mode, **options):
        self.mode = mode
        self.envs = [ScenarioEnv(LOOP, **options) for _ in range(COPIES)]
        self.over = [False] * COPIES

    def reset(self, seed):
        return np.stack([env.reset(seed=seed + i)[0] for i, env in enumerate(self.envs)])

    def step(self, given):
        return [self._step(i, action) for i, action in enumerate(given)]

    def _step(self, i, action):
        env = self.envs[i]
        if self.over[i]:
            self.over[i] = False
            seen = env.reset()[0]
            if self.mode is AutoresetMode.NEXT_STEP:
                return seen, 0.0, False, False, {}
        seen, reward, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            if self.mode is AutoresetMode.SAME_STEP:
                info["final_obs"] = seen
                seen = env.reset()[0]
            else:
                self.over[i] = True
        return seen, reward, terminated, truncated, info


@EXECUTIONS
@pytest.mark.parametrize("mode", AutoresetMode)
def test_each_copy_has_the_bits_of_a_single_environment(mode, execution):
    options = {"layouts": 2, "execution": execution, **SHORT}
    envs = ScenarioVectorEnv(LOOP, COPIES, autoreset_mode=mode, **options)
    singles = Singles(mode, **options)
    assert envs.reset(seed=5)[0].tobytes() == singles.reset(5).tobytes()
    ends = 0
    for step in range(25):
        if mode is AutoresetMode.DISABLED and any(singles.over):
            envs.reset(options={"reset_mask": np.array(singles.over)})
        seen, rewards, terminated, truncated, infos = envs.step(actions(step))
        for i, (its, reward, is_over, is_cut, info) in enumerate(singles.step(actions(step))):
            assert seen[i].tobytes() == its.tobytes()
            assert (rewards[i], terminated[i], truncated[i]) == (reward, is_over, is_cut)
            if "digest" in info:
                ends += 1
                final = infos["final_info"] if "final_obs" in info else infos
                assert final["digest"][i] == info["digest"]
                assert final["_digest"][i]
                if "final_obs" in info:
                    assert infos["final_obs"][i].tobytes() == info["final_obs"].tobytes()
    assert ends >= 2 * COPIES
    assert envs.episodes.batch.is_joined == (execution == "compiled")


def test_gymnasium_makes_a_vector_environment_by_id():
    envs = gymnasium.make_vec(
        "ghost/t-junction-4-v0",
        num_envs=2,
        vectorization_mode="vector_entry_point",
        execution="interpreted",
        action="manoeuvre",
        **SHORT,
    )
    assert isinstance(envs.unwrapped, ScenarioVectorEnv)
    seen, _ = envs.reset(seed=1)
    assert envs.observation_space.contains(seen)
    envs.action_space.seed(1)
    assert envs.step(envs.action_space.sample())[1].shape == (2,)


def test_the_dictionary_of_all_copies_is_in_its_space():
    envs = ScenarioVectorEnv(LOOP, 2, observation="dict", execution="interpreted", **SHORT)
    seen, infos = envs.reset(seed=[7, 3])
    assert envs.observation_space.contains(seen)
    assert infos["seed"].tolist() == [7, 3]


def test_wrong_use_is_explained():
    envs = ScenarioVectorEnv(LOOP, 2, execution="interpreted", **SHORT)
    with pytest.raises(GhostError, match="no episode yet"):
        envs.step(np.zeros((2, 2)))
    envs.reset(seed=1)
    with pytest.raises(InputError, match="shape"):
        envs.step(np.zeros((3, 2)))
    with pytest.raises(InputError, match="not finite"):
        envs.step(np.full((2, 2), np.nan))
    with pytest.raises(InputError, match="3 seeds"):
        envs.reset(seed=[1, 2, 3])
    with pytest.raises(InputError, match="reset_mask"):
        envs.reset(options={"reset_mask": [True, False]})
    with pytest.raises(InputError, match="num_envs"):
        ScenarioVectorEnv(LOOP, 0)
    disabled = ScenarioVectorEnv(
        LOOP,
        1,
        autoreset_mode=AutoresetMode.DISABLED,
        settings=["duration=200ms"],
        execution="interpreted",
    )
    disabled.reset(seed=1)
    disabled.step(np.zeros((1, 2)))
    with pytest.raises(GhostError, match="copy 0 is over"):
        disabled.step(np.zeros((1, 2)))


def test_a_copy_is_recorded(tmp_path):
    envs = ScenarioVectorEnv(LOOP, COPIES, execution="interpreted", **SHORT)
    envs.reset(seed=1)
    for step in range(10):
        infos = envs.step(actions(step))[4]
    assert run(record(envs, tmp_path, copy=2)).digest == infos["digest"][2]
    with pytest.raises(InputError, match="no copy 3"):
        record(envs, tmp_path, copy=3)


def test_a_pickled_vector_environment_goes_on_alike():
    envs = ScenarioVectorEnv(LOOP, COPIES, execution="interpreted", **SHORT)
    envs.reset(seed=1)
    for step in range(13):  # beyond the end of the first episodes
        envs.step(actions(step))
    other = pickle.loads(pickle.dumps(envs))  # noqa: S301 - just written
    mine, its = envs.step(actions(13)), other.step(actions(13))
    assert mine[0].tobytes() == its[0].tobytes()
    assert mine[1].tobytes() == its[1].tobytes()


@pytest.mark.slow
def test_environments_in_other_processes_have_the_same_bits():
    def made():
        return ScenarioEnv(LOOP, execution="interpreted", **SHORT)

    envs = AsyncVectorEnv([made] * 2)
    own = ScenarioVectorEnv(LOOP, 2, execution="interpreted", **SHORT)
    try:
        assert envs.reset(seed=4)[0].tobytes() == own.reset(seed=4)[0].tobytes()
        for step in range(12):
            theirs, mine = envs.step(actions(step)[:2]), own.step(actions(step)[:2])
            assert theirs[0].tobytes() == mine[0].tobytes()
            assert theirs[1].tobytes() == mine[1].tobytes()
    finally:
        envs.close()
