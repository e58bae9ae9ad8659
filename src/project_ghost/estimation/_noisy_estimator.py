"""The truth with declared noise, as an object for use outside an engine."""

from dataclasses import dataclass
from typing import Any, final

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputTypeError
from project_ghost.core.randomness import RandomSource
from project_ghost.hal.fields import Record, require_covariance, require_number, require_record
from project_ghost.hal.messages import GroundTruth
from project_ghost.state import (
    FlightStatus,
    MissionStatus,
    SensorHealthMap,
    VehicleState,
)

from ._arrays import BeliefOutputs
from ._belief import BELIEF_SIGNALS, belief_state
from ._noisy_truth import DRAWS, Disturbance, NoisyGroundTruth, Truth

_DEVIATIONS = (
    "position_noise_std_m",
    "orientation_noise_std_rad",
    "linear_velocity_noise_std_mps",
    "angular_velocity_noise_std_rps",
    "accel_body_noise_std_mps2",
)


@final
@dataclass(frozen=True, eq=False, slots=True)
class NoisyGroundTruthConfig(Record):
    """Noise levels and the declared covariance, which is never inferred from the noise."""

    position_noise_std_m: float
    orientation_noise_std_rad: float
    linear_velocity_noise_std_mps: float
    angular_velocity_noise_std_rps: float
    accel_body_noise_std_mps2: float
    declared_covariance_15x15: Floats
    random_source_label: str = "/estimation/noisy_gt"

    def __post_init__(self) -> None:
        where = "NoisyGroundTruthConfig"
        for name in _DEVIATIONS:
            self._check(name, require_number(getattr(self, name), name, where, 0.0))
        name = "declared_covariance_15x15"
        self._check(name, require_covariance(self.declared_covariance_15x15, name, where))
        if not isinstance(self.random_source_label, str):
            raise InputTypeError(
                f"random_source_label is {self.random_source_label!r}", where, "a text"
            )


@final
class NoisyGroundTruthEstimator:
    """`NoisyGroundTruth` outside an engine: equal to the component with the same label.

    The k-th call uses the draws of the k-th sample.
    """

    def __init__(self, *, config: NoisyGroundTruthConfig, random_source: RandomSource) -> None:
        where = "NoisyGroundTruthEstimator"
        require_record(NoisyGroundTruthConfig, config, "config", where)
        require_record(RandomSource, random_source, "random_source", where)
        self.config = config
        # ghost: allow[dynamic-label] a constant of the caller's
        self._random = random_source.child(config.random_source_label)
        self._sample = 0
        self._component = NoisyGroundTruth(
            position_noise_m=config.position_noise_std_m,
            orientation_noise_rad=config.orientation_noise_std_rad,
            velocity_noise_mps=config.linear_velocity_noise_std_mps,
            rate_noise_rps=config.angular_velocity_noise_std_rps,
            acceleration_noise_mps2=config.accel_body_noise_std_mps2,
            declared=config.declared_covariance_15x15,
        )

    def estimate(
        self,
        *,
        gt: GroundTruth,
        sensors_health: SensorHealthMap,
        flight: FlightStatus,
        mission: MissionStatus,
        stamp_wall_ns: int,
    ) -> VehicleState:
        """The truth with noise; reads no clock."""
        require_record(GroundTruth, gt, "gt", "NoisyGroundTruthEstimator.estimate")
        component = self._component
        out = BeliefOutputs(
            *(np.zeros(component.shape_of(name) or 1) for name in component.outputs())
        )
        truth = Truth(
            gt.position_enu_m,
            gt.orientation_q,
            gt.linear_velocity_world_mps,
            gt.angular_velocity_body_rps,
            gt.accel_body_mps2,
        )
        white = self._random.normals(self._sample, 1, DRAWS)[0]
        parameters: dict[str, Any] = dict(component.parameters)
        component.output(truth, Disturbance(**parameters, white=white), out)
        self._sample += 1
        return belief_state(
            stamp_sim_ns=gt.stamp_sim_ns,
            stamp_wall_ns=stamp_wall_ns,
            believed=out[: len(BELIEF_SIGNALS)],
            sensors_health=sensors_health,
            flight=flight,
            mission=mission,
        )
