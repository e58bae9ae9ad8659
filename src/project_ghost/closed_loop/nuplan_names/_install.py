"""Make nuPlan's modules importable, where nuPlan itself is not installed."""

from __future__ import annotations

import importlib
import importlib.abc
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean

from ._names import ANYWHERE, NAMES

__all__ = ["install", "is_installed"]

_ROOT = "nuplan"
_PACKAGES = frozenset(
    ".".join(parts[:length])
    for parts in (module.split(".") for module in NAMES)
    for length in range(1, len(parts))
)


def is_installed() -> bool:
    """Whether `install` was called."""
    return any(isinstance(finder, _Finder) for finder in sys.meta_path)


def install() -> None:
    """Make the modules and names of nuPlan that planners use importable; they are ours.

    A planner that was written for nuPlan then runs unchanged. A name that Ghost lacks gives an
    ImportError that says so. Calling it again does nothing.
    """
    if is_installed():
        return
    if PathFinder.find_spec(_ROOT) is not None:
        raise InputError(
            "nuPlan itself is installed here",
            "nuplan_names.install",
            "an environment without it, because its classes and ours would be mixed",
            "use an environment without nuplan-devkit",
        )
    sys.meta_path.append(_Finder())


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the modules of nuPlan that Ghost has."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,  # noqa: ARG002 - Python's signature
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        """The spec of a module of nuPlan; others are not ours to find."""
        if fullname.partition(".")[0] != _ROOT:
            return None
        if fullname not in NAMES and fullname not in _PACKAGES:
            known = [*NAMES, *sorted(_PACKAGES)]
            raise ModuleNotFoundError(
                f"Ghost has no module {fullname!r} of nuPlan{did_you_mean(fullname, known)}; "
                "docs/planners.md lists those that it has",
                name=fullname,
            )
        return ModuleSpec(fullname, _Loader(), is_package=fullname in _PACKAGES)


class _Loader(importlib.abc.Loader):
    """Makes a module of nuPlan whose names are ours, imported when they are first used."""

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """An empty module that finds its names."""
        return _Module(spec.name, f"The names of {spec.name} that Ghost has.")

    def exec_module(self, module: ModuleType) -> None:
        """Say which names there are."""
        module.__all__ = sorted(NAMES.get(module.__name__, ()))  # type: ignore[attr-defined]


class _Module(ModuleType):
    """A module of nuPlan with names of ours."""

    def __getattr__(self, name: str) -> object:
        names = NAMES.get(self.__name__, {})
        if names and name in ANYWHERE:
            home, ours = names.get(name, ANYWHERE[name])
            value = getattr(importlib.import_module(home), ours)
            setattr(self, name, value)
            return value
        if name.startswith("__") or not names:
            # A package's attribute is a module, which the import system looks for next.
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        raise ImportError(
            f"Ghost has no {name!r} of {self.__name__!r}{did_you_mean(name, names)}; "
            f"it has {', '.join(sorted(names))}",
            name=self.__name__,
        )
