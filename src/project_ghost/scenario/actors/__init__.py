"""The kinds of actors, one module each.

A module has the section of the file, its rules, and how actors of the kind are added to the
graph. `_abstract` has the base class of all kinds, `_on_route` that of actors on a route, `_flyer`
the scene's row of a flying actor.
"""

from ._abstract import AbstractActor as AbstractActor
from ._abstract import AnyActor as AnyActor

__all__ = ["AbstractActor", "AnyActor"]
