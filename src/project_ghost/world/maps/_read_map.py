"""Read a map file of any format."""

from collections.abc import Iterable
from pathlib import Path

from project_ghost.core.errors import InputError

from .model._furniture import Area, Crossing, Light, Obstacle, Sign
from .model._road_map import RoadMap
from .native._read import read_native

__all__ = ["MAP_SUFFIXES", "read_map", "within_reach"]

_FARTHEST_M = 1e8
_NATIVE = (".yaml", ".yml", ".json")
MAP_SUFFIXES = (*_NATIVE, ".xodr", ".xml")


def read_map(path: Path | str, data: bytes | None = None) -> RoadMap:
    """The map in a file: native (.yaml, .yml, .json), OpenDRIVE (.xodr), CommonRoad (.xml).

    With `data`, the file's content (from a recording, for example), the file is not opened.
    """
    suffix = Path(path).suffix.lower()
    if suffix in _NATIVE:
        return within_reach(read_native(path, data), path)
    if suffix == ".xodr":
        from .opendrive import read_opendrive  # large, and no built-in map needs it

        return within_reach(read_opendrive(path, data=data), path)
    if suffix == ".xml":
        from .commonroad import read_commonroad_map  # as above

        return within_reach(read_commonroad_map(path, data), path)
    raise InputError(
        f"the file suffix {suffix!r} is not that of a map",
        str(path),
        "a native map (.yaml), OpenDRIVE (.xodr) or CommonRoad (.xml)",
        "rename the file if it is one of these",
    )


def within_reach(found: RoadMap, path: Path | str) -> RoadMap:
    """Refuse coordinates that no map has: lengths and areas of them would not be finite."""
    for lane in found.lanes:
        if not _is_near(max(map(abs, point)) for point in (*lane.points, lane.widths_m)):
            raise _too_far(f"lane {lane.id[:80]!r}", path)
    shapes: tuple[Obstacle | Crossing | Area, ...] = (
        *found.obstacles,
        *found.crossings,
        *found.areas,
    )
    for thing in shapes:
        if not _is_near(max(map(abs, corner)) for corner in thing.outline):
            raise _too_far(f"{type(thing).__name__.lower()} {thing.id[:80]!r}", path)
    marks: tuple[Light | Sign, ...] = (*found.lights, *found.signs)
    for mark in marks:
        if not _is_near(map(abs, mark.position)):
            raise _too_far(f"{type(mark).__name__.lower()} {mark.id[:80]!r}", path)
    return found


def _is_near(distances_m: Iterable[float]) -> bool:
    return all(each <= _FARTHEST_M for each in distances_m)


def _too_far(what: str, path: Path | str) -> InputError:
    return InputError(
        f"{what} has a coordinate or a width beyond {_FARTHEST_M:g} m",
        str(path),
        "finite metres on the earth",
        "check the units of the map",
    )
