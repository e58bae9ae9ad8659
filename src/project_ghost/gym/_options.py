"""The choices that all environments have."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.duration import parse_duration_ns
from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.scenario import ScenarioFile

from ._scene import Scene, SceneOptions

__all__ = ["scene_from"]

_KNOWN = ("settings", "action", "period", "driver", "layouts", "ends")


def scene_from(
    scenario: str | Path | ScenarioFile,
    actors: str | Sequence[str] | int,
    options: Mapping[str, Any],
) -> Scene:
    """The scene of a scenario in which actions drive these cars, with the options of a user."""
    for name in options:
        if name not in _KNOWN:
            raise InputError(
                f"there is no option {name!r}{did_you_mean(name, _KNOWN)}",
                "project_ghost.gym",
                f"the documented ones, {', '.join(_KNOWN)} among them",
                "correct the name",
            )
    return _scene(scenario, actors, **options)


@checked_arguments
def _scene(
    scenario: str | Path | ScenarioFile,
    actors: str | Sequence[str] | int,
    *,
    settings: Sequence[str] = (),
    action: str | None = None,
    period: str | int | None = None,
    driver: Mapping[str, Any] | None = None,
    layouts: int = 1,
    ends: Sequence[str] = ("collision", "arrival"),
) -> Scene:
    keys: dict[str, Any] = dict(driver or {})
    if "kind" in keys:
        raise InputError(
            "the option `driver` has the key kind",
            "project_ghost.gym",
            "other keys of the driver `actions`",
            "leave it out: its kind is actions",
        )
    if action is not None:
        keys["action"] = action
    if period is not None:
        keys["period"] = parse_duration_ns(period, "period", "project_ghost.gym")
    names = (actors,) if isinstance(actors, str) else actors
    chosen = names if isinstance(names, int) else tuple(names)
    if not isinstance(chosen, int) and len(set(chosen)) < len(chosen):
        raise InputError(
            f"a car is named twice: {', '.join(chosen)}",
            "project_ghost.gym",
            "different cars",
            "name each once",
        )
    return Scene(SceneOptions(scenario, tuple(settings), chosen, keys, layouts, tuple(ends)))
