"""Many copies of a scenario as a Gymnasium vector environment, stepped in one compiled call."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.errors import GhostError, InputError
from project_ghost.engine import Execution
from project_ghost.models.actions import TOTALS
from project_ghost.scenario import ScenarioFile

from ._env import checked_reward, ended_info, required_seed
from ._episodes import Ended, Episodes, Flags
from ._options import scene_from
from ._picture import RENDER_MODES, picture, require_mode, text_picture
from ._reward import Reward, default_reward, terms_of
from ._spaces import Observation, View, action_space, checked_actions, only

__all__ = ["ScenarioVectorEnv"]

Info = dict[str, Any]
_MASK = "reset_mask"


class ScenarioVectorEnv(VectorEnv[Any, Any, Any]):
    """Copies of a scenario, each with its own seed and time; the options are those of ScenarioEnv.

        envs = ScenarioVectorEnv("urban-crossing", 64, layouts=8)

    `step` advances all copies in one compiled call. Each copy has the bits of a ScenarioEnv with
    the same seed and actions. `autoreset_mode` is one of Gymnasium's: next step (the default), same
    step, or disabled, where `reset(options={"reset_mask": ...})` begins new episodes.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 5}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        scenario: str | Path | ScenarioFile,
        num_envs: int = 1,
        *,
        actor: str | None = None,
        observation: str = "array",
        reward: Reward | None = None,
        render_mode: str | None = None,
        execution: Execution | str = Execution.AUTO,
        digest: bool = True,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        **options: Any,  # noqa: ANN401 - see docs/gym.md
    ) -> None:
        super().__init__()
        if type(num_envs) is not int or num_envs < 1:
            raise InputError(
                f"num_envs is {num_envs!r}", "ScenarioVectorEnv", "1 or more", "give such a number"
            )
        require_mode(render_mode)
        self.num_envs, self.render_mode = num_envs, render_mode
        self._given = {
            "scenario": scenario,
            "num_envs": num_envs,
            "actor": actor,
            "observation": observation,
            "reward": reward,
            "render_mode": render_mode,
            "execution": execution,
            "digest": digest,
            "autoreset_mode": autoreset_mode,
            **options,
        }
        self.scene = scene_from(scenario, 1 if actor is None else actor, options)
        self._car = self.scene.only_car
        self._mode = _mode(autoreset_mode)
        self.metadata = {
            **self.metadata,
            "autoreset_mode": self._mode,
            "render_fps": max(1, round(1.0 / self.scene.period_s)),
        }
        self._reward = reward or default_reward
        self._has_digest = digest
        self._view = View(self._car, observation)
        self.episodes = Episodes(self.scene, num_envs, execution)
        self.single_action_space = action_space(self._car)
        self.single_observation_space = self._view.space
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._everyone = np.arange(num_envs)
        self._everybody: Flags = np.ones(num_envs, dtype=bool)

    # --------------------------------------------------------------------- reset

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> tuple[Any, Info]:
        """Begin episodes: with the seeds seed, seed + 1 and so on, or with a seed for each copy.

        The option `reset_mask` chooses the copies; the others go on.
        """
        super().reset(seed=seed if isinstance(seed, int) else None)
        seeds = self._seeds(seed)
        mask = self._mask(options)
        which = np.flatnonzero(mask)
        self.episodes.reset(which, [seeds[copy] for copy in which.tolist()])
        return self._view.of(self.episodes.seen(0)), self._begun(which)

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, int | np.integer):
            first = required_seed(seed)
            return [first + copy for copy in range(self.num_envs)] if first is not None else []
        if len(seed) != self.num_envs:
            raise InputError(
                f"there are {len(seed)} seeds",
                "reset",
                f"one for each of the {self.num_envs} copies",
                "give one number: the copies then have it and those that follow it",
            )
        return [required_seed(each) for each in seed]

    def _mask(self, options: Mapping[str, Any] | None) -> Flags:
        given = dict(options or {})
        mask = given.pop(_MASK, self._everybody)
        is_mask = isinstance(mask, np.ndarray) and mask.dtype == np.bool_
        if given or not is_mask or mask.shape != (self.num_envs,):
            raise InputError(
                f"the options are {options!r}"[:200],
                "reset",
                f"no option but {_MASK}, an array of {self.num_envs} truth values",
                "leave them out to reset all copies",
            )
        chosen: Flags = mask
        return chosen

    def _begun(self, which: Integers) -> Info:
        infos: Info = {}
        for copy in which.tolist():
            seed = self.episodes.seed(copy)
            self._add_info(infos, {"seed": seed, "layout": self.scene.layout_of(seed)}, copy)
        return infos

    # ---------------------------------------------------------------------- step

    def step(
        self,
        actions: Any,  # noqa: ANN401 - whatever a policy gives
    ) -> tuple[Any, NDArray[np.float64], Flags, Flags, Info]:
        """Drive one period in all copies."""
        episodes = self.episodes
        given = checked_actions(actions, self._car, self.num_envs)[:, None, :]
        over, infos = episodes.is_over, {}
        which = self._everyone
        if over.any():
            self._require_going_on(over)
            ended = np.flatnonzero(over)
            episodes.reset(ended, [None] * len(ended))
            infos = self._begun(ended)
            which = np.flatnonzero(~over)
            given = given[which]
        if len(which):
            episodes.step(given, which)
        rewards = self._rewards()
        rewards[over] = 0.0
        reasons = episodes.ended[:, 0]
        truncated: Flags = reasons == Ended.TIME
        terminated: Flags = (reasons != Ended.NOT) & ~truncated
        self._totals(infos)
        observation = self._end(np.flatnonzero(reasons != Ended.NOT), infos)
        return observation, rewards, terminated, truncated, infos

    def _require_going_on(self, over: Flags) -> None:
        has_begun = bool((self.episodes.ended >= 0).all())
        if has_begun and self._mode is AutoresetMode.NEXT_STEP:
            return
        raise GhostError(
            f"the episode of copy {int(np.flatnonzero(over)[0])} is over"
            if has_begun
            else "there is no episode yet",
            "step",
            "episodes that go on",
            "call reset first"
            if not has_begun
            else f'call reset(options={{"{_MASK}": terminated | truncated}})',
        )

    def _rewards(self) -> Floats:
        episodes = self.episodes
        terms = terms_of(episodes.increase[:, 0], episodes.seen(0), self.scene.period_s)
        return checked_reward(self._reward(terms), self.num_envs).copy()

    def _totals(self, infos: Info) -> None:
        """What each copy has done in its episode so far."""
        totals = self.episodes.totals[:, 0]
        infos["totals"] = {name: totals[:, k].copy() for k, name in enumerate(TOTALS)}
        infos["_totals"] = self._everybody.copy()

    def _end(self, ended: Integers, infos: Info) -> Observation:
        """Tell of the episodes that have ended; returns what all copies see."""
        observation = self._view.of(self.episodes.seen(0))
        is_same = self._mode is AutoresetMode.SAME_STEP
        for copy in ended.tolist():
            reason = Ended(int(self.episodes.ended[copy, 0]))
            info = ended_info(self.episodes, copy, reason, has_digest=self._has_digest)
            if is_same:
                final = {"final_obs": only(observation, copy), "final_info": info}
                self._add_info(infos, final, copy)
            else:
                self._add_info(infos, info, copy)
        if is_same and len(ended):
            self.episodes.reset(ended, [None] * len(ended))
            for key, value in self._begun(ended).items():
                infos[key] = value
            return self._view.of(self.episodes.seen(0))
        return observation

    def render(self) -> Any:  # noqa: ANN401 - pixels or text of each
        """A picture of each copy."""
        if self.render_mode is None:
            return None
        draw = picture if self.render_mode == "rgb_array" else text_picture
        return tuple(draw(self.scene, self.episodes, copy) for copy in range(self.num_envs))

    # ---------------------------------------------------------------- pickling

    def __getstate__(self) -> dict[str, Any]:
        return {"given": self._given, "episodes": self.episodes.memory()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        given = dict(state["given"])
        type(self).__init__(self, given.pop("scenario"), **given)
        self.episodes.remember(state["episodes"])


def _mode(given: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(given)
    except ValueError:
        raise InputError(
            f"there is no autoreset_mode {given!r}",
            "ScenarioVectorEnv",
            "one of gymnasium.vector.AutoresetMode",
            "leave it out for the next step",
        ) from None
