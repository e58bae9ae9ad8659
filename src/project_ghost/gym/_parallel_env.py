"""Several cars of a scenario as a PettingZoo parallel environment."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from project_ghost.core.errors import InputError
from project_ghost.engine import Execution
from project_ghost.models.actions import TOTALS
from project_ghost.scenario import ScenarioFile

from ._env import checked_reward, require_begun, required_seed
from ._episodes import Ended, Episodes
from ._options import scene_from
from ._picture import RENDER_MODES, picture, require_mode, text_picture
from ._reward import Reward, default_reward, terms_of
from ._spaces import View, action_space, checked_actions, only

__all__ = ["ScenarioParallelEnv"]

Infos = dict[str, dict[str, Any]]


class ScenarioParallelEnv(ParallelEnv):  # type: ignore[misc]
    """Several cars of a scenario, each driven by an agent; the options are those of ScenarioEnv.

        env = ScenarioParallelEnv("urban-crossing", agents=4)

    `agents` are the names of cars, or how many of the first cars there are to be. All act at the
    same times. An agent whose episode has ended leaves; its car brakes to a halt and stays.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as PettingZoo has it
        "name": "ghost_scenario_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": True,
    }

    def __init__(
        self,
        scenario: str | Path | ScenarioFile,
        *,
        agents: Sequence[str] | int = 2,
        observation: str = "array",
        reward: Reward | None = None,
        render_mode: str | None = None,
        execution: Execution | str = Execution.AUTO,
        **options: Any,  # noqa: ANN401 - see docs/gym.md
    ) -> None:
        require_mode(render_mode)
        self.render_mode = render_mode
        self._given = {
            "scenario": scenario,
            "agents": agents,
            "observation": observation,
            "reward": reward,
            "render_mode": render_mode,
            "execution": execution,
            **options,
        }
        self.scene = scene_from(scenario, agents, options)
        self._cars = {car.actor: car for car in self.scene.cars}
        self._views = {name: View(car, observation) for name, car in self._cars.items()}
        self._actions = {name: action_space(car) for name, car in self._cars.items()}
        self._reward = reward or default_reward
        self.episodes = Episodes(self.scene, 1, execution)
        self.possible_agents: list[str] = list(self._cars)
        self.agents: list[str] = []
        self.metadata = {**self.metadata, "render_fps": max(1, round(1.0 / self.scene.period_s))}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees."""
        return self._views[self._known(agent)].space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may do."""
        return self._actions[self._known(agent)]

    def _known(self, agent: str) -> str:
        if agent in self._cars:
            return agent
        raise InputError(
            f"there is no agent {agent!r}",
            "ScenarioParallelEnv",
            f"one of {', '.join(self._cars)}",
            "correct the name",
        )

    def reset(
        self,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,  # noqa: ARG002 - there are none
    ) -> tuple[dict[str, Any], Infos]:
        """Begin an episode for all agents; without a seed one that follows from the last seed."""

        self.episodes.reset(np.array([0]), [required_seed(seed)])
        self.agents = list(self.possible_agents)
        own = self.episodes.seed(0)
        return self._seen(), {name: {"seed": own} for name in self.agents}

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Drive one period, with an action for each agent that is still there."""
        require_begun(self.episodes, 0)
        given = np.zeros((1, len(self._cars), self.scene.width))
        for name, car in self._cars.items():
            given[0, car.index] = self._action(name, actions)
        self.episodes.step(given)
        there = self.agents
        observations, rewards = self._seen(), {name: self._rewarded(name) for name in there}
        reasons = {
            name: Ended(int(self.episodes.ended[0, self._cars[name].index])) for name in there
        }
        infos: Infos = {name: self._info(name, reason) for name, reason in reasons.items()}
        truncations = {name: reason is Ended.TIME for name, reason in reasons.items()}
        terminations = {
            name: reason is not Ended.NOT and not truncations[name]
            for name, reason in reasons.items()
        }
        self.agents = [name for name in there if reasons[name] is Ended.NOT]
        if not self.agents:
            digest = self.episodes.finish(0).digest
            for info in infos.values():
                info["digest"] = digest
        return observations, rewards, terminations, truncations, infos

    def _action(self, name: str, actions: Mapping[str, Any]) -> NDArray[np.float64]:
        """The numbers of an agent's action; for a car whose agent has left, those of a halt."""
        car = self._cars[name]
        numbers = np.zeros(self.scene.width)
        if name not in self.agents:
            if car.driver.action == "manoeuvre":
                numbers[0] = 4.0  # slower
            elif car.driver.action == "control":
                numbers[0] = -1.0
            return numbers
        if name not in actions:
            raise InputError(
                f"there is no action for {name}",
                "step",
                f"an action for each of {', '.join(self.agents)}",
                "add it",
            )
        numbers[: car.width] = checked_actions(actions[name], car, None)[0]
        return numbers

    def _seen(self) -> dict[str, Any]:
        return {
            name: only(self._views[name].of(self.episodes.seen(self._cars[name].index)))
            for name in self.agents
        }

    def _rewarded(self, name: str) -> float:
        index = self._cars[name].index
        increase, seen = self.episodes.increase[:, index], self.episodes.seen(index)
        terms = terms_of(increase, seen, self.scene.period_s)
        return float(checked_reward(self._reward(terms), 1)[0])

    def _info(self, name: str, reason: Ended) -> dict[str, Any]:
        totals = self.episodes.totals[0, self._cars[name].index].tolist()
        info: dict[str, Any] = {"totals": dict(zip(TOTALS, totals, strict=True))}
        if reason is not Ended.NOT:
            info["ended_by"] = reason.name.lower()
        return info

    def render(self) -> Any:  # noqa: ANN401 - pixels or text
        """A picture from above, the first car in its middle."""
        if self.render_mode is None:
            return None
        draw = picture if self.render_mode == "rgb_array" else text_picture
        return draw(self.scene, self.episodes, 0)

    def close(self) -> None:
        """Nothing is open."""

    def __getstate__(self) -> dict[str, Any]:
        return {"given": self._given, "episodes": self.episodes.memory(), "agents": self.agents}

    def __setstate__(self, state: dict[str, Any]) -> None:
        given = dict(state["given"])
        type(self).__init__(self, given.pop("scenario"), **given)
        self.episodes.remember(state["episodes"])
        self.agents = state["agents"]
