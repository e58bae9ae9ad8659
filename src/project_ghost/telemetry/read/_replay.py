"""Read typed messages from a file, decoded through their constructors."""

import warnings
from collections.abc import Iterator
from dataclasses import dataclass, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, Self, final

from project_ghost import state
from project_ghost.core.arguments import checked_arguments, require_type
from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.hal import messages
from project_ghost.telemetry.encoding._channels import VIEW_KEY
from project_ghost.telemetry.encoding._decoding import from_json_dict
from project_ghost.telemetry.encoding._payload import PayloadDecoder
from project_ghost.telemetry.mcap._file import McapFile
from project_ghost.telemetry.write._part_file import is_being_written


class IncompleteRecordingWarning(UserWarning):
    """A recording is truncated; everything before the cut is read."""


@final
@dataclass(frozen=True)
class ReplayMessage:
    """A message of a recording, decoded to JSON types."""

    channel: str
    schema_name: str
    log_time_sim_ns: int
    payload_dict: dict[str, Any]


@final
class MCAPReplayReader:
    """The messages of a recording in stored order; a context manager, iterable repeatedly.

    Viewer channels are skipped.
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
        """Close the file; may be repeated."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def warn_if_cut_off(file: McapFile) -> None:
    """Warn about a truncated recording."""
    if file.cut_off is not None:
        warnings.warn(cut_off_text(file), IncompleteRecordingWarning, stacklevel=3)


def cut_off_text(file: McapFile) -> str:
    """Describe why a recording is incomplete."""
    if is_being_written(file.descriptor):
        return f"{file.path} is still being written; only its complete part is read"
    return (
        f"{file.path} was cut off: {file.cut_off}; "
        "everything before that is read, `ghost recover` writes it to a complete file"
    )


@cache
def message_classes() -> dict[str, type]:
    """Return the message classes by schema name."""
    exports: list[tuple[str, Any]] = [
        (name, getattr(module, name)) for module in (messages, state) for name in module.__all__
    ]
    return {name: each for name, each in exports if isinstance(each, type) and is_dataclass(each)}


@checked_arguments
def message_class_name(schema_name: str) -> str:
    """Return the name of the class that a schema describes: `VehicleState`.

    A dotted path that ends in it, such as `project_ghost.state.messages.VehicleState`, means the
    same: published recordings have such names.
    """
    return schema_name.rpartition(".")[2]


def decode_message(msg: ReplayMessage) -> Any:  # noqa: ANN401 - what its schema says
    """Build the typed object through its constructor, so that bad data raise an error."""
    require_type("msg", msg, ReplayMessage, "project_ghost.telemetry.decode_message")
    known = message_classes()
    cls = known.get(message_class_name(msg.schema_name))
    where = f"channel {msg.channel!r}, time {msg.log_time_sim_ns:_} ns"
    if cls is None:
        raise InputError(
            f"there is no message class {msg.schema_name!r}{did_you_mean(msg.schema_name, known)}",
            where,
            f"one of {', '.join(sorted(known))}",
            "read its fields from payload_dict",
        )
    return from_json_dict(cls, msg.payload_dict)
