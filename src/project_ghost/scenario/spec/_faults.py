"""What goes wrong, and when."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from project_ghost.scenario.file.section import DelayNs, DurationNs, PeriodNs, Section

__all__ = ["Fault", "Kill", "Latency", "SensorDropout", "StuckActuator"]

_ACTUATOR = "which: steering, accelerator, or motor0 to motor3"


class _Fault(Section):
    at: DurationNs = Field(description="when it begins; whole steps, within the duration")
    actor: str = Field(description="whose")


class _PassingFault(_Fault):
    lasting: PeriodNs | None = Field(
        default=None, description="for how long, whole steps; left out: to the end"
    )


class SensorDropout(_PassingFault):
    """A sensor is silent."""

    kind: Literal["sensor_dropout"]
    sensor: str = Field(description="which of its sensors")


class StuckActuator(_PassingFault):
    """An actuator stays where it is."""

    kind: Literal["stuck_actuator"]
    actuator: str = Field(description=_ACTUATOR)


class Latency(_PassingFault):
    """A sensor's samples, or the commands to an actuator, come later than they should."""

    kind: Literal["latency"]
    sensor: str | None = Field(default=None, description="which of its sensors; or")
    actuator: str | None = Field(default=None, description=_ACTUATOR)
    extra: DelayNs = Field(
        description="how much later; whole samples of the sensor, or of what commands"
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


class Kill(_Fault):
    """The actor vanishes."""

    kind: Literal["kill"]


Fault: TypeAlias = Annotated[
    SensorDropout | StuckActuator | Latency | Kill, Field(discriminator="kind")
]
