"""`ghost run --live`: the page of a run, in the browser while it runs."""

import time
from typing import final

from project_ghost.engine import Engine
from project_ghost.runs import PreparedRun, RunFeed, manifest_of
from project_ghost.view.page._html import page_json

from ._page import live_page
from ._parts import PartSink
from ._server import PageServer
from ._updates import Updates
from ._watch import LOOPBACK, AbstractWatch

__all__ = ["LiveView"]

# Browsers get what is new so often; less often would be seen, more often costs the run time.
_EVERY_S = 0.2


@final
class LiveView(AbstractWatch):
    """Serves the page of a run over HTTP. Browsers that come late get everything from the start."""

    def __init__(
        self, prepared: PreparedRun, host: str = LOOPBACK, port: int | None = None
    ) -> None:
        """Start the server; without a port it takes the usual one or one that is free."""
        self._updates = Updates()
        feed = RunFeed(prepared.runnable)
        self._server = PageServer(live_page(prepared), self._updates, host, port)
        seed = prepared.runnable.seed
        self._sink = PartSink(feed, manifest_of(prepared.runnable, seed, prepared.level))
        self._feeding = feed.connect(self._sink)
        self._looked_s = -_EVERY_S

    @property
    def address(self) -> str:
        """The address of the page."""
        return self._server.url

    def attach(self, engine: Engine) -> None:
        """Keep what the engine publishes from now on."""
        self._feeding.attach(engine, "live view", self.guarded)

    def advance(self, now_ns: int) -> None:  # noqa: ARG002 - the parts know their times
        """Give browsers what is new, a few times a second."""
        now_s = _now_s()
        if now_s - self._looked_s >= _EVERY_S:
            self.guarded(self._send)()
            self._looked_s = _now_s()

    def _send(self) -> None:
        part = self._sink.take()
        if part is not None:
            self._updates.add(page_json({"part": part, "thinned": self._sink.thinned}))

    def finish(self, outcome: str) -> None:
        """Give browsers the rest, and how the run ended."""
        self.guarded(self._feeding.flush)()
        self.guarded(self._send)()
        if self.failure is not None:
            outcome = f"{outcome}; not shown to its end: {self.failure}"
        self._updates.add(page_json({"outcome": outcome}))
        self._updates.close()

    def wait_for_browsers(self, timeout_s: float) -> None:
        """Wait until all browsers that look have everything, up to a limit."""
        self._server.wait_for_browsers(timeout_s)

    def close(self) -> None:
        """End the server and remove all files."""
        self._server.close()
        self._sink.close()


def _now_s() -> float:
    # ghost: allow[wall-clock] says when browsers get what the run has already done
    return time.monotonic()
