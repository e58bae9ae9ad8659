"""What a predictor is."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, fields
from math import fsum
from statistics import median, pstdev
from typing import TYPE_CHECKING, Any, Self, final

import numpy as np

from project_ghost.closed_loop.observation import DetectionsTracks, Observation

if TYPE_CHECKING:
    from project_ghost.closed_loop.history import SimulationHistoryBuffer
    from project_ghost.closed_loop.map import MapApi, TrafficLightStatusData
    from project_ghost.closed_loop.simulation import SimulationIteration

__all__ = [
    "AbstractPredictor",
    "PredictorInitialization",
    "PredictorInput",
    "PredictorReport",
]


@final
@dataclass(frozen=True)
class PredictorInitialization:
    """What a predictor is told before the first step."""

    map_api: MapApi | None


@final
@dataclass(frozen=True)
class PredictorInput:
    """What a predictor is told at each step."""

    iteration: SimulationIteration
    history: SimulationHistoryBuffer
    traffic_light_data: Sequence[TrafficLightStatusData] | None = None


@dataclass(frozen=True)
class PredictorReport:
    """The runtimes of each step, in seconds."""

    compute_predictions_runtimes: list[float]

    def compute_summary_statistics(self) -> dict[str, float]:
        """The mean, median, standard deviation and 95th percentile of each field."""
        summary = {}
        for field in fields(self):
            values = getattr(self, field.name) or [0.0]
            summary[f"{field.name}_mean"] = fsum(values) / len(values)
            summary[f"{field.name}_median"] = median(values)
            summary[f"{field.name}_95_percentile"] = float(np.percentile(values, 95))
            summary[f"{field.name}_std"] = pstdev(values)
        return summary


class AbstractPredictor(ABC):
    """Says what the objects around the ego may do: detections whose agents have predictions."""

    requires_scenario: bool = False

    _compute_predictions_runtimes: list[float]

    def __new__(cls, *args: Any, **options: Any) -> Self:  # noqa: ANN401, ARG004 - of any predictor
        """Make a predictor whose own `__init__` need not call this class's."""
        predictor = super().__new__(cls)
        predictor._compute_predictions_runtimes = []
        return predictor

    @abstractmethod
    def name(self) -> str:
        """The name of the predictor."""

    @abstractmethod
    def initialize(self, initialization: PredictorInitialization) -> None:
        """Take what is known before the first step."""

    @abstractmethod
    def observation_type(self) -> type[Observation]:
        """What the predictor wants to see."""

    @abstractmethod
    def compute_predicted_trajectories(self, current_input: PredictorInput) -> DetectionsTracks:
        """The present detections, their agents with predictions."""

    def compute_predictions(self, current_input: PredictorInput) -> DetectionsTracks:
        """The same, with its runtime noted for the report, also where it raises."""
        # ghost: allow[wall-clock] for the report only; no result of a run depends on it
        started = time.perf_counter()
        try:
            return self.compute_predicted_trajectories(current_input)
        finally:
            # ghost: allow[wall-clock] for the report only
            self._compute_predictions_runtimes.append(time.perf_counter() - started)

    def generate_predictor_report(self, clear_stats: bool = True) -> PredictorReport:  # noqa: FBT001, FBT002 - nuPlan's signature
        """The runtimes so far, which are then forgotten."""
        report = PredictorReport(list(self._compute_predictions_runtimes))
        if clear_stats:
            self._compute_predictions_runtimes = []
        return report
