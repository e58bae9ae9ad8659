"""Raw sensor data: what a scenario has, and channels of a recording."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, final

from project_ghost.closed_loop.errors import ClosedLoopValueError
from project_ghost.core.wording import did_you_mean
from project_ghost.telemetry import Recording

from ._abstract import AbstractObservation
from ._types import Observation, Sensors

__all__ = ["RecordedChannels", "SensorsObservation"]


@final
class SensorsObservation(AbstractObservation):
    """Planners see `get_sensors_at_iteration` of the scenario; recorded objects are replayed."""

    def traffic_keys(self) -> Mapping[str, Any]:
        """None: the scenario has them."""
        return {}

    def observation_type(self) -> type[Observation]:
        """Raw sensor data."""
        return Sensors

    def get_observation(self) -> Observation:
        """The sensor data of now."""
        if self._current is None:
            self._current = self._scenario.initial_sensors
        return self._current


@final
class RecordedChannels:
    """Messages of any recording by time, as bytes, for `get_sensors_at_iteration`.

    `offset_ns` is the time of the recording at which the scenario starts. With `data`, the file's
    content, the file is not opened.
    """

    def __init__(self, path: Path | str, offset_ns: int = 0, data: bytes | None = None) -> None:
        self._recording = _opened(Path(path), data)
        self._offset_ns = offset_ns
        self._readers: dict[str, _Reader] = {}

    def at(self, channel: str, time_ns: int) -> bytes | None:
        """The latest message of a channel at or before a time; None before its first."""
        reader = self._readers.get(channel)
        if reader is None:
            known = self._recording.channels
            if channel not in known:
                raise ClosedLoopValueError(
                    f"there is no channel {channel!r}{did_you_mean(channel, list(known))}",
                    str(self._recording.path),
                    f"one of {', '.join(known)}",
                )
            reader = self._readers[channel] = _Reader(self._recording, channel)
        return reader.at(time_ns + self._offset_ns)

    def close(self) -> None:
        """Close the recording."""
        self._recording.close()


def _opened(path: Path, data: bytes | None) -> Recording:
    if data is None:
        return Recording(path)
    with TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        copy.write_bytes(data)
        return Recording(copy)  # open, so it stays readable when its name is gone


class _Reader:
    """Reads a channel forward, and again from its start where it is asked for an earlier time."""

    def __init__(self, recording: Recording, channel: str) -> None:
        self._channel = recording[channel]
        self._begin()

    def _begin(self) -> None:
        self._messages = self._channel.stored()
        self._following = next(self._messages, None)
        self._time_ns = -(2**63)
        self._found: bytes | None = None

    def at(self, time_ns: int) -> bytes | None:
        if time_ns < self._time_ns:
            self._begin()
        self._time_ns = time_ns
        while self._following is not None and self._following.log_time <= time_ns:
            self._found = self._following.data
            self._following = next(self._messages, None)
        return self._found
