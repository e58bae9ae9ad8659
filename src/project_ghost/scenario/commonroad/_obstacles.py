"""Obstacles as recorded tracks."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from project_ghost.core.dmath import atan2, sincos
from project_ghost.world.maps.commonroad import CommonRoadDocument, Element
from project_ghost.world.objects import ObjectKind, RecordedTrack

from ._states import State, read_state
from ._values import Shape, read_shape, time_window_ns

__all__ = ["read_obstacles"]

_KINDS = {
    "car": ObjectKind.VEHICLE,
    "truck": ObjectKind.VEHICLE,
    "bus": ObjectKind.VEHICLE,
    "taxi": ObjectKind.VEHICLE,
    "priorityVehicle": ObjectKind.VEHICLE,
    "parkedVehicle": ObjectKind.VEHICLE,
    "train": ObjectKind.VEHICLE,
    "bicycle": ObjectKind.BICYCLE,
    "motorcycle": ObjectKind.BICYCLE,
    "pedestrian": ObjectKind.PEDESTRIAN,
    "constructionZone": ObjectKind.BARRIER,
    "roadBoundary": ObjectKind.BARRIER,
}

# A static obstacle is there for a day, longer than any run.
_ALWAYS_NS = 86_400_000_000_000
_MINUTE_NS = 60_000_000_000


def read_obstacles(document: CommonRoadDocument, warnings: list[str]) -> tuple[RecordedTrack, ...]:
    """The obstacles in file order; adds to `warnings` what is not as in the file."""
    tracks: dict[str, RecordedTrack] = {}
    guessed = []
    boxed = []
    for element in document.root.children("obstacle", "staticObstacle", "dynamicObstacle"):
        name = element.required("id").strip()
        if name in tracks:
            raise element.refused(f"there is a second obstacle {name!r}", "each id once")
        tracks[name], is_recorded, is_exact = _track(document, element, name)
        guessed += [] if is_recorded else [name]
        boxed += [] if is_exact else [name]
    if guessed:
        warnings.append(
            f"{len(guessed)} obstacles have no trajectory ({_first(guessed)}): "
            "they keep their initial velocity"
        )
    if boxed:
        warnings.append(f"{len(boxed)} obstacles ({_first(boxed)}) are replaced by boxes")
    phantoms = len(list(document.root.children("phantomObstacle")))
    if phantoms:
        warnings.append(f"{phantoms} phantom obstacles are left out")
    return tuple(tracks.values())


def _first(names: Sequence[str]) -> str:
    return ", ".join(names[:3]) + (", ..." if len(names) > 3 else "")


def _track(
    document: CommonRoadDocument, element: Element, name: str
) -> tuple[RecordedTrack, bool, bool]:
    """The track of an obstacle, whether its motion is recorded, and whether its shape is exact."""
    shape, is_exact = read_shape(element.required_child("shape"))
    is_static = element.tag == "staticObstacle" or element.text_of("role") == "static"
    kind = _kind(element.text_of("type"), is_static=is_static)
    first = read_state(document, element.required_child("initialState"))
    is_recorded = True
    if is_static:
        first = replace(first, speed_mps=0.0, side_mps=0.0)
        states = [first, replace(first, time_ns=first.time_ns + _ALWAYS_NS)]
    else:
        states = _recorded_states(document, element, first)
        if len(states) == 1:
            is_recorded = False
            states = _constant_velocity(document, element, first)
    rows = np.array([_row(each, shape) for each in _completed(states)], dtype=np.float64)
    stamps_ns = np.array([each.time_ns for each in states], dtype=np.int64)
    sizes = shape.length_m, shape.width_m
    track = RecordedTrack(name, kind, *sizes, stamps_ns, rows, shape.radius_m)
    return track, is_recorded, is_exact


def _kind(text: str, *, is_static: bool) -> ObjectKind:
    is_vehicle = text == "unknown" and not is_static
    return _KINDS.get(text, ObjectKind.VEHICLE if is_vehicle else ObjectKind.GENERIC_OBJECT)


def _recorded_states(document: CommonRoadDocument, element: Element, first: State) -> list[State]:
    states = [first]
    for each in element.below("trajectory", "state"):
        state = read_state(document, each)
        if state.time_ns == first.time_ns and len(states) == 1:
            continue  # some files repeat the initial state
        if state.time_ns <= states[-1].time_ns:
            raise each.refused(
                f"the state is at {state.time_ns} ns, not after {states[-1].time_ns} ns",
                "times of a trajectory that rise",
            )
        states.append(state)
    return states


def _constant_velocity(document: CommonRoadDocument, element: Element, first: State) -> list[State]:
    """The first and the last state at the initial velocity.

    The last one is at the time of the last occupancy; without one, after a minute.
    """
    times = [
        time_window_ns(document, each)[1]
        for each in element.below("occupancySet", "occupancy", "time")
    ]
    for _ in element.below("occupancySet", "occupancy", "shape"):
        pass
    end_ns = max(times, default=first.time_ns + _MINUTE_NS)
    end_ns = max(end_ns, first.time_ns + document.period_ns)
    sine, cosine = sincos(first.yaw_rad or 0.0)
    along = (first.speed_mps or 0.0) * ((end_ns - first.time_ns) * 1e-9)
    place = first.x_m + cosine * along, first.y_m + sine * along
    return [first, replace(first, time_ns=end_ns, x_m=place[0], y_m=place[1])]


def _completed(states: list[State]) -> list[State]:
    """The states with headings and speeds: where the file has none, those of the motion."""
    result: list[State] = []
    for i, state in enumerate(states):
        a, b = states[max(0, i - 1)], states[min(len(states) - 1, i + 1)]
        dx, dy, elapsed_ns = b.x_m - a.x_m, b.y_m - a.y_m, b.time_ns - a.time_ns
        yaw_rad, speed_mps = state.yaw_rad, state.speed_mps
        if yaw_rad is None:
            before = result[-1].yaw_rad if result else 0.0
            yaw_rad = atan2(dy, dx) if dx != 0.0 or dy != 0.0 else before
        if speed_mps is None:
            sine, cosine = sincos(yaw_rad or 0.0)
            speed_mps = (dx * cosine + dy * sine) / (elapsed_ns * 1e-9) if elapsed_ns else 0.0
        result.append(replace(state, yaw_rad=yaw_rad, speed_mps=speed_mps))
    return result


def _row(state: State, shape: Shape) -> tuple[float, float, float, float, float]:
    """The state of the shape's centre: x, y, yaw, and the velocity along the world's axes."""
    assert state.yaw_rad is not None
    assert state.speed_mps is not None
    sine, cosine = sincos(state.yaw_rad)
    return (
        state.x_m + cosine * shape.ahead_m - sine * shape.left_m,
        state.y_m + sine * shape.ahead_m + cosine * shape.left_m,
        state.yaw_rad + shape.turn_rad,
        cosine * state.speed_mps - sine * state.side_mps,
        sine * state.speed_mps + cosine * state.side_mps,
    )
