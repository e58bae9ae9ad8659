"""Traffic lights with their cycles, and stop lines."""

from collections.abc import Mapping, Sequence

from project_ghost.world.maps._xml import Element
from project_ghost.world.maps.model._furniture import Light, LightPhase, LightProgram, StopLine
from project_ghost.world.maps.model._lane import Lane
from project_ghost.world.maps.model._turn import Turn

from ._document import CommonRoadDocument, point, reference
from ._lanelets import Lanelets

__all__ = ["read_lights", "read_stop_lines"]

# Red and yellow together still mean to wait. A light that is off stops nobody.
_COLOURS = {
    "red": "red",
    "redYellow": "red",
    "yellow": "amber",
    "green": "green",
    "inactive": "green",
}
_TURNS = {
    "left": (Turn.LEFT,),
    "straight": (Turn.STRAIGHT,),
    "right": (Turn.RIGHT,),
    "leftStraight": (Turn.LEFT, Turn.STRAIGHT),
    "straightRight": (Turn.STRAIGHT, Turn.RIGHT),
    "leftRight": (Turn.LEFT, Turn.RIGHT),
    "all": (),
}


def read_lights(
    document: CommonRoadDocument, owners: Mapping[str, Sequence[Lane]], defects: list[str]
) -> tuple[tuple[Light, ...], tuple[LightProgram, ...]]:
    """The lights and their programs; `owners` are the lanes that refer to each light."""
    lights: dict[str, Light] = {}
    programs = []
    for element in document.root.children("trafficLight"):
        name = element.required("id").strip()
        if name in lights:
            raise element.refused(f"there is a second traffic light {name!r}", "each id once")
        lanes = owners.get(name, ())
        place = next((point(each) for each in element.below("position", "point")), None)
        if place is None:
            place = lanes[0].right_edge[-1] if lanes else (0.0, 0.0, 0.0)
        direction = element.text_of("direction", "all")
        if direction not in _TURNS:
            raise element.refused(
                f"the direction is {direction[:80]!r}", f"one of {', '.join(_TURNS)}"
            )
        heading_rad = lanes[0].heading_at(lanes[0].length_m) if lanes else 0.0
        names = tuple(lane.id for lane in lanes)
        lights[name] = Light(name, place, heading_rad, names, _TURNS[direction])
        phases, offset_ns = _cycle(document, element, defects)
        if phases and element.text_of("active", "true") != "false":
            programs.append(LightProgram(name, (name,), phases, offset_ns))
    return tuple(lights.values()), tuple(programs)


def _cycle(
    document: CommonRoadDocument, light: Element, defects: list[str]
) -> tuple[tuple[LightPhase, ...], int]:
    """The phases of a light, and when the first one begins."""
    phases = []
    for part in light.below("cycle", "cycleElement"):
        colour = part.text_of("color")
        if colour not in _COLOURS:
            raise part.refused(f"the colour is {colour[:80]!r}", f"one of {', '.join(_COLOURS)}")
        duration = part.required_child("duration")
        duration_ns = document.time_ns(duration)
        if duration_ns < 0:
            raise duration.refused("the phase has a negative duration", "0 time steps or more")
        if colour == "inactive":
            defects.append(f"light {light.get('id')} is inactive at times; taken as green")
        if duration_ns > 0:
            phases.append(LightPhase(duration_ns, (_COLOURS[colour],)))
    offset = next(light.below("cycle", "timeOffset"), None)
    return tuple(phases), 0 if offset is None else document.time_ns(offset)


def read_stop_lines(
    lanelets: Lanelets, lights: Mapping[str, Light], defects: list[str]
) -> tuple[StopLine, ...]:
    """The stop lines, at most one on each lanelet; one without points is at the lanelet's end."""
    result = []
    for name, element in lanelets.elements.items():
        lane = lanelets.lanes[name]
        own = [reference(each) for each in element.children("trafficLightRef")]
        for stop in element.children("stopLine"):
            points = [point(each) for each in stop.children("point")]
            at_m = lane.length_m
            if points:
                x, y = points[0][0] + points[-1][0], points[0][1] + points[-1][1]
                at_m = lane.nearest(0.5 * x, 0.5 * y).distance_m
            stop.text_of("lineMarking")
            for each in stop.children("trafficSignRef"):
                reference(each)
            theirs = [reference(each) for each in stop.children("trafficLightRef")]
            known = [each for each in (theirs or own) if each in lights]
            defects += [
                f"the stop line of lanelet {name} names the light {each[:80]!r}, which is not there"
                for each in theirs
                if each not in lights
            ]
            result.append(StopLine(f"stop:{name}", name, at_m, _main_light(known, lights)))
    return tuple(result)


def _main_light(names: Sequence[str], lights: Mapping[str, Light]) -> str:
    """Of several lights, the first for those who go straight on, else the first."""
    for name in names:
        if not lights[name].turns or Turn.STRAIGHT in lights[name].turns:
            return name
    return names[0] if names else ""
