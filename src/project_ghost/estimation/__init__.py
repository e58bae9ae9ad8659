"""Estimators: a vehicle's belief about its own state.

General layout: `_noisy_truth` (the truth with declared noise, as a component),
`_noisy_estimator` (the same as an object), `_error_state_filter` (a Kalman filter), which uses
`_motion` (propagation with an IMU), `_attitude` (small rotations), `_history` (past states),
`_measurements` (residuals and Jacobian rows of each sensor) and `_correction` (the update);
`_arrays` (the bundles of arrays), `_arrival_count` (marks new measurements for readers with
another rate), `_belief` (messages), `_require` (checks for constructors).
"""

from typing import TYPE_CHECKING

from project_ghost.core.lazy import lazy_names

from ._belief import BELIEF_SIGNALS as BELIEF_SIGNALS
from ._belief import belief_state as belief_state

if TYPE_CHECKING:
    from ._arrival_count import ArrivalCount as ArrivalCount
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

# Imported when they are first used: most runs have no estimator.
__getattr__ = lazy_names(
    __name__,
    {
        "_arrival_count": ("ArrivalCount",),
        "_error_state_filter": ("ErrorStateFilter",),
        "_noisy_estimator": ("NoisyGroundTruthConfig", "NoisyGroundTruthEstimator"),
        "_noisy_truth": ("NoisyGroundTruth",),
    },
)
