"""Check a run's determinism level against a required level."""

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.errors import InputError
from project_ghost.core.level import Level
from project_ghost.core.wording import did_you_mean

from ._prepared import PreparedRun

__all__ = ["require_level"]


@checked_arguments
def require_level(prepared: PreparedRun, level: Level | str) -> None:
    """Raise an error that names the weakest component if a run is below the level.

    Goldens, verification, benchmarks and studies mean nothing for a run below their level.
    """
    required = level if isinstance(level, Level) else _level_of(level)
    levels = prepared.levels()
    weak = [row for row in prepared.engine.plan.rows if levels[row.name] < required]
    if not weak:
        return
    first = min(weak, key=lambda row: levels[row.name])
    others = f"; so do {len(weak) - 1} others" if len(weak) > 1 else ""
    raise InputError(
        f"{first.name} promises only the level {levels[first.name]!s}{others}",
        f"{prepared.runnable.name}: {first.name}, a {type(first.component).__name__}",
        f"components of the level {required!s} or above",
        "require a lower level, or use components of a higher one",
    )


def _level_of(name: str) -> Level:
    by_name = {str(level): level for level in Level}
    if name not in by_name:
        raise InputError(
            f"there is no level {name!r}{did_you_mean(name, by_name)}",
            "require_level",
            f"one of {', '.join(by_name)}",
        )
    return by_name[name]
