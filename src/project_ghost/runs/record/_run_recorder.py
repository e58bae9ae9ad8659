"""Record every message and signal of a run."""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, ParamSpec, Self, final

from project_ghost.core.bus import Message
from project_ghost.core.errors import InputError
from project_ghost.engine import Engine
from project_ghost.runs.runnable._runnable import Runnable
from project_ghost.telemetry import Attachment, Recorder
from project_ghost.telemetry.foxglove import VIEW_CHANNELS

from ._channels import bulk_channels, bus_channels
from ._states import recorded_form
from ._viewer import Viewer

__all__ = ["RunRecorder"]

Arguments = ParamSpec("Arguments")


@final
class RunRecorder:
    """Records one run: bus messages, signal samples and the state chain.

    A failure to write does not stop the run: the error is kept in `failure`, recording ends, and
    `close` raises the error.
    """

    def __init__(
        self,
        path: Path,
        runnable: Runnable,
        *,
        attachments: list[Attachment],
        manifest: Mapping[str, str],
        first_tick: int = 0,
        force: bool = False,
    ) -> None:
        self.failure: InputError | None = None
        scene = runnable.scene
        with_viewer = scene is not None and scene.spec.recording.viewer
        self._recorder = Recorder(
            path,
            channels=[*bus_channels(runnable), *(VIEW_CHANNELS if with_viewer else ())],
            attachments=attachments,
            manifest=manifest,
            force=force,
        )
        self._recorded_form = recorded_form(runnable)
        self._bulk = bulk_channels(runnable.graph)
        for channel, columns in self._bulk.items():
            self._recorder.add_signals(channel, columns)
        self._recorder.add_links(runnable.step_ns, first_tick)
        self._viewer = (
            Viewer(scene, self._recorder.record_view) if scene is not None and with_viewer else None
        )

    def attach(self, engine: Engine) -> None:
        """Record everything that the engine publishes from now on."""
        recorder = self._recorder
        if self._viewer is not None:
            self._guarded(self._viewer.begin)(engine.now_ns)
        engine.bus.subscribe("recorder", self._guarded(self.record))
        engine.on_links(self._guarded(lambda _, links: recorder.record_links(links)))
        for channel in self._bulk:
            engine.on_samples(channel, self._guarded(_row_recorder(recorder, channel)))

    def record(self, message: Message) -> None:
        """Record a bus message and the viewer messages derived from it."""
        message = self._recorded_form(message)
        viewer = self._viewer
        if viewer is None:
            self._recorder.record(message)
            return
        # The views of an instant precede later messages in the file.
        viewer.advance_to(message.stamp_sim_ns)
        self._recorder.record(message)
        viewer.add(message.channel, message.stamp_sim_ns, message.payload)

    def _guarded(self, record: Callable[Arguments, object]) -> Callable[Arguments, None]:
        """Wrap a function so that its failure ends the recording but not the run."""

        def guarded(*args: Arguments.args, **kwargs: Arguments.kwargs) -> None:
            if self.failure is None:
                try:
                    record(*args, **kwargs)
                except InputError as error:
                    self.failure = error

        return guarded

    def close(self, **results: Any) -> None:  # noqa: ANN401 - the options of Recorder.close
        """Complete the file, or raise the error that ended the recording."""
        if self._viewer is not None:
            self._guarded(self._viewer.flush)()
        if self.failure is not None:
            self._recorder.abandon()
            raise self.failure
        self._recorder.close(**results)

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
                self._guarded(self._viewer.flush)()
            self._recorder.__exit__(kind, error, traceback)
        else:
            self._recorder.abandon()


def _row_recorder(recorder: Recorder, channel: str) -> Callable[[Any, Any], None]:
    return lambda stamps_ns, rows: recorder.record_rows(channel, stamps_ns, rows)
