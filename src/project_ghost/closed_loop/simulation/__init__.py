"""Simulations that ask a planner.

General layout: `_iteration` (the index and time of a step).
"""

from ._iteration import SimulationIteration as SimulationIteration

__all__ = ["SimulationIteration"]
