"""Which files a command line means."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from project_ghost.core.errors import InputError

from ._config import Config
from ._paths import absolute, exists, is_file

__all__ = ["find_files", "shown"]

# Never looked into below a given folder; what is hidden neither.
_SKIPPED = frozenset({"__pycache__", "build", "dist", "node_modules", "site-packages", "venv"})


def find_files(paths: Iterable[Path], config: Config) -> list[Path]:
    """The Python files that some paths mean, each once, in order.

    A file is taken as it is given, whatever its ending; a folder gives the regular
    `.py` files below it, save hidden ones. What the configuration excludes is left out
    either way.
    """
    found: dict[Path, Path] = {}
    for path in paths:
        if not exists(path):
            raise InputError(
                "there is no such file or folder", where=str(path), fix="check the path"
            )
        for file in [path] if is_file(path) else _below(path, config):
            if not config.excludes(file):
                found.setdefault(absolute(file), file)
    return [found[key] for key in sorted(found)]


def _below(folder: Path, config: Config) -> Iterator[Path]:
    def refuse(error: OSError) -> None:
        raise InputError(
            f"a folder cannot be read: {error.strerror}", where=str(error.filename)
        ) from None

    for where, folders, files in os.walk(folder, onerror=refuse):
        folders[:] = sorted(
            name
            for name in folders
            if name not in _SKIPPED
            and not name.startswith(".")
            and not config.excludes(Path(where, name))
        )
        for name in sorted(files):
            # An editor's lock is a link to nowhere, and reading a pipe would wait for ever.
            if name.endswith(".py") and not name.startswith(".") and is_file(Path(where, name)):
                yield Path(where, name)


def shown(path: Path) -> str:
    """A path as reports show it: relative to the working directory where it is below it."""
    whole, here = absolute(path), Path.cwd()
    return (whole.relative_to(here) if whole.is_relative_to(here) else whole).as_posix()
