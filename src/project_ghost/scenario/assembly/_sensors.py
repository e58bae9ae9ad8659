"""Sensors on actors, and their messages."""

from typing import Any

from project_ghost.engine import AbstractComponent
from project_ghost.models.sensors import Compass, Gnss, Imu, WheelOdometry
from project_ghost.models.truth import BodyTruth
from project_ghost.scenario.spec import Latency, Quadrotor, Sensor

from ._build import EVERY_STEP, Build

__all__ = ["add_sensors"]

_COMPONENTS: dict[str, type[AbstractComponent]] = {
    "imu": Imu,
    "gnss": Gnss,
    "odometry": WheelOdometry,
    "compass": Compass,
}
_TRUTH = ("position", "attitude", "velocity", "rate", "acceleration")


def add_sensors(build: Build) -> None:
    """Add every sensor in its own rate group, and publish what it measures there."""
    for name, actor in build.spec.actors.items():
        if not actor.sensors:
            continue
        truth = name
        if not isinstance(actor, Quadrotor):
            truth = f"{name}_truth"
            row = next(t.first_row + t.names.index(name) for t in build.tables if name in t.names)
            build.graph.add(truth, BodyTruth(rows=build.rows, row=row), EVERY_STEP)
            build.graph.connect("Scene.bodies", f"{truth}.bodies")
        for sensor_name, sensor in actor.sensors.items():
            _add(build, name, truth, sensor_name, sensor)


def _add(build: Build, actor: str, truth: str, name: str, sensor: Sensor) -> None:
    graph, full = build.graph, f"{actor}_{name}"
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
    if extra:
        values["extra_latency_max"] = sum(extra)
    component = _COMPONENTS[sensor.kind](**values)
    graph.add(full, component, group)
    for port in component.inputs():
        if port in _TRUTH:
            graph.connect(f"{truth}.{port}", f"{full}.{port}")
    signals = [f"{full}.{port}" for port in component.outputs() if "bias" not in port]
    graph.publish(f"/sensors/{actor}/{name}", signals, group)
