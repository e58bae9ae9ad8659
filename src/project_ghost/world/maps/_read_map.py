"""Read a map file of any format."""

from pathlib import Path

from project_ghost.core.errors import InputError

from ._native import read_native
from ._road_map import RoadMap

__all__ = ["MAP_SUFFIXES", "read_map"]

_NATIVE = (".yaml", ".yml", ".json")
MAP_SUFFIXES = (*_NATIVE, ".xodr", ".xml")


def read_map(path: Path | str, data: bytes | None = None) -> RoadMap:
    """The map in a file: native (.yaml, .yml, .json), OpenDRIVE (.xodr), CommonRoad (.xml).

    With `data`, the file's content (from a recording, for example), the file is not opened.
    """
    suffix = Path(path).suffix.lower()
    if suffix in _NATIVE:
        return read_native(path, data)
    if suffix == ".xodr":
        from .opendrive import read_opendrive  # large, and no built-in map needs it

        return read_opendrive(path, data=data)
    if suffix == ".xml":
        from .commonroad import read_commonroad_map  # as above

        return read_commonroad_map(path, data)
    raise InputError(
        f"the file suffix {suffix!r} is not that of a map",
        str(path),
        "a native map (.yaml), OpenDRIVE (.xodr) or CommonRoad (.xml)",
        "rename the file if it is one of these",
    )
