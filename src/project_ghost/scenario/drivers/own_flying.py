"""A pilot of a quadrotor of a class of the user's own."""

from collections.abc import Mapping
from typing import Any

from project_ghost.core.errors import InputError
from project_ghost.engine import AbstractComponent
from project_ghost.scenario.draft import GraphDraft
from project_ghost.scenario.file.section import KeyPath, Sampled
from project_ghost.scenario.own import OWN_KEYS, OwnClass
from project_ghost.scenario.sensors import TRUTH_SIGNALS

__all__ = ["MOTORS", "OwnPilot"]

MOTORS = "motors"

# The outputs of a pilot and their shapes: the speeds of all rotors, or what the cascade follows.
_SHAPES: dict[str, tuple[int, ...]] = {
    MOTORS: (4,),
    "position": (3,),
    "velocity": (3,),
    "acceleration": (3,),
    "jerk": (3,),
    "yaw": (),
}


class OwnPilot(OwnClass, Sampled):
    """A pilot of your own class, with the output `position`, or `motors`.

    The flight controller follows `position`, and `velocity`, `acceleration`, `jerk` and `yaw`
    where the class has them. A class with the output `motors`, the speeds of the four rotors,
    takes the flight controller's place. Inputs called `position`, `attitude`, `velocity`, `rate`
    and `acceleration` read the true state, `bodies` all actors, and `inputs` names any other
    signal. Parameters called `start_m`, `hover_rps`, `mass_kg` and others of the airframe, `rows`
    and `row` are given to it where the class declares them.
    """

    model_config = OWN_KEYS

    def make(
        self, draft: GraphDraft, keys: KeyPath, offered: Mapping[str, Any]
    ) -> AbstractComponent:
        """Make the component, and check what it commands; `keys` lead to this section."""
        component = self.own_component(draft, keys, {"rows": draft.rows, **offered})
        if MOTORS not in component.outputs():
            self.require_outputs(draft, keys, component, "position")
        for port, expected in _SHAPES.items():
            shape = component.shape_of(port) if port in component.outputs() else expected
            if shape != expected:
                raise draft.refused(
                    (*keys, "type"),
                    InputError(
                        f"the output {port!r} of {type(component).__name__} has the shape {shape}",
                        expected=f"the shape {expected}",
                        fix=f"declare `{port} = Output(shape={expected})`",
                    ),
                )
        return component

    def connect(self, draft: GraphDraft, keys: KeyPath, actor: str, name: str) -> None:
        """Connect what the pilot sees."""
        truth = {port: f"{actor}.{port}" for port in TRUTH_SIGNALS}
        self.connect_inputs(draft, keys, name, {**truth, "bodies": "Scene.bodies"})
