"""The scenarios that come with the package.

Why: ADR 19.
"""

import os
from functools import cache
from importlib.resources import files
from pathlib import Path

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean

__all__ = ["builtin_names", "builtin_path", "scenario_path"]

_SUFFIXES = (".yaml", ".yml")


@cache
def _folder() -> Path:
    return Path(str(files("project_ghost.scenario"))) / "builtin"


def builtin_names() -> tuple[str, ...]:
    """The names of the built-in scenarios, sorted."""
    return tuple(sorted(path.stem for path in _folder().glob("*.yaml")))


@checked_arguments
def builtin_path(name: str) -> Path:
    """The file of a built-in scenario."""
    if name not in builtin_names():
        beside = f"{name}.yaml"
        is_beside = bool(name) and Path(beside).is_file()
        raise InputError(
            f"there is no built-in scenario {name!r}"
            + (f", but a file {beside!r}" if is_beside else did_you_mean(name, builtin_names())),
            "",
            f"one of {', '.join(builtin_names())}; or a file",
            f"write {beside}"
            if is_beside
            else "`ghost scenario list` shows them; a file's name ends in .yaml",
        )
    return _folder() / f"{name}.yaml"


@checked_arguments
def scenario_path(name_or_file: str | Path) -> Path:
    """The file that a name or a path means: a path has a folder or ends in .yaml."""
    path = Path(name_or_file)
    is_name = isinstance(name_or_file, str) and not {"/", os.sep} & set(name_or_file)
    if is_name and path.suffix not in _SUFFIXES:
        return builtin_path(str(name_or_file))
    if is_name and path.stem in builtin_names() and not path.exists():
        raise InputError(
            f"there is no file {path.name!r} here",
            "",
            "a file, or the name of a built-in scenario",
            f"write {path.stem} for the built-in one",
        )
    return path
