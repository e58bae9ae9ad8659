"""A map file of any kind that is read."""

from pathlib import Path

from project_ghost.core.errors import InputError

from ._native import read_native
from ._road_map import RoadMap
from .opendrive import read_opendrive

__all__ = ["MAP_SUFFIXES", "read_map"]

_NATIVE = (".yaml", ".yml", ".json")
MAP_SUFFIXES = (*_NATIVE, ".xodr")


def read_map(path: Path | str, data: bytes | None = None) -> RoadMap:
    """The map of a file: our own (.yaml, .yml, .json) or OpenDRIVE (.xodr).

    `data` is what the file holds, where it is not to be opened: a map out of a recording.
    """
    suffix = Path(path).suffix.lower()
    if suffix in _NATIVE:
        return read_native(path, data)
    if suffix == ".xodr":
        return read_opendrive(path, data=data)
    raise InputError(
        f"a file that ends in {suffix!r} is not read as a map",
        str(path),
        "a map of our own (.yaml) or OpenDRIVE (.xodr)",
        "rename the file, if it is one of them",
    )
