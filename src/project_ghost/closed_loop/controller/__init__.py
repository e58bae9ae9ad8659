"""Controllers of the ego: how its vehicle drives a plan.

General layout: `_abstract` (the interface), `_perfect`, `_log_playback`, `_two_stage` (the LQR
tracker on a model), `_own` (a class of the user's), `_scenario` (as the scenario says).
"""

from ._abstract import AbstractEgoController as AbstractEgoController
from ._log_playback import LogPlaybackController as LogPlaybackController
from ._own import AbstractStateController as AbstractStateController
from ._own import OwnController as OwnController
from ._perfect import PerfectTrackingController as PerfectTrackingController
from ._scenario import ScenarioEgoController as ScenarioEgoController
from ._two_stage import LQRTracker as LQRTracker
from ._two_stage import TrackerController as TrackerController
from ._two_stage import TwoStageController as TwoStageController

__all__ = [
    "AbstractEgoController",
    "AbstractStateController",
    "LQRTracker",
    "LogPlaybackController",
    "OwnController",
    "PerfectTrackingController",
    "ScenarioEgoController",
    "TrackerController",
    "TwoStageController",
]
