"""A satellite receiver."""

from typing import ClassVar, Literal

from pydantic import Field

from project_ghost.engine import AbstractComponent
from project_ghost.models.sensors import Gnss
from project_ghost.scenario.file.ranges import Bias, Spread

from ._abstract import AbstractSensor

__all__ = ["GNSS"]


class GNSS(AbstractSensor):
    """Position and velocity in the world frame."""

    component: ClassVar[type[AbstractComponent]] = Gnss

    kind: Literal["gnss"]
    position_noise_m: Spread | None = Field(
        default=None, description="standard deviation, each axis"
    )
    velocity_noise_mps: Spread | None = Field(
        default=None, description="standard deviation, each axis"
    )
    bias_m: Bias | None = Field(default=None, description="at the start, each axis")
    bias_spread_m: Spread | None = Field(
        default=None, description="standard deviation at the start"
    )
    bias_walk: Spread | None = Field(default=None, description="m per sqrt(s)")
