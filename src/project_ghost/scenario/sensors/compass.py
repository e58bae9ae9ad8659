"""A compass."""

from typing import ClassVar, Literal

from pydantic import Field

from project_ghost.engine import AbstractComponent
from project_ghost.models import sensors as models
from project_ghost.scenario.defaults import default_of
from project_ghost.scenario.file.ranges import Angle, AngleSpread, Spread

from ._abstract import AbstractSensor

__all__ = ["Compass"]


class Compass(AbstractSensor):
    """Heading."""

    component: ClassVar[type[AbstractComponent]] = models.Compass

    kind: Literal["compass"]
    noise_rad: AngleSpread = Field(
        default=default_of(models.Compass, "noise_rad"), description="standard deviation"
    )
    bias_rad: Angle = Field(
        default=default_of(models.Compass, "bias_rad"), description="at the start"
    )
    bias_spread_rad: AngleSpread = Field(
        default=default_of(models.Compass, "bias_spread_rad"),
        description="standard deviation at the start",
    )
    bias_walk: Spread = Field(
        default=default_of(models.Compass, "bias_walk"), description="rad per sqrt(s)"
    )
