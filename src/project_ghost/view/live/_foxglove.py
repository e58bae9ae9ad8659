"""`ghost run --foxglove`: the messages of a run over Foxglove's WebSocket protocol."""

from types import ModuleType
from typing import Any, final

import numpy as np

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.bus import Message
from project_ghost.core.errors import InputError
from project_ghost.engine import Engine
from project_ghost.runs import PreparedRun, RunFeed
from project_ghost.telemetry import ChannelSpec, SignalLayout
from project_ghost.telemetry.foxglove import CHANNEL_MAP, CHANNEL_SCENE

from ._watch import LOOPBACK, AbstractWatch, unbindable

__all__ = ["FoxgloveView"]

_USUAL_PORT = 8765
# Viewers need these whenever they come; everything else follows by itself.
_LATCHED = (CHANNEL_MAP, CHANNEL_SCENE)


@final
class FoxgloveView(AbstractWatch):
    """Serves the channels of a recording to viewers that speak Foxglove's protocol.

    The server is foxglove-sdk's, in threads of its own. It drops messages for a viewer that does
    not take them, so no viewer delays the run. It offers no way to change anything.
    """

    def __init__(
        self, prepared: PreparedRun, host: str = LOOPBACK, port: int | None = None
    ) -> None:
        """Start the server."""
        foxglove = _sdk()
        runnable = prepared.runnable
        self._host = host
        feed = RunFeed(runnable)
        # Kept: its channels close when it is forgotten.
        self._context = context = foxglove.Context()
        listener = _Latch()
        try:
            self._server: Any = foxglove.start_server(
                name=f"ghost: {runnable.name}",
                host=host,
                port=_USUAL_PORT if port is None else port,
                capabilities=[foxglove.websocket.Capability.Time],
                server_listener=listener,
                context=context,
            )
        except (OSError, RuntimeError, ValueError, OverflowError) as error:
            raise unbindable(host, port or _USUAL_PORT, error, "--foxglove") from None
        self._sink = _FoxgloveSink(foxglove, context, feed, listener)
        self._feeding = feed.connect(self._sink)

    @property
    def address(self) -> str:
        """The address that viewers connect to."""
        host = f"[{self._host}]" if ":" in self._host else self._host
        return f"ws://{host}:{self._server.port}"

    def attach(self, engine: Engine) -> None:
        """Send what the engine publishes from now on."""
        self._feeding.attach(engine, "foxglove view", self.guarded)

    def advance(self, now_ns: int) -> None:
        """Tell viewers the simulated time."""
        self.guarded(self._server.broadcast_time)(now_ns)

    def finish(self, outcome: str) -> None:  # noqa: ARG002 - viewers keep what they have
        """Send the view of the last instant."""
        self.guarded(self._feeding.flush)()

    def close(self) -> None:
        """End all connections."""
        self._server.stop()


class _Latch:
    """Sends the last message of some channels to viewers that come late."""

    def __init__(self) -> None:
        self.last: dict[str, tuple[Any, bytes, int]] = {}
        self.subscribed: set[str] = set()  # by somebody, now or earlier

    def on_subscribe(self, client: object, channel: Any) -> None:  # noqa: ANN401, ARG002 - the SDK's
        """Send the last message again."""
        self.subscribed.add(channel.topic)
        found = self.last.get(channel.topic)
        if found is not None:
            target, data, stamp_ns = found
            target.log(data, log_time=stamp_ns)

    def on_unsubscribe(self, client: object, channel: object) -> None:
        """Nothing: messages without a viewer go nowhere."""


@final
class _FoxgloveSink:
    """Logs messages to channels of the SDK, encoded as in a recording."""

    def __init__(self, foxglove: ModuleType, context: object, feed: RunFeed, latch: _Latch) -> None:
        self._latch = latch
        self._specs = {spec.name: spec for spec in feed.channels}
        self._samples = {name: SignalLayout(name, columns) for name, columns in feed.bulk.items()}
        self._channels = {
            **{name: _channel(foxglove, context, spec) for name, spec in self._specs.items()},
            **{
                name: foxglove.Channel(
                    name,
                    schema=foxglove.Schema(
                        name=each.schema_name, encoding="protobuf", data=each.schema
                    ),
                    message_encoding="protobuf",
                    context=context,
                    metadata=each.metadata(),
                )
                for name, each in self._samples.items()
            },
        }

    def record(self, message: Message) -> None:
        """Send a message of the bus."""
        spec = self._specs.get(message.channel)
        if spec is not None:  # observers may publish what nobody has declared
            self._send(spec, message.stamp_sim_ns, message.payload)

    def record_view(self, channel: str, stamp_ns: int, payload: object) -> None:
        """Send a message for viewers."""
        self._send(self._specs[channel], stamp_ns, payload)

    def _send(self, spec: ChannelSpec, stamp_ns: int, payload: object) -> None:
        data, channel = spec.encode(payload), self._channels[spec.name]
        if spec.name in _LATCHED:
            self._latch.last[spec.name] = channel, data, stamp_ns
        channel.log(data, log_time=stamp_ns)

    def record_rows(self, channel: str, stamps_ns: Integers, values: Floats) -> None:
        """Send samples, a message each."""
        target = self._channels[channel]
        messages = self._samples[channel].payloads(stamps_ns.astype(np.uint64), values)
        for stamp_ns, data in zip(stamps_ns.tolist(), messages, strict=True):
            target.log(data, log_time=stamp_ns)


def _channel(foxglove: ModuleType, context: object, spec: ChannelSpec) -> Any:  # noqa: ANN401
    message_encoding, schema_encoding = spec.encodings
    return foxglove.Channel(
        spec.name,
        schema=foxglove.Schema(
            name=spec.schema_name, encoding=schema_encoding, data=spec.schema_bytes()
        ),
        message_encoding=message_encoding,
        context=context,
        metadata=dict(spec.metadata),
    )


def _sdk() -> ModuleType:
    try:
        import foxglove
        import foxglove.websocket
    except ImportError:
        raise InputError(
            "foxglove-sdk is not installed",
            "ghost run --foxglove",
            "the extra `foxglove`",
            "pip install 'ghost-sim[foxglove]'",
        ) from None
    return foxglove
