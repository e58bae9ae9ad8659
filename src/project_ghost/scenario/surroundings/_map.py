"""The map of a scenario: a built-in one, or a file."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, final

from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.scenario.file.named import folder_for, is_file, read_bytes
from project_ghost.world.maps import MAP_SUFFIXES, RoadMap, builtin_maps, read_map

if TYPE_CHECKING:
    from project_ghost.scenario.file._load import ScenarioFile

__all__ = ["MapFile", "map_file"]

_MAPS_KEPT = 4


@final
@dataclass(frozen=True)
class MapFile:
    """The bytes of a map; a recording of its run has the same."""

    path: Path
    data: bytes
    is_builtin: bool

    @property
    def name(self) -> str:
        """The name of the file."""
        return self.path.name

    def read(self) -> RoadMap:
        """The map."""
        if self.path.suffix.lower() == ".xml":
            from project_ghost.scenario.commonroad import commonroad_map  # large, and rarely used

            return commonroad_map(self.path, self.data)
        return _read(self.path, self.data)


# Maps do not change, and runs of a sweep that differ in a parameter share one.
@lru_cache(_MAPS_KEPT)
def _read(path: Path, data: bytes) -> RoadMap:
    return read_map(path, data)


def map_file(file: "ScenarioFile") -> MapFile | None:
    """The map that the scenario names.

    A built-in map, one that is attached to the scenario, or a file beside it. A recording reads
    only what it carries, unless a setting of the user's names the map.
    """
    name = file.spec.map
    if name is None:
        return None
    known = builtin_maps()
    attached = file.attached.get(Path(name).name)
    if name not in known and attached is not None:
        return MapFile(Path(name), attached, is_builtin=False)
    folder = Path() if name in known else folder_for(file, ("map",), name, "map")
    path = known.get(name, folder / name)
    if not is_file(path):
        beside = [p.name for p in folder.glob("*") if p.suffix in MAP_SUFFIXES]
        raise file.refused(
            ("map",),
            InputError(
                f"there is no map {name[:80]!r}{did_you_mean(name, [*known, *sorted(beside)])}",
                expected=f"one of {', '.join(known)}; or a file beside the scenario",
                fix="correct the name, or put the map's file there",
            ),
        )
    data = read_bytes(file, ("map",), name, "map", path)
    return MapFile(path, data, is_builtin=name in known)
