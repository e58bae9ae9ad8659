"""What goes wrong, and when."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from ._section import DurationNs, PeriodNs, Section

__all__ = ["Fault", "Kill", "Latency", "SensorDropout", "StuckActuator"]


class _Fault(Section):
    at: DurationNs = Field(description="when it begins")
    actor: str = Field(description="whose")


class SensorDropout(_Fault):
    """A sensor is silent."""

    kind: Literal["sensor_dropout"]
    sensor: str = Field(description="which of its sensors")
    lasting: PeriodNs | None = Field(default=None, description="for how long; left out: to the end")


class StuckActuator(_Fault):
    """An actuator stays where it is."""

    kind: Literal["stuck_actuator"]
    actuator: str = Field(description="which: steering, accelerator, or motor0 to motor3")
    lasting: PeriodNs | None = Field(default=None, description="for how long; left out: to the end")


class Latency(_Fault):
    """A sensor's samples come later than they should."""

    kind: Literal["latency"]
    sensor: str = Field(description="which of its sensors")
    extra: PeriodNs = Field(description="how much later; whole samples")
    lasting: PeriodNs | None = Field(default=None, description="for how long; left out: to the end")


class Kill(_Fault):
    """The actor vanishes."""

    kind: Literal["kill"]


Fault: TypeAlias = Annotated[
    SensorDropout | StuckActuator | Latency | Kill, Field(discriminator="kind")
]
