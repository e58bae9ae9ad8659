"""The estimators that an actor may have: one module for each kind.

A module has the section of the file, its rules, and how the estimator is added to the graph; the
arithmetic is in `estimation`. `_abstract` has the base class.
"""

from ._abstract import AbstractEstimator as AbstractEstimator
from ._abstract import AnyEstimator as AnyEstimator
from ._abstract import publish_state as publish_state

__all__ = ["AbstractEstimator", "AnyEstimator", "publish_state"]
