"""What a run publishes, given to a sink: a recording, or somebody who watches.

Why: ADR 4.
"""

from collections.abc import Callable
from typing import Any, ParamSpec, Protocol, final

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.bus import Message
from project_ghost.engine import Engine, PublishedBlock
from project_ghost.runs.runnable._runnable import Runnable
from project_ghost.telemetry import Recorder
from project_ghost.telemetry.foxglove import VIEW_CHANNELS

from ._block_recorder import BlockRecorder
from ._channels import bulk_channels, bus_channels
from ._states import recorded_form
from ._viewer import Viewer

__all__ = ["Feeding", "MessageSink", "RunFeed"]

Arguments = ParamSpec("Arguments")
Guard = Callable[[Callable[..., object]], Callable[..., None]]


class MessageSink(Protocol):
    """Receives the messages and samples of a run; a `Recorder` is one."""

    def record(self, message: Message) -> None:
        """Receive a message of the bus, in its total order."""

    def record_view(self, channel: str, stamp_ns: int, payload: object) -> None:
        """Receive a message that was derived for viewers."""

    def record_rows(self, channel: str, stamps_ns: Integers, values: Floats) -> None:
        """Receive a block of samples, a row for each stamp; the arrays must not be kept."""


@final
class RunFeed:
    """What a sink gets of a run: all messages as a recording holds them, those for viewers too.

    `channels` and `bulk` are the channels that it will receive.
    """

    def __init__(self, runnable: Runnable) -> None:
        scene = runnable.scene
        self._scene = scene if scene is not None and scene.spec.recording.viewer else None
        self.channels = [
            *bus_channels(runnable),
            *(VIEW_CHANNELS if self._scene is not None else ()),
        ]
        self.bulk = bulk_channels(runnable.graph)
        self._recorded_form = recorded_form(runnable)
        self._states = {} if scene is None else scene.states

    def connect(self, sink: MessageSink) -> "Feeding":
        """Begin to feed a sink; a `Recorder` takes many messages at once."""
        viewer = None if self._scene is None else Viewer(self._scene, sink.record_view)
        blocks = None
        if isinstance(sink, Recorder):
            blocks = BlockRecorder(sink, viewer, self._recorded_form, self._states)
        return Feeding(sink, viewer, self._recorded_form, tuple(self.bulk), blocks)


@final
class Feeding:
    """A sink that is being fed."""

    def __init__(
        self,
        sink: MessageSink,
        viewer: Viewer | None,
        recorded_form: Callable[[Message], Message],
        bulk: tuple[str, ...],
        blocks: BlockRecorder | None,
    ) -> None:
        self._sink = sink
        self._viewer = viewer
        self._recorded_form = recorded_form
        self._bulk = bulk
        self._blocks = blocks

    def attach(
        self, engine: Engine, name: str, guard: Guard, guard_later: Guard | None = None
    ) -> None:
        """Feed the sink with everything that the engine publishes from now on.

        `name` is that of the subscriber. Each call of the sink goes through `guard`, except that
        what nobody changes any more goes through `guard_later`, which may call at a later time.
        """
        later = guard if guard_later is None else guard_later
        if self._viewer is not None:
            later(self._viewer.begin)(engine.now_ns)
        take_block = None if self._blocks is None else _block_taker(self._blocks, later)
        engine.bus.subscribe(name, guard(self.take), take_block=take_block)
        for channel in self._bulk:
            engine.on_samples(channel, later(_row_taker(self._sink, channel)))

    def take(self, message: Message) -> None:
        """Give the sink a bus message and the viewer messages derived from it."""
        message = self._recorded_form(message)
        viewer = self._viewer
        if viewer is None:
            self._sink.record(message)
            return
        # The views of an instant precede later messages.
        viewer.advance_to(message.stamp_sim_ns)
        self._sink.record(message)
        viewer.add(message.channel, message.stamp_sim_ns, message.payload)

    def flush(self) -> None:
        """Give the sink the view of the last instant."""
        if self._viewer is not None:
            self._viewer.flush()


def _block_taker(blocks: BlockRecorder, guard: Guard) -> Callable[[Any], None]:
    guarded = guard(blocks.take)

    def take(block: PublishedBlock) -> None:
        blocks.prepare(block)
        guarded(block)

    return take


def _row_taker(sink: MessageSink, channel: str) -> Callable[[Any, Any], None]:
    return lambda stamps_ns, rows: sink.record_rows(channel, stamps_ns, rows)
