"""What must hold between the parts of a scenario, beyond the type of each."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from project_ghost.core.due_pattern import DuePattern
from project_ghost.core.errors import GhostError, InputError
from project_ghost.core.rate import period_ns_from_rate
from project_ghost.core.spelling import did_you_mean

from .spec import (
    Car,
    Kill,
    Latency,
    Pedestrian,
    Quadrotor,
    Sampled,
    ScenarioSpec,
    SensorDropout,
    StuckActuator,
)

__all__ = ["check_rules"]

Path = tuple[str | int, ...]
Problem = tuple[Path, GhostError]

ACTUATORS = {
    "car": ("steering", "accelerator"),
    "pedestrian": (),
    "quadrotor": ("motor0", "motor1", "motor2", "motor3"),
}


def check_rules(spec: ScenarioSpec) -> Iterator[Problem]:
    """Each thing that does not fit, with the keys that lead to it."""
    yield from _times(spec)
    yield from _names(spec)
    yield from _rates(spec)
    yield from _ways(spec)
    yield from _faults(spec)


def _times(spec: ScenarioSpec) -> Iterator[Problem]:
    for path, period_ns in (
        (("duration",), spec.duration),
        (("recording", "pose"), spec.recording.pose),
        (("recording", "every"), spec.recording.every or spec.step),
    ):
        steps, rest = divmod(period_ns, spec.step)
        if rest:
            key, below = path[-1], steps * spec.step
            yield (
                path,
                InputError(
                    f"{key} is {period_ns:_} ns, which is not a whole number of steps",
                    expected=f"a multiple of the step, {spec.step:_} ns",
                    fix=f"use the nearest above, {below + spec.step:_} ns"
                    + (f", or below, {below:_} ns" if below else ""),
                ),
            )


def _names(spec: ScenarioSpec) -> Iterator[Problem]:
    kinds: dict[str, Iterable[str]] = {
        "actors": spec.actors,
        "populations": spec.populations,
        "scenery": spec.scenery,
    }
    first: dict[str, str] = {}
    for kind, named in kinds.items():
        for name in named:
            if name in first:
                yield (
                    (kind, name),
                    InputError(
                        f"the name {name!r} is taken: there is one in {first[name]}",
                        expected="a name of its own for each actor, population and scenery",
                        fix="rename one of the two",
                    ),
                )
            first[name] = kind


def _rates(spec: ScenarioSpec) -> Iterator[Problem]:
    for path, sampled in _sampled(spec):
        try:
            if sampled.rate_hz is not None and sampled.on_grid:
                DuePattern.on_grid(sampled.rate_hz, spec.step, 0, "")
            elif sampled.rate_hz is not None:
                period_ns_from_rate(sampled.rate_hz, spec.step)
            elif sampled.period is not None:
                DuePattern.every(sampled.period, spec.step, 0, "")
        except GhostError as error:
            yield (*path, "period" if sampled.rate_hz is None else "rate_hz"), error


def _sampled(spec: ScenarioSpec) -> Iterator[tuple[Path, Sampled]]:
    for name, actor in spec.actors.items():
        for sensor_name, sensor in actor.sensors.items():
            yield ("actors", name, "sensors", sensor_name), sensor
        if isinstance(actor, Quadrotor):
            yield ("actors", name, "controller"), actor.controller


def _ways(spec: ScenarioSpec) -> Iterator[Problem]:
    for name, actor in spec.actors.items():
        if isinstance(actor, Quadrotor):
            if (actor.trajectory is None) == (actor.hover_m is None):
                yield (
                    ("actors", name),
                    InputError(
                        f"it is not clear what {name} flies",
                        expected="either trajectory or hover_m",
                        fix="write one of the two",
                    ),
                )
            continue
        route, path = actor.route, ("actors", name, "route")
        if len(route.waypoints) == 1 and actor.start is None:
            yield (
                (*path, "waypoints"),
                InputError(
                    "a route of one waypoint has no direction",
                    expected="two waypoints, or a start elsewhere",
                    fix="add a waypoint, or a `start:`",
                ),
            )
        if route.goal is not None and actor.start is None:
            yield (
                path,
                InputError(
                    f"it is not clear where {name} begins",
                    expected="a start, because the route only has a goal",
                    fix="add `start: {x_m: ..., y_m: ...}` to the actor",
                ),
            )
        yield from _plans(spec, path, route.plan, by_lanes=bool(route.lanes))
        for number, (one, two) in enumerate(pairwise(route.waypoints)):
            if one[:2] == two[:2]:
                yield (
                    (*path, "waypoints", number + 1),
                    InputError(
                        "two waypoints in a row are the same place",
                        expected="a way from each to the next",
                        fix="remove one of the two",
                    ),
                )
    for name, population in spec.populations.items():
        if population.kind == "pedestrian" and (population.area is None) == (not population.routes):
            yield (
                ("populations", name),
                InputError(
                    "it is not clear where they walk",
                    expected="either area or routes",
                    fix="write one of the two",
                ),
            )
        if population.spawner is not None and population.spawner.capacity < population.count:
            yield (
                ("populations", name, "spawner", "capacity"),
                InputError(
                    f"the capacity is {population.spawner.capacity}, "
                    f"less than the {population.count} at the start",
                    expected="room for all",
                    fix="raise the capacity, or lower the count",
                ),
            )
        for number, route in enumerate(population.routes):
            place: Path = ("populations", name, "routes", number)
            yield from _plans(spec, place, route.plan, by_lanes=bool(route.lanes))


def _plans(spec: ScenarioSpec, path: Path, plan: str, *, by_lanes: bool) -> Iterator[Problem]:
    if (plan == "lanes" or by_lanes) and spec.map is None:
        yield (
            (*path, "lanes" if by_lanes else "plan"),
            InputError(
                "the route follows lanes, and the scenario has no map",
                expected="a map with lanes",
                fix="add a line `map: ...`, or write waypoints",
            ),
        )


def _faults(spec: ScenarioSpec) -> Iterator[Problem]:
    for number, fault in enumerate(spec.faults):
        path: Path = ("faults", number)
        actor = spec.actors.get(fault.actor)
        if fault.at % spec.step:
            below = fault.at - fault.at % spec.step
            yield (
                (*path, "at"),
                InputError(
                    f"at is {fault.at:_} ns, which is not a whole number of steps",
                    expected=f"a multiple of the step, {spec.step:_} ns",
                    fix=f"use the nearest below, {below:_} ns, or above, {below + spec.step:_} ns",
                ),
            )
        if actor is None:
            yield (
                (*path, "actor"),
                InputError(
                    f"there is no actor {fault.actor!r}{did_you_mean(fault.actor, spec.actors)}",
                    expected=f"one of {', '.join(spec.actors) or 'none: no actor has a name'}",
                    fix="correct the name",
                ),
            )
        elif isinstance(fault, SensorDropout | Latency):
            if fault.sensor not in actor.sensors:
                close = did_you_mean(fault.sensor, actor.sensors)
                yield (
                    (*path, "sensor"),
                    InputError(
                        f"{fault.actor} has no sensor {fault.sensor!r}{close}",
                        expected=f"one of {', '.join(actor.sensors) or 'none: it has no sensors'}",
                        fix="correct the name, or give the actor that sensor",
                    ),
                )
        elif isinstance(fault, StuckActuator):
            known = ACTUATORS[actor.kind]
            if fault.actuator not in known:
                yield (
                    (*path, "actuator"),
                    InputError(
                        f"a {actor.kind} has no actuator {fault.actuator!r}"
                        f"{did_you_mean(fault.actuator, known)}",
                        expected=f"one of {', '.join(known) or 'none'}",
                        fix="correct the name",
                    ),
                )
        else:
            assert isinstance(fault, Kill)
            assert isinstance(actor, Car | Pedestrian | Quadrotor)
