"""The actors that a scenario may name: one module for each kind.

A module has the section of the file, its rules, and how actors of the kind are added to the
graph. `_abstract` has what all kinds share, `_flyer` the scene's row of an actor that flies.
"""

from ._abstract import AbstractActor as AbstractActor
from ._abstract import AnyActor as AnyActor

__all__ = ["AbstractActor", "AnyActor"]
