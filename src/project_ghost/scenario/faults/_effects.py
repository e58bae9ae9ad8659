"""The effects of faults on the graph.

Several faults may act on one sensor, one actuator or one actor. So the faults first collect
their effects, and the components are added when all of them are known.
"""

from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple, final

from project_ghost.engine import TextField
from project_ghost.engine.blocks import Sum
from project_ghost.models.faults import FaultWindow, LateCommands, Removals
from project_ghost.models.faults import StuckActuator as StuckCommand
from project_ghost.scenario.draft import EVERY_STEP, Commands, GraphDraft
from project_ghost.scenario.events import ValueChangeEvents

from ._windows import FaultClock, FaultTable

__all__ = ["FaultEffects", "Window", "add_faults"]


class Window(NamedTuple):
    """The time in which a fault is active, and the fault's index in the file."""

    number: int
    start_ns: int
    stop_ns: int

    @property
    def component(self) -> str:
        """The name of the component whose output is 1 in this time."""
        return f"Fault{self.number}"


@final
@dataclass
class FaultEffects:
    """All effects of the faults of a scenario."""

    draft: GraphDraft
    _removals_ns: dict[str, int] = field(default_factory=dict)
    # By input of a sensor: windows and the values that they add.
    _sensor_inputs: dict[str, list[tuple[Window, float]]] = field(default_factory=dict)
    # By actor and actuator: windows of delays and their lengths; windows in which it is stuck.
    _delays: list[tuple[str, str, Window, int]] = field(default_factory=list)
    _stuck: list[tuple[str, str, Window]] = field(default_factory=list)

    def remove(self, actor: str, at_ns: int) -> None:
        """Take an actor out of the scene."""
        self._removals_ns[actor] = min(at_ns, self._removals_ns.get(actor, at_ns))

    def drop_samples(self, actor: str, sensor: str, window: Window) -> None:
        """Lose the samples of a sensor."""
        self._add_to_input(f"{actor}/{sensor}.dropped", window, 1.0)

    def delay_samples(self, actor: str, sensor: str, window: Window, extra_ns: int) -> None:
        """Delay the samples of a sensor."""
        component = f"{actor}/{sensor}"
        group = self.draft.graph.group_of[component]
        samples = self.draft.samples(extra_ns, group, ("faults", window.number, "extra"))
        self._add_to_input(f"{component}.extra_latency", window, float(samples))

    def delay_commands(self, actor: str, actuator: str, window: Window, extra_ns: int) -> None:
        """Delay the commands to an actuator."""
        self._delays.append((actor, actuator, window, extra_ns))

    def hold_commands(self, actor: str, actuator: str, window: Window) -> None:
        """Hold the position of an actuator."""
        self._stuck.append((actor, actuator, window))

    def _add_to_input(self, target: str, window: Window, value: float) -> None:
        self._sensor_inputs.setdefault(target, []).append((window, value))

    def build(self) -> None:
        """Add the components of all effects."""
        for commands in self.draft.commands:
            self._connect_commands(commands)
        self._connect_sensors()
        for commands in self.draft.commands:
            self._hold_in_plant(commands)
        self._add_removals()

    def _connect_commands(self, commands: Commands) -> None:
        """Connect a controller to its plant, through the components that delay or hold commands."""
        graph = self.draft.graph
        signal = self._delayed(commands)
        if not self._is_held_by_plant(commands):
            for actor, actuator, window in self._stuck:
                if actor in commands.actors:
                    signal = self._held(commands, signal, actuator, window)
        graph.connect(signal, commands.target)

    def _delayed(self, commands: Commands) -> str:
        """The signal of the commands after all delays."""
        draft, graph = self.draft, self.draft.graph
        group = graph.group_of[commands.signal.partition(".")[0]]
        windows: list[tuple[float, ...]] = []
        for actor, actuator, window, extra_ns in self._delays:
            if actor in commands.actors:
                samples = draft.samples(extra_ns, group, ("faults", window.number, "extra"))
                windows.append(_row(commands, actor, actuator, window, float(samples)))
        if not windows:
            return commands.signal
        late = f"{commands.name}/commands/late"
        name = f"{commands.name}/commands/latency"
        samples_max = int(sum(window[-1] for window in windows))
        table = FaultTable(len(commands.actors), len(commands.actuators), windows)
        unit = graph.output(commands.signal, commands.signal).unit
        graph.add(name, table, EVERY_STEP)
        graph.add(late, LateCommands(graph.shape(commands.signal), samples_max, unit), group)
        graph.connect(commands.signal, f"{late}.u")
        graph.connect(f"{name}.active", f"{late}.extra")
        return f"{late}.y"

    def _held(self, commands: Commands, signal: str, actuator: str, window: Window) -> str:
        """The signal of the commands of one actor with one of its actuators stuck."""
        graph, holder = self.draft.graph, f"{commands.name}/commands/stuck{window.number}"
        group = graph.group_of[commands.signal.partition(".")[0]]
        stuck = tuple(1.0 if each == actuator else 0.0 for each in commands.actuators)
        unit = graph.output(commands.signal, commands.signal).unit
        self._add_window(window)
        graph.add(holder, StuckCommand(len(stuck), stuck=stuck, unit=unit), group)
        graph.connect(signal, f"{holder}.u")
        graph.connect(f"{window.component}.active", f"{holder}.active")
        return f"{holder}.y"

    def _is_held_by_plant(self, commands: Commands) -> bool:
        plant = commands.target.partition(".")[0]
        return "stuck" in self.draft.graph.components[plant].inputs()

    def _hold_in_plant(self, commands: Commands) -> None:
        """Connect the windows to a plant that can hold its actuators itself."""
        windows = [
            _row(commands, actor, actuator, window, 1.0)
            for actor, actuator, window in self._stuck
            if actor in commands.actors and self._is_held_by_plant(commands)
        ]
        if windows:
            name, plant = f"{commands.name}/commands/stuck", commands.target.partition(".")[0]
            table = FaultTable(len(commands.actors), len(commands.actuators), windows)
            self.draft.graph.add(name, table, EVERY_STEP)
            self.draft.graph.connect(f"{name}.active", f"{plant}.stuck")

    def _connect_sensors(self) -> None:
        """Connect the windows of faults to the inputs of sensors; several on one input add up."""
        graph = self.draft.graph
        windows = {window for each in self._sensor_inputs.values() for window, _ in each}
        for window in sorted(windows):
            self._add_window(window)
        for target, each in self._sensor_inputs.items():
            if len(each) == 1:
                ((window, value),) = each
                graph.connect(f"{window.component}.active", target, gain=value)
                continue
            total = target.replace(".", "/")
            graph.add(total, Sum("+" * len(each)), EVERY_STEP)
            for i, (window, value) in enumerate(each):
                graph.connect(f"{window.component}.active", f"{total}.u{i}", gain=value)
            graph.connect(f"{total}.y", target)

    def _add_window(self, window: Window) -> None:
        component = FaultWindow(window.start_ns, window.stop_ns)
        self.draft.graph.add(window.component, component, EVERY_STEP)

    def _add_removals(self) -> None:
        """Take actors out of the scene at their times."""
        draft = self.draft
        if not self._removals_ns:
            return
        times = [inf] * draft.rows
        for actor, at_ns in self._removals_ns.items():
            times[draft.row_of(actor)] = float(at_ns)
        draft.graph.add("Removals", Removals(draft.rows, tuple(times)), EVERY_STEP)
        for table in draft.tables:
            if any(times[row] != inf for row in table.rows):
                draft.graph.connect("Removals.despawn", f"{table.component}.despawn")
                draft.despawns.append(table.name)


def _row(
    commands: Commands, actor: str, actuator: str, window: Window, value: float
) -> tuple[float, ...]:
    """A row of a `FaultTable`."""
    place = commands.actors.index(actor), commands.actuators.index(actuator)
    return (*map(float, (*place, window.start_ns, window.stop_ns)), value)


def add_faults(draft: GraphDraft) -> None:
    """Add all faults, connect all commands to their plants, and publish faults as events."""
    effects, faults = FaultEffects(draft), draft.spec.faults
    for number, fault in enumerate(faults):
        fault.add(effects, number)
    effects.build()
    if not faults:
        return
    graph = draft.graph
    graph.add("Faults", FaultClock([fault.window_ns for fault in faults]), EVERY_STEP)
    graph.add("FaultChanges", ValueChangeEvents(size=len(faults)), EVERY_STEP)
    graph.connect("Faults.active", "FaultChanges.values")
    graph.publish_events(
        "/events/fault",
        records="FaultChanges.records",
        count="FaultChanges.count",
        fields=(
            TextField("fault", lambda number: faults[int(number)].name, "actor, part and kind"),
            TextField("change", lambda active: "begins" if active else "ends", "begins or ends"),
        ),
        schema="ghost.FaultChange",
        about="A fault begins or ends.",
    )
