"""An error-state Kalman filter over an actor's sensors."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from project_ghost.core.dmath import sincos, sqrt
from project_ghost.core.errors import GhostError, InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.estimation import ArrivalCount
from project_ghost.estimation import ErrorStateFilter as FilterComponent
from project_ghost.scenario.draft import SAMPLES_MAX, GraphDraft
from project_ghost.scenario.file.ranges import AngleSpread, Bias, PerAxis, Spread, Within
from project_ghost.scenario.file.section import CheckContext, KeyPath, Problem

from ._abstract import AbstractEstimator, recorded_in_step_problems

__all__ = ["ErrorStateFilter"]

# The filter would trust a measurement without noise entirely.
Deviation = Annotated[float, Within(1e-9, 1000.0)]
DeviationPerAxis = PerAxis[Deviation]

# The outputs that the filter reads of each sensor beside the IMU.
_PORTS = {
    "gnss": ("fix", "fix_velocity"),
    "compass": ("heading",),
    "odometry": ("speed", "yaw_rate"),
}
_SENSORS = ("imu", *_PORTS)


class ErrorStateFilter(AbstractEstimator):
    """A Kalman filter at the rate of its IMU. Noises that are left out are those of the sensors."""

    kind: Literal["error_state_filter"]
    imu: str = Field(description="the name of the IMU that predicts")
    gnss: str | None = Field(default=None, description="the name of a GNSS that corrects")
    compass: str | None = Field(default=None, description="the name of a compass that corrects")
    odometry: str | None = Field(
        default=None, description="the name of a wheel odometry that corrects"
    )
    accel_noise: Spread | None = Field(
        default=None, description="density, m/s2 per sqrt(Hz); default: the IMU's"
    )
    gyro_noise: Spread | None = Field(
        default=None, description="density, rad/s per sqrt(Hz); default: the IMU's"
    )
    accel_walk: Spread | None = Field(
        default=None, description="of the bias, m/s3 per sqrt(Hz); default: the IMU's"
    )
    gyro_walk: Spread | None = Field(
        default=None, description="of the bias, rad/s2 per sqrt(Hz); default: the IMU's"
    )
    gnss_position_noise_m: DeviationPerAxis | None = Field(
        default=None, description="standard deviation, each axis; default: the receiver's"
    )
    gnss_velocity_noise_mps: DeviationPerAxis | None = Field(
        default=None, description="standard deviation, each axis; default: the receiver's"
    )
    compass_noise_rad: Deviation | None = Field(
        default=None, description="standard deviation; default: the compass's"
    )
    speed_noise_mps: Deviation | None = Field(
        default=None,
        description="of the wheels' speed, standard deviation; default: by the odometry's noise",
    )
    yaw_rate_noise_rps: Deviation | None = Field(
        default=None,
        description="of the wheels' yaw rate, standard deviation; default: by the noises of "
        "odometry and gyroscope",
    )
    accel_bias_mps2: Bias = Field(default=0.0, description="initial belief, each axis")
    gyro_bias_rps: Bias = Field(default=0.0, description="initial belief, each axis")
    position_std_m: Spread = Field(default=1.0, description="of the initial belief, each axis")
    velocity_std_mps: Spread = Field(default=0.1, description="of the initial belief, each axis")
    attitude_std_rad: AngleSpread = Field(
        default=0.02, description="of the initial belief, about each axis"
    )
    accel_bias_std_mps2: Spread = Field(
        default=0.05, description="of the initial belief, each axis"
    )
    gyro_bias_std_rps: Spread = Field(default=0.002, description="of the initial belief, each axis")
    gate_sigma: Spread = Field(
        default=0.0,
        description="ignore measurements more than this many standard deviations off; 0: none",
    )

    def problems(self, context: CheckContext, keys: KeyPath) -> Iterator[Problem]:
        """Report sensors that are missing, or that the filter cannot use."""
        yield from super().problems(context, keys)
        name = str(keys[1])
        actor = context.spec.actors[name]
        is_missing = False
        for kind in _SENSORS:
            sensor = getattr(self, kind)
            if sensor is None:
                continue
            of_kind = [each for each, carried in actor.sensors.items() if carried.kind == kind]
            if sensor in of_kind:
                continue
            is_missing = True
            what = f"{name} has no {kind} {sensor!r}{did_you_mean(sensor, of_kind)}"
            if sensor in actor.sensors:
                what = f"{sensor!r} is of the kind {actor.sensors[sensor].kind}, not {kind}"
            yield (
                (*keys, kind),
                InputError(
                    what,
                    expected=f"one of {', '.join(of_kind)}"
                    if of_kind
                    else f"an {kind} among the sensors of {name}: it has none",
                    fix="correct the name, or give the actor that sensor",
                ),
            )
        if not is_missing:
            yield from self._imu_problems(context, keys)

    def _imu_problems(self, context: CheckContext, keys: KeyPath) -> Iterator[Problem]:
        name = str(keys[1])
        imu = context.spec.actors[name].sensors[self.imu]
        if imu.latency:
            yield (
                (*keys, "imu"),
                InputError(
                    f"{self.imu!r} is {imu.latency:_} ns late",
                    expected="an IMU without latency, because the filter predicts with it "
                    "up to now",
                    fix="give the filter an IMU of its own without latency",
                ),
            )
        if imu.on_grid:
            yield (
                (*keys, "imu"),
                InputError(
                    f"{self.imu!r} is on_grid: its samples are not evenly spaced",
                    expected="an IMU whose period is a whole number of steps",
                    fix="choose a rate that divides the step's",
                ),
            )
        else:
            imu_keys = ("actors", name, "sensors", self.imu)
            yield from recorded_in_step_problems(context, imu_keys, imu)

    def add_component(self, draft: GraphDraft, actor: str, name: str, full: str) -> None:
        """Add the filter in its IMU's rate group, and a count of arrivals for each other sensor."""
        keys = ("actors", actor, "estimators", name)
        graph, imu = draft.graph, f"{actor}/{self.imu}"
        group = graph.group_of[imu]
        given = self.model_dump(exclude={"kind", *_SENSORS}, exclude_none=True)
        values = {**given, **_initial_state(draft, actor)}
        if draft.spec.actors[actor].truth_has_mean_acceleration:
            values["accel_mean_s"] = draft.spec.step / 1e9
        used = {kind: sensor for kind in _PORTS if (sensor := getattr(self, kind)) is not None}
        for kind, sensor in used.items():
            values[f"{kind}_latency"] = self._latency(draft, actor, sensor, group)
        try:
            graph.add(full, FilterComponent(**values), group)
        except GhostError as error:
            raise draft.refused(keys, error) from None
        for port in ("gyro", "accel"):
            graph.connect(f"{imu}.{port}", f"{full}.{port}")
        graph.connect(f"{imu}.valid", f"{full}.imu_valid")
        for kind, sensor in used.items():
            source, count = f"{actor}/{sensor}", f"{full}/{kind}_count"
            graph.add(count, ArrivalCount(), graph.group_of[source])
            graph.connect(f"{source}.valid", f"{count}.valid")
            graph.connect(f"{count}.count", f"{full}.{kind}_count")
            for port in _PORTS[kind]:
                graph.connect(f"{source}.{port}", f"{full}.{port}")

    def _latency(self, draft: GraphDraft, actor: str, sensor: str, group: str) -> int:
        """The latency of a sensor in samples of the filter."""
        latency_ns = draft.spec.actors[actor].sensors[sensor].latency
        keys = ("actors", actor, "sensors", sensor, "latency")
        period_ns = int(draft.period_ns(group))
        samples, rest = divmod(latency_ns, period_ns)
        if rest:
            raise draft.refused(
                keys,
                InputError(
                    f"latency is {latency_ns:_} ns, which is not a whole number of samples "
                    f"of {self.imu!r}",
                    expected=f"a multiple of {period_ns:_} ns, because a filter reads both",
                    fix=f"use {samples * period_ns:_} ns or {(samples + 1) * period_ns:_} ns",
                ),
            )
        if samples > SAMPLES_MAX:
            raise draft.refused(
                keys,
                InputError(
                    f"latency is {latency_ns:_} ns, or {samples} samples of {self.imu!r}",
                    expected=f"{SAMPLES_MAX} samples at most, which a filter keeps",
                    fix="shorten it, or sample the IMU less often",
                ),
            )
        return samples

    def dependent_defaults(self, context: CheckContext, keys: KeyPath) -> Mapping[str, Any]:
        """The noises of the sensors."""
        sensors: Mapping[str, Any] = context.spec.actors[str(keys[1])].sensors
        imu = sensors[self.imu]
        noises = ("accel_noise", "gyro_noise", "accel_walk", "gyro_walk")
        values = {key: getattr(imu, key) for key in noises}
        if self.gnss is not None:
            gnss = sensors[self.gnss]
            values["gnss_position_noise_m"] = gnss.position_noise_m
            values["gnss_velocity_noise_mps"] = gnss.velocity_noise_mps
        if self.compass is not None:
            values["compass_noise_rad"] = sensors[self.compass].noise_rad
        if self.odometry is not None:
            wheels = sensors[self.odometry]
            wheel, track, gyro = wheels.noise_mps, wheels.track_m, imu.gyro_noise
            period_s = imu.period_ns(context.spec.step) / 1e9
            values["speed_noise_mps"] = wheel / sqrt(2.0)
            # The filter compares the yaw rate with a gyroscope's, which has noise of its own.
            values["yaw_rate_noise_rps"] = sqrt(
                2.0 * wheel * wheel / (track * track) + gyro * gyro / period_s
            )
        return values


def _initial_state(draft: GraphDraft, actor: str) -> dict[str, Any]:
    """The actor's start, which the filter knows."""
    start = next(each for each in draft.starts if each.name == actor)
    sine, cosine = sincos(start.yaw_rad)
    half_sine, half_cosine = sincos(0.5 * start.yaw_rad)
    return {
        "position_m": (start.x_m, start.y_m, start.z_m),
        "velocity_mps": (start.speed_mps * cosine, start.speed_mps * sine, 0.0),
        "attitude_q": (half_cosine, 0.0, 0.0, half_sine),
    }
