"""What stands on, beside and over the lanes."""

from dataclasses import dataclass
from typing import TypeAlias, final

from ._polyline import Point

__all__ = [
    "COLOURS",
    "Area",
    "Controller",
    "Crossing",
    "Light",
    "LightPhase",
    "LightProgram",
    "Obstacle",
    "Outline",
    "Sign",
    "StopLine",
]

Outline: TypeAlias = tuple[tuple[float, float], ...]

# The colours of a light by their number, as the engine's signals have them.
COLOURS = ("red", "amber", "green")


@final
@dataclass(frozen=True)
class Crossing:
    """Where people cross; `lanes` are those it lies on, where that is known."""

    id: str
    outline: Outline
    lanes: tuple[str, ...] = ()


@final
@dataclass(frozen=True)
class StopLine:
    """A line across one lane; `light` is the one that it belongs to, empty for none."""

    id: str
    lane: str
    at_m: float
    light: str = ""


@final
@dataclass(frozen=True)
class Light:
    """A traffic light: where its head is, which way it looks, whom it is for."""

    id: str
    position: Point
    heading_rad: float = 0.0
    lanes: tuple[str, ...] = ()


@final
@dataclass(frozen=True)
class LightPhase:
    """For how long each light of a program shows which colour."""

    duration_ns: int
    shows: tuple[str, ...]


@final
@dataclass(frozen=True)
class LightProgram:
    """Phases that follow each other for ever; the first one begins at `offset_ns`."""

    id: str
    lights: tuple[str, ...]
    phases: tuple[LightPhase, ...]
    offset_ns: int = 0

    @property
    def cycle_ns(self) -> int:
        """How long it takes until everything begins anew."""
        total_ns = 0
        for phase in self.phases:
            total_ns += phase.duration_ns
        return total_ns


@final
@dataclass(frozen=True)
class Controller:
    """Lights that OpenDRIVE puts under one control; it gives no times."""

    id: str
    name: str
    lights: tuple[str, ...]


@final
@dataclass(frozen=True)
class Sign:
    """A sign that is no traffic light, as the map's author coded it."""

    id: str
    name: str
    code: str
    position: Point
    heading_rad: float = 0.0
    value: str = ""
    lanes: tuple[str, ...] = ()


@final
@dataclass(frozen=True)
class Obstacle:
    """Something that does not move and is in the way: its outline, counter-clockwise.

    What is round has `radius_m` about `centre`, and an outline that goes around it.
    """

    id: str
    kind: str
    outline: Outline
    height_m: float = 0.0
    centre: tuple[float, float] = (0.0, 0.0)
    radius_m: float = 0.0


@final
@dataclass(frozen=True)
class Area:
    """A part of the ground: where people may walk, or a space to park in."""

    id: str
    kind: str
    outline: Outline
