"""Record every message and signal of a run."""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, ParamSpec, Self, final

from project_ghost.core.background import Background
from project_ghost.core.bus import Message
from project_ghost.core.errors import InputError
from project_ghost.engine import Engine
from project_ghost.runs.runnable._runnable import Runnable
from project_ghost.telemetry import Attachment, Recorder

from ._feed import RunFeed

__all__ = ["RunRecorder"]

Arguments = ParamSpec("Arguments")

# Blocks that wait to be encoded: about a megabyte each.
_WAITING_BLOCKS = 16


@final
class RunRecorder:
    """Records one run: bus messages, signal samples and the state chain.

    Blocks of messages and samples are encoded in a thread of their own, while the run goes on.
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
        self._background = Background("ghost-recorder", _WAITING_BLOCKS)
        feed = RunFeed(runnable)
        self._recorder = Recorder(
            path,
            channels=feed.channels,
            attachments=attachments,
            manifest=manifest,
            force=force,
        )
        try:
            for channel, columns in feed.bulk.items():
                self._recorder.add_signals(channel, columns)
            self._feeding = feed.connect(self._recorder)
            self._recorder.add_links(runnable.step_ns, first_tick)
        except BaseException:
            self._recorder.abandon()
            raise

    def attach(self, engine: Engine) -> None:
        """Record everything that the engine publishes from now on."""
        self._feeding.attach(engine, "recorder", self._at_once, self._in_background)
        record_links = self._in_background(self._recorder.record_links)
        engine.on_links(lambda _, links: record_links(links.copy()))

    def record(self, message: Message) -> None:
        """Record a bus message and the viewer messages derived from it."""
        self._feeding.take(message)

    def _at_once(self, record: Callable[Arguments, object]) -> Callable[Arguments, None]:
        """Wrap a function so that it is called after all that the thread was given before."""
        guarded = self._guarded(record)

        def called(*args: Arguments.args, **kwargs: Arguments.kwargs) -> None:
            self._background.wait()
            guarded(*args, **kwargs)

        return called

    def _in_background(self, record: Callable[Arguments, object]) -> Callable[Arguments, None]:
        """Wrap a function so that the thread calls it."""
        guarded = self._guarded(record)

        def called(*args: Arguments.args, **kwargs: Arguments.kwargs) -> None:
            self._background.call(lambda: guarded(*args, **kwargs))

        return called

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
        try:
            self._background.wait()
        finally:
            self._background.close()
        self._guarded(self._feeding.flush)()
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
        self._background.close()
        if self.failure is None:
            self._guarded(self._feeding.flush)()
        if self.failure is None:
            self._recorder.__exit__(kind, error, traceback)
        else:
            self._recorder.abandon()
