"""Wind for what flies."""

from project_ghost.models.wind import Wind
from project_ghost.scenario.spec import Quadrotor

from ._build import EVERY_STEP, Build

__all__ = ["add_weather"]


def add_weather(build: Build) -> None:
    """Let the wind blow on every quadrotor."""
    wind = build.spec.disturbances.wind
    flyers = [name for name, a in build.spec.actors.items() if isinstance(a, Quadrotor)]
    if wind is None or not flyers:
        return
    component = Wind(
        steady_mps=wind.velocity_mps,
        sigma_mps=wind.gust_std_mps,
        time_scale_s=wind.gust_time_s,
    )
    build.graph.add("Wind", component, EVERY_STEP)
    for name in flyers:
        build.graph.connect("Wind.wind", f"{name}.wind")
