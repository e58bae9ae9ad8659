"""Wheel odometry."""

from collections.abc import Iterator
from typing import ClassVar, Literal

from pydantic import Field

from project_ghost.core.errors import InputError
from project_ghost.engine import AbstractComponent
from project_ghost.models.sensors import WheelOdometry
from project_ghost.scenario.defaults import default_of
from project_ghost.scenario.file.ranges import Bias, BodySize, Spread
from project_ghost.scenario.file.section import CheckContext, KeyPath, Problem

from ._abstract import AbstractSensor

__all__ = ["Odometry"]


class Odometry(AbstractSensor):
    """Forward speed and yaw rate from the wheels."""

    component: ClassVar[type[AbstractComponent]] = WheelOdometry

    kind: Literal["odometry"]
    noise_mps: Spread = Field(
        default=default_of(WheelOdometry, "noise_mps"), description="of a wheel, standard deviation"
    )
    track_m: BodySize = Field(
        default=default_of(WheelOdometry, "track_m"), description="between the wheels of an axle"
    )
    bias_mps: Bias = Field(
        default=default_of(WheelOdometry, "bias_mps"), description="at the start, of both wheels"
    )
    bias_spread_mps: Spread = Field(
        default=default_of(WheelOdometry, "bias_spread_mps"),
        description="standard deviation at the start",
    )
    bias_walk: Spread = Field(
        default=default_of(WheelOdometry, "bias_walk"), description="m/s per sqrt(s)"
    )

    def problems(self, context: CheckContext, keys: KeyPath) -> Iterator[Problem]:
        """Report odometry on an actor without wheels."""
        yield from super().problems(context, keys)
        name = str(keys[1])
        actor = context.spec.actors[name]
        if not actor.has_wheels:
            yield (
                (*keys, "kind"),
                InputError(
                    f"{name} is a {actor.kind}, and has no wheels",
                    expected="wheel odometry on actors with wheels: cars",
                    fix="use a gnss or an imu, or put it on a car",
                ),
            )
