"""A scenario of one's own data: what a user writes, and no more."""

from collections.abc import Mapping, Sequence

import numpy as np

from project_ghost.closed_loop.scenario import AbstractScenario, EgoTrack
from project_ghost.closed_loop.states import StateSE2
from project_ghost.models.plans import EGO_VX, EGO_WIDTH, EGO_X
from project_ghost.world.maps import RoadMap
from project_ghost.world.objects import ObjectKind, RecordedTrack

PERIOD_NS = 100_000_000


class StraightRoad(AbstractScenario):
    """An ego at 10 m/s with a second of past, a car 30 m ahead of it, a pedestrian who appears."""

    def __init__(self, seconds: int = 3, *, expert: bool = True, padded: bool = False) -> None:
        stamps = np.arange(-10, 10 * seconds + 1 if expert else 1) * PERIOD_NS
        rows = np.zeros((len(stamps), EGO_WIDTH))
        rows[:, EGO_X] = stamps * 1e-8
        rows[:, EGO_VX] = 10.0
        self._ego = EgoTrack(stamps, rows)
        ends = 10 * seconds + 1
        self._tracks = [
            track("lead", np.arange(-5, ends) * PERIOD_NS, x_m=30.0, vx_mps=8.0),
            # Uneven stamps, from 1 s on.
            track(
                "walker",
                np.array([1_000_000_000, 1_130_000_000, 1_570_000_000, 2_000_000_000]),
                x_m=20.0,
                y_m=5.0,
                vx_mps=1.0,
                kind=ObjectKind.PEDESTRIAN,
            ),
        ]
        self._padded = padded

    @property
    def road_map(self) -> RoadMap | None:
        return None

    @property
    def tracks(self) -> Sequence[RecordedTrack]:
        return self._tracks

    @property
    def ego(self) -> EgoTrack:
        return self._ego

    @property
    def lights(self) -> Mapping[str, Sequence[tuple[int, str]]]:
        return {}

    @property
    def goal(self) -> StateSE2 | None:
        return StateSE2(100.0, 0.0, 0.0)

    @property
    def period_ns(self) -> int:
        return PERIOD_NS

    @property
    def pad_history(self) -> bool:
        return self._padded


def track(
    name: str,
    stamps_ns: np.ndarray,
    *,
    x_m: float,
    vx_mps: float,
    y_m: float = 0.0,
    kind: ObjectKind = ObjectKind.VEHICLE,
) -> RecordedTrack:
    states = np.zeros((len(stamps_ns), 5))
    states[:, 0] = x_m + vx_mps * stamps_ns * 1e-9
    states[:, 1] = y_m
    states[:, 3] = vx_mps
    return RecordedTrack(name, kind, 4.0, 1.8, stamps_ns, states)
