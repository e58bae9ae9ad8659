"""The plans of a recorded run."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, final

import numpy as np

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError
from project_ghost.runs.execute._planners import FROM_PROGRAM, PLANNERS
from project_ghost.telemetry import Recording, recording_path

__all__ = ["CHANNEL_PLANNERS", "RecordedPlans", "planners_of_programs", "recorded_plans"]

CHANNEL_PLANNERS = "/planners"


@final
class RecordedPlans:
    """The plans of a recording, which can answer the ports of its rerun without a planner."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self.manifest = recording.manifest.get(PLANNERS, "{}")
        self.level = recording.manifest.get("level", "")

    def of(self, actor: str) -> Callable[[int], tuple[Floats, float]]:
        """The plan of an actor at a time, and the number of its rows."""
        name = f"{CHANNEL_PLANNERS}/{actor}"
        if name not in self._recording.channels:
            raise InputError(
                f"the recording has no plans of {actor}",
                str(self._recording.path),
                f"the channel {name}, which `ghost run` writes",
                "run the planner again: leave out --plans recorded",
            )
        return _Plans(self._recording, name, f"{actor}/planner").at


def recorded_plans(source: str | Path | Recording) -> RecordedPlans:
    """The plans of a recording, by its path or already open."""
    if isinstance(source, Recording):
        return RecordedPlans(source)
    return RecordedPlans(Recording(recording_path(source)))


@checked_arguments
def planners_of_programs(recording: Recording) -> tuple[str, ...]:
    """The actors whose planners were objects of a program, which no file names."""
    try:
        planners = json.loads(recording.manifest.get(PLANNERS, "{}"))
        return tuple(actor for actor, each in planners.items() if each.get(FROM_PROGRAM))
    except (ValueError, AttributeError, RecursionError):
        return ()


class _Plans:
    """Reads the plans of an actor forward, and again from the start where it is asked to."""

    def __init__(self, recording: Recording, channel: str, port: str) -> None:
        self._recording = recording
        self._channel = recording[channel]
        self._port = port
        self._messages = self._channel.stored()
        self._last_ns = -1

    def at(self, time_ns: int) -> tuple[Floats, float]:
        """The plan at a time, and the number of its rows."""
        if time_ns <= self._last_ns:
            self._messages = self._channel.stored()
        self._last_ns = time_ns
        for message in self._messages:
            if message.log_time == time_ns:
                found: Any = self._channel.decode_stored(message)
                plan = np.asarray(found[f"{self._port}.plan"], dtype=float)
                return plan, float(found[f"{self._port}.count"])
            if message.log_time > time_ns:
                break
        raise InputError(
            f"the recording has no plan at {time_ns:_} ns",
            f"{self._recording.path}, {self._channel.name}",
            "a plan at every iteration of the rerun",
            "run the planner again: leave out --plans recorded",
        )
