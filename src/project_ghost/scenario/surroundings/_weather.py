"""Disturbances: wind, and ground with less grip."""

from typing import Any

from pydantic import Field

from project_ghost.core.errors import GhostError
from project_ghost.models.surface import Surface
from project_ghost.models.wind import Wind as WindModel
from project_ghost.scenario.draft import EVERY_STEP, GraphDraft
from project_ghost.scenario.file.ranges import Fraction01, Time, Wind3, WindSpread
from project_ghost.scenario.file.section import DurationNs, PeriodNs, Section
from project_ghost.world.geometry import convex_pieces

from ._scenery import Shape

__all__ = ["Disturbances", "FrictionPatch", "Gust", "Wind", "add_weather"]


class Gust(Section):
    """One gust with the profile of a 1 - cosine wave."""

    at: DurationNs = Field(description="the time at which it begins")
    lasting: PeriodNs = Field(description="its length")
    peak_mps: Wind3 = Field(description="the wind it adds at its peak [east, north, up]")


class Wind(Section):
    """A steady wind with turbulence."""

    velocity_mps: Wind3 = Field(
        default=(0.0, 0.0, 0.0), description="the steady part [east, north, up]"
    )
    gust_std_mps: WindSpread = Field(
        default=0.0, description="standard deviation of the turbulence, each axis"
    )
    gust_time_s: Time = Field(default=2.0, description="correlation time of the turbulence")
    gust: Gust | None = Field(default=None, description="one gust at a given time")

    def parameters(self) -> dict[str, Any]:
        """The parameters of the wind's component."""
        values: dict[str, Any] = {
            "steady_mps": self.velocity_mps,
            "sigma_mps": self.gust_std_mps,
            "time_scale_s": self.gust_time_s,
        }
        if self.gust is not None:
            values["gust_mps"] = self.gust.peak_mps
            values["gust_start_ns"] = self.gust.at
            values["gust_length_s"] = self.gust.lasting / 1e9
        return values


class FrictionPatch(Shape):
    """A piece of ground with its own friction."""

    friction: Fraction01 = Field(description="grip, where 1 is dry road")


class Disturbances(Section):
    """Wind and friction."""

    wind: Wind | None = Field(default=None, description="wind on actors that fly")
    friction: dict[str, FrictionPatch] = Field(
        default={}, description="pieces of ground with less grip, by name"
    )


def add_weather(draft: GraphDraft) -> None:
    """Add wind and friction, and connect them to all plants that have inputs for them."""
    _add_wind(draft)
    _add_friction(draft)


def _add_wind(draft: GraphDraft) -> None:
    wind = draft.spec.disturbances.wind
    targets = [
        name for name, component in draft.graph.components.items() if "wind" in component.inputs()
    ]
    if wind is None or not targets:
        return
    draft.graph.add("Wind", WindModel(**wind.parameters()), EVERY_STEP)
    for name in targets:
        draft.graph.connect("Wind.wind", f"{name}.wind")


def _add_friction(draft: GraphDraft) -> None:
    polygons = []
    for name, patch in draft.spec.disturbances.friction.items():
        try:
            pieces = convex_pieces(patch.outline, name)
            Surface(1, polygons=[(piece, patch.friction) for piece in pieces])
        except GhostError as error:
            raise draft.refused(("disturbances", "friction", name), error) from None
        polygons += [(piece, patch.friction) for piece in pieces]
    if not polygons:
        return
    graph = draft.graph
    graph.add("Surface", Surface(draft.rows, polygons=polygons), EVERY_STEP)
    graph.connect("Scene.bodies", "Surface.bodies")
    for table in draft.tables:
        if "friction" in graph.components[table.component].inputs():
            graph.connect("Surface.friction", f"{table.component}.friction")
