"""What must hold between the parts of a scenario, beyond the type of each."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from project_ghost.core.due_pattern import DuePattern
from project_ghost.core.errors import GhostError, InputError
from project_ghost.core.rate import period_ns_from_rate
from project_ghost.core.wording import did_you_mean
from project_ghost.scenario.spec import (
    Car,
    Fault,
    Kill,
    Odometry,
    Pedestrian,
    Quadrotor,
    Route,
    ScenarioSpec,
    SensorDropout,
    Start,
    StuckActuator,
)

from ._estimator_rules import check_estimators
from .ranges import WALKING_MAX_MPS
from .section import Sampled

__all__ = ["check_rules"]

Path = tuple[str | int, ...]
Problem = tuple[Path, GhostError]

ACTUATORS = {
    "car": ("steering", "accelerator"),
    "pedestrian": (),
    "quadrotor": ("motor0", "motor1", "motor2", "motor3"),
}


# What somebody who writes less of nanoseconds most likely means is not nanoseconds.
_BARE_MAX_NS = 100_000


def check_rules(spec: ScenarioSpec, *, is_cut: bool = False) -> Iterator[Problem]:
    """Each thing that does not fit, with the keys that lead to it.

    `is_cut`: the duration is not the file's own, and what comes after it is not a mistake.
    """
    yield from _times(spec)
    yield from _names(spec)
    yield from _rates(spec)
    yield from _speeds(spec)
    yield from _sensors(spec)
    yield from _ways(spec)
    yield from _faults(spec, is_cut=is_cut)
    yield from check_estimators(spec)


def _times(spec: ScenarioSpec) -> Iterator[Problem]:
    yield from _whole_steps(spec, ("duration",), spec.duration)
    yield from _poses(spec)
    if spec.recording.every is not None:
        yield from _whole_steps(spec, ("recording", "every"), spec.recording.every)


def _poses(spec: ScenarioSpec) -> Iterator[Problem]:
    """As any time; but who did not write it must be told that there is such a key."""
    path: Path = ("recording", "pose")
    for _, problem in _whole_steps(spec, path, spec.recording.pose):
        if "pose" in spec.recording.model_fields_set:
            yield path, problem
            continue
        yield (
            path,
            InputError(
                f"recording.pose is left out, and so {spec.recording.pose:_} ns, "
                "which is not a whole number of steps",
                expected=problem.expected,
                fix=f"write `recording: {{pose: {spec.step} ns}}`, or a multiple of that",
            ),
        )


def _whole_steps(spec: ScenarioSpec, path: Path, time_ns: int) -> Iterator[Problem]:
    """A time that ticks must be able to keep."""
    steps, rest = divmod(time_ns, spec.step)
    if not rest:
        return
    below = steps * spec.step
    fix = f"use the nearest above, {below + spec.step:_} ns"
    if below:
        fix += f", or below, {below:_} ns"
    if time_ns < _BARE_MAX_NS:
        fix = f"a number without a unit is in nanoseconds: write {time_ns}s if seconds are meant"
    yield (
        path,
        InputError(
            f"{path[-1]} is {time_ns:_} ns, which is not a whole number of steps",
            expected=f"a multiple of the step, {spec.step:_} ns",
            fix=fix,
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
        for estimator_name, estimator in actor.estimators.items():
            if isinstance(estimator, Sampled):
                yield ("actors", name, "estimators", estimator_name), estimator
        if isinstance(actor, Quadrotor):
            yield ("actors", name, "controller"), actor.controller


def _speeds(spec: ScenarioSpec) -> Iterator[Problem]:
    """People are not as fast as cars, with whom they share starts and routes."""
    for name, actor in spec.actors.items():
        if not isinstance(actor, Pedestrian):
            continue
        path: Path = ("actors", name)
        if actor.start is not None:
            yield from _walkable(actor.start.speed_mps, (*path, "start", "speed_mps"))
        yield from _walkable_route(actor.route, (*path, "route"))
    for name, population in spec.populations.items():
        if population.kind != "pedestrian":
            continue
        path = ("populations", name)
        yield from _walkable(population.start_speed_mps, (*path, "start_speed_mps"))
        for number, route in enumerate(population.routes):
            yield from _walkable_route(route, (*path, "routes", number))


def _walkable_route(route: Route, path: Path) -> Iterator[Problem]:
    for number, point in enumerate(route.waypoints):
        if len(point) == 3:
            yield from _walkable(point[2], (*path, "waypoints", number, 2))


def _walkable(speed_mps: float, path: Path) -> Iterator[Problem]:
    if speed_mps > WALKING_MAX_MPS:
        yield (
            path,
            InputError(
                f"the speed is {speed_mps:g} m/s, for somebody on foot",
                expected=f"from 0 to {WALKING_MAX_MPS:g} m/s",
                fix="write a speed in metres a second",
            ),
        )


def _sensors(spec: ScenarioSpec) -> Iterator[Problem]:
    for name, actor in spec.actors.items():
        for sensor_name, sensor in actor.sensors.items():
            if isinstance(sensor, Odometry) and not isinstance(actor, Car):
                yield (
                    ("actors", name, "sensors", sensor_name, "kind"),
                    InputError(
                        f"{name} is a {actor.kind}, and has no wheels to count by",
                        expected="wheel odometry on cars only",
                        fix="use a gnss or an imu, or put it on a car",
                    ),
                )


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
        yield from _way(spec, ("actors", name, "route"), actor.route, name, actor.start)
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
            yield from _way(spec, ("populations", name, "routes", number), route, name, None)


def _way(
    spec: ScenarioSpec, path: Path, route: Route, name: str, start: Start | None
) -> Iterator[Problem]:
    """A route leads from somewhere to somewhere else."""
    is_named = path[0] == "actors"  # a population has no start of its own
    if len(route.waypoints) == 1 and start is None:
        yield (
            (*path, "waypoints"),
            InputError(
                "a route of one waypoint has no direction",
                expected="two waypoints" + (", or a start elsewhere" if is_named else ""),
                fix="add a waypoint" + (", or a `start:`" if is_named else ""),
            ),
        )
    if route.goal is not None and start is None:
        yield (
            path,
            InputError(
                f"it is not clear where {name} begins",
                expected="a start, because the route only has a goal",
                fix="add `start: {x_m: ..., y_m: ...}` to the actor"
                if is_named
                else "write waypoints: the first is where they begin",
            ),
        )
    places = [point[:2] for point in route.waypoints]
    if start is not None and len(places) == 1:
        places = [(start.x_m, start.y_m), *places]
    for number, (one, two) in enumerate(pairwise(places)):
        if one == two:
            yield (
                (*path, "waypoints", number + 1),
                InputError(
                    "two waypoints in a row are the same place",
                    expected="a way from each to the next",
                    fix="remove one of the two",
                ),
            )
    if route.goal is not None and start is not None and route.goal == (start.x_m, start.y_m):
        yield (
            (*path, "goal"),
            InputError(
                f"{name} begins at its goal",
                expected="a goal elsewhere",
                fix="move the goal, or the start",
            ),
        )
    yield from _plans(spec, path, route.plan, by_lanes=bool(route.lanes))


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


def _faults(spec: ScenarioSpec, *, is_cut: bool) -> Iterator[Problem]:
    for number, fault in enumerate(spec.faults):
        path: Path = ("faults", number)
        yield from _fault_times(spec, path, fault, is_cut=is_cut)
        actor = spec.actors.get(fault.actor)
        if actor is None:
            yield _unknown(
                (*path, "actor"),
                f"there is no actor {fault.actor!r}",
                fault.actor,
                spec.actors,
                "none: no actor has a name",
            )
            continue
        sensor = None if isinstance(fault, Kill | StuckActuator) else fault.sensor
        actuator = None if isinstance(fault, Kill | SensorDropout) else fault.actuator
        if sensor is not None and sensor not in actor.sensors:
            yield _unknown(
                (*path, "sensor"),
                f"{fault.actor} has no sensor {sensor!r}",
                sensor,
                actor.sensors,
                "none: it has no sensors",
            )
        if actuator is not None and actuator not in ACTUATORS[actor.kind]:
            yield _unknown(
                (*path, "actuator"),
                f"a {actor.kind} has no actuator {actuator!r}",
                actuator,
                ACTUATORS[actor.kind],
                "none: nothing of it can fail",
            )


def _fault_times(
    spec: ScenarioSpec, path: Path, fault: Fault, *, is_cut: bool
) -> Iterator[Problem]:
    yield from _whole_steps(spec, (*path, "at"), fault.at)
    if fault.at > spec.duration and not is_cut:
        yield (
            (*path, "at"),
            InputError(
                f"the fault would begin at {fault.at:_} ns, when the run is over",
                expected=f"a time up to the duration, {spec.duration:_} ns",
                fix="let it begin earlier, or the run go on longer",
            ),
        )
    if not isinstance(fault, Kill) and fault.lasting is not None:
        yield from _whole_steps(spec, (*path, "lasting"), fault.lasting)


def _unknown(path: Path, what: str, word: str, known: Iterable[str], none: str) -> Problem:
    """A name that nothing has."""
    names = list(known)
    return path, InputError(
        f"{what}{did_you_mean(word, names)}",
        expected=f"one of {', '.join(names)}" if names else none,
        fix="correct the name",
    )
