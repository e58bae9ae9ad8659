"""Recorded vehicles that react."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, final

from project_ghost.closed_loop.errors import ClosedLoopValueError
from project_ghost.closed_loop.states import TrackedObjectType
from project_ghost.scenario.populations.tracks import PATH_MORE_M

from ._abstract import AbstractObservation

if TYPE_CHECKING:
    from project_ghost.closed_loop.scenario import AbstractScenario

__all__ = ["IDMAgents"]

_OPEN_LOOP = ("PEDESTRIAN", "BARRIER", "CZONE_SIGN", "TRAFFIC_CONE", "GENERIC_OBJECT")


@final
class IDMAgents(AbstractObservation):
    """Recorded vehicles drive on along the lanes by the Intelligent Driver Model.

    The names are nuPlan's. Kinds of `open_loop_detections_types` move as they were recorded;
    vehicles farther than `radius` from the ego disappear for good. Vehicles that appear later in
    the recording come when there is room, which in nuPlan they do not. Without PEDESTRIAN among
    the kinds, people walk their recorded ways and avoid all that is near.

    Paths reach 60 m beyond what a vehicle can drive in the run, where the lanes do, so a
    `minimum_path_length` up to that always holds; a longer one is refused. Agents have no planned
    trajectories: their plans are made in compiled code, an acceleration at a time.
    """

    def __init__(  # noqa: PLR0913 - nuPlan's signature
        self,
        scenario: "AbstractScenario",
        target_velocity: float = 10.0,
        min_gap_to_lead_agent: float = 1.0,
        headway_time: float = 1.5,
        accel_max: float = 1.0,
        decel_max: float = 2.0,
        open_loop_detections_types: Sequence[str] = _OPEN_LOOP,
        minimum_path_length: float = 20.0,
        planned_trajectory_samples: int | None = None,
        planned_trajectory_sample_interval: float | None = None,
        radius: float = 100.0,
    ) -> None:
        super().__init__(scenario)
        _require_path_length(minimum_path_length)
        _require_none("planned_trajectory_samples", planned_trajectory_samples)
        _require_none("planned_trajectory_sample_interval", planned_trajectory_sample_interval)
        self._keys = {
            "reacting": "idm",
            "speed_mps": target_velocity,
            "radius_m": radius,
            "open_loop": [_kind(name) for name in open_loop_detections_types],
            "people": "replay" if "PEDESTRIAN" in open_loop_detections_types else "walk",
            "driver": {
                "kind": "idm",
                "gap_min_m": min_gap_to_lead_agent,
                "headway_s": headway_time,
                "accel_mps2": accel_max,
                "brake_mps2": decel_max,
            },
        }

    def traffic_keys(self) -> Mapping[str, Any]:
        """Keys of the tracks' section."""
        return self._keys


def _require_path_length(length_m: float) -> None:
    if not 0.0 <= length_m <= PATH_MORE_M:
        raise ClosedLoopValueError(
            f"minimum_path_length is {length_m!r}",
            "IDMAgents",
            f"0 to {PATH_MORE_M:g} m, which every path has ahead of what its vehicle can drive",
            "leave it out: paths are made for the whole run",
            "minimum_path_length",
        )


def _require_none(name: str, value: float | None) -> None:
    if value is not None:
        raise ClosedLoopValueError(
            f"{name} is {value!r}, and agents here have no planned trajectories",
            "IDMAgents",
            "None: they choose an acceleration at each step, and no trajectory",
            f"leave out {name}; project_ghost.closed_loop.predictor predicts trajectories",
            name,
        )


def _kind(name: str) -> str:
    known = [kind.name for kind in TrackedObjectType if kind is not TrackedObjectType.EGO]
    if name not in known:
        raise ClosedLoopValueError(
            f"The given detection type {name} does not exist or is not supported!",
            "IDMAgents",
            f"one of {', '.join(known)}",
        )
    return name.lower()
