"""What stands for the functions that components may call, by the kind of mathematics."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from project_ghost.core import dmath
from project_ghost.symbolic.math import SAFE_ARGUMENTS, functions, outside
from project_ghost.symbolic.math._selection import exact_building
from project_ghost.symbolic.reading import MOST_SELECTIONS, Algebra, Partial, Reader

if TYPE_CHECKING:
    from project_ghost.symbolic.model._model import Math


@cache
def _vocabulary(kind: Math) -> dict[Callable[..., Any], Partial]:
    with exact_building():
        return {
            getattr(dmath, name): Partial(call, outside(name), SAFE_ARGUMENTS.get(name, ()))
            for name, call in functions(kind).items()
        }


def reader_for(
    kind: Math, *, frees_limits: bool = False, most_selections: int = MOST_SELECTIONS
) -> Reader:
    """A reader of components."""
    algebra = Algebra(exact=kind == "portable")
    return Reader(
        _vocabulary(kind), algebra, frees_limits=frees_limits, most_selections=most_selections
    )
