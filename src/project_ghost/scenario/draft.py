"""A graph under construction, to which all parts of a scenario add."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, final

from project_ghost.core.errors import GhostError, InputError
from project_ghost.core.units import field_name
from project_ghost.engine import AbstractComponent, Graph, RecordField
from project_ghost.world.geometry import FARTHEST_M, LARGEST_M
from project_ghost.world.maps import Obstacle, RoadMap

from .file.section import KeyPath, Sampled
from .names import SceneNames

if TYPE_CHECKING:
    from .controlled import ControlledActor
    from .file._load import ScenarioFile
    from .paths import PathPoint
    from .planned import PlannedActor
    from .spec import ScenarioSpec
    from .tables import Table

__all__ = [
    "EVERY_STEP",
    "RECORDING",
    "SAMPLES_MAX",
    "Commands",
    "Footprint",
    "GraphDraft",
    "StartPose",
    "StateChannel",
]

# The rate groups that every scenario has.
EVERY_STEP, RECORDING = "step", "recording"
# How many samples a sensor or an actuator may be late: all of them are kept.
SAMPLES_MAX = 1000


@final
@dataclass
class Footprint:
    """The body of a row of the scene: a box, or a circle where the radius is not 0.

    It reaches from `below_m` under its z to `above_m` over it: the z of an actor on the ground
    is at its bottom, that of a flying one at its centre.
    """

    half_length_m: float = 0.0
    half_width_m: float = 0.0
    radius_m: float = 0.0
    mass_kg: float = 0.0
    yaw_inertia_kgm2: float = 0.0
    below_m: float = 0.0
    above_m: float = 0.0


@final
@dataclass(frozen=True)
class StartPose:
    """An actor's start pose and the file keys that define it."""

    name: str
    keys: KeyPath
    row: int
    x_m: float
    y_m: float
    yaw_rad: float
    speed_mps: float = 0.0
    z_m: float = 0.0


@final
@dataclass(frozen=True)
class StateChannel:
    """A channel with the state of an actor, true or believed.

    A belief has the biases of the sensors and a covariance beside the state.
    """

    actor: str
    signals: tuple[str, ...]
    is_belief: bool


@final
@dataclass(frozen=True)
class Commands:
    """The commands from a controller to a plant; faults may come in between.

    `signal` has a row for each of the actors and a column for each of their actuators; or the
    columns alone, where there is one actor. `fields` describe the columns.
    """

    name: str
    signal: str
    target: str
    actors: tuple[str, ...]
    actuators: tuple[str, ...]
    fields: tuple[RecordField, ...] = ()


@final
@dataclass
class GraphDraft:
    """A graph under construction, with the data that the parts of a scenario share."""

    file: "ScenarioFile"
    graph: Graph
    tables: "tuple[Table, ...]"
    road_map: RoadMap | None
    obstacles: dict[str, Obstacle]
    # By row of the scene.
    footprints: list[Footprint] = field(default_factory=list)
    starts: list[StartPose] = field(default_factory=list)
    # By actor: its path, and the component that has its true state.
    paths: "dict[str, Sequence[PathPoint]]" = field(default_factory=dict)
    truths: dict[str, str] = field(default_factory=dict)
    # By table: the signal of the actors that have arrived.
    arrivals: dict[str, str] = field(default_factory=dict)
    # Tables whose actors may disappear.
    despawns: list[str] = field(default_factory=list)
    commands: list[Commands] = field(default_factory=list)
    # By actor: those that a planner drives.
    planners: "dict[str, PlannedActor]" = field(default_factory=dict)
    # By actor: those that actions from outside drive.
    controlled: "dict[str, ControlledActor]" = field(default_factory=dict)
    # By name: files that the scenario names beside its map.
    files: dict[str, bytes] = field(default_factory=dict)
    lights: tuple[str, ...] = ()
    # By channel.
    states: dict[str, StateChannel] = field(default_factory=dict)
    # Connections to signals that the file names, made when all components are there.
    wires: list[tuple[KeyPath, str, str]] = field(default_factory=list)

    @property
    def spec(self) -> "ScenarioSpec":
        """The scenario."""
        return self.file.spec

    @property
    def rows(self) -> int:
        """The number of rows of the scene."""
        return sum(table.capacity for table in self.tables)

    @cached_property
    def names(self) -> SceneNames:
        """The names of all actors and of the scenery."""
        return SceneNames(self.tables, tuple(self.obstacles))

    def row_of(self, actor: str) -> int:
        """The row of a named actor in the scene."""
        return next(t.first_row + t.names.index(actor) for t in self.tables if actor in t.names)

    def lengths_m(self) -> list[float]:
        """The length of each row's actor, for drivers that keep their distance."""
        return [length for table in self.tables for length in table.lengths_m]

    def register_actor(
        self,
        name: str,
        keys: KeyPath,
        pose: Sequence[float],
        footprint: Footprint,
        z_m: float = 0.0,
    ) -> None:
        """Register the actor of the next row: its pose (x, y, yaw, speed) and its footprint."""
        size_m = max(footprint.half_length_m, footprint.half_width_m, footprint.radius_m)
        self._require(keys, f"{name} is {2.0 * size_m:g} m large", size_m, LARGEST_M)
        away_m = max(abs(pose[0]), abs(pose[1]), abs(z_m))
        self._require(keys, f"{name} starts {away_m:g} m away", away_m, FARTHEST_M)
        x, y, yaw, speed = pose[:4]
        self.starts.append(StartPose(name, keys, len(self.footprints), x, y, yaw, speed, z_m))
        self.footprints.append(footprint)

    def _require(self, keys: KeyPath, what: str, value: float, most: float) -> None:
        if not value <= most:
            raise self.refused(
                keys, InputError(what, expected=f"{most:g} m at most", fix="correct the number")
            )

    def add(self, keys: KeyPath, name: str, component: AbstractComponent, group: str) -> None:
        """Add a component whose name is from the file; a name that is taken is refused there."""
        try:
            self.graph.add(name, component, group)
        except GhostError as error:
            raise self.refused(keys, error) from None

    def wire(self, keys: KeyPath, signal: str, target: str) -> None:
        """Connect a signal that the file names at `keys`, when all components are there."""
        self.wires.append((keys, signal, target))

    def connect_wires(self) -> None:
        """Make the connections that the file names."""
        for keys, signal, target in self.wires:
            try:
                self.graph.connect(signal, target)
            except GhostError as error:
                raise self.refused(keys, error) from None

    def refused(self, keys: KeyPath, error: GhostError) -> InputError:
        """An error about a key of the file."""
        return self.file.refused(keys, error)

    def outlines(self) -> dict[str, Any]:
        """Footprints and scenery outlines, as collision and detection need them."""
        prints, obstacles = self.footprints, self.obstacles.values()
        return {
            "half_length": [each.half_length_m for each in prints],
            "half_width": [each.half_width_m for each in prints],
            "radius": [each.radius_m for each in prints],
            "below": [each.below_m for each in prints],
            "above": [each.above_m for each in prints],
            "scenery": [each.outline for each in obstacles],
            "tops": [each.height_m for each in obstacles],
        }

    def message_fields(self, component: str, *hidden: str) -> dict[str, str]:
        """The outputs of a component by the names of their fields: {"fix_m": "car/gnss.fix"}.

        Outputs that are hidden, or that only say whether others are present, are left out.
        """
        outputs = self.graph.components[component].outputs()
        left_out = {*hidden, *(output.present for output in outputs.values())}
        return {
            field_name(port, output.unit): f"{component}.{port}"
            for port, output in outputs.items()
            if port not in left_out
        }

    def group_of(self, sampled: Sampled) -> str:
        """The rate group of a sampled section; it is made where there is none yet."""
        if sampled.rate_hz is not None and sampled.on_grid:
            name = f"on_grid_{sampled.rate_hz.replace('/', '_')}_Hz"
            if name not in self.graph.groups:
                self.graph.group(name, rate_hz=sampled.rate_hz, on_grid=True)
            return name
        if sampled.rate_hz is None and sampled.period in (None, self.spec.step):
            return EVERY_STEP
        period_ns = sampled.period_ns(self.spec.step)
        name = f"every_{period_ns}_ns"
        if name not in self.graph.groups:
            self.graph.group(name, period=period_ns)
        return name

    def period_ns(self, group: str) -> Fraction:
        """The time between two samples of a group, exactly."""
        pattern = self.graph.groups[group].pattern
        return Fraction(pattern.interval * self.spec.step, pattern.denominator)

    def samples(self, time_ns: int, group: str, keys: KeyPath) -> int:
        """A time as a whole number of a group's samples.

        Where the period is not a whole number of nanoseconds (30 Hz), the nearest one counts.
        """
        period_ns = self.period_ns(group)
        samples = round(time_ns / period_ns)
        if round(samples * period_ns) != time_ns:
            below = int(time_ns / period_ns)
            legal = [f"{round(k * period_ns):_} ns" for k in (below, below + 1)]
            raise self.refused(
                keys,
                InputError(
                    f"{keys[-1]} is {time_ns:_} ns, which is not a whole number of samples",
                    expected=f"a multiple of {_digits(period_ns)} ns, the time between two",
                    fix=f"use the nearest below, {legal[0]}, or above, {legal[1]}",
                ),
            )
        if samples > SAMPLES_MAX:
            raise self.refused(
                keys,
                InputError(
                    f"{keys[-1]} is {time_ns:_} ns, or {samples} samples",
                    expected=f"{SAMPLES_MAX} samples at most",
                    fix="shorten it, or sample less often",
                ),
            )
        return samples


def _digits(number: Fraction) -> str:
    """A number for people to read: whole, or to the thousandth."""
    return f"{int(number):_}" if number.denominator == 1 else f"{float(number):_.3f}"
