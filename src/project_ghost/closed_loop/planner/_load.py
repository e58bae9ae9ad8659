"""Planners by name: built in, of an installed package, or of a file."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterable, Mapping
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from project_ghost.closed_loop.errors import ENDING
from project_ghost.core.errors import InputError
from project_ghost.core.import_path import import_file, importable
from project_ghost.core.level import Level
from project_ghost.core.wording import did_you_mean

from ._abstract import AbstractPlanner
from ._options import SCENARIO, option_names, require_options

__all__ = ["builtin_planners", "check_options", "load_planner", "planner_class"]

# The modules of the built-in planners, which are imported when they are asked for.
_BUILTIN = {
    "simple": "project_ghost.closed_loop.planner._simple:SimplePlanner",
    "idm": "project_ghost.closed_loop.planner._idm:IDMPlanner",
    "log-future": "project_ghost.closed_loop.planner._log_future:LogFuturePlanner",
    "proposals": "project_ghost.closed_loop.planner.proposals:ProposalPlanner",
}

# Packages offer planners by short names under this group of entry points.
_ENTRY_POINTS = "ghost.planners"

_FORMS = "the name of a built-in planner, package.module:Class, or file.py:Class"


def builtin_planners() -> tuple[str, ...]:
    """The short names of the built-in planners."""
    return tuple(_BUILTIN)


def load_planner(
    text: str,
    folders: Iterable[Path | str] = (),
    options: Mapping[str, Any] | None = None,
    scenario: object = None,
) -> AbstractPlanner:
    """Make the planner of a name, with its options.

    Files and modules are looked for in `folders` and in the current folder. A planner that
    `requires_scenario` is given the scenario.
    """
    cls = planner_class(text, folders)
    given = dict(options or {})
    require_options(cls, text, given)
    if cls.requires_scenario:
        given[SCENARIO] = scenario
    return _made(cls, text, given)


def check_options(
    text: str, folders: Iterable[Path | str] = (), options: Mapping[str, Any] | None = None
) -> None:
    """Refuse options that the class of a planner does not take, before there is a scenario.

    A class that takes them by name and type may still refuse their values: with options, and if
    it needs no scenario, the planner is made once.
    """
    cls = planner_class(text, folders)
    given = dict(options or {})
    require_options(cls, text, given)
    if given and not cls.requires_scenario:
        _made(cls, text, given)


def _made(cls: type[AbstractPlanner], text: str, given: Mapping[str, Any]) -> AbstractPlanner:
    try:
        planner = cls(**given)
        level: object = planner.level
    except (InputError, *ENDING):
        raise
    except BaseException as error:
        raise InputError(
            f"the planner {text} cannot be made: {type(error).__name__}: {error}",
            f"{cls.__name__}({_shown(given)})",
            f"options that the planner accepts, of {option_names(cls)}",
            "correct driver.options, or the planner's __init__",
        ) from error
    if not isinstance(level, Level):
        raise InputError(
            f"the level of the planner {text} is {level!r:.60}",
            f"{cls.__name__}.level",
            "a Level of project_ghost.core.level",
            "write `level = Level.HOST`, or leave it out",
        )
    return planner


def _shown(given: Mapping[str, Any]) -> str:
    named = {key: value for key, value in given.items() if key != SCENARIO}
    return ", ".join(f"{key}={value!r}" for key, value in named.items())


def planner_class(text: str, folders: Iterable[Path | str] = ()) -> type[AbstractPlanner]:
    """The class of a planner's name."""
    places = [*map(Path, folders), Path()]
    found = next(iter(entry_points(group=_ENTRY_POINTS, name=text)), None)
    path = _BUILTIN.get(text) or (found.value if found is not None else text)
    module_name, colon, class_name = path.rpartition(":")
    if not colon or not module_name or not class_name:
        raise InputError(
            f"there is no planner {text!r}{did_you_mean(text, _BUILTIN)}",
            "planner",
            f"{_FORMS}; built in are {', '.join(_BUILTIN)}",
            "write mine.py:Mine for the class Mine of the file mine.py",
        )
    if module_name.endswith(".py"):
        module = _module_of_file(text, module_name, places)
    else:
        module = _module_of_name(text, module_name, places)
    return _class_of(text, module, class_name)


def _class_of(text: str, module: ModuleType, name: str) -> type[AbstractPlanner]:
    cls = getattr(module, name, None)
    if inspect.isclass(cls) and issubclass(cls, AbstractPlanner):
        if inspect.isabstract(cls):
            missing = ", ".join(sorted(cls.__abstractmethods__))
            raise InputError(
                f"the planner {text} lacks {missing}",
                "planner",
                "a class with all methods of AbstractPlanner",
                f"define {missing} in {name}",
            )
        return cls
    known = [
        each
        for each, thing in vars(module).items()
        if inspect.isclass(thing)
        and issubclass(thing, AbstractPlanner)
        and not inspect.isabstract(thing)
    ]
    what = "is no planner" if cls is not None else "does not exist"
    raise InputError(
        f"{name!r} in {module.__name__} {what}{did_you_mean(name, known)}",
        f"planner {text}",
        f"one of {', '.join(known)}" if known else "a subclass of AbstractPlanner in that module",
        "derive the class from project_ghost.closed_loop.planner.AbstractPlanner; planners that "
        "were written for nuPlan need `--nuplan-names`",
    )


def _module_of_name(text: str, name: str, folders: list[Path]) -> ModuleType:
    try:
        with importable(folders):
            return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{name}.".startswith(f"{error.name}."):
            raise InputError(
                f"there is no module {name!r}",
                f"planner {text}",
                _FORMS,
                "install the package, or name a file: mine.py:Mine",
            ) from None
        raise _broken(text, error) from error
    except ENDING:
        raise
    except BaseException as error:
        raise _broken(text, error) from error


def _module_of_file(text: str, name: str, folders: list[Path]) -> ModuleType:
    file = next((folder / name for folder in folders if (folder / name).is_file()), None)
    if file is None:
        looked = ", ".join(dict.fromkeys(str(folder.resolve()) for folder in folders))
        raise InputError(
            f"there is no file {name}", f"planner {text}", f"a file in {looked}", "correct the path"
        )
    try:
        return import_file(file, folders)
    except ENDING:
        raise
    except BaseException as error:
        raise _broken(text, error) from error


def _broken(text: str, error: BaseException) -> InputError:
    is_nuplan = (
        isinstance(error, ModuleNotFoundError)
        and str(error.name).startswith("nuplan")
        and "nuplan" not in sys.modules  # else the names are there, and this one is missing
    )
    return InputError(
        f"the planner {text} cannot be imported: {type(error).__name__}: {error}",
        "planner",
        "a module that can be imported",
        "add `--nuplan-names`, in Python nuplan_names.install()"
        if is_nuplan
        else "correct the module; the error above says where",
    )
