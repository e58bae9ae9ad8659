"""highway-env (the extra `highway-env`): any of its environments, with one constant action.

The scenario is the environment's id, such as `merge-v1`, in which a car hits another at rest.
Settings:

    config: {...}        the environment's own settings, which replace the defaults
    action: 1            what the ego car does at each step: a number or a list [1: idle]
    seeding: seed        reset(seed=...) for each repeat (the default)
    seeding: none        reset() for each repeat
    environment: kept    one environment for all repeats (the default)
    environment: new     a new one for each repeat
    between: merge-v1    run some steps of another environment after each repeat, as programs do
                         that train or test on several
"""

import os
import warnings
from collections.abc import Sequence
from typing import Any, final

import numpy as np

from project_ghost.core.duration import NS_PER_S
from project_ghost.core.errors import InputError
from project_ghost.study.execute._simulator import Facts, Settings
from project_ghost.study.results._trace import Trace, TraceRecorder

from ._settings import check_names, choice, mapping, required_module

__all__ = ["HighwaySimulator", "prepare"]

_DURATION_NS = 6_000_000_000
_CONFIG = {"simulation_frequency": 15, "policy_frequency": 5}
_SETTINGS = ("config", "action", "seeding", "environment", "between")
_IDLE = 1
_STEPS_BETWEEN = 3


def prepare(settings: Settings) -> "HighwaySimulator":
    """Prepare `simulator: highway-env`."""
    check_names(settings, _SETTINGS)
    # Its graphics library prints a greeting on import and needs a screen by default.
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about its own dependencies
        highway_env = required_module("highway_env", "highway-env")
        gymnasium = required_module("gymnasium", "highway-env")
    duration_ns = settings.get("duration_ns")
    between = settings.get("between")
    return HighwaySimulator(
        gymnasium,
        str(settings["scenario"]),
        _CONFIG | mapping(settings, "config"),
        settings.get("action", _IDLE),
        duration_ns=duration_ns if isinstance(duration_ns, int) else _DURATION_NS,
        seeding=choice(settings, "seeding", ("seed", "none"), "seed"),
        environment=choice(settings, "environment", ("kept", "new"), "kept"),
        between=None if between is None else str(between),
        version=str(getattr(highway_env, "__version__", "")) or _version("highway-env"),
    )


def _version(distribution: str) -> str:
    from importlib.metadata import version

    return version(distribution)


@final
class HighwaySimulator:
    """Steps one environment and records the positions of all its vehicles."""

    def __init__(
        self,
        gymnasium: Any,  # noqa: ANN401 - a module without types
        name: str,
        config: dict[str, object],
        action: object,
        *,
        duration_ns: int,
        seeding: str,
        environment: str,
        between: str | None,
        version: str,
    ) -> None:
        self._gymnasium = gymnasium
        self._name = name
        self._config = config
        self._action = action
        self._duration_ns = duration_ns
        self._seeding = seeding
        self._environment = environment
        self._between = between
        self._version = version
        self._made: Any = None
        self._make(name)

    def run(self, seed: int, repeat: int) -> Trace:  # noqa: ARG002 - nothing may depend on it
        """Reset as `seeding` says and step to the end, even after a crash."""
        if self._made is None or self._environment == "new":
            self._made = self._make(self._name)
        world = self._made
        world.reset(seed=seed if self._seeding == "seed" else None)
        rate_hz = int(world.config["policy_frequency"])
        recorder = TraceRecorder({"yaw": "rad", "speed": "m/s"})
        numbers: dict[Any, int] = {}
        crashed: set[int] = set()
        for step in range(1, max(1, self._duration_ns * rate_hz // NS_PER_S) + 1):
            world.step(self._action_for(world))
            for vehicle in world.road.vehicles:
                number = numbers.setdefault(vehicle, len(numbers))
                begins = bool(vehicle.crashed) and number not in crashed
                if begins:
                    crashed.add(number)
                recorder.add(
                    f"car {number}",
                    step * NS_PER_S // rate_hz,
                    float(vehicle.position[0]),
                    float(vehicle.position[1]),
                    collision=begins,
                    yaw=float(vehicle.heading),
                    speed=float(vehicle.speed),
                )
        if self._between is not None:
            other = self._make(self._between)
            other.reset(seed=seed)
            for _ in range(_STEPS_BETWEEN):
                other.step(self._action_for(other))
        return recorder.trace()

    def facts(self) -> Facts:
        """What the result depends on."""
        steps_hz = int(str(self._config["simulation_frequency"]))
        return {
            "between": self._between,
            "config": ", ".join(f"{name}={value}" for name, value in sorted(self._config.items())),
            "environment": self._environment,
            "gymnasium": self._gymnasium.__version__,
            "seeding": self._seeding,
            "step_ns": NS_PER_S // steps_hz,
            "synchronous": True,
            "version": self._version,
        }

    def close(self) -> None:
        """Close the environment."""
        if self._made is not None:
            self._made.close()

    def _make(self, name: str) -> Any:  # noqa: ANN401 - their environment
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # that there is a newer version
                made = self._gymnasium.make(name, config=self._config, disable_env_checker=True)
        except self._gymnasium.error.Error as error:
            raise InputError(
                f"there is no environment {name!r}: {error}",
                "scenario",
                "the id of one of highway-env's environments, like merge-v1",
            ) from None
        # Without the wrappers, which raise for a step after a crash.
        return made.unwrapped

    def _action_for(self, world: Any) -> object:  # noqa: ANN401
        """The action; for an environment with continuous actions zeros, unless it is a list."""
        space = world.action_space
        if getattr(space, "shape", ()) and not isinstance(self._action, Sequence):
            return np.zeros(space.shape)
        return self._action
