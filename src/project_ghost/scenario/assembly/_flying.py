"""Quadrotors: the cascade, what they fly, and their row in the scene."""

from typing import Any

from project_ghost.core.dmath import sqrt
from project_ghost.engine import AbstractComponent
from project_ghost.models.quadrotor import FigureEight, Steps, add_flight
from project_ghost.models.quadrotor import Quadrotor as QuadrotorPlant
from project_ghost.scenario.components import Flyer
from project_ghost.scenario.spec import Quadrotor

from ._build import EVERY_STEP, Build, Footprint
from ._tables import Table

__all__ = ["add_quadrotor"]

_HEIGHT_M = 0.15


def add_quadrotor(build: Build, table: Table) -> None:
    """Add one quadrotor that begins where its trajectory does."""
    name = table.names[0]
    actor = build.spec.actors[name]
    assert isinstance(actor, Quadrotor)
    reference, start = _reference(actor)
    values: dict[str, Any] = {} if actor.mass_kg is None else {"mass_kg": actor.mass_kg}
    plant = QuadrotorPlant(position_m=start, rotor_rps=_hover(QuadrotorPlant(**values)), **values)
    graph = build.graph
    add_flight(
        graph,
        name,
        reference,
        plant_group=EVERY_STEP,
        control_group=build.group_of(actor.controller),
        plant=plant,
        motors="",
    )
    build.motors[name] = f"{name}_mixer.motors"
    graph.add(table.name, Flyer(scene=build.rows, first_row=float(table.first_row)), EVERY_STEP)
    for port in ("position", "attitude", "velocity", "rate"):
        graph.connect(f"{name}.{port}", f"{table.name}.{port}")
    mass = _number(plant, "mass_kg")
    footprint = Footprint(
        radius_m=actor.radius_m,
        mass_kg=mass,
        yaw_inertia_kgm2=0.5 * mass * actor.radius_m * actor.radius_m,
        half_height_m=_HEIGHT_M,
    )
    build.begin(
        name, ("actors", name), table.first_row, (start[0], start[1], 0.0), footprint, start[2]
    )


def _reference(actor: Quadrotor) -> tuple[AbstractComponent, tuple[float, float, float]]:
    if actor.trajectory is not None:
        eight = actor.trajectory
        component = FigureEight(
            centre_m=eight.centre_m,
            length_m=0.5 * eight.length_m,
            width_m=eight.width_m,
            period_s=eight.period_s,
            ramp_s=eight.ramp_s,
        )
        return component, eight.centre_m
    assert actor.hover_m is not None
    return Steps(first_m=actor.hover_m, second_m=actor.hover_m), actor.hover_m


def _hover(plant: QuadrotorPlant) -> float:
    """How fast each rotor turns to carry a quarter of the weight."""
    weight = _number(plant, "mass_kg") * _number(plant, "gravity_mps2")
    return sqrt(weight / (4.0 * _number(plant, "thrust_ns2")))


def _number(plant: QuadrotorPlant, parameter: str) -> float:
    value = plant.parameters[parameter]
    assert isinstance(value, int | float)
    return float(value)
