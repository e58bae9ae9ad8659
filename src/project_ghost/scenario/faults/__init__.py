"""The faults of a scenario: one module for each kind.

A module has the section of the file, its rules and its effect. `_abstract` has the base classes,
`_effects` adds the effects to the graph, and `_windows` has the components that know which
faults are active.
"""

from ._abstract import AbstractFault as AbstractFault
from ._abstract import AbstractPassingFault as AbstractPassingFault
from ._abstract import AnyFault as AnyFault
from ._effects import FaultEffects as FaultEffects
from ._effects import Window as Window
from ._effects import add_faults as add_faults

__all__ = [
    "AbstractFault",
    "AbstractPassingFault",
    "AnyFault",
    "FaultEffects",
    "Window",
    "add_faults",
]
