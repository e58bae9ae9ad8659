"""The samples of a recorded simulation, read from its recording when they are asked for."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, final, overload

import numpy as np

from project_ghost.closed_loop.history import SimulationHistory, SimulationHistorySample
from project_ghost.closed_loop.scenario import AssembledScenario
from project_ghost.closed_loop.simulation import PlannerSeat
from project_ghost.closed_loop.trajectory import InterpolatedTrajectory
from project_ghost.core.arguments import checked_arguments
from project_ghost.core.arrays import frozen
from project_ghost.core.errors import InputError
from project_ghost.runs._prepare import scenario_of
from project_ghost.scenario.assembly import Assembly, assemble
from project_ghost.telemetry import Recording, recording_path

from ._recorded_plans import CHANNEL_PLANNERS

__all__ = ["recorded_history"]


@checked_arguments
def recorded_history(recording: Path | str, actor: str | None = None) -> SimulationHistory:
    """The history of a recorded simulation: of the first car with a planner, or of the named one.

    Its samples are read from the file one by one, when they are asked for; nothing is simulated,
    no planner is made, and only the present sample is in memory.
    """
    opened = Recording(recording_path(recording))
    assembly = assemble(scenario_of(opened))
    scenario = AssembledScenario(assembly, actor)
    samples = _RecordedSamples(opened, assembly, scenario)
    return SimulationHistory(scenario.map_api, scenario.get_mission_goal(), samples)


@final
class _RecordedSamples(Sequence[SimulationHistorySample]):
    """The samples of one car, from its channel of plans."""

    def __init__(
        self, recording: Recording, assembly: Assembly, scenario: AssembledScenario
    ) -> None:
        planned = scenario.planned
        name, port = f"{CHANNEL_PLANNERS}/{planned.actor}", planned.port
        sources = assembly.graph.connections
        self._seat = PlannerSeat(assembly, planned)
        self._plan, self._count = f"{port}.plan", f"{port}.count"
        self._ego = sources[f"{port}.ego"].source
        self._bodies = sources[f"{port}.bodies"].source
        lights = sources.get(f"{port}.lights")
        self._colours = None if lights is None else lights.source
        self._scene = self._seat.scene_signal
        known = recording.channels.get(name)
        first = None if known is None else next(iter(known), None)
        if known is None or first is None or self._ego not in first.payload:
            raise InputError(
                f"the recording has no samples of what the planner of {planned.actor} saw",
                str(recording.path),
                f"the channel {name} with the vehicle and the scene",
                "record the run again; or evaluate it with MetricRunner",
            )
        self._channel = known

    def __len__(self) -> int:
        return self._channel.count

    def __iter__(self) -> Iterator[SimulationHistorySample]:
        return self._between(None, None)

    def _between(
        self, start_ns: int | None, stop_ns: int | None
    ) -> Iterator[SimulationHistorySample]:
        for message in self._channel.stored(start_ns, stop_ns):
            found = self._channel.decode_stored(message, all_present=True)
            yield self._sample(message.log_time, found)

    @overload
    def __getitem__(self, index: int) -> SimulationHistorySample: ...
    @overload
    def __getitem__(self, index: slice) -> list[SimulationHistorySample]: ...
    def __getitem__(
        self, index: int | slice
    ) -> SimulationHistorySample | list[SimulationHistorySample]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        place = index + len(self) if index < 0 else index
        if not 0 <= place < len(self):
            raise IndexError(f"there is no sample {index}, only {len(self)}")
        time_ns = place * self._seat.period_ns
        return next(self._between(time_ns, time_ns + 1))

    def _sample(self, time_ns: int, found: Mapping[str, Any]) -> SimulationHistorySample:
        colours = () if self._colours is None else np.ravel(found[self._colours]).tolist()
        seen = self._seat.sample(
            np.array(found[self._ego], dtype=float),
            np.array(found[self._bodies], dtype=float),
            colours,
            time_ns,
        )
        plan = np.array(found[self._plan], dtype=float)[: int(found[self._count])]
        return SimulationHistorySample(
            seen.iteration,
            seen.ego_state,
            InterpolatedTrajectory(plan, self._seat.vehicle),
            seen.observation,
            seen.lights,
            frozen(np.array(found[self._scene], dtype=float)),
            seen.ego,
        )
