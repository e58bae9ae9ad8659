"""The scenario files that a name or a path stands for."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from project_ghost.core.document import read_document
from project_ghost.scenario import ScenarioFile, builtin_names, load_scenario, with_settings
from project_ghost.scenario.commonroad import commonroad_scenarios

__all__ = ["scenario_files"]

_SUFFIXES = (".yaml", ".yml", ".xml")


def scenario_files(
    name: str, settings: Sequence[str] = (), on_empty: Callable[[Path], object] | None = None
) -> Iterator[ScenarioFile]:
    """Yield the scenario of a built-in name or a file, or all scenarios below a folder.

    A CommonRoad file has one for each of its planning problems; `on_empty` is called with the path
    of one that has none.
    """
    path = Path(name)
    if name not in builtin_names() and path.is_dir():
        for each in sorted(each for each in path.rglob("*") if each.suffix.lower() in _SUFFIXES):
            if each.suffix.lower() == ".xml" or _is_scenario(each):
                yield from scenario_files(str(each), settings, on_empty)
    elif path.suffix.lower() == ".xml":
        files = commonroad_scenarios(path)
        if not files and on_empty is not None:
            on_empty(path)
        for file in files:
            yield with_settings(file, settings) if settings else file
    else:
        yield load_scenario(name, settings)


def _is_scenario(path: Path) -> bool:
    """Whether a YAML file is a scenario, and not a map or a schedule beside it."""
    return bool({"actors", "populations"} & set(read_document(path).entries()))
