"""Which scenarios to simulate: nuPlan's ScenarioFilter."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from pathlib import Path
from typing import Any, final

from project_ghost.closed_loop.errors import ClosedLoopValueError
from project_ghost.closed_loop.map import SemanticMapLayer
from project_ghost.core.document import read_document
from project_ghost.core.randomness import RandomSource

from ._abstract import AbstractScenario

__all__ = ["ScenarioFilter"]

# What Hydra reads in nuPlan's own files.
_HYDRA = ("_target_", "_convert_", "defaults")
# Speeds that differ by less are taken to be the same, where no tolerance is given, m/s.
_SPEED_NOISE_MPS = 0.1


@final
@dataclass(frozen=True)
class ScenarioFilter:
    """Chooses scenarios; a field that is None chooses all. The fields are nuPlan's.

    `ego_displacement_minimum_m` and the speed thresholds are about the expert, so a scenario
    without one does not meet them. `shuffle` has one order for each `seed`.
    """

    scenario_types: Sequence[str] | None = None
    scenario_tokens: Sequence[str | Sequence[str]] | None = None  # or (log name, token)
    log_names: Sequence[str] | None = None
    map_names: Sequence[str] | None = None
    num_scenarios_per_type: int | None = None
    limit_total_scenarios: int | float | None = None  # a number of them, or as a float the share
    timestamp_threshold_s: float | None = None  # between two of a type in one log
    ego_displacement_minimum_m: float | None = None
    expand_scenarios: bool = False
    remove_invalid_goals: bool = False
    shuffle: bool = False
    ego_start_speed_threshold: float | None = None
    ego_stop_speed_threshold: float | None = None
    speed_noise_tolerance: float | None = None
    token_set_path: str | None = None
    fraction_in_token_set_threshold: float | None = None
    ego_route_radius: float | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        for each in fields(self):
            _require_type(each.name, getattr(self, each.name), default=each.default)
        count, limit = self.num_scenarios_per_type, self.limit_total_scenarios
        if count is not None and count < 1:
            raise _refused("num_scenarios_per_type", count, "a positive integer")
        if isinstance(limit, float) and not 0.0 < limit <= 1.0:
            raise _refused("limit_total_scenarios", limit, "in (0, 1] when float")
        if isinstance(limit, int) and limit < 1:
            raise _refused("limit_total_scenarios", limit, "positive when integer")
        if self.expand_scenarios:
            raise _refused("expand_scenarios", "true", "False: scenarios here are not expanded")
        for name in ("token_set_path", "fraction_in_token_set_threshold"):
            if getattr(self, name) is not None:
                raise _refused(
                    name, getattr(self, name), "None: scenarios here have no lidar scans"
                )

    @staticmethod
    def from_file(path: Path | str) -> "ScenarioFilter":
        """The filter of a YAML file, also of one that was written for nuPlan."""
        known = [each.name for each in fields(ScenarioFilter)]
        entries = read_document(Path(path)).mapping((), (*known, *_HYDRA))
        given: dict[str, Any] = {
            name: node.plain() for name, node in entries.items() if name in known
        }
        return ScenarioFilter(**{name: value for name, value in given.items() if value is not None})

    def chosen(self, scenarios: Iterable[AbstractScenario]) -> list[AbstractScenario]:
        """The scenarios that pass, in their order, or shuffled."""
        found = [each for each in scenarios if self._has_names(each) and self._drives(each)]
        found = list(self._apart(found))
        if self.shuffle:
            keys = RandomSource(self.seed).child("shuffle").uniforms(0, len(found), 1)[:, 0]
            found = [found[i] for i in keys.argsort(kind="stable").tolist()]
        if self.num_scenarios_per_type is not None:
            found = list(_first_of_each_type(found, self.num_scenarios_per_type))
        limit = self.limit_total_scenarios
        if limit is None:
            return found
        return found[: int(limit * len(found)) if isinstance(limit, float) else limit]

    def _has_names(self, scenario: AbstractScenario) -> bool:
        tokens = self.scenario_tokens
        wanted = None if tokens is None else [e if isinstance(e, str) else e[-1] for e in tokens]
        map_api = scenario.map_api
        return (
            _is_in(scenario.scenario_type, self.scenario_types)
            and _is_in(scenario.token, wanted)
            and _is_in(scenario.log_name, self.log_names)
            and _is_in("" if map_api is None else map_api.map_name, self.map_names)
        )

    def _drives(self, scenario: AbstractScenario) -> bool:
        if self.remove_invalid_goals and scenario.get_mission_goal() is None:
            return False
        if self.ego_route_radius is not None and not _is_on_route(scenario, self.ego_route_radius):
            return False
        least, starts, stops = (
            self.ego_displacement_minimum_m,
            self.ego_start_speed_threshold,
            self.ego_stop_speed_threshold,
        )
        if (least, starts, stops) == (None, None, None):
            return True
        if not scenario.ego.has_expert:
            return False
        states = list(scenario.get_expert_ego_trajectory())
        way_m = sum(a.center.distance_to(b.center) for a, b in pairwise(states))
        speeds = [state.dynamic_car_state.speed for state in states]
        noise = (
            _SPEED_NOISE_MPS if self.speed_noise_tolerance is None else self.speed_noise_tolerance
        )
        return (
            (least is None or way_m >= least)
            and (starts is None or _passes(speeds, starts, noise))
            and (stops is None or _passes(speeds[::-1], stops, noise))
        )

    def _apart(self, scenarios: Iterable[AbstractScenario]) -> Iterator[AbstractScenario]:
        """Leave out what begins too soon after one of the same type in the same recording."""
        threshold = self.timestamp_threshold_s
        last: dict[tuple[str, str], float] = {}
        for scenario in scenarios:
            key = scenario.scenario_type, scenario.log_name
            start = scenario.start_time.time_s
            if threshold is None or key not in last or start - last[key] >= threshold:
                last[key] = start
                yield scenario


def _require_type(name: str, value: object, default: object) -> None:
    """Refuse a value of another type than its field has."""
    if value is None and default is None:
        return
    if name.endswith(("_types", "_tokens", "_names")):
        if not isinstance(value, list | tuple):
            raise _refused(name, value, "a list, or None")
    elif isinstance(default, bool):
        if not isinstance(value, bool):
            raise _refused(name, value, "True or False")
    elif name in ("num_scenarios_per_type", "seed"):
        if not isinstance(value, int) or isinstance(value, bool):
            raise _refused(name, value, "a whole number")
    elif name != "token_set_path" and (
        not isinstance(value, int | float) or isinstance(value, bool) or value < 0
    ):
        raise _refused(name, value, "a number, 0 or more")


def _is_in(name: str, wanted: Sequence[str] | None) -> bool:
    return wanted is None or name in wanted


def _passes(speeds: Sequence[float], threshold: float, noise: float) -> bool:
    """Whether a speed rises from the threshold or below to above it, by more than noise."""
    lowest = float("inf")
    for speed in speeds:
        if lowest <= threshold < speed and speed - lowest > noise:
            return True
        lowest = min(lowest, speed)
    return False


def _is_on_route(scenario: AbstractScenario, radius_m: float) -> bool:
    """Whether a roadblock of the route is around the ego at the start."""
    if scenario.map_api is None:
        return False
    layers = [SemanticMapLayer.ROADBLOCK, SemanticMapLayer.ROADBLOCK_CONNECTOR]
    place = scenario.initial_ego_state.rear_axle.point
    near = scenario.map_api.get_proximal_map_objects(place, radius_m, layers)
    route = {*scenario.get_route_roadblock_ids()}
    return any(block.id in route for layer in layers for block in near[layer])


def _first_of_each_type(
    scenarios: Iterable[AbstractScenario], count: int
) -> Iterator[AbstractScenario]:
    seen: dict[str, int] = {}
    for scenario in scenarios:
        number = seen[scenario.scenario_type] = seen.get(scenario.scenario_type, 0) + 1
        if number <= count:
            yield scenario


def _refused(name: str, value: object, expected: str) -> ClosedLoopValueError:
    return ClosedLoopValueError(
        f"{name} should be {expected}", "ScenarioFilter", expected, f"it is {value!r}", name
    )
