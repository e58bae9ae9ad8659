"""Estimators on actors, and the channels of what is true and what is believed."""

from typing import Any

from project_ghost.core.dmath import sincos, sqrt
from project_ghost.core.errors import GhostError, InputError
from project_ghost.engine import AbstractComponent
from project_ghost.estimation import (
    BELIEF_SIGNALS,
    ArrivalCount,
    ErrorStateFilter,
    NoisyGroundTruth,
)
from project_ghost.scenario.spec import ErrorStateFilter as FilterSpec
from project_ghost.scenario.spec import NoisyTruth, Quadrotor

from ._build import RECORDING, SAMPLES_MAX, Build, StateChannel
from ._sensors import TRUTH_SIGNALS, truth_of

__all__ = ["add_estimators"]

# What a filter reads of each sensor beside the IMU.
_PORTS = {
    "gnss": ("fix", "fix_velocity"),
    "compass": ("heading",),
    "odometry": ("speed", "yaw_rate"),
}


def add_estimators(build: Build) -> None:
    """Add all of them; publish the truth of their vehicles and their beliefs at the same times.

    The truth of what flies is published in any case: a pose has the yaw alone.
    """
    for name, actor in build.spec.actors.items():
        if not actor.estimators and not isinstance(actor, Quadrotor):
            continue
        truth = truth_of(name, actor)
        _publish(build, f"/truth/{name}/state", truth, TRUTH_SIGNALS, is_belief=False)
        for estimator_name, estimator in actor.estimators.items():
            full = f"{name}_{estimator_name}"
            path = ("actors", name, "estimators", estimator_name)
            build.claim(path, full, *(f"{full}_{kind}_count" for kind in _PORTS))
            if isinstance(estimator, NoisyTruth):
                _add_noisy(build, full, truth, estimator)
            else:
                _add_filter(build, name, path, estimator)
            channel = f"/belief/{name}/{estimator_name}/state"
            _publish(build, channel, full, BELIEF_SIGNALS, is_belief=True)


def _publish(
    build: Build, channel: str, component: str, ports: tuple[str, ...], *, is_belief: bool
) -> None:
    signals = tuple(f"{component}.{port}" for port in ports)
    build.graph.publish(channel, signals, RECORDING)
    build.states[channel] = StateChannel(signals, is_belief)


def _add_noisy(build: Build, full: str, truth: str, spec: NoisyTruth) -> None:
    values = spec.model_dump(exclude={"kind", "rate_hz", "period", "on_grid", "declared"})
    declared = spec.declared
    deviations = (
        declared.position_m,
        declared.velocity_mps,
        declared.attitude_rad,
        declared.accel_bias_mps2,
        declared.gyro_bias_rps,
    )
    matrix = [[0.0] * 15 for _ in range(15)]
    for i in range(15):
        matrix[i][i] = deviations[i // 3] * deviations[i // 3]
    component = NoisyGroundTruth(declared=matrix, **values)
    build.graph.add(full, component, build.group_of(spec))
    for port in TRUTH_SIGNALS:
        build.graph.connect(f"{truth}.{port}", f"{full}.{port}")


def _add_filter(build: Build, actor: str, path: tuple[str, ...], spec: FilterSpec) -> None:
    graph, full = build.graph, f"{actor}_{path[-1]}"
    imu = f"{actor}_{spec.imu}"
    group = graph.group_of[imu]
    values = spec.model_dump(
        exclude={"kind", "imu", "gnss", "compass", "odometry"}, exclude_none=True
    )
    values = {**_noises(build, actor, spec, group), **values, **_start(build, actor)}
    if not isinstance(build.spec.actors[actor], Quadrotor):
        # The truth of what stands on the ground has the mean acceleration of the step just gone.
        values["accel_mean_s"] = build.spec.step / 1e9
    used = {kind: name for kind in _PORTS if (name := getattr(spec, kind)) is not None}
    for kind, name in used.items():
        values[f"{kind}_latency"] = _latency(build, actor, name, spec.imu, group)
    try:
        graph.add(full, ErrorStateFilter(**values), group)
    except GhostError as error:
        raise build.refused(path, error) from None
    for port in ("gyro", "accel"):
        graph.connect(f"{imu}.{port}", f"{full}.{port}")
    graph.connect(f"{imu}.valid", f"{full}.imu_valid")
    for kind, name in used.items():
        sensor, count = f"{actor}_{name}", f"{full}_{kind}_count"
        graph.add(count, ArrivalCount(), graph.group_of[sensor])
        graph.connect(f"{sensor}.valid", f"{count}.valid")
        graph.connect(f"{count}.count", f"{full}.{kind}_count")
        for port in _PORTS[kind]:
            graph.connect(f"{sensor}.{port}", f"{full}.{port}")


def _latency(build: Build, actor: str, sensor: str, imu: str, group: str) -> int:
    """How late a sensor is, in samples of the filter."""
    latency_ns = build.spec.actors[actor].sensors[sensor].latency
    period_ns = build.graph.groups[group].pattern.interval * build.spec.step
    samples, rest = divmod(latency_ns, period_ns)
    if rest:
        raise build.refused(
            ("actors", actor, "sensors", sensor, "latency"),
            InputError(
                f"latency is {latency_ns:_} ns, which is not a whole number of samples of {imu!r}",
                expected=f"a multiple of {period_ns:_} ns, because a filter reads both",
                fix=f"use {samples * period_ns:_} ns or {(samples + 1) * period_ns:_} ns",
            ),
        )
    if samples > SAMPLES_MAX:
        raise build.refused(
            ("actors", actor, "sensors", sensor, "latency"),
            InputError(
                f"latency is {latency_ns:_} ns, or {samples} samples of {imu!r}",
                expected=f"{SAMPLES_MAX} samples at most, which a filter keeps",
                fix="shorten it, or sample the IMU less often",
            ),
        )
    return samples


def _noises(build: Build, actor: str, spec: FilterSpec, group: str) -> dict[str, Any]:
    """What the sensors' makers would say of them."""
    imu = _parameters(build, actor, spec.imu)
    found = {name: imu[name] for name in ("accel_noise", "gyro_noise", "accel_walk", "gyro_walk")}
    if spec.gnss is not None:
        gnss = _parameters(build, actor, spec.gnss)
        found["gnss_position_noise_m"] = gnss["position_noise_m"]
        found["gnss_velocity_noise_mps"] = gnss["velocity_noise_mps"]
    if spec.compass is not None:
        found["compass_noise_rad"] = _parameters(build, actor, spec.compass)["noise_rad"]
    if spec.odometry is not None:
        wheels = _parameters(build, actor, spec.odometry)
        wheel, track = wheels["noise_mps"], wheels["track_m"]
        pattern = build.graph.groups[group].pattern
        period_s = pattern.interval * build.spec.step / 1e9
        gyro = imu["gyro_noise"]
        found["speed_noise_mps"] = wheel / sqrt(2.0)
        # The yaw rate is held against a gyroscope's, which has noise of its own.
        found["yaw_rate_noise_rps"] = sqrt(
            2.0 * wheel * wheel / (track * track) + gyro * gyro / period_s
        )
    return found


def _parameters(build: Build, actor: str, sensor: str) -> dict[str, Any]:
    component: AbstractComponent = build.graph.components[f"{actor}_{sensor}"]
    return dict(component.parameters)


def _start(build: Build, actor: str) -> dict[str, Any]:
    """Where the scenario lets the actor begin: that much it knows."""
    starter = next(each for each in build.starters if each.name == actor)
    start = getattr(build.spec.actors[actor], "start", None)
    speed = 0.0 if start is None else start.speed_mps
    sine, cosine = sincos(starter.yaw_rad)
    half_sine, half_cosine = sincos(0.5 * starter.yaw_rad)
    return {
        "position_m": (starter.x_m, starter.y_m, starter.z_m),
        "velocity_mps": (speed * cosine, speed * sine, 0.0),
        "attitude_q": (half_cosine, 0.0, 0.0, half_sine),
    }
