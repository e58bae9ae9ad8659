"""The HTTP server of a live page: the page, and its updates as server-sent events."""

import socket
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import BoundedSemaphore, Condition, Thread
from typing import Any, Final, final
from urllib.parse import urlsplit

from ._updates import Updates
from ._watch import is_loopback, unbindable

__all__ = ["PageServer"]

_EVENTS: Final = "/events"
# So many connections at once, each with a thread that only waits and writes; others are closed.
# So nobody can take all files that the process may open.
_CONNECTIONS_MAX = 64
_KEEP_ALIVE_S = 10.0
# A browser that takes nothing for so long has gone.
_STALLED_S = 60.0


@final
class PageServer:
    """Serves a page and its updates in threads of its own, until it is closed."""

    def __init__(self, page: str, updates: Updates, host: str, port: int | None) -> None:
        """Listen on a port; None takes the usual one, or a free one if that is in use."""
        self._server = _bound(host, port)
        self._server.page = page.encode()
        self._server.updates = updates
        self._server.only_loopback = is_loopback(host)
        self._host = host
        Thread(target=self._server.serve_forever, name="ghost live", daemon=True).start()

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return int(self._server.server_address[1])

    @property
    def url(self) -> str:
        """The address of the page."""
        host = f"[{self._host}]" if ":" in self._host else self._host
        return f"http://{host}:{self.port}/"

    def wait_for_browsers(self, timeout_s: float) -> None:
        """Wait until all browsers that look have everything, up to a limit."""
        server = self._server
        with server.changed:
            server.changed.wait_for(lambda: not server.looking, timeout_s)

    def close(self) -> None:
        """End all connections."""
        self._server.updates.close()
        self._server.shutdown()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64
    page: bytes
    updates: Updates
    only_loopback: bool

    def __init__(self, address: tuple[str, int]) -> None:
        self.address_family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
        self._seats = BoundedSemaphore(_CONNECTIONS_MAX)
        self.changed = Condition()
        self.looking = 0
        super().__init__(address, _Handler)

    def process_request(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 - its own
        """Give a connection a thread, if it gets a seat."""
        if self._seats.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:  # noqa: ANN401
        """Answer, and leave the seat."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._seats.release()

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that has gone is no event."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    server_version = "ghost"
    sys_version = ""
    timeout = _STALLED_S

    def do_GET(self) -> None:
        """Answer with the page or the updates."""
        path = urlsplit(self.path).path
        if not self._is_asked_for_here():
            self._refuse(HTTPStatus.FORBIDDEN, "the page is served under its own address only")
        elif path == "/":
            self._send_page()
        elif path == _EVENTS:
            self._send_updates()
        else:
            self._refuse(HTTPStatus.NOT_FOUND, "there is only the page, /")

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 - its name there
        """Requests are not logged."""

    def _is_asked_for_here(self) -> bool:
        """Whether the request names this machine.

        A page from elsewhere whose name was redirected to the loopback address names another.
        """
        given = self.headers.get("Host", "")
        name = urlsplit(f"//{given}").hostname or ""
        return not self.server.only_loopback or is_loopback(name)

    def _send_page(self) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(self.server.page)))
        self._end_headers()
        self.wfile.write(self.server.page)

    def _send_updates(self) -> None:
        server = self.server
        with server.changed:
            server.looking += 1
        try:
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", "text/event-stream")
            self._end_headers()
            with suppress(OSError):  # the browser has gone
                self._stream(server.updates)
        finally:
            with server.changed:
                server.looking -= 1
                server.changed.notify_all()

    def _stream(self, updates: Updates) -> None:
        sent = _after_last(self.headers.get("Last-Event-ID"))
        while True:
            is_last = updates.is_closed  # before the look: what was added until then is seen
            for text in updates.after(sent, _KEEP_ALIVE_S):
                sent += 1
                self.wfile.write(f"id: {sent}\ndata: {text}\n\n".encode())
            if is_last:
                self.wfile.write(b"event: end\ndata: {}\n\n")
                return
            self.wfile.write(b": here\n\n")
            self.wfile.flush()

    def _refuse(self, status: HTTPStatus, why: str) -> None:
        text = f"{why}\n".encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.send_header("Content-Length", str(len(text)))
        self._end_headers()
        self.wfile.write(text)

    def _end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Connection", "close")
        self.end_headers()


_USUAL_PORT = 8640


def _bound(host: str, port: int | None) -> _Server:
    try:
        return _Server((host, _USUAL_PORT if port is None else port))
    except (OSError, OverflowError) as error:
        if port is None:
            with suppress(OSError):
                return _Server((host, 0))
        raise unbindable(host, port or _USUAL_PORT, error, "--live") from None


def _after_last(given: str | None) -> int:
    """How many updates a browser has that comes back."""
    return int(given) if given is not None and given.isdecimal() and len(given) < 10 else 0
