"""What the parts of an assembly work on: the graph as far as it is, and what all must know."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, final

from project_ghost.core.errors import GhostError, InputError
from project_ghost.engine import Graph
from project_ghost.scenario.file._load import ScenarioFile
from project_ghost.scenario.file.section import Sampled
from project_ghost.scenario.spec import ScenarioSpec
from project_ghost.world.geometry import FARTHEST_M, LARGEST_M
from project_ghost.world.maps import Outline, RoadMap

from ._tables import Table
from ._way import WayPoint

__all__ = [
    "EVERY_STEP",
    "RECORDING",
    "SAMPLES_MAX",
    "Build",
    "Footprint",
    "Outline",
    "Starter",
    "StateChannel",
]

EVERY_STEP, RECORDING = "step", "recording"
# How many samples may be under way at once, which all have to be kept.
SAMPLES_MAX = 1000


@final
@dataclass
class Footprint:
    """What a row of the scene is to others: a box, or a circle where the radius is not 0.

    It reaches from `below_m` under its z to `above_m` over it: what stands on the ground has
    its z there, what flies at its centre.
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
class Starter:
    """Where somebody begins, and the keys to say so by."""

    name: str
    path: tuple[str | int, ...]
    row: int
    x_m: float
    y_m: float
    yaw_rad: float
    z_m: float = 0.0


@final
@dataclass(frozen=True)
class StateChannel:
    """A channel whose signals are a vehicle's state; a belief has biases and a covariance."""

    signals: tuple[str, ...]
    is_belief: bool


@final
@dataclass
class Build:
    """An assembly in the making."""

    file: ScenarioFile
    graph: Graph
    tables: tuple[Table, ...]
    road_map: RoadMap | None
    footprints: list[Footprint] = field(default_factory=list)
    obstacles: dict[str, Outline] = field(default_factory=dict)
    # Up to where each obstacle reaches.
    tops: dict[str, float] = field(default_factory=dict)
    # For each table that has drivers: the signal that says who has arrived.
    arrivals: dict[str, str] = field(default_factory=dict)
    ways: dict[str, Sequence[WayPoint]] = field(default_factory=dict)
    starters: list[Starter] = field(default_factory=list)
    # Tables whose actors come and go; signals of commands; lights and who obeys them.
    despawns: list[str] = field(default_factory=list)
    commands: dict[str, str] = field(default_factory=dict)
    motors: dict[str, str] = field(default_factory=dict)
    lights: tuple[str, ...] = ()
    light_readers: list[str] = field(default_factory=list)
    states: dict[str, StateChannel] = field(default_factory=dict)
    # Whose each component is that has its name from the file: names are joined by _.
    claimed: dict[str, str] = field(default_factory=dict)

    @property
    def spec(self) -> ScenarioSpec:
        """What is to be assembled."""
        return self.file.spec

    @property
    def rows(self) -> int:
        """How many rows the scene has."""
        return sum(table.capacity for table in self.tables)

    def begin(
        self,
        name: str,
        path: tuple[str | int, ...],
        row: int,
        pose: Sequence[float],
        footprint: Footprint,
        z_m: float = 0.0,
    ) -> None:
        """Note who begins where, x, y and yaw; rows come in their order."""
        assert row == len(self.footprints)
        size_m = max(footprint.half_length_m, footprint.half_width_m, footprint.radius_m)
        self._require(path, f"{name} is {2.0 * size_m:g} m large", size_m, LARGEST_M)
        away_m = max(abs(pose[0]), abs(pose[1]), abs(z_m))
        self._require(path, f"{name} begins {away_m:g} m away", away_m, FARTHEST_M)
        self.footprints.append(footprint)
        self.starters.append(Starter(name, path, row, pose[0], pose[1], pose[2], z_m))

    def _require(self, path: Sequence[str | int], what: str, value: float, most: float) -> None:
        if not value <= most:
            raise self.refused(
                path, InputError(what, expected=f"{most:g} m at most", fix="correct the number")
            )

    def claim(self, path: Sequence[str | int], *names: str) -> None:
        """Note that these components belong to a key of the file; no two may share a name."""
        words = ".".join(map(str, path))
        for name in names:
            owner = self.claimed.setdefault(name, words)
            if owner != words:
                raise self.refused(
                    path,
                    InputError(
                        f"{words} needs the component name {name!r}, which {owner} has",
                        expected="names that differ also when they are joined by _",
                        fix="rename one of the two",
                    ),
                )

    def refused(self, path: Sequence[str | int], error: GhostError) -> InputError:
        """An error about a key of the file."""
        return self.file.refused(path, error)

    def outlines(self) -> dict[str, Any]:
        """What everybody and everything looks like, for who meets or sees it."""
        prints = self.footprints
        return {
            "half_length": [each.half_length_m for each in prints],
            "half_width": [each.half_width_m for each in prints],
            "radius": [each.radius_m for each in prints],
            "below": [each.below_m for each in prints],
            "above": [each.above_m for each in prints],
            "scenery": list(self.obstacles.values()),
            "tops": list(self.tops.values()),
        }

    def group_of(self, sampled: Sampled) -> str:
        """The rate group for something with a rate of its own; made where there is none yet."""
        if sampled.rate_hz is not None and sampled.on_grid:
            name = f"on_grid_{sampled.rate_hz.replace('/', '_')}_Hz"
            if name not in self.graph.groups:
                self.graph.group(name, rate_hz=sampled.rate_hz, on_grid=True)
            return name
        if sampled.rate_hz is None and sampled.period is None:
            return EVERY_STEP
        trial = Graph(self.spec.step)
        trial.group("trial", rate_hz=sampled.rate_hz, period=sampled.period)
        pattern = trial.groups["trial"].pattern
        period_ns = pattern.interval * self.spec.step
        name = f"every_{period_ns}_ns"
        if name not in self.graph.groups:
            self.graph.group(name, period=period_ns)
        return name

    def samples(self, time_ns: int, group: str, path: Sequence[str | int]) -> int:
        """A time as a whole number of a group's samples.

        Where the period is no whole number of nanoseconds (30 Hz), the nearest one counts.
        """
        pattern = self.graph.groups[group].pattern
        period_ns = Fraction(pattern.interval * self.spec.step, pattern.denominator)
        samples = round(time_ns / period_ns)
        if round(samples * period_ns) != time_ns:
            below = int(time_ns / period_ns)
            legal = [f"{round(k * period_ns):_} ns" for k in (below, below + 1)]
            raise self.refused(
                path,
                InputError(
                    f"{path[-1]} is {time_ns:_} ns, which is not a whole number of samples",
                    expected=f"a multiple of {_digits(period_ns)} ns, the time between two",
                    fix=f"use the nearest below, {legal[0]}, or above, {legal[1]}",
                ),
            )
        if samples > SAMPLES_MAX:
            raise self.refused(
                path,
                InputError(
                    f"{path[-1]} is {time_ns:_} ns, or {samples} samples",
                    expected=f"{SAMPLES_MAX} samples at most",
                    fix="shorten it, or sample less often",
                ),
            )
        return samples


def _digits(number: Fraction) -> str:
    """A number as people write it: whole, or to the thousandth."""
    return f"{int(number):_}" if number.denominator == 1 else f"{float(number):_.3f}"
