"""The ids `ghost/...` of `gymnasium.make`; Gymnasium loads them where Ghost is installed."""

__all__ = ["register"]

_ENV = "project_ghost.gym:ScenarioEnv"
_VECTOR_ENV = "project_ghost.gym:ScenarioVectorEnv"


def register() -> None:
    """Register `Scenario-v0`, which takes any `scenario`, and the built-in scenarios with cars.

    Gymnasium calls it within the namespace `ghost`. It imports nothing else of the package, so that
    `import gymnasium` stays as quick as before.
    """
    from gymnasium.envs.registration import register as add

    for name in ("Scenario", *_BUILT_IN):
        chosen = {} if name == "Scenario" else {"scenario": name}
        add(f"{name}-v0", entry_point=_ENV, vector_entry_point=_VECTOR_ENV, kwargs=chosen)


_BUILT_IN = (
    "motorway",
    "stress",
    "t-junction-1",
    "t-junction-2",
    "t-junction-3",
    "t-junction-4",
    "t-junction-5",
    "t-junction-6",
    "t-junction-7",
    "urban-crossing",
)
