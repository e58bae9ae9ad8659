"""A sensor without samples."""

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from project_ghost.scenario.file.section import CheckContext, KeyPath, Problem

from ._abstract import AbstractPassingFault, sensor_problems
from ._effects import FaultEffects, Window

__all__ = ["SensorDropout"]


class SensorDropout(AbstractPassingFault):
    """All samples of a sensor are lost."""

    kind: Literal["sensor_dropout"]
    sensor: str = Field(description="the name of the sensor")

    @property
    def part(self) -> str:
        """The sensor."""
        return self.sensor

    def problems(self, context: CheckContext, keys: KeyPath) -> Iterator[Problem]:
        """Report a sensor that does not exist."""
        yield from super().problems(context, keys)
        yield from sensor_problems(context, keys, self.actor, self.sensor)

    def add(self, effects: FaultEffects, number: int) -> None:
        """Lose the samples."""
        effects.drop_samples(self.actor, self.sensor, Window(number, *self.window_ns))
