"""Callbacks by name: built in, `package.module:Class` or `file.py:Class`."""

import inspect
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from project_ghost.core.errors import GhostError, InputError
from project_ghost.core.import_path import import_file, importable
from project_ghost.core.wording import did_you_mean
from project_ghost.sweep.file._sweep import CallbackChoice

from ._aggregation import AggregationCallback
from ._callback import SweepCallback
from ._publication import PublicationCallback
from ._summary import SummaryCallback
from ._time import TimeCallback
from ._validation import ValidationCallback

__all__ = ["load_callbacks"]

_BUILTIN: Mapping[str, type[SweepCallback]] = {
    "aggregation": AggregationCallback,
    "publication": PublicationCallback,
    "summary": SummaryCallback,
    "time": TimeCallback,
    "validation": ValidationCallback,
}
_FORMS = f"one of {', '.join(_BUILTIN)}, package.module:Class, or file.py:Class"


def load_callbacks(
    choices: Sequence[CallbackChoice], folders: Sequence[Path], where: str
) -> list[SweepCallback]:
    """Make the callbacks of these names, with their options.

    Files and modules are looked for in `folders`. A mistake is an error before the first run.
    """
    return [_made(choice, folders, where) for choice in choices]


def _made(choice: CallbackChoice, folders: Sequence[Path], where: str) -> SweepCallback:
    cls = _BUILTIN.get(choice.callback) or _class_of(choice.callback, folders, where)
    try:
        return cls(**choice.options)
    except GhostError:
        raise
    except Exception as error:
        raise InputError(
            f"the callback cannot be made: {type(error).__name__}: {error}",
            f"{where}, {choice.callback}",
            "options that its __init__ takes",
            "correct the options",
        ) from error


def _class_of(text: str, folders: Sequence[Path], where: str) -> type[SweepCallback]:
    module_name, colon, class_name = text.rpartition(":")
    if not colon or not module_name or not class_name:
        raise InputError(
            f"there is no callback {text!r}{did_you_mean(text, _BUILTIN)}",
            where,
            _FORMS,
            "write mine.py:Mine for the class Mine of the file mine.py",
        )
    try:
        module: Any = _module(module_name, folders)
    except Exception as error:
        raise InputError(
            f"the callback {text} cannot be imported: {type(error).__name__}: {error}",
            where,
            "a module that can be imported",
            "correct its name or its code",
        ) from error
    found = getattr(module, class_name, None)
    if inspect.isclass(found) and issubclass(found, SweepCallback):
        return found
    raise InputError(
        f"{class_name!r} in {module_name} {'is no callback' if found else 'does not exist'}",
        where,
        "a class derived from project_ghost.sweep.SweepCallback",
        "correct the name, or derive the class",
    )


def _module(name: str, folders: Sequence[Path]) -> object:
    if not name.endswith(".py"):
        with importable(folders):
            return import_module(name)
    file = next((each / name for each in folders if (each / name).is_file()), None)
    if file is None:
        raise FileNotFoundError(f"there is no file {name}")
    return import_file(file, folders)
