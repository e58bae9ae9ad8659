"""What must hold of estimators, beyond the type of each key."""

from collections.abc import Iterator
from typing import TypeAlias

from project_ghost.core.errors import GhostError, InputError
from project_ghost.core.rate import period_ns_from_rate
from project_ghost.core.wording import did_you_mean
from project_ghost.scenario.spec import Actor, ErrorStateFilter, NoisyTruth, ScenarioSpec

from .section import Sampled

__all__ = ["check_estimators"]

Path: TypeAlias = tuple[str | int, ...]
Problem: TypeAlias = tuple[Path, GhostError]

_SENSORS = ("imu", "gnss", "compass", "odometry")


def check_estimators(spec: ScenarioSpec) -> Iterator[Problem]:
    """Each thing that does not fit, with the keys that lead to it."""
    for name, actor in spec.actors.items():
        for estimator_name, estimator in actor.estimators.items():
            path: Path = ("actors", name, "estimators", estimator_name)
            if estimator_name in actor.sensors:
                yield (
                    path,
                    InputError(
                        f"{name} has a sensor of the name {estimator_name!r} too",
                        expected="a name of its own for each sensor and estimator",
                        fix="rename one of the two",
                    ),
                )
            if isinstance(estimator, NoisyTruth):
                yield from _in_step(spec, path, estimator)
            else:
                yield from _filter(spec, path, name, actor, estimator)


def _filter(
    spec: ScenarioSpec, path: Path, name: str, actor: Actor, wanted: ErrorStateFilter
) -> Iterator[Problem]:
    found = False
    for kind in _SENSORS:
        sensor = getattr(wanted, kind)
        if sensor is None:
            continue
        of_kind = [each for each, carried in actor.sensors.items() if carried.kind == kind]
        if sensor not in of_kind:
            what = f"{name} has no {kind} {sensor!r}{did_you_mean(sensor, of_kind)}"
            if sensor in actor.sensors:
                what = f"{sensor!r} is of the kind {actor.sensors[sensor].kind}, not {kind}"
            yield (
                (*path, kind),
                InputError(
                    what,
                    expected=f"one of {', '.join(of_kind)}"
                    if of_kind
                    else f"an {kind} among the sensors of {name}: it has none",
                    fix="correct the name, or give the actor that sensor",
                ),
            )
            found = True
    if found:
        return
    imu = actor.sensors[wanted.imu]
    if imu.latency:
        yield (
            (*path, "imu"),
            InputError(
                f"{wanted.imu!r} comes {imu.latency:_} ns late",
                expected="an IMU without latency, because the filter predicts with it up to now",
                fix="give the filter an IMU of its own without latency",
            ),
        )
    if imu.on_grid:
        yield (
            (*path, "imu"),
            InputError(
                f"{wanted.imu!r} is on_grid: its samples are not equally far apart",
                expected="an IMU whose period is a whole number of steps",
                fix="choose a rate that divides the step's",
            ),
        )
    else:
        yield from _in_step(spec, ("actors", name, "sensors", wanted.imu), imu)


def _in_step(spec: ScenarioSpec, path: Path, sampled: Sampled) -> Iterator[Problem]:
    """A belief is recorded with the poses, and has to be of that instant."""
    if sampled.on_grid:
        yield (
            (*path, "on_grid"),
            InputError(
                "an estimator on_grid is not always there when its belief is recorded",
                expected="a period that divides recording.pose",
                fix="choose such a rate, without on_grid",
            ),
        )
        return
    try:
        period_ns = sampled.period or (
            spec.step
            if sampled.rate_hz is None
            else period_ns_from_rate(sampled.rate_hz, spec.step)
        )
    except GhostError:
        return  # the rates have a check of their own
    if spec.recording.pose % period_ns:
        yield (
            (*path, "rate_hz" if sampled.rate_hz is not None else "period"),
            InputError(
                f"a sample every {period_ns:_} ns is not always there when a belief is recorded",
                expected=f"a period that divides recording.pose, {spec.recording.pose:_} ns",
                fix="change one of the two",
            ),
        )
