"""Ids of environments for `gymnasium.make` and `gymnasium.make_vec`."""

import gymnasium
from gymnasium.envs.registration import namespace

from project_ghost import gym_environments

__all__ = ["register"]

_NAMESPACE = "ghost"


def register() -> None:
    """Register the ids, unless Gymnasium has found them by itself."""
    if not any(number.startswith(f"{_NAMESPACE}/") for number in gymnasium.registry):
        with namespace(_NAMESPACE):
            gym_environments.register()
