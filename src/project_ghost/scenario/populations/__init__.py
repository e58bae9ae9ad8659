"""Populations, many actors of one kind: one module for each kind.

A module has the section of the file, its rules, and how the population is added to the graph.
`_abstract` has the base classes, `_spawner` actors that appear and disappear during
the run, `_placement` the poses at the start, `_recorded_people` people who walk recorded ways.
"""

from ._abstract import AbstractPlacedPopulation as AbstractPlacedPopulation
from ._abstract import AbstractPopulation as AbstractPopulation
from ._abstract import AnyPopulation as AnyPopulation
from ._placement import Placed as Placed
from ._placement import spread_along as spread_along
from ._spawner import Spawner as Spawner

__all__ = [
    "AbstractPlacedPopulation",
    "AbstractPopulation",
    "AnyPopulation",
    "Placed",
    "Spawner",
    "spread_along",
]
