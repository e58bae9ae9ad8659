"""A scenario as a Gymnasium environment: the interface, the same bits, clear errors."""

import copy
import pickle
import subprocess
import sys
import threading
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from project_ghost.core.errors import GhostError, InputError, InputTypeError
from project_ghost.gym import ScenarioEnv, ScenarioParallelEnv, Terms, record
from project_ghost.gym._extra import require_extra
from project_ghost.runs import run
from project_ghost.telemetry import Recording
from tests.gym.scenes import LOOP

SHORT: dict[str, Any] = {"settings": ["duration=4s"], "execution": "interpreted"}
ACTIONS = ("control", "manoeuvre", "trajectory")


def drive(env, seed, steps=100):
    """Drive an episode with actions that depend on the seed; what each step returned."""
    env.action_space.seed(seed)
    results = [env.reset(seed=seed)]
    for _ in range(steps):
        action = env.action_space.sample()
        if env.action_space.shape == (2,):
            action = action * np.float32(0.2)
        results.append(env.step(action))
        if results[-1][2] or results[-1][3]:
            break
    return results


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("observation", ["array", "dict"])
def test_the_checker_of_gymnasium_passes(action, observation):
    env = ScenarioEnv("t-junction-4", action=action, observation=observation, **SHORT)
    check_env(env, skip_render_check=True)


@pytest.mark.parametrize("action", ACTIONS)
def test_the_same_seed_and_actions_give_the_same_bits(action):
    env = ScenarioEnv("t-junction-4", action=action, **SHORT)
    first, again = drive(env, 3), drive(env, 3)
    other = drive(ScenarioEnv("t-junction-4", action=action, **SHORT), 3)
    for one in (again, other):
        assert len(one) == len(first)
        for mine, its in zip(first[1:], one[1:], strict=True):
            assert mine[0].tobytes() == its[0].tobytes()
            assert mine[1:] == its[1:]
    assert first[-1][4]["digest"] == other[-1][4]["digest"]


def test_the_digest_is_that_of_the_recorded_episode(tmp_path):
    env = ScenarioEnv("t-junction-4", **SHORT)
    digest = drive(env, 3)[-1][4]["digest"]
    path = record(env, tmp_path / "episode")
    with Recording(path) as recording:
        assert recording.channels
    assert run(path).digest == digest  # again from the recording, without the environment
    with pytest.raises(GhostError, match="exists"):
        record(env, tmp_path / "episode")


def test_an_unfinished_episode_is_recorded_up_to_its_last_step(tmp_path):
    env = ScenarioEnv("t-junction-4", **SHORT)
    drive(env, 3, steps=5)
    other = pickle.loads(pickle.dumps(env))  # noqa: S301 - just written
    assert run(record(env, tmp_path)).duration_ns == 5 * 200_000_000
    assert env.step([0.4, 0.0])[0].tobytes() == other.step([0.4, 0.0])[0].tobytes()  # it goes on


@pytest.mark.slow
def test_a_new_process_gives_the_same_digest():
    program = (
        "from tests.gym.test_environment import *\n"
        "print(drive(ScenarioEnv('t-junction-4', **SHORT), 3)[-1][4]['digest'])"
    )
    own = drive(ScenarioEnv("t-junction-4", **SHORT), 3)[-1][4]["digest"]
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == own


@pytest.mark.slow
def test_compiled_equals_interpreted():
    settings: dict[str, Any] = {"settings": ["duration=4s"], "layouts": 2}
    digests = [
        drive(ScenarioEnv(LOOP, execution=each, **settings), 3)[-1][4]["digest"]
        for each in ("interpreted", "compiled")
    ]
    assert digests[0] == digests[1]


def test_episodes_without_a_seed_follow_from_the_last_seed():
    env, other = (ScenarioEnv("t-junction-4", **SHORT) for _ in range(2))
    env.reset(seed=8)
    seeds = [env.reset()[1]["seed"] for _ in range(3)]
    other.reset(seed=8)
    other.step(np.zeros(2))  # what happens in an episode does not matter
    assert [other.reset()[1]["seed"] for _ in range(3)] == seeds
    assert len({8, *seeds}) == 4
    assert ScenarioEnv("t-junction-4", **SHORT).reset()[1]["seed"] == env.scene.file.seed


def test_seeds_choose_layouts_of_the_traffic():
    env = ScenarioEnv(LOOP, layouts=4, **SHORT)
    starts = {env.reset(seed=seed)[1]["layout"]: env.reset(seed=seed)[0] for seed in range(30)}
    assert sorted(starts) == [0, 1, 2, 3]
    assert len({start.tobytes() for start in starts.values()}) == 4


def test_a_car_that_accelerates_hard_collides_and_the_episode_terminates():
    env = ScenarioEnv(LOOP, execution="interpreted")
    env.reset(seed=1)
    for _ in range(100):
        _, reward, terminated, truncated, info = env.step([1.0, 0.0])
        if terminated:
            break
    assert terminated
    assert not truncated
    assert info["ended_by"] == "collision"
    assert info["totals"]["collisions"] == 1.0
    assert reward < -5.0


def test_leaving_the_road_counts_and_may_end_an_episode():
    env = ScenarioEnv("motorway", execution="interpreted", ends=("offroad",))
    env.reset(seed=1)
    for _ in range(60):
        _, _, terminated, _, info = env.step([0.3, -0.3])
        if terminated:
            break
    assert info["ended_by"] == "offroad"
    assert info["totals"]["offroad_s"] > 0.0


def test_the_end_of_a_route_is_arrival():
    env = ScenarioEnv("t-junction-4", action="manoeuvre", execution="interpreted")
    env.reset(seed=1)
    for step in range(100):
        _, reward, terminated, _, info = env.step(3 if step < 2 else 1)
        if terminated:
            break
    assert info["ended_by"] == "arrival"
    assert reward > 5.0


def test_the_reward_is_a_function_of_terms():
    env = ScenarioEnv("t-junction-4", reward=lambda terms: terms.speed_mps + 100.0, **SHORT)
    env.reset(seed=1)
    observation, reward, *_ = env.step([1.0, 0.0])
    assert reward == pytest.approx(100.0 + observation[0])
    assert {"progress_m", "collisions", "period_s"} <= set(Terms.__dataclass_fields__)
    wrong = ScenarioEnv("t-junction-4", reward=lambda _: np.ones(2), **SHORT)
    wrong.reset()
    with pytest.raises(InputError, match="the reward is"):
        wrong.step([0.0, 0.0])


def test_the_dictionary_has_the_numbers_of_the_array():
    as_array = ScenarioEnv(LOOP, **SHORT)
    as_dict = ScenarioEnv(LOOP, observation="dict", **SHORT)
    numbers, parts = as_array.reset(seed=2)[0], as_dict.reset(seed=2)[0]
    assert list(parts) == ["ego", "neighbours", "route", "light"]
    assert np.concatenate([part.ravel() for part in parts.values()]).tobytes() == numbers.tobytes()
    distances = np.hypot(*parts["neighbours"][:, 1:3].T)
    present = parts["neighbours"][:, 0] == 1.0
    assert (np.diff(distances[present]) >= 0.0).all()  # the nearest first
    assert parts["route"][0, 0] == pytest.approx(5.0, abs=0.5)  # 5 m ahead


@pytest.mark.parametrize(
    ("action", "match"),
    [
        ([np.nan, 0.0], "not finite"),
        ([np.inf, 0.0], "not finite"),
        ([0.0], "shape"),
        ([[0.0, 0.0]], "shape"),
        ("left", "shape"),
        (None, "shape"),
    ],
)
def test_a_wrong_action_is_refused_and_the_episode_goes_on(action, match):
    env, other = (ScenarioEnv("t-junction-4", **SHORT) for _ in range(2))
    env.reset(seed=1)
    other.reset(seed=1)
    with pytest.raises(InputError, match=match):
        env.step(action)
    assert env.step([0.5, 0.0])[0].tobytes() == other.step([0.5, 0.0])[0].tobytes()


def test_a_wrong_manoeuvre_is_refused():
    env = ScenarioEnv("t-junction-4", action="manoeuvre", **SHORT)
    env.reset()
    for wrong in (5, -1, 1.5):
        with pytest.raises(InputError, match="lane_left, idle"):
            env.step(wrong)


def test_steps_before_reset_and_after_the_end_are_refused():
    env = ScenarioEnv("t-junction-4", settings=["duration=200ms"], execution="interpreted")
    with pytest.raises(GhostError, match="no episode yet"):
        env.step([0.0, 0.0])
    env.reset()
    assert env.step([0.0, 0.0])[3]
    with pytest.raises(GhostError, match="the episode is over"):
        env.step([0.0, 0.0])


@pytest.mark.parametrize(
    ("scenario", "options", "match"),
    [
        ("t-junction-44", {}, "t-junction-4"),
        ("crowd", {}, "has no car"),
        ("t-junction-4", {"actor": "nobody"}, "has no car 'nobody'"),
        ("t-junction-4", {"action": "fly"}, "action"),
        ("t-junction-4", {"observation": "image"}, "image"),
        ("t-junction-4", {"ends": ("colision",)}, "collision"),
        ("t-junction-4", {"layouts": 2}, "no population"),
        ("t-junction-4", {"layouts": 0}, "layouts"),
        ("t-junction-4", {"period": "30ms"}, "whole number of steps|step"),
        ("t-junction-4", {"settings": ["duration=100ms"]}, "over before the first step"),
        ("t-junction-4", {"render_mode": "human"}, "render_mode"),
        ("t-junction-4", {"driver": {"view": {"neighbors": 3}}}, "neighbours"),
        ("t-junction-4", {"driver": {"kind": "idm"}}, "has the key kind"),
        ("t-junction-4", {"perod": "1s"}, "did you mean 'period'"),
        (3, {}, "text or a Path"),
    ],
)
def test_wrong_choices_are_explained(scenario, options, match):
    with pytest.raises((InputError, InputTypeError), match=match):
        ScenarioEnv(scenario, **options)


def test_a_wrong_seed_is_refused():
    env = ScenarioEnv("t-junction-4", **SHORT)
    for wrong in (-1, True, 1 << 64):
        with pytest.raises((InputError, gymnasium.error.Error)):
            env.reset(seed=wrong)


def test_a_copy_and_a_pickled_environment_go_on_alike():
    env = ScenarioEnv("t-junction-4", **SHORT)
    drive(env, 3, steps=5)
    others = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]  # noqa: S301 - just written
    expected = env.step([0.4, 0.0])
    for other in others:
        assert other.step([0.4, 0.0])[0].tobytes() == expected[0].tobytes()
        assert other.reset()[1]["seed"] == seed_after(env)


def seed_after(env):
    return pickle.loads(pickle.dumps(env)).reset()[1]["seed"]  # noqa: S301 - just written


def test_gymnasium_makes_environments_by_id():
    env = gymnasium.make("ghost/t-junction-4-v0", **SHORT)
    env.reset(seed=1)
    assert float(env.step([0.0, 0.0])[1]) >= 0.0
    assert gymnasium.make("project_ghost.gym:ghost/t-junction-4-v0", **SHORT).spec is not None
    own = gymnasium.make("ghost/Scenario-v0", scenario="t-junction-4", **SHORT)
    assert own.reset(seed=1)[1]["seed"] == 1


def test_pictures_show_the_cars():
    env = ScenarioEnv(LOOP, render_mode="rgb_array", **SHORT)
    env.reset(seed=1)
    pixels = env.render()
    assert pixels.shape == (400, 640, 3)
    assert (pixels[200, 320] == (176, 0, 32)).all()  # the car is in the middle
    before = pixels.copy()
    for _ in range(5):
        env.step([1.0, 0.0])
    assert (env.render() != before).any()
    text = ScenarioEnv(LOOP, render_mode="ansi", **SHORT)
    text.reset(seed=1)
    assert "@" in text.render()


def test_a_scenario_may_name_its_own_car_for_actions(tmp_path):
    file = tmp_path / "own.yaml"
    file.write_text(
        "version: 1\nname: own\nstep: 50ms\nduration: 2s\n"
        "actors:\n"
        "  a:\n    kind: car\n    start: {x_m: 0, y_m: 0, yaw_deg: 0, speed_mps: 5}\n"
        "    speed_mps: 5\n    driver: {kind: actions, action: manoeuvre, period: 100ms}\n"
    )
    env = ScenarioEnv(file, execution="interpreted")
    assert env.action_space == gymnasium.spaces.Discrete(5)
    env.reset()
    for _ in range(10):
        info = env.step(1)[4]
    assert info["totals"]["progress_m"] == pytest.approx(5.0, abs=0.1)  # straight on, no map
    with pytest.raises(InputError, match="driven by actions, and nobody gives them"):
        run(file)  # nobody answers


def test_a_second_thread_is_refused():
    env = ScenarioEnv("t-junction-4", **SHORT)
    env.reset()
    refused: list[str] = []

    def step() -> None:
        try:
            env.step([0.0, 0.0])
        except GhostError as error:
            refused.append(error.what)

    with env.episodes._alone():  # as while another thread steps
        thread = threading.Thread(target=step)
        thread.start()
        thread.join(60.0)
    assert refused == ["another thread uses this environment"]
    step()
    assert len(refused) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [name for name in sorted(gymnasium.registry) if name.startswith("ghost/")]
)
def test_every_id_makes_an_environment(name):
    options: dict[str, Any] = {"scenario": LOOP} if name == "ghost/Scenario-v0" else {}
    env = gymnasium.make(name, execution="interpreted", **options)
    env.reset(seed=1)
    assert env.observation_space.contains(env.step(env.action_space.sample())[0])


def test_an_environment_has_one_car(tmp_path):
    car = "kind: car, speed_mps: 5, driver: {kind: actions}, start: {x_m: 0, yaw_deg: 0, y_m: "
    file = tmp_path / "two.yaml"
    file.write_text(
        "version: 1\nname: two\nstep: 50ms\nduration: 2s\n"
        f"actors:\n  a: {{{car}0}}}}\n  b: {{{car}9}}}}\n"
    )
    with pytest.raises(InputError, match="2 cars of two are driven by actions"):
        ScenarioEnv(file, execution="interpreted")
    agents = ScenarioParallelEnv(file, agents=2, execution="interpreted").possible_agents
    assert agents == ["a", "b"]


def test_a_missing_library_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(InputError, match="need pettingzoo"):
        require_extra()


def test_recordings_need_an_environment_of_ours(tmp_path):
    with pytest.raises(InputError, match="not an environment of Ghost"):
        record(gymnasium.make("CartPole-v1"), tmp_path)
    with pytest.raises(InputError, match="no step yet"):
        record(ScenarioParallelEnv(LOOP, **SHORT), tmp_path)
