"""The scene with all bodies, and the contacts between them."""

from project_ghost.core.errors import GhostError, InputError
from project_ghost.hal.channels import CHANNEL_CONTACTS
from project_ghost.scenario.draft import EVERY_STEP, GraphDraft
from project_ghost.scenario.file.section import Sampled
from project_ghost.world.collision import CONTACT_FIELDS, Contacts, Scene

__all__ = ["add_contacts", "add_scene", "connect_tables"]


def add_scene(draft: GraphDraft) -> None:
    """Add the scene: one array of all bodies, before anything that reads it."""
    for table in draft.tables:
        try:
            Scene(**{table.name: table.capacity})
        except GhostError as error:
            expected = "a name that is not a word of Python or a part of the scene"
            key = "actors" if table.actors else "populations"
            raise draft.refused(
                (key, table.name), InputError(error.what, expected=expected, fix="rename it")
            ) from None
    scene = Scene(**{table.name: table.capacity for table in draft.tables})
    draft.graph.add("Scene", scene, EVERY_STEP)


def connect_tables(draft: GraphDraft) -> None:
    """Connect all tables to the scene; call it when all of them are in the graph."""
    for table in draft.tables:
        draft.graph.connect(f"{table.component}.bodies", f"Scene.{table.name}")


def add_contacts(draft: GraphDraft) -> None:
    """Add contact detection and connect impulses to plants that accept them."""
    footprints = draft.footprints
    contacts = Contacts(
        draft.rows,
        **draft.outlines(),
        mass_kg=[each.mass_kg for each in footprints],
        yaw_inertia_kgm2=[each.yaw_inertia_kgm2 for each in footprints],
        on_collision=draft.spec.on_collision,
    )
    graph = draft.graph
    graph.add("Contacts", contacts, draft.group_of(Sampled(period=draft.spec.contacts_every)))
    graph.connect("Scene.bodies", "Contacts.bodies")
    if draft.spec.on_collision == "respond":
        for table in draft.tables:
            if "impulse" in graph.components[table.component].inputs():
                graph.connect("Contacts.impulse", f"{table.component}.impulse")
    graph.publish_events(
        CHANNEL_CONTACTS,
        records="Contacts.records",
        count="Contacts.count",
        fields=(
            draft.names.field("first", "the first actor's name"),
            draft.names.field("second", "the name of the second actor, or of the scenery"),
            *CONTACT_FIELDS,
        ),
        schema="ghost.Contact",
        about="Two bodies begin to touch.",
    )
