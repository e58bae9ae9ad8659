"""Late samples, or late commands."""

from collections.abc import Iterator
from typing import Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from project_ghost.scenario.file.section import CheckContext, DelayNs, KeyPath, Problem

from ._abstract import ACTUATOR, AbstractPassingFault, actuator_problems, sensor_problems
from ._effects import FaultEffects, Window

__all__ = ["Latency"]


class Latency(AbstractPassingFault):
    """The samples of a sensor, or the commands to an actuator, are late."""

    kind: Literal["latency"]
    sensor: str | None = Field(default=None, description="the name of the sensor; or")
    actuator: str | None = Field(default=None, description=ACTUATOR)
    extra: DelayNs = Field(
        description="the delay; a whole number of samples of the sensor or the controller"
    )

    @model_validator(mode="after")
    def _is_of_one(self) -> "Latency":
        if (self.sensor is None) == (self.actuator is None):
            raise PydanticCustomError(
                "clash",
                "it is not clear what is late",
                {
                    "key": "actuator",
                    "expected": "either sensor or actuator",
                    "fix": "write one of the two",
                },
            )
        return self

    @property
    def part(self) -> str | None:
        """The sensor or actuator."""
        return self.sensor or self.actuator

    def problems(self, context: CheckContext, keys: KeyPath) -> Iterator[Problem]:
        """Report a sensor or an actuator that does not exist."""
        yield from super().problems(context, keys)
        if self.sensor is not None:
            yield from sensor_problems(context, keys, self.actor, self.sensor)
        if self.actuator is not None:
            yield from actuator_problems(context, keys, self.actor, self.actuator)

    def sensor_delay_ns(self, actor: str, sensor: str) -> int:
        """The delay that it adds to the samples of a sensor."""
        return self.extra if (self.actor, self.sensor) == (actor, sensor) else 0

    def add(self, effects: FaultEffects, number: int) -> None:
        """Delay the samples or the commands."""
        window = Window(number, *self.window_ns)
        if self.sensor is not None:
            effects.delay_samples(self.actor, self.sensor, window, self.extra)
        if self.actuator is not None:
            effects.delay_commands(self.actor, self.actuator, window, self.extra)
