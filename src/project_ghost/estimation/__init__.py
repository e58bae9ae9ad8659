"""Estimators: what a vehicle believes about itself.

General layout: `_noisy_truth` is the truth with declared noise, as a component, and
`_noisy_estimator` the same as an object; `_error_state_filter` is a Kalman filter, made of
`_motion` (how state and covariance go on with an IMU), `_history` (what was a little ago),
`_measurements` (what a sensor says of the error) and `_correction` (taking that in);
`_arrival_count` tells readers of another rate what is new; `_belief` makes messages of both.
"""

from ._arrival_count import ArrivalCount as ArrivalCount
from ._belief import BELIEF_SIGNALS as BELIEF_SIGNALS
from ._belief import belief_state as belief_state
from ._error_state_filter import ErrorStateFilter as ErrorStateFilter
from ._noisy_estimator import NoisyGroundTruthConfig as NoisyGroundTruthConfig
from ._noisy_estimator import NoisyGroundTruthEstimator as NoisyGroundTruthEstimator
from ._noisy_truth import NoisyGroundTruth as NoisyGroundTruth

__all__ = [
    "BELIEF_SIGNALS",
    "ArrivalCount",
    "ErrorStateFilter",
    "NoisyGroundTruth",
    "NoisyGroundTruthConfig",
    "NoisyGroundTruthEstimator",
    "belief_state",
]
