"""The true state with noise, in place of an estimator."""

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from project_ghost.estimation import NoisyGroundTruth
from project_ghost.scenario.draft import GraphDraft
from project_ghost.scenario.file.ranges import AngleSpread, Spread
from project_ghost.scenario.file.section import CheckContext, KeyPath, Problem, Sampled, Section
from project_ghost.scenario.sensors import TRUTH_SIGNALS

from ._abstract import AbstractEstimator, recorded_in_step_problems

__all__ = ["Declared", "NoisyTruth"]


class Declared(Section):
    """The standard deviations that a belief declares, each axis. Nothing checks them."""

    position_m: Spread = Field(description="of the position")
    velocity_mps: Spread = Field(description="of the velocity")
    attitude_rad: AngleSpread = Field(description="of the attitude, about the world's axes")
    accel_bias_mps2: Spread = Field(default=0.0, description="of the accelerometers' bias")
    gyro_bias_rps: Spread = Field(default=0.0, description="of the gyroscopes' bias")

    def covariance(self) -> list[list[float]]:
        """The matrix with the squares of the deviations on its diagonal."""
        deviations = (
            self.position_m,
            self.velocity_mps,
            self.attitude_rad,
            self.accel_bias_mps2,
            self.gyro_bias_rps,
        )
        matrix = [[0.0] * 15 for _ in range(15)]
        for i in range(15):
            matrix[i][i] = deviations[i // 3] * deviations[i // 3]
        return matrix


class NoisyTruth(Sampled, AbstractEstimator):
    """The true state with noise, and a covariance that the file declares."""

    kind: Literal["noisy_truth"]
    position_noise_m: Spread = Field(default=0.0, description="standard deviation, each axis")
    orientation_noise_rad: AngleSpread = Field(
        default=0.0, description="standard deviation about each axis"
    )
    velocity_noise_mps: Spread = Field(default=0.0, description="standard deviation, each axis")
    rate_noise_rps: Spread = Field(default=0.0, description="standard deviation, each axis")
    acceleration_noise_mps2: Spread = Field(
        default=0.0, description="standard deviation, each axis"
    )
    declared: Declared = Field(description="the covariance that it declares")

    def problems(self, context: CheckContext, keys: KeyPath) -> Iterator[Problem]:
        """Report a rate that does not fit the recording's."""
        yield from super().problems(context, keys)
        yield from recorded_in_step_problems(context, keys, self)

    def add_component(self, draft: GraphDraft, actor: str, name: str, full: str) -> None:
        """Add the component, which reads the true state."""
        noises = self.model_dump(exclude={"kind", "declared", *Sampled.model_fields})
        component = NoisyGroundTruth(declared=self.declared.covariance(), **noises)
        keys = ("actors", actor, "estimators", name)
        draft.add(keys, full, component, draft.group_of(self))
        for port in TRUTH_SIGNALS:
            draft.graph.connect(f"{draft.truths[actor]}.{port}", f"{full}.{port}")
