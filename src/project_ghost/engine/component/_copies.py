"""Copies of components: each run and each node of a graph has its own objects."""

import copy
from typing import TypeVar

from project_ghost.core.errors import InputError

from ._components import AbstractComponent

C = TypeVar("C", bound=AbstractComponent)


def fresh_copy(component: C, where: str) -> C:
    """A deep copy of a component, before it has run."""
    try:
        return copy.deepcopy(component)
    except Exception as error:
        raise InputError(
            f"it cannot be copied: {type(error).__name__}: {error}",
            f"{where}, {type(component).__name__}",
            "a component that can be copied, because every run begins with a fresh one",
            "open files, locks and connections in its first call, or define __deepcopy__",
        ) from error
