"""The choices that all environments have."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from project_ghost.core.duration import parse_duration_ns
from project_ghost.scenario import ScenarioFile

from ._scene import Scene, SceneOptions

__all__ = ["scene_from"]


def scene_from(
    scenario: str | Path | ScenarioFile,
    *,
    settings: Sequence[str] = (),
    actors: str | Sequence[str] | int = 1,
    action: str | None = None,
    period: str | int | None = None,
    driver: Mapping[str, Any] | None = None,
    layouts: int = 1,
    ends: Sequence[str] = ("collision", "arrival"),
) -> Scene:
    """The scene of a scenario, with these choices; `driver` has further keys of the driver."""
    keys: dict[str, Any] = dict(driver or {})
    if action is not None:
        keys["action"] = action
    if period is not None:
        keys["period"] = parse_duration_ns(period, "period", "project_ghost.gym")
    names = (actors,) if isinstance(actors, str) else actors
    chosen = names if isinstance(names, int) else tuple(names)
    return Scene(SceneOptions(scenario, tuple(settings), chosen, keys, layouts, tuple(ends)))
