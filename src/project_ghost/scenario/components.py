"""Components of a user's own in a scenario, wired by the names of signals."""

from pydantic import Field

from project_ghost.core.errors import GhostError

from .draft import GraphDraft
from .file.section import Sampled
from .own import OWN_KEYS, OwnClass

__all__ = ["OwnComponent", "add_components"]


class OwnComponent(OwnClass, Sampled):
    """A component of your own class, at any rate.

    `inputs` names the signals that it reads; an input called `bodies` reads all actors. `outputs`
    names the inputs of other components that read its outputs, in place of what they read
    before.
    """

    model_config = OWN_KEYS

    outputs: dict[str, str] = Field(
        default={}, description="the inputs that its outputs are connected to, by output"
    )
    publish: bool = Field(default=True, description="record its outputs at every sample")


def add_components(draft: GraphDraft) -> None:
    """Add the components of the section `components`."""
    graph = draft.graph
    for name, section in draft.spec.components.items():
        keys = ("components", name)
        component = section.own_component(draft, keys, {"rows": draft.rows, "scene": draft.rows})
        group = draft.group_of(section)
        draft.add(keys, name, component, group)
        section.connect_inputs(draft, keys, name, {"bodies": "Scene.bodies"})
        for port, target in section.outputs.items():
            _disconnect(draft, (*keys, "outputs", port), target)
            draft.wire((*keys, "outputs", port), f"{name}.{port}", target)
        if section.publish and component.outputs():
            graph.publish(
                f"/components/{name}",
                draft.message_fields(name),
                group,
                schema=f"ghost.Component.{name}",
                about="The outputs of a component, at every sample at which they are present.",
            )


def _disconnect(draft: GraphDraft, keys: tuple[str, ...], target: str) -> None:
    """Take an input away from what it reads; commands are connected later, with the faults."""
    for number, commands in enumerate(draft.commands):
        if commands.target == target:
            del draft.commands[number]
            return
    draft.wires = [wire for wire in draft.wires if wire[2] != target]
    if target in draft.graph.connections:
        try:
            draft.graph.disconnect(target)
        except GhostError as error:
            raise draft.refused(keys, error) from None
