"""Channel declarations for a recorder: name, schema and payload encoder."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, is_dataclass
from typing import Any, final

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.bus import OBSERVER_PREFIX
from project_ghost.core.errors import InputError, InputTypeError

from ._encoding import encode_to_bytes
from ._schemas import JsonSchema, json_schema_of

# Metadata key of channels that are derived for viewers and excluded from the total order.
VIEW_KEY = "ghost.view"
# Metadata key of channels about one actor whose messages do not name it: its name.
ACTOR_KEY = "ghost.actor"


def is_bus_channel(name: str, message_encoding: str, metadata: Mapping[str, str]) -> bool:
    """Return whether a channel's messages are part of the total order of the bus.

    Those of observers and viewers, and blocks of samples, are not.
    """
    return (
        message_encoding == "json"
        and VIEW_KEY not in metadata
        and not name.startswith(OBSERVER_PREFIX)
    )


@final
@dataclass(frozen=True)
class ChannelSpec:
    """A channel: its name, its schema, and how a payload becomes bytes.

    With a JSON Schema the messages are JSON. With a schema in bytes (a FileDescriptorSet) they
    are Protocol Buffers; only viewer channels, which are outside the total order, may do that.

    The default encoder writes canonical JSON of dataclasses, mappings and arrays. A custom encoder
    returns the JSON of one object, and the same bytes for the same payload.
    """

    name: str
    schema_name: str
    schema: JsonSchema | bytes
    encode: Callable[[Any], bytes] = encode_to_bytes
    metadata: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        require_channel_name(self.name, "ChannelSpec")
        if isinstance(self.schema, bytes) and VIEW_KEY not in self.metadata:
            raise InputError(
                f"the schema of {self.name!r} is bytes",
                "ChannelSpec",
                f"a JSON Schema, or {VIEW_KEY!r} in the metadata",
                "messages of the bus are JSON; samples in bulk are Recorder.add_signals",
            )

    @property
    def encodings(self) -> tuple[str, str]:
        """The encodings of the messages and of the schema."""
        is_binary = isinstance(self.schema, bytes)
        return ("protobuf", "protobuf") if is_binary else ("json", "jsonschema")

    def schema_bytes(self) -> bytes:
        """Return the schema as stored in the file."""
        return self.schema if isinstance(self.schema, bytes) else encode_to_bytes(self.schema)


def require_channel_name(name: object, where: str) -> str:
    """Return the name if it is a string that begins with a slash; raise otherwise."""
    if not isinstance(name, str):
        raise InputTypeError(
            f"channel is {name!r}, of type {type(name).__name__}",
            where,
            "a string that begins with '/'",
        )
    if not name.startswith("/"):
        raise InputError(
            f"channel is {name!r}", where, "a string that begins with '/'", f"write '/{name}'"
        )
    return name


@checked_arguments
def message_channel(name: str, cls: type, actor: str | None = None) -> ChannelSpec:
    """Return the declaration of a channel whose messages are of one dataclass, about an actor."""
    metadata = {} if actor is None else {ACTOR_KEY: actor}
    return ChannelSpec(name, cls.__name__, json_schema_of(cls), metadata=metadata)


def spec_for(name: str, payload: object) -> ChannelSpec:
    """Return a minimal declaration of an undeclared channel, derived from its first payload."""
    if is_dataclass(payload) and not isinstance(payload, type):
        return message_channel(name, type(payload))
    if isinstance(payload, Mapping):
        return ChannelSpec(name, "ghost.Object", {"title": "ghost.Object", "type": "object"})
    if hasattr(payload, "_asdict"):
        kind = type(payload).__name__
        return ChannelSpec(name, kind, {"title": kind, "type": "object"}, _encode_named_tuple)
    return ChannelSpec(
        name,
        "ghost.Value",
        {"title": "ghost.Value", "type": "object", "required": ["value"]},
        _encode_value,
    )


def _encode_named_tuple(payload: Any) -> bytes:  # noqa: ANN401 - any named tuple
    return encode_to_bytes(payload._asdict())


def _encode_value(payload: object) -> bytes:
    return encode_to_bytes({"value": payload})
