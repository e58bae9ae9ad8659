"""Ids of environments for `gymnasium.make` and `gymnasium.make_vec`."""

import gymnasium

from project_ghost.scenario import builtin_names

__all__ = ["register"]

_ENV, _VECTOR_ENV = "project_ghost.gym:ScenarioEnv", "project_ghost.gym:ScenarioVectorEnv"
# Built-in scenarios without a car at the start.
_WITHOUT_CARS = frozenset({"crowd", "quadrotor-figure-eight", "t-junction-5", "t-junction-6"})


def register() -> None:
    """Register `ghost/Scenario-v0`, which takes any `scenario`, and the built-in ones with cars."""
    for name in ("Scenario", *builtin_names()):
        number = f"ghost/{name}-v0"
        if name not in _WITHOUT_CARS and number not in gymnasium.registry:
            chosen = {} if name == "Scenario" else {"scenario": name}
            gymnasium.register(
                number, entry_point=_ENV, vector_entry_point=_VECTOR_ENV, kwargs=chosen
            )
