"""What has happened in a run since the last look, as data of its page.

The messages of each part go through a recording of their own, so that the page of a live run is
made of the same data by the same functions as that of a recorded one.
"""

import shutil
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, final

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.bus import Message
from project_ghost.runs import RunFeed
from project_ghost.telemetry import Recorder
from project_ghost.view.page._html import part_of
from project_ghost.view.run._run import Run

__all__ = ["PartSink"]

# A page holds so many poses in full; then every second instant counts, then every fourth ...
_POSES_IN_FULL = 400_000


@final
class PartSink:
    """Takes the messages of a run and gives them as parts of a page."""

    def __init__(self, feed: RunFeed, manifest: dict[str, str]) -> None:
        self._feed = feed
        self._manifest = manifest
        self._folder = Path(mkdtemp(prefix="ghost-live-"))
        self._recorder = self._opened()
        self._is_empty = True
        self._poses = self._instants = 0  # all that were there, also those that were left out
        self.thinned = 1

    def _opened(self) -> Recorder:
        recorder = Recorder(
            self._folder / "part.mcap",
            channels=self._feed.channels,
            manifest=self._manifest,
            force=True,
            compression="",
            durable=False,
        )
        for channel, columns in self._feed.bulk.items():
            recorder.add_signals(channel, columns)
        return recorder

    def record(self, message: Message) -> None:
        """Keep a message for the next part."""
        self._is_empty = False
        self._recorder.record(message)

    def record_view(self, channel: str, stamp_ns: int, payload: object) -> None:
        """Keep a message for viewers for the next part."""
        self._is_empty = False
        self._recorder.record_view(channel, stamp_ns, payload)

    def record_rows(self, channel: str, stamps_ns: Integers, values: Floats) -> None:
        """Keep samples for the next part."""
        self._is_empty = False
        self._recorder.record_rows(channel, stamps_ns, values)

    def take(self) -> dict[str, Any] | None:
        """The data of all that came since the last call; None if nothing did."""
        if self._is_empty:
            return None
        self._recorder.close()
        run = Run(self._recorder.path)
        try:
            part, poses = part_of(run, -self._instants % self.thinned, self.thinned)
        finally:
            run.close()
        self._poses += sum(poses)
        self._instants += max(poses, default=0)
        while self._poses > self.thinned * _POSES_IN_FULL:
            self.thinned *= 2
        self._recorder = self._opened()
        self._is_empty = True
        return part

    def close(self) -> None:
        """Remove all files."""
        self._recorder.abandon()
        shutil.rmtree(self._folder, ignore_errors=True)
