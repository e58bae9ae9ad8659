"""Everybody in one scene, who touches whom, and when it is over."""

from fnmatch import fnmatchcase

from project_ghost.core.errors import GhostError, InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.hal.channels import CHANNEL_CONTACTS, CHANNEL_GROUND_TRUTH
from project_ghost.models.vehicles import COMMAND_FIELDS
from project_ghost.scenario.events import (
    ARRIVAL_FIELDS,
    POSE_FIELDS,
    SPAWN_FIELDS,
    Arrivals,
    Monitor,
    Poses,
    SpawnEvents,
)
from project_ghost.world.collision import RECORD_FIELDS, Contacts, Scene

from ._build import EVERY_STEP, RECORDING, Build

__all__ = [
    "CHANNEL_SIGNALS",
    "add_contacts",
    "add_end",
    "add_events",
    "add_poses",
    "add_recorded",
    "add_scene",
    "connect_tables",
]


CHANNEL_SIGNALS, SIGNALS = "/signals", "signals"


def add_scene(build: Build) -> None:
    """One array of all bodies, before anything that reads it."""
    for table in build.tables:
        try:
            Scene(**{table.name: table.capacity})
        except GhostError as error:
            expected = "a name that means nothing else: no word of Python, no part of the scene"
            raise build.refused(
                ("populations", table.name),
                InputError(error.what, expected=expected, fix="call it something else"),
            ) from None
    scene = Scene(**{table.name: table.capacity for table in build.tables})
    build.graph.add("Scene", scene, EVERY_STEP)


def connect_tables(build: Build) -> None:
    """Let the scene read every table; to be called when all of them are there."""
    for table in build.tables:
        build.graph.connect(f"{table.name}.bodies", f"Scene.{table.name}")


def add_contacts(build: Build) -> None:
    """Find contacts, and let everybody feel them who can."""
    prints = build.footprints
    contacts = Contacts(
        build.rows,
        **build.outlines(),
        mass_kg=[each.mass_kg for each in prints],
        yaw_inertia_kgm2=[each.yaw_inertia_kgm2 for each in prints],
        on_collision=build.spec.on_collision,
    )
    graph = build.graph
    graph.add("Contacts", contacts, EVERY_STEP)
    graph.connect("Scene.bodies", "Contacts.bodies")
    if build.spec.on_collision == "respond":
        for table in build.tables:
            if "impulse" in graph.components[table.name].inputs():
                graph.connect("Contacts.impulse", f"{table.name}.impulse")
    graph.publish_events(
        CHANNEL_CONTACTS,
        records="Contacts.records",
        count="Contacts.count",
        fields=RECORD_FIELDS,
        schema="ghost.Contact",
        about="Two begin to touch.",
    )


def add_events(build: Build) -> None:
    """Say who arrives, and, where that may happen, who comes and goes."""
    graph = build.graph
    if build.arrivals:
        tables = {
            table.name: (table.first_row, table.capacity)
            for table in build.tables
            if table.name in build.arrivals
        }
        graph.add("Arrivals", Arrivals(build.rows, tables), EVERY_STEP)
        graph.connect("Scene.bodies", "Arrivals.bodies")
        for name in tables:
            graph.connect(build.arrivals[name], f"Arrivals.{name}")
        graph.publish_events(
            "/events/arrived",
            records="Arrivals.records",
            count="Arrivals.count",
            fields=ARRIVAL_FIELDS,
            schema="ghost.Arrival",
            about="An actor is at the end of its way.",
        )
    if build.despawns:
        graph.add("Comings", SpawnEvents(rows=build.rows), EVERY_STEP)
        graph.connect("Scene.bodies", "Comings.bodies")
        for kind in ("spawned", "despawned"):
            graph.publish_events(
                f"/events/{kind}",
                records=f"Comings.{kind}",
                count=f"Comings.{kind}_count",
                fields=SPAWN_FIELDS,
                schema="ghost.Coming",
                about="An actor comes or goes, here or where it was last.",
            )


def add_end(build: Build) -> None:
    """End the run where the scenario says so."""
    spec, graph = build.spec, build.graph
    monitor = Monitor(
        at_contact=float(spec.end.first_collision or spec.on_collision == "stop"),
        at_arrival=float(spec.end.all_arrived),
    )
    graph.add("Monitor", monitor, EVERY_STEP)
    graph.connect("Contacts.count", "Monitor.contacts")
    if "Arrivals" in graph.components:
        graph.connect("Arrivals.all_arrived", "Monitor.all_arrived")
    graph.stop_when("Monitor.done")


def add_poses(build: Build) -> None:
    """Publish where everybody is."""
    graph = build.graph
    graph.add("Poses", Poses(rows=build.rows), RECORDING)
    graph.connect("Scene.bodies", "Poses.bodies")
    graph.publish_events(
        CHANNEL_GROUND_TRUTH,
        records="Poses.records",
        count="Poses.count",
        fields=POSE_FIELDS,
        schema="ghost.Pose",
        about="Where one actor is: a message for each living actor, in actor order, at every "
        "sample.",
    )


def add_recorded(build: Build) -> None:
    """Publish what drivers want, what motors are told, and the signals the scenario asks for."""
    graph = build.graph
    columns = {signal: {signal: COMMAND_FIELDS} for signal in build.commands.values()}
    for name, signal in (*build.commands.items(), *build.motors.items()):
        graph.publish(
            f"/commands/{name}",
            [signal],
            RECORDING,
            columns=columns.get(signal),
            schema=f"ghost.Command.{name}",
            about="What drivers or flight control want of what they drive.",
        )
    known = graph.signals()
    wanted: dict[str, None] = {}
    for number, pattern in enumerate(build.spec.recording.signals):
        found = [signal for signal in known if fnmatchcase(signal, pattern)]
        if not found:
            raise build.refused(
                ("recording", "signals", number),
                InputError(
                    f"no signal matches {pattern!r}{did_you_mean(pattern, known)}",
                    expected="a signal's name, Component.output, or a pattern such as 'Cars.*'",
                    fix=f"the components are {', '.join(graph.components)}",
                ),
            )
        wanted.update(dict.fromkeys(found))
    if wanted:
        graph.group(SIGNALS, period=build.spec.recording.every or build.spec.recording.pose)
        graph.sample(CHANNEL_SIGNALS, wanted, SIGNALS)
