"""Names in vectors: of a variable (`Plant.velocity`), or of one number (`Plant.velocity[0]`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean

if TYPE_CHECKING:
    from ._model import Variable

__all__ = ["labels_of", "places_of", "require_places"]


def labels_of(variables: Sequence[Variable]) -> tuple[str, ...]:
    """Return the name of each number of a vector."""
    return tuple(label for variable in variables for label in variable.labels)


def places_of(variables: Sequence[Variable], name: str) -> list[int]:
    """Return the places of a variable or of one number; none where there is no such name."""
    for variable in variables:
        if variable.name == name:
            return list(range(variable.start, variable.start + variable.size))
    labels = labels_of(variables)
    return [labels.index(name)] if name in labels else []


def require_places(variables: Sequence[Variable], name: str, where: str) -> list[int]:
    """Return the places of a name; refuse an unknown one with the nearest."""
    places = places_of(variables, name)
    if not places:
        known = [variable.name for variable in variables]
        raise InputError(
            f"there is no {name!r}{did_you_mean(name, known)}",
            where,
            f"one of {', '.join(known)}" if known else "no name: there is nothing to name",
            "look at the names of the model's variables",
            key=name,
        )
    return places
