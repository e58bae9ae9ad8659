"""The traffic lights of the map, with the map's programmes or the scenario's."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.engine import TextField
from project_ghost.scenario.draft import EVERY_STEP, GraphDraft
from project_ghost.scenario.events import ValueChangeEvents
from project_ghost.scenario.file.section import DurationNs, PeriodNs, Section
from project_ghost.world.lights import TrafficLights
from project_ghost.world.maps import COLOURS, LightPhase, LightProgram

__all__ = ["Light", "Phase", "add_lights", "light_programs"]


class Phase(Section):
    """One phase of a traffic light's programme."""

    state: Literal["green", "amber", "red"] = Field(description="the colour shown")
    duration: PeriodNs = Field(description="the length of the phase")


class Light(Section):
    """A programme for a traffic light of the map, in place of the map's own."""

    phases: Annotated[tuple[Phase, ...], Field(min_length=1)] = Field(
        description="the phases in order; the last is followed by the first"
    )
    offset: DurationNs = Field(default=0, description="the time at which the first phase begins")

    def program(self, name: str) -> LightProgram:
        """The programme of the light of this name."""
        phases = tuple(LightPhase(phase.duration, (phase.state,)) for phase in self.phases)
        return LightProgram(f"scenario:{name}", (name,), phases, self.offset)


def add_lights(draft: GraphDraft) -> None:
    """Add the traffic lights, if there are any, and events of their changes."""
    programs = _programs(draft)
    if not programs:
        return
    draft.lights = tuple(light for program in programs for light in program.lights)
    graph = draft.graph
    graph.add("Lights", TrafficLights(programs, draft.lights), EVERY_STEP)
    lights = draft.lights
    changes = ValueChangeEvents(size=len(lights), last=[-1.0] * len(lights))  # none before time 0
    graph.add("LightChanges", changes, EVERY_STEP)
    graph.connect("Lights.colour", "LightChanges.values")
    graph.publish_events(
        "/events/light",
        records="LightChanges.records",
        count="LightChanges.count",
        fields=(
            TextField("light", lambda number: lights[int(number)], "the light's name in the map"),
            TextField("colour", lambda colour: COLOURS[int(colour)], "red, amber or green"),
        ),
        schema="ghost.LightChange",
        about="The colour of a traffic light, at the start and whenever it changes.",
    )


def _programs(draft: GraphDraft) -> tuple[LightProgram, ...]:
    """The map's programmes without the lights that have one in the scenario; then those."""
    known = [light.id for light in draft.road_map.lights] if draft.road_map is not None else []
    for name in draft.spec.lights:
        if name not in known:
            raise draft.refused(
                ("lights", name),
                InputError(
                    f"the map has no light {name!r}{did_you_mean(name, known)}",
                    expected=f"one of {', '.join(known) or 'none: there are no lights'}",
                    fix="correct the name",
                ),
            )
    own = [light.program(name) for name, light in draft.spec.lights.items()]
    return light_programs(() if draft.road_map is None else draft.road_map.programs, own)


def light_programs(
    programs: Sequence[LightProgram], own: Sequence[LightProgram]
) -> tuple[LightProgram, ...]:
    """Programmes without the lights that have one of their own; then those."""
    replaced = {light for program in own for light in program.lights}
    kept = []
    for program in programs:
        places = [i for i, light in enumerate(program.lights) if light not in replaced]
        if places:
            phases = tuple(
                LightPhase(phase.duration_ns, tuple(phase.shows[i] for i in places))
                for phase in program.phases
            )
            lights = tuple(program.lights[i] for i in places)
            kept.append(replace(program, lights=lights, phases=phases))
    return (*kept, *own)
