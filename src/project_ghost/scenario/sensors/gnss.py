"""A satellite receiver."""

from typing import ClassVar, Literal

from pydantic import Field

from project_ghost.engine import AbstractComponent
from project_ghost.models.sensors import Gnss
from project_ghost.scenario.defaults import default_of
from project_ghost.scenario.file.ranges import Bias, Spread, SpreadPerAxis

from ._abstract import AbstractSensor

__all__ = ["GNSS"]


class GNSS(AbstractSensor):
    """Position and velocity in the world frame."""

    component: ClassVar[type[AbstractComponent]] = Gnss

    kind: Literal["gnss"]
    position_noise_m: SpreadPerAxis = Field(
        default=default_of(Gnss, "position_noise_m"),
        description="standard deviation, of each axis or of all",
    )
    velocity_noise_mps: SpreadPerAxis = Field(
        default=default_of(Gnss, "velocity_noise_mps"),
        description="standard deviation, of each axis or of all",
    )
    bias_m: Bias = Field(default=default_of(Gnss, "bias_m"), description="at the start, each axis")
    bias_spread_m: Spread = Field(
        default=default_of(Gnss, "bias_spread_m"), description="standard deviation at the start"
    )
    bias_walk: Spread = Field(default=default_of(Gnss, "bias_walk"), description="m per sqrt(s)")
