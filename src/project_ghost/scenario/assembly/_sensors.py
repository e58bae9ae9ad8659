"""Sensors on actors, and their messages."""

from typing import Any

from project_ghost.core.errors import InputError
from project_ghost.engine import AbstractComponent
from project_ghost.models.sensors import (
    OBJECT_FIELDS,
    Compass,
    Gnss,
    Imu,
    ObjectDetector,
    WheelOdometry,
)
from project_ghost.models.truth import BodyTruth
from project_ghost.scenario.spec import Actor, Detector, Latency, Quadrotor, Sensor

from ._build import EVERY_STEP, SAMPLES_MAX, Build
from ._map import DEGREE

__all__ = ["TRUTH_SIGNALS", "add_sensors", "truth_of"]

_COMPONENTS: dict[str, type[AbstractComponent]] = {
    "imu": Imu,
    "gnss": Gnss,
    "odometry": WheelOdometry,
    "compass": Compass,
}
TRUTH_SIGNALS = ("position", "attitude", "velocity", "rate", "acceleration")


def add_sensors(build: Build) -> None:
    """Add every sensor in its own rate group, and publish what it measures there."""
    for name, actor in build.spec.actors.items():
        if not actor.sensors and not actor.estimators:
            continue
        truth = truth_of(name, actor)
        if truth != name:
            build.claim(("actors", name), truth)
            component = BodyTruth(rows=build.rows, row=row_of(build, name))
            build.graph.add(truth, component, EVERY_STEP)
            build.graph.connect("Scene.bodies", f"{truth}.bodies")
        for sensor_name, sensor in actor.sensors.items():
            _add(build, name, truth, sensor_name, sensor)


def truth_of(name: str, actor: Actor) -> str:
    """The component that has the truth of an actor: a quadrotor's is its own."""
    return name if isinstance(actor, Quadrotor) else f"{name}_truth"


def _add(build: Build, actor: str, truth: str, name: str, sensor: Sensor) -> None:
    graph, full = build.graph, f"{actor}_{name}"
    build.claim(("actors", actor, "sensors", name), full)
    group = build.group_of(sensor)
    path = ("actors", actor, "sensors", name, "latency")
    values: dict[str, Any] = sensor.model_dump(
        exclude={"kind", "rate_hz", "period", "on_grid", "latency"}, exclude_none=True
    )
    values["latency"] = build.samples(sensor.latency, group, path)
    extra = [
        build.samples(fault.extra, group, ("faults", i, "extra"))
        for i, fault in enumerate(build.spec.faults)
        if isinstance(fault, Latency) and (fault.actor, fault.sensor) == (actor, name)
    ]
    if values["latency"] + sum(extra) > SAMPLES_MAX:
        raise build.refused(
            path,
            InputError(
                f"{actor}.{name} would keep {values['latency'] + sum(extra)} samples under way",
                expected=f"{SAMPLES_MAX} at most, with what faults add",
                fix="shorten the latency, or sample less often",
            ),
        )
    if extra:
        values["extra_latency_max"] = sum(extra)
    component = (
        _detector(build, actor, sensor, values)
        if isinstance(sensor, Detector)
        else _COMPONENTS[sensor.kind](**values)
    )
    graph.add(full, component, group)
    for port in component.inputs():
        if port in TRUTH_SIGNALS:
            graph.connect(f"{truth}.{port}", f"{full}.{port}")
        elif port == "bodies":
            graph.connect("Scene.bodies", f"{full}.bodies")
    signals = [f"{full}.{port}" for port in component.outputs() if "bias" not in port]
    columns = {f"{full}.objects": OBJECT_FIELDS} if isinstance(sensor, Detector) else {}
    graph.publish(
        f"/sensors/{actor}/{name}",
        signals,
        group,
        columns=columns,
        schema=f"ghost.Sensor.{actor}.{name}",
        about="What a sensor measures, at every sample of it.",
    )


def _detector(
    build: Build, actor: str, sensor: Detector, values: dict[str, Any]
) -> AbstractComponent:
    """Who sees others must know how large they are, and what may stand between."""
    own = ("range_m", "field_of_view_deg", "mount_z_m")
    given = {k: v for k, v in values.items() if k not in own}
    prints, own_row = build.footprints, row_of(build, actor)
    mount_z_m = sensor.mount_z_m
    if mount_z_m is None:
        # As high as eyes are on what stands on the ground; at the centre of what flies.
        mount_z_m = 0.8 * (prints[own_row].above_m - prints[own_row].below_m)
    return ObjectDetector(
        build.rows,
        **build.outlines(),
        own_row=own_row,
        mount_z_m=mount_z_m,
        range_max_m=sensor.range_m,
        field_of_view_rad=sensor.field_of_view_deg * DEGREE,
        **given,
    )


def row_of(build: Build, actor: str) -> int:
    """The row of a named actor in the scene."""
    return next(t.first_row + t.names.index(actor) for t in build.tables if actor in t.names)
