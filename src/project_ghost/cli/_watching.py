"""The flags with which somebody watches a run: `--live` and `--foxglove`."""

import argparse
import sys
import threading
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING

from project_ghost.core.errors import InputError

if TYPE_CHECKING:
    from project_ghost.engine import Engine
    from project_ghost.runs import PreparedRun
    from project_ghost.view.live import AbstractWatch, LiveView

__all__ = ["Watching", "add_watching", "is_watched"]

# After the end of a run without a terminal, browsers have so long to get the rest.
_FAREWELL_S = 10.0
_PORT_MAX = 65_535


def add_watching(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    add = parser.add_argument
    add("--live", action="store_true", help="show the run in the browser while it runs")
    add("--foxglove", action="store_true",
        help="send the run to viewers that speak Foxglove's WebSocket protocol, at real "
        "time; needs the extra foxglove")  # fmt: skip
    add("--bind", metavar="ADDRESS",
        help="where --live and --foxglove listen [127.0.0.1: this machine only]")  # fmt: skip
    add("--live-port", type=int, metavar="N", help="the port of the page [8640, or a free one]")
    add("--foxglove-port", type=int, metavar="N", help="the port of the viewers [8765]")


def is_watched(arguments: argparse.Namespace) -> bool:
    """Whether somebody watches the run."""
    return bool(arguments.live or arguments.foxglove)


class Watching:
    """Everybody who watches a run, as a block; nobody of them changes or delays it."""

    def __init__(self, prepared: "PreparedRun", arguments: argparse.Namespace) -> None:
        _check_flags(arguments)
        self._all: list[AbstractWatch] = []
        self._page: LiveView | None = None
        self._block = ExitStack()
        if is_watched(arguments):
            _require_scene(prepared)
            with self._block:  # closes the first if the second cannot be started
                self._start(prepared, arguments)
                self._block = self._block.pop_all()

    def _start(self, prepared: "PreparedRun", arguments: argparse.Namespace) -> None:
        from project_ghost.view.live import FoxgloveView, LiveView, is_loopback

        host = arguments.bind or "127.0.0.1"
        if arguments.live:
            self._page = LiveView(prepared, host, arguments.live_port)
            self._add(self._page, "live")
        if arguments.foxglove:
            self._add(FoxgloveView(prepared, host, arguments.foxglove_port), "foxglove")
        if not is_loopback(host):
            _say("note: everybody who reaches this address can watch the run")
        if self._page is not None and sys.stdout.isatty():
            import webbrowser  # slow to load

            webbrowser.open(self._page.address)

    def _add(self, watch: "AbstractWatch", kind: str) -> None:
        self._block.callback(watch.close)
        self._all.append(watch)
        _say(f"{kind}: {watch.address}")

    @property
    def listeners(self) -> "list[object]":
        """What subscribes to the engine before the first tick."""
        return [self._attach] if self._all else []

    def _attach(self, engine: "Engine") -> None:
        for watch in self._all:
            watch.attach(engine)

    def on_slice(self, now_ns: int) -> None:
        """Show what has happened up to now."""
        for watch in self._all:
            watch.advance(now_ns)

    def finish(self, outcome: str) -> None:
        """Show the rest, and say what could not be shown."""
        for watch in self._all:
            watch.finish(outcome)
            if watch.failure is not None:
                _say(f"warning: {watch.address} stopped before the end: {watch.failure}")

    def stay(self) -> None:
        """Serve the page on: on a terminal until Ctrl-C, else until browsers have everything."""
        if self._page is None:
            return
        if sys.stderr.isatty():
            with suppress(KeyboardInterrupt):
                _say(f"the page stays at {self._page.address} until Ctrl-C")
                threading.Event().wait()
        else:
            self._page.wait_for_browsers(_FAREWELL_S)

    def __enter__(self) -> "Watching":
        return self

    def __exit__(self, *error: object) -> None:
        self._block.close()


def _say(text: str) -> None:
    print(f"ghost run: {text}", file=sys.stderr, flush=True)


def _require_scene(prepared: "PreparedRun") -> None:
    if prepared.runnable.scene is None:
        raise InputError(
            f"{prepared.runnable.name} has no actors to show",
            "ghost run",
            "a scenario with --live and --foxglove",
            "leave them out; `--signals '*'` records what a schedule computes",
        )


def _check_flags(arguments: argparse.Namespace) -> None:
    given = {
        "--bind": (arguments.bind is not None, is_watched(arguments), "--live or --foxglove"),
        "--live-port": (arguments.live_port is not None, arguments.live, "--live"),
        "--foxglove-port": (arguments.foxglove_port is not None, arguments.foxglove, "--foxglove"),
    }
    for flag, (is_given, is_used, needed) in given.items():
        if is_given and not is_used:
            raise InputError(
                f"{flag} is given without {needed}", "ghost run", f"{flag} together with {needed}"
            )
    for flag in ("live_port", "foxglove_port"):
        port = getattr(arguments, flag)
        if port is not None and not 0 <= port <= _PORT_MAX:
            raise InputError(
                f"the port is {port}", f"--{flag.replace('_', '-')}", f"0 to {_PORT_MAX}; 0: any"
            )
