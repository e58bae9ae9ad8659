"""What goes wrong: sensors that fall silent or late, actuators that stick, actors that vanish."""

from collections.abc import Sequence
from math import inf

from project_ghost.engine.blocks import Sum
from project_ghost.models.faults import NEVER_NS, FaultWindow, LateCommands, Removals
from project_ghost.models.faults import StuckActuator as StuckValues
from project_ghost.scenario.events import ValueChangeEvents, change_fields
from project_ghost.scenario.faults._clock import FaultClock
from project_ghost.scenario.faults._table import FaultTable
from project_ghost.scenario.spec import Car, Fault, Kill, Latency, SensorDropout, StuckActuator

from ._build import EVERY_STEP, Build

__all__ = ["add_faults"]

_CAR_ACTUATORS = ("steering", "accelerator")
_MOTORS = ("motor0", "motor1", "motor2", "motor3")


def add_faults(build: Build) -> None:
    """Add all faults of a scenario, and events where they begin and end."""
    _connect_drivers(build)
    _connect_motors(build)
    faults = build.spec.faults
    if not faults:
        return
    _add_sensor_faults(build)
    _add_stuck_cars(build)
    _add_kills(build)
    graph = build.graph
    graph.add("Faults", FaultClock([_window(fault) for fault in faults]), EVERY_STEP)
    graph.add("FaultChanges", ValueChangeEvents(size=len(faults)), EVERY_STEP)
    graph.connect("Faults.active", "FaultChanges.values")
    graph.publish_events(
        "/events/fault",
        records="FaultChanges.records",
        count="FaultChanges.count",
        fields=change_fields(
            "the fault, by its place in the scenario",
            "1 where it begins, 0 where it ends",
            "1 where it was there before, else 0",
        ),
        schema="ghost.FaultChange",
        about="A fault begins or ends.",
    )


def _window(fault: Fault) -> tuple[int, int]:
    """From when until when."""
    if isinstance(fault, Kill) or fault.lasting is None:
        return fault.at, NEVER_NS
    return fault.at, fault.at + fault.lasting


def _add_sensor_faults(build: Build) -> None:
    """A window for each fault; several on one input of a sensor add up."""
    found: dict[str, list[tuple[str, float]]] = {}
    graph = build.graph
    for number, fault in enumerate(build.spec.faults):
        if not isinstance(fault, SensorDropout | Latency) or fault.sensor is None:
            continue
        sensor, window = f"{fault.actor}_{fault.sensor}", f"Fault{number}"
        graph.add(window, FaultWindow(*_window(fault)), EVERY_STEP)
        if isinstance(fault, Latency):
            extra = build.samples(fault.extra, graph.group_of[sensor], ("faults", number, "extra"))
            found.setdefault(f"{sensor}.extra_latency", []).append((window, float(extra)))
        else:
            found.setdefault(f"{sensor}.dropped", []).append((window, 1.0))
    for target, windows in found.items():
        if len(windows) == 1:
            graph.connect(f"{windows[0][0]}.active", target, gain=windows[0][1])
            continue
        total = f"{target.replace('.', '_')}_total"
        build.claim(("faults", int(windows[-1][0].removeprefix("Fault"))), total)
        graph.add(total, Sum("+" * len(windows)), EVERY_STEP)
        for i, (window, gain) in enumerate(windows):
            graph.connect(f"{window}.active", f"{total}.u{i}", gain=gain)
        graph.connect(f"{total}.y", target)


def _add_stuck_cars(build: Build) -> None:
    """One table of stuck actuators for each table of cars that has any."""
    for table in build.tables:
        windows = [
            (
                float(table.names.index(fault.actor)),
                float(_CAR_ACTUATORS.index(fault.actuator)),
                *map(float, _window(fault)),
                1.0,
            )
            for fault in build.spec.faults
            if isinstance(fault, StuckActuator)
            and fault.actor in table.names
            and isinstance(build.spec.actors[fault.actor], Car)
        ]
        if windows:
            name = f"{table.name}_stuck"
            build.graph.add(name, FaultTable(table.capacity, 2, windows), EVERY_STEP)
            build.graph.connect(f"{name}.active", f"{table.name}.stuck")


def _connect_drivers(build: Build) -> None:
    """From each table's drivers to its plant, through what is late."""
    for table in build.tables:
        if table.name in build.commands:
            shape = (table.capacity, len(_CAR_ACTUATORS))
            signal = build.commands[table.name]
            late = _late(build, table.name, table.names, _CAR_ACTUATORS, signal, shape)
            build.graph.connect(late, f"{table.name}.command")


def _late(
    build: Build,
    name: str,
    actors: Sequence[str],
    actuators: Sequence[str],
    signal: str,
    shape: tuple[int, int] | tuple[int],
    unit: str | None = None,
) -> str:
    """The signal that has the commands as late as the scenario wants them."""
    graph = build.graph
    group = graph.group_of[signal.partition(".")[0]]
    windows: list[tuple[float, ...]] = []
    for number, fault in enumerate(build.spec.faults):
        if not isinstance(fault, Latency) or fault.actuator is None or fault.actor not in actors:
            continue
        extra = build.samples(fault.extra, group, ("faults", number, "extra"))
        place = (actors.index(fault.actor), actuators.index(fault.actuator))
        windows.append((*map(float, (*place, *_window(fault), extra)),))
    if not windows:
        return signal
    extra_max = int(sum(window[-1] for window in windows))
    table = FaultTable(max(1, len(actors)), len(actuators), windows)
    graph.add(f"{name}_latency", table, EVERY_STEP)
    graph.add(f"{name}_late", LateCommands(shape, extra_max, unit), group)
    graph.connect(signal, f"{name}_late.u")
    graph.connect(f"{name}_latency.active", f"{name}_late.extra")
    return f"{name}_late.y"


def _connect_motors(build: Build) -> None:
    """From each quadrotor's mixer to its motors, through what holds them where they stick."""
    graph = build.graph
    for actor, mixer in build.motors.items():
        signal = _late(build, actor, [actor], _MOTORS, mixer, (len(_MOTORS),), "rad/s")
        for number, fault in enumerate(build.spec.faults):
            if not isinstance(fault, StuckActuator) or fault.actor != actor:
                continue
            window, holder = f"Fault{number}", f"{actor}_stuck{number}"
            build.claim(("faults", number), holder)
            group = graph.group_of[mixer.partition(".")[0]]
            stuck = tuple(1.0 if motor == fault.actuator else 0.0 for motor in _MOTORS)
            graph.add(window, FaultWindow(*_window(fault)), EVERY_STEP)
            graph.add(holder, StuckValues(4, stuck=stuck, unit="rad/s"), group)
            graph.connect(signal, f"{holder}.u")
            graph.connect(f"{window}.active", f"{holder}.active")
            signal = f"{holder}.y"
        graph.connect(signal, f"{actor}.motors")


def _add_kills(build: Build) -> None:
    """Take actors out of the scene at their time."""
    times = [inf] * build.rows
    for fault in build.spec.faults:
        if isinstance(fault, Kill):
            for table in build.tables:
                if fault.actor in table.names:
                    row = table.first_row + table.names.index(fault.actor)
                    times[row] = min(times[row], float(fault.at))
    touched = [t for t in build.tables if any(times[row] != inf for row in t.rows)]
    if not touched:
        return
    graph = build.graph
    graph.add("Removals", Removals(build.rows, tuple(times)), EVERY_STEP)
    for table in touched:
        graph.connect("Removals.despawn", f"{table.name}.despawn")
        build.despawns.append(table.name)
