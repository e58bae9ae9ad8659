"""A scenario as a Gymnasium environment."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from project_ghost.core.errors import GhostError, InputError
from project_ghost.engine import Execution
from project_ghost.models.actions import TOTALS
from project_ghost.scenario import ScenarioFile

from ._episodes import Ended, Episodes
from ._options import scene_from
from ._picture import RENDER_MODES, picture, require_mode, text_picture
from ._reward import Reward, default_reward, terms_of
from ._spaces import View, action_space, checked_actions, only

__all__ = ["ScenarioEnv", "ended_info", "require_begun", "required_seed"]


class ScenarioEnv(gymnasium.Env[Any, Any]):
    """One car of a scenario, driven by actions.

        env = ScenarioEnv("urban-crossing", action="control", observation="dict")

    `scenario` is a built-in one, a scenario file, a CommonRoad file, or one already loaded, with
    `settings` as in `--set`. The car is one with `driver: {kind: actions}`, or `actor`, or the
    first car. `action` is "control", "manoeuvre" or "trajectory", `period` the time of a step,
    `driver` has any other key of that driver: {"view": {"neighbours": 4}}.

    `observation` is "array" or "dict". `reward` is a function of `Terms`. An episode terminates at
    what `ends` lists (collision, arrival, offroad, red_light), or when the scenario ends itself,
    and is truncated at the scenario's duration. `layouts` is how many layouts of the traffic at
    the start there are; the seed of an episode chooses one.

    The same seed and the same actions give the same bits. `info` has the totals of the episode and,
    at its end, the digest of the run.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 5}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        scenario: str | Path | ScenarioFile,
        *,
        actor: str | None = None,
        observation: str = "array",
        reward: Reward | None = None,
        render_mode: str | None = None,
        execution: Execution | str = Execution.AUTO,
        digest: bool = True,
        **options: Any,  # noqa: ANN401 - see docs/gym.md
    ) -> None:
        require_mode(render_mode)
        self.render_mode = render_mode
        self._given = {
            "scenario": scenario,
            "actor": actor,
            "observation": observation,
            "reward": reward,
            "render_mode": render_mode,
            "execution": execution,
            "digest": digest,
            **options,
        }
        self.scene = scene_from(scenario, 1 if actor is None else actor, options)
        self._car = self.scene.only_car
        self._reward = reward or default_reward
        self._has_digest = digest
        self._view = View(self._car, observation)
        self.episodes = Episodes(self.scene, 1, execution)
        self.action_space = action_space(self._car)
        self.observation_space = self._view.space
        self.metadata = {**self.metadata, "render_fps": max(1, round(1.0 / self.scene.period_s))}

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin an episode; without a seed one that follows from the last seed.

        Before the first seed, that of the scenario counts.
        """
        super().reset(seed=seed)
        require_no_options(options)
        self.episodes.reset(np.array([0]), [required_seed(seed)])
        own = self.episodes.seed(0)
        info = {"seed": own, "layout": self.scene.layout_of(own), **self._info()}
        return only(self._view.of(self.episodes.seen(0))), info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:  # noqa: ANN401
        """Drive one period with an action."""
        episodes = self.episodes
        require_begun(episodes, 0)
        episodes.step(checked_actions(action, self._car, None).reshape(1, 1, -1))
        seen = episodes.seen(0)
        terms = terms_of(episodes.increase[:, 0], seen, self.scene.period_s)
        reward = float(checked_reward(self._reward(terms), 1)[0])
        reason, info = Ended(int(episodes.ended[0, 0])), self._info()
        if reason is not Ended.NOT:
            info |= ended_info(episodes, 0, reason, has_digest=self._has_digest)
        is_cut = reason is Ended.TIME
        ended = reason is not Ended.NOT and not is_cut
        return only(self._view.of(seen)), reward, ended, is_cut, info

    def _info(self) -> dict[str, Any]:
        totals = self.episodes.totals[0, 0].tolist()
        return {
            "time_s": int(self.episodes.steps[0]) * self.scene.period_s,
            "totals": dict(zip(TOTALS, totals, strict=True)),
        }

    def render(self) -> Any:  # noqa: ANN401 - pixels or text
        """A picture from above, the car in its middle: pixels, or text."""
        if self.render_mode is None:
            return None
        draw = picture if self.render_mode == "rgb_array" else text_picture
        return draw(self.scene, self.episodes, 0)

    # ---------------------------------------------------------------- pickling

    def __getstate__(self) -> dict[str, Any]:
        return {"given": self._given, "episodes": self.episodes.memory(), "random": self._np_random}

    def __setstate__(self, state: dict[str, Any]) -> None:
        given = dict(state["given"])
        type(self).__init__(self, given.pop("scenario"), **given)
        self.episodes.remember(state["episodes"])
        self._np_random = state["random"]


def required_seed(seed: object) -> int | None:
    """A seed, or none; refuse what is not a whole number from 0 on."""
    if seed is None:
        return None
    if isinstance(seed, int | np.integer) and not isinstance(seed, bool) and 0 <= seed < 1 << 64:
        return int(seed)
    raise InputError(
        f"the seed is {seed!r}", "reset", "a whole number from 0 to 2**64 - 1", "give such a number"
    )


def require_no_options(options: Mapping[str, Any] | None) -> None:
    """Refuse options of a reset: there are none."""
    if options:
        raise InputError(
            f"reset has no option {next(iter(options))!r}",
            "reset",
            "a seed",
            "choose everything else when the environment is made",
        )


def require_begun(episodes: Episodes, copy: int) -> None:
    """Refuse a step before the first reset, and after the end of an episode."""
    if not episodes.is_over[copy]:
        return
    has_begun = bool((episodes.ended[copy] >= 0).all())
    raise GhostError(
        "the episode is over" if has_begun else "there is no episode yet",
        "step",
        "an episode that goes on",
        "call reset first",
    )


def checked_reward(reward: object, copies: int) -> NDArray[np.float64]:
    """The rewards of all copies; refuse what a function of a user's returned in another form."""
    numbers = np.asarray(reward, dtype=float)
    if numbers.shape not in ((copies,), ()) or np.isnan(numbers).any():
        raise InputError(
            f"the reward is {reward!r}"[:200],
            "the function `reward`",
            f"an array of {copies} numbers, one for each copy",
            "compute it from the arrays of Terms without a loop",
        )
    return np.broadcast_to(numbers, (copies,))


def ended_info(episodes: Episodes, copy: int, reason: Ended, *, has_digest: bool) -> dict[str, Any]:
    """What `info` has at the end of an episode."""
    info: dict[str, Any] = {"ended_by": reason.name.lower(), "seed": episodes.seed(copy)}
    if has_digest:
        info["digest"] = episodes.finish(copy).digest
    return info
