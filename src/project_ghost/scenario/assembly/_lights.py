"""The traffic lights of the map, by the map's programmes or the scenario's."""

from dataclasses import replace

from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.scenario.events import ValueChangeEvents, change_fields
from project_ghost.world.lights import TrafficLights
from project_ghost.world.maps import LightPhase, LightProgram

from ._build import EVERY_STEP, Build

__all__ = ["add_lights", "connect_lights", "programs_of"]


def programs_of(build: Build) -> tuple[LightProgram, ...]:
    """The map's programmes, without the lights for which the scenario has others; and those."""
    known = [light.id for light in build.road_map.lights] if build.road_map is not None else []
    for name in build.spec.lights:
        if name not in known:
            raise build.refused(
                ("lights", name),
                InputError(
                    f"the map has no light {name!r}{did_you_mean(name, known)}",
                    expected=f"one of {', '.join(known) or 'none: there are no lights'}",
                    fix="correct the name",
                ),
            )
    programs = []
    for program in build.road_map.programs if build.road_map is not None else ():
        kept = [i for i, light in enumerate(program.lights) if light not in build.spec.lights]
        if kept:
            phases = tuple(
                LightPhase(phase.duration_ns, tuple(phase.shows[i] for i in kept))
                for phase in program.phases
            )
            lights = tuple(program.lights[i] for i in kept)
            programs.append(replace(program, lights=lights, phases=phases))
    for name, light in build.spec.lights.items():
        own = tuple(LightPhase(phase.duration, (phase.state,)) for phase in light.phases)
        programs.append(LightProgram(f"scenario:{name}", (name,), own, light.offset))
    return tuple(programs)


def add_lights(build: Build) -> None:
    """Add the lights, if there are any, before who obeys them."""
    programs = programs_of(build)
    if not programs:
        return
    build.lights = tuple(light for program in programs for light in program.lights)
    graph = build.graph
    graph.add("Lights", TrafficLights(programs, build.lights), EVERY_STEP)
    graph.add("LightChanges", ValueChangeEvents(size=len(build.lights)), EVERY_STEP)
    graph.connect("Lights.colour", "LightChanges.values")
    graph.publish_events(
        "/events/light",
        records="LightChanges.records",
        count="LightChanges.count",
        fields=change_fields(
            "the light, by its place in the manifest's `lights`",
            "what it shows now: 0 red, 1 amber, 2 green",
            "what it showed before; 0 at the start",
        ),
        schema="ghost.LightChange",
        about="A traffic light changes.",
    )


def connect_lights(build: Build) -> None:
    """Let those see the lights who obey them."""
    for reader in build.light_readers:
        build.graph.connect("Lights.colour", f"{reader}.lights")
