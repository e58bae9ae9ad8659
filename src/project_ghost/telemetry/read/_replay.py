"""Typed messages out of a file, through their constructors."""

import warnings
from collections.abc import Iterator
from dataclasses import dataclass, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, Self, final

from project_ghost import state
from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.hal import messages
from project_ghost.telemetry.encoding._channels import VIEW_KEY
from project_ghost.telemetry.encoding._decoding import from_json_dict
from project_ghost.telemetry.encoding._payload import PayloadDecoder
from project_ghost.telemetry.mcap._file import McapFile
from project_ghost.telemetry.write._part_file import is_being_written


class IncompleteRecordingWarning(UserWarning):
    """A recording was cut off; what is before the cut is read."""


@final
@dataclass(frozen=True)
class ReplayMessage:
    """A message of a recording, decoded to what JSON holds."""

    channel: str
    schema_name: str
    log_time_sim_ns: int
    payload_dict: dict[str, Any]


@final
class MCAPReplayReader:
    """The messages of a recording in stored order; a context manager, and iterable again.

    What was made of them for viewers is passed over.
    """

    def __init__(self, path: Path | str) -> None:
        self._file = McapFile(path)
        warn_if_cut_off(self._file)

    def __iter__(self) -> Iterator[ReplayMessage]:
        file = self._file
        known: dict[int, tuple[str, str, PayloadDecoder]] = {}
        for message in file.messages():
            number = message.channel_id
            if number not in known:
                channel = file.channels[number]
                schema = file.schema_of(channel)
                name = schema.name if schema else ""
                topic, encoding = channel.topic, channel.message_encoding
                decoder = PayloadDecoder(str(file.path), topic, encoding, name, channel.metadata)
                known[number] = topic, name, decoder
            topic, name, decoder = known[number]
            if VIEW_KEY in file.channels[number].metadata:
                continue
            payload = decoder.decode(message.data, message.log_time)
            yield ReplayMessage(topic, name, message.log_time, payload)

    def close(self) -> None:
        """Let go of the file; twice is fine."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def warn_if_cut_off(file: McapFile) -> None:
    """Warn of a recording without an end."""
    if file.cut_off is not None:
        warnings.warn(cut_off_text(file), IncompleteRecordingWarning, stacklevel=3)


def cut_off_text(file: McapFile) -> str:
    """What there is to say about a recording without an end."""
    if is_being_written(file.descriptor):
        return f"{file.path} is still being written; what is complete by now is read"
    return (
        f"{file.path} was cut off: {file.cut_off}; "
        "what is before that is read, `ghost recover` makes a whole file of it"
    )


@cache
def message_classes() -> dict[str, type]:
    """The classes that recordings hold, by the names of their schemas."""
    found: list[tuple[str, Any]] = [
        (name, getattr(room, name)) for room in (messages, state) for name in room.__all__
    ]
    return {name: each for name, each in found if isinstance(each, type) and is_dataclass(each)}


def decode_message(msg: ReplayMessage) -> Any:  # noqa: ANN401 - what its schema says
    """The typed object, made by its constructor: what is wrong on disk is an error here."""
    known = message_classes()
    cls = known.get(msg.schema_name)
    where = f"channel {msg.channel!r}, time {msg.log_time_sim_ns:_} ns"
    if cls is None:
        raise InputError(
            f"there is no message class {msg.schema_name!r}{did_you_mean(msg.schema_name, known)}",
            where,
            f"one of {', '.join(sorted(known))}",
            "read its fields from payload_dict",
        )
    return from_json_dict(cls, msg.payload_dict)
