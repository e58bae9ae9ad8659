"""Predictors: what the objects around the ego may do.

General layout: `_abstract` (what a predictor is), `_log_future` (what was recorded),
`_constant_velocity` (straight ahead).
"""

from ._abstract import AbstractPredictor as AbstractPredictor
from ._abstract import PredictorInitialization as PredictorInitialization
from ._abstract import PredictorInput as PredictorInput
from ._abstract import PredictorReport as PredictorReport
from ._constant_velocity import ConstantVelocityPredictor as ConstantVelocityPredictor
from ._log_future import LogFuturePredictor as LogFuturePredictor

__all__ = [
    "AbstractPredictor",
    "ConstantVelocityPredictor",
    "LogFuturePredictor",
    "PredictorInitialization",
    "PredictorInput",
    "PredictorReport",
]
