"""The files of a command line."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from project_ghost.core.errors import InputError

from ._config import Config
from ._paths import absolute, exists, is_file

__all__ = ["display_path", "find_files"]

# Folders that are skipped, as hidden ones are.
_SKIPPED = frozenset({"__pycache__", "build", "dist", "node_modules", "site-packages", "venv"})


def find_files(paths: Iterable[Path], config: Config) -> list[Path]:
    """The Python files of some paths, each once, sorted.

    A file is included whatever its suffix is; of a folder all regular `.py` files below it are,
    except hidden ones. Files that the configuration excludes are never included.
    """
    files: dict[Path, Path] = {}
    for path in paths:
        if not exists(path):
            raise InputError(
                "there is no such file or folder", where=str(path), fix="check the path"
            )
        for file in [path] if is_file(path) else _below(path, config):
            if not config.excludes(file):
                files.setdefault(absolute(file), file)
    return [files[key] for key in sorted(files)]


def _below(folder: Path, config: Config) -> Iterator[Path]:
    def fail(error: OSError) -> None:
        raise InputError(
            f"a folder cannot be read: {error.strerror}", where=str(error.filename)
        ) from None

    for where, folders, files in os.walk(folder, onerror=fail):
        folders[:] = sorted(
            name
            for name in folders
            if name not in _SKIPPED
            and not name.startswith(".")
            and not config.excludes(Path(where, name))
        )
        for name in sorted(files):
            # The lock of an editor is a broken link, and reading a pipe would block.
            if name.endswith(".py") and not name.startswith(".") and is_file(Path(where, name)):
                yield Path(where, name)


def display_path(path: Path) -> str:
    """A path for reports, relative to the working directory if it is inside it."""
    whole, here = absolute(path), Path.cwd()
    return (whole.relative_to(here) if whole.is_relative_to(here) else whole).as_posix()
