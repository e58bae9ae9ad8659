"""The sensors that an actor may carry: one module for each kind.

A module has the section of the file, its rules, and how the sensor is added to the graph; what
the sensor measures is in `models.sensors`. `_abstract` has the base class.
"""

from ._abstract import TRUTH_SIGNALS as TRUTH_SIGNALS
from ._abstract import AbstractSensor as AbstractSensor
from ._abstract import AnySensor as AnySensor
from ._abstract import ObjectList as ObjectList

__all__ = ["TRUTH_SIGNALS", "AbstractSensor", "AnySensor", "ObjectList"]
