"""A quadrotor with its cascade of controllers, connected."""

from collections.abc import Mapping, Sequence
from typing import Any

from project_ghost.engine import AbstractComponent, Graph

from ._attitude_control import AttitudeControl, RateControl
from ._mixer import Mixer
from ._plant import Quadrotor
from ._position_control import PositionControl

# The connections from each stage to the next.
_CASCADE = {
    "attitude_control.wanted_attitude": "position_control.wanted_attitude",
    "attitude_control.wanted_rate": "position_control.wanted_rate",
    "rate_control.wanted_rate": "attitude_control.rate",
    "mixer.thrust": "position_control.thrust",
    "mixer.torque": "rate_control.torque",
}
_FEEDBACK = {
    "position_control.position": "position",
    "position_control.velocity": "velocity",
    "position_control.attitude": "attitude",
    "attitude_control.attitude": "attitude",
    "rate_control.rate": "rate",
}
_REFERENCE = ("position", "velocity", "acceleration", "jerk", "yaw")

# The plant's parameters that each controller needs.
_KNOWN_TO_POSITION = ("mass_kg", "gravity_mps2", "drag_newton_s_per_m")
_KNOWN_TO_RATE = ("inertia_kgm2",)
_KNOWN_TO_MIXER = (
    "rotor_x_m",
    "rotor_y_m",
    "spin",
    "moment_m",
    "thrust_newton_s2",
    "rotor_min_rps",
    "rotor_max_rps",
)


def add_flight(
    graph: Graph,
    name: str,
    reference: AbstractComponent | str,
    *,
    plant_group: str,
    control_group: str,
    plant: Quadrotor | None = None,
    feedback: Mapping[str, str] | None = None,
    motors: str | None = None,
) -> None:
    """Add a quadrotor called `name`, its reference and its controllers, and connect them.

    The components are `name` and, below it, `name/reference`, `name/position_control`,
    `name/attitude_control`, `name/rate_control` and `name/mixer`. The controllers take mass,
    inertia, rotors and drag from the plant. The reference may be the name of a component that is
    in the graph. Their feedback is the truth, or the signals that `feedback` names for "position",
    "velocity", "attitude" or "rate", such as an estimator's. `motors` replaces the mixer's output
    as the signal to the rotors; "" leaves it unconnected. Components whose signals are named must
    be in the graph already; their own inputs may be connected later.
    """
    flown = plant if plant is not None else Quadrotor()
    graph.add(name, flown, plant_group)
    followed = reference if isinstance(reference, str) else f"{name}/reference"
    if not isinstance(reference, str):
        graph.add(followed, reference, control_group)
    stages: dict[str, AbstractComponent] = {
        "position_control": PositionControl(**_known(flown, _KNOWN_TO_POSITION)),
        "attitude_control": AttitudeControl(),
        "rate_control": RateControl(**_known(flown, _KNOWN_TO_RATE)),
        "mixer": Mixer(**_known(flown, _KNOWN_TO_MIXER)),
    }
    for stage, component in stages.items():
        graph.add(f"{name}/{stage}", component, control_group)
    for port in _REFERENCE:
        if port in graph.components[followed].outputs():
            graph.connect(f"{followed}.{port}", f"{name}/position_control.wanted_{port}")
    for target, source in _CASCADE.items():
        graph.connect(f"{name}/{source}", f"{name}/{target}")
    for target, signal in _FEEDBACK.items():
        graph.connect((feedback or {}).get(signal, f"{name}.{signal}"), f"{name}/{target}")
    if motors != "":
        graph.connect(f"{name}/mixer.motors" if motors is None else motors, f"{name}.motors")


def _known(plant: Quadrotor, names: Sequence[str]) -> dict[str, Any]:
    return {name: plant.parameters[name] for name in names}
