"""Crossings, stop lines, lights, signs, obstacles and areas of a map."""

from dataclasses import dataclass
from typing import TypeAlias, final

from project_ghost.world.maps.geometry._polyline import Point

from ._turn import Turn

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

# The colours of a light; a light's signal is an index into this.
COLOURS = ("red", "amber", "green")


@final
@dataclass(frozen=True)
class Crossing:
    """A pedestrian crossing; `lanes` are the lanes it crosses, if known."""

    id: str
    outline: Outline
    lanes: tuple[str, ...] = ()


@final
@dataclass(frozen=True)
class StopLine:
    """A stop line across one lane; `light` is the light that controls it, empty for none."""

    id: str
    lane: str
    at_m: float
    light: str = ""


@final
@dataclass(frozen=True)
class Light:
    """A traffic light: the position and heading of its head, and the lanes it controls.

    It is for traffic that goes on in one of `turns`; for all if there is none.
    """

    id: str
    position: Point
    heading_rad: float = 0.0
    lanes: tuple[str, ...] = ()
    turns: tuple[Turn, ...] = ()


@final
@dataclass(frozen=True)
class LightPhase:
    """One phase of a program: its duration, and the colour of each light."""

    duration_ns: int
    shows: tuple[str, ...]


@final
@dataclass(frozen=True)
class LightProgram:
    """Phases that repeat for ever; the first one begins at `offset_ns`."""

    id: str
    lights: tuple[str, ...]
    phases: tuple[LightPhase, ...]
    offset_ns: int = 0

    @property
    def cycle_ns(self) -> int:
        """The duration of one cycle of all phases."""
        total_ns = 0
        for phase in self.phases:
            total_ns += phase.duration_ns
        return total_ns


@final
@dataclass(frozen=True)
class Controller:
    """Lights that OpenDRIVE groups under one controller; it specifies no times."""

    id: str
    name: str
    lights: tuple[str, ...]


@final
@dataclass(frozen=True)
class Sign:
    """A traffic sign with the codes given in the map; not a traffic light."""

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
    """A static obstacle with a counter-clockwise outline.

    A round obstacle also has `radius_m` about `centre`; its outline encloses the circle.
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
    """An area on the ground: walkable ground or a parking space."""

    id: str
    kind: str
    outline: Outline
