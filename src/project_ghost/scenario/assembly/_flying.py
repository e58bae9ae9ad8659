"""Quadrotors: the cascade, what they fly, and their row in the scene."""

from typing import Any

from project_ghost.core.dmath import sqrt
from project_ghost.core.duration import duration_text
from project_ghost.core.errors import InputError
from project_ghost.engine import AbstractComponent
from project_ghost.models.quadrotor import FigureEight, Steps, add_flight
from project_ghost.models.quadrotor import Quadrotor as QuadrotorPlant
from project_ghost.scenario.actors._flyer import Flyer
from project_ghost.scenario.spec import Quadrotor

from ._build import EVERY_STEP, Build, Footprint
from ._tables import Table

__all__ = ["add_quadrotor"]

# A step of RK4 is stable up to 2.8 lags of the motors and right up to about two of them; the
# cascade flies steadily where it is asked at least this often.
_LAGS_MAX = 2.0
_CONTROL_NS_MAX = 50_000_000

# How much of what its rotors can lift a vehicle may weigh: the rest is for climbing, turning
# and wind.
_WEIGHT_SHARE_MAX = 0.8

# The components of one quadrotor besides its plant; the last two where a fault makes it late.
_PARTS = (
    "reference",
    "position_control",
    "attitude_control",
    "rate_control",
    "mixer",
    "body",
    "latency",
    "late",
)


def add_quadrotor(build: Build, table: Table) -> None:
    """Add one quadrotor that begins where its trajectory does."""
    name = table.names[0]
    actor = build.spec.actors[name]
    assert isinstance(actor, Quadrotor)
    reference, start = _reference(actor)
    build.claim(("actors", name), name, *(f"{name}_{part}" for part in _PARTS))
    values = _loaded(actor)
    plant = QuadrotorPlant(position_m=start, rotor_rps=_hover(QuadrotorPlant(**values)), **values)
    _require_light(build, name, plant)
    _require_fine_steps(build, name, plant)
    graph = build.graph
    control_group = build.group_of(actor.controller)
    _require_frequent(build, name, control_group)
    add_flight(
        graph,
        name,
        reference,
        plant_group=EVERY_STEP,
        control_group=control_group,
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
        below_m=0.5 * actor.height_m,
        above_m=0.5 * actor.height_m,
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


def _loaded(actor: Quadrotor) -> dict[str, Any]:
    """The airframe with another mass: the inertia grows with it, and so does the rotors' drag.

    What rotors lose to the air grows with the thrust they give, which is why it is usually
    given for each kilogram (Faessler, Franchi and Scaramuzza 2018).
    """
    if actor.mass_kg is None:
        return {}
    usual = QuadrotorPlant()
    share = actor.mass_kg / _number(usual, "mass_kg")
    values: dict[str, Any] = {"mass_kg": actor.mass_kg}
    for name in ("inertia_kgm2", "drag_nspm"):
        numbers: Any = usual.parameters[name]
        values[name] = tuple(share * each for each in numbers)
    return values


def _require_light(build: Build, name: str, plant: QuadrotorPlant) -> None:
    rotor_max = _number(plant, "rotor_max_rps")
    lift_n = 4.0 * _number(plant, "thrust_ns2") * rotor_max * rotor_max
    most_kg = _WEIGHT_SHARE_MAX * lift_n / _number(plant, "gravity_mps2")
    if _number(plant, "mass_kg") > most_kg:
        raise build.refused(
            ("actors", name, "mass_kg"),
            InputError(
                f"{name} weighs {_number(plant, 'mass_kg'):g} kg, too much for its rotors",
                expected=f"{most_kg:.2f} kg at most, {_WEIGHT_SHARE_MAX:g} of what they can lift",
                fix="make it lighter",
            ),
        )


def _require_fine_steps(build: Build, name: str, plant: QuadrotorPlant) -> None:
    step_ns, most_ns = build.spec.step, int(1e9 * _LAGS_MAX * _number(plant, "motor_lag_s"))
    if step_ns > most_ns:
        raise build.refused(
            ("step",),
            InputError(
                f"a step of {duration_text(step_ns)} is too coarse for the motors of {name}",
                expected=f"{duration_text(most_ns)} at most where a quadrotor flies",
                fix="write `step: 5ms`, or 1ms for what an IMU feels",
            ),
        )


def _require_frequent(build: Build, name: str, group: str) -> None:
    pattern = build.graph.groups[group].pattern
    period_ns = pattern.interval * build.spec.step // pattern.denominator
    if period_ns > _CONTROL_NS_MAX:
        raise build.refused(
            ("actors", name, "controller"),
            InputError(
                f"{name} is controlled every {duration_text(period_ns)} only",
                expected=f"a period of {duration_text(_CONTROL_NS_MAX)} at most",
                fix="write `rate_hz: 100`",
            ),
        )


def _hover(plant: QuadrotorPlant) -> float:
    """How fast each rotor turns to carry a quarter of the weight."""
    weight = _number(plant, "mass_kg") * _number(plant, "gravity_mps2")
    return sqrt(weight / (4.0 * _number(plant, "thrust_ns2")))


def _number(plant: QuadrotorPlant, parameter: str) -> float:
    value = plant.parameters[parameter]
    assert isinstance(value, int | float)
    return float(value)
