"""The built-in maps."""

from functools import cache
from pathlib import Path

from ._read_map import MAP_SUFFIXES

__all__ = ["builtin_maps"]


@cache
def builtin_maps() -> dict[str, Path]:
    """The files of the built-in maps by name, sorted."""
    folder = Path(__file__).parent / "builtin"
    paths = sorted(path for path in folder.iterdir() if path.suffix in MAP_SUFFIXES)
    return {path.stem: path for path in paths}
