"""Wind for what flies, slippery places for what is on the ground."""

from typing import Any

from project_ghost.core.errors import GhostError
from project_ghost.models.surface import Surface
from project_ghost.models.wind import Wind
from project_ghost.scenario import spec
from project_ghost.scenario.spec import Quadrotor
from project_ghost.world.geometry import convex_pieces

from ._build import EVERY_STEP, Build
from ._map import corners

__all__ = ["add_weather"]


def add_weather(build: Build) -> None:
    """Let the wind blow on every quadrotor, and friction act on every plant that knows it."""
    _add_wind(build)
    _add_patches(build)


def _add_wind(build: Build) -> None:
    wind = build.spec.disturbances.wind
    flyers = [name for name, a in build.spec.actors.items() if isinstance(a, Quadrotor)]
    if wind is None or not flyers:
        return
    component = Wind(
        steady_mps=wind.velocity_mps,
        sigma_mps=wind.gust_std_mps,
        time_scale_s=wind.gust_time_s,
        **_gust(wind),
    )
    build.graph.add("Wind", component, EVERY_STEP)
    for name in flyers:
        build.graph.connect("Wind.wind", f"{name}.wind")


def _gust(wind: spec.Wind) -> dict[str, Any]:
    if wind.gust is None:
        return {}
    return {
        "gust_mps": wind.gust.peak_mps,
        "gust_start_ns": wind.gust.at,
        "gust_length_s": wind.gust.lasting / 1e9,
    }


def _add_patches(build: Build) -> None:
    polygons = []
    for name, patch in build.spec.disturbances.friction.items():
        outline = patch.polygon if patch.box is None else corners(patch.box)
        assert outline is not None, "a shape is a box or a polygon"
        try:
            pieces = convex_pieces(outline, name)
            Surface(1, polygons=[(piece, patch.friction) for piece in pieces])
        except GhostError as error:
            raise build.refused(("disturbances", "friction", name), error) from None
        polygons += [(piece, patch.friction) for piece in pieces]
    if not polygons:
        return
    graph = build.graph
    graph.add("Surface", Surface(build.rows, polygons=polygons), EVERY_STEP)
    graph.connect("Scene.bodies", "Surface.bodies")
    for table in build.tables:
        if "friction" in graph.components[table.name].inputs():
            graph.connect("Surface.friction", f"{table.name}.friction")
