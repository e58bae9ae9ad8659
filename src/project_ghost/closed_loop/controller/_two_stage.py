"""Two stages: a tracker that turns a plan into commands, and a model that moves by them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

from project_ghost.closed_loop.errors import ClosedLoopValueError

from ._abstract import AbstractEgoController

if TYPE_CHECKING:
    from project_ghost.closed_loop.scenario import AbstractScenario

__all__ = ["LQRTracker", "TrackerController", "TwoStageController"]

_LATERAL = 3


@final
@dataclass(frozen=True)
class LQRTracker:
    """The parameters of the LQR tracker, with nuPlan's names and values."""

    q_longitudinal: Sequence[float] = (10.0,)
    r_longitudinal: Sequence[float] = (1.0,)
    q_lateral: Sequence[float] = (1.0, 10.0, 0.0)
    r_lateral: Sequence[float] = (1.0,)
    discretization_time: float = 0.1
    tracking_horizon: int = 10
    jerk_penalty: float = 1e-4
    curvature_rate_penalty: float = 1e-2
    stopping_proportional_gain: float = 0.5
    stopping_velocity: float = 0.2

    def __post_init__(self) -> None:
        for name, size in (
            ("q_longitudinal", 1),
            ("r_longitudinal", 1),
            ("q_lateral", _LATERAL),
            ("r_lateral", 1),
        ):
            given = getattr(self, name)
            if len(given) != size:
                raise ClosedLoopValueError(
                    f"{name} is {given!r}", "LQRTracker", f"a list of {size} numbers"
                )

    def keys(self) -> dict[str, Any]:
        """Keys of the section `tracking` of a driver."""
        return {
            "q_longitudinal": self.q_longitudinal[0],
            "r_longitudinal": self.r_longitudinal[0],
            "q_lateral": list(self.q_lateral),
            "r_lateral": self.r_lateral[0],
            "discretization_s": self.discretization_time,
            "horizon_steps": self.tracking_horizon,
            "jerk_penalty": self.jerk_penalty,
            "curvature_rate_penalty": self.curvature_rate_penalty,
            "stopping_gain": self.stopping_proportional_gain,
            "stopping_speed_mps": self.stopping_velocity,
        }


@final
class TwoStageController(AbstractEgoController):
    """The LQR tracker on nuPlan's kinematic bicycle."""

    def __init__(self, scenario: "AbstractScenario", tracker: LQRTracker | None = None) -> None:
        super().__init__(scenario)
        self._tracker = tracker or LQRTracker()

    def driver_keys(self) -> Mapping[str, Any]:
        """Keys of the driver's section."""
        return {"controller": "lqr", "tracking": self._tracker.keys()}


@final
class TrackerController(AbstractEgoController):
    """The LQR tracker on our model of the car, at the step of the engine.

    Its steering, its tyres, its faults and its contacts apply.
    """

    def __init__(self, scenario: "AbstractScenario", tracker: LQRTracker | None = None) -> None:
        super().__init__(scenario)
        self._tracker = tracker or LQRTracker()

    def driver_keys(self) -> Mapping[str, Any]:
        """Keys of the driver's section."""
        return {"controller": "tracker", "tracking": self._tracker.keys()}
