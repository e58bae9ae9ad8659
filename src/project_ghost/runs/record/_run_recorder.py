"""What takes all that a run gives, and writes it down."""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, ParamSpec, Self, final

from project_ghost.core.bus import Message
from project_ghost.core.errors import InputError
from project_ghost.engine import Engine
from project_ghost.scenario.assembly import Assembly
from project_ghost.telemetry import Attachment, Recorder
from project_ghost.telemetry.foxglove import VIEW_CHANNELS

from ._channels import bulk_channels, bus_channels
from ._states import as_recorded
from ._viewer import Viewer

__all__ = ["RunRecorder"]

Given = ParamSpec("Given")


@final
class RunRecorder:
    """One run's recording: messages of the bus, samples in bulk, and the state chain.

    A recording that cannot be written does not spoil the run: what went wrong is kept in
    `failure`, the rest is not recorded, and `close` raises it.
    """

    def __init__(
        self,
        path: Path,
        assembly: Assembly,
        *,
        attachments: list[Attachment],
        manifest: Mapping[str, str],
        first_tick: int = 0,
        force: bool = False,
    ) -> None:
        self.failure: InputError | None = None
        is_shown = assembly.spec.recording.viewer
        self._recorder = Recorder(
            path,
            channels=[*bus_channels(assembly), *(VIEW_CHANNELS if is_shown else ())],
            attachments=attachments,
            manifest=manifest,
            force=force,
        )
        self._as_recorded = as_recorded(assembly)
        self._bulk = bulk_channels(assembly.graph)
        for channel, columns in self._bulk.items():
            self._recorder.add_signals(channel, columns)
        self._recorder.add_links(assembly.spec.step, first_tick)
        self._viewer = Viewer(assembly, self._recorder.record_view) if is_shown else None

    def listen(self, engine: Engine) -> None:
        """Take all that the engine gives from now on."""
        recorder = self._recorder
        if self._viewer is not None:
            self._guarded(self._viewer.begin)(engine.now_ns)
        engine.bus.subscribe("recorder", self._guarded(self.take))
        engine.on_links(self._guarded(lambda _, links: recorder.record_links(links)))
        for channel in self._bulk:
            engine.on_samples(channel, self._guarded(_rows_into(recorder, channel)))

    def take(self, message: Message) -> None:
        """Take one message of the bus, and what viewers show of it."""
        message = self._as_recorded(message)
        viewer = self._viewer
        if viewer is None:
            self._recorder.record(message)
            return
        # Views stand in the file before what came later than they.
        viewer.pass_to(message.stamp_sim_ns)
        self._recorder.record(message)
        viewer.take(message.channel, message.stamp_sim_ns, message.payload)

    def _guarded(self, take: Callable[Given, object]) -> Callable[Given, None]:
        """The same, but a failure is kept, and is the end of the recording, not of the run."""

        def taken(*args: Given.args, **kwargs: Given.kwargs) -> None:
            if self.failure is None:
                try:
                    take(*args, **kwargs)
                except InputError as error:
                    self.failure = error

        return taken

    def close(self, **ending: Any) -> None:  # noqa: ANN401 - as Recorder.close takes it
        """Give the file its end and its name, or raise what went wrong."""
        if self._viewer is not None:
            self._guarded(self._viewer.show)()
        if self.failure is not None:
            self._recorder.abandon()
            raise self.failure
        self._recorder.close(**ending)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self.failure is None:
            if self._viewer is not None:
                self._guarded(self._viewer.show)()
            self._recorder.__exit__(kind, error, traceback)
        else:
            self._recorder.abandon()


def _rows_into(recorder: Recorder, channel: str) -> Callable[[Any, Any], None]:
    return lambda stamps_ns, rows: recorder.record_rows(channel, stamps_ns, rows)
