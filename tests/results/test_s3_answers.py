"""Goal: a bucket that cannot be used is one clear error before any run.

Method: a server on the loopback that gives the answers of S3 in each case. A real server is used
by `make test-cluster`.
"""

from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from project_ghost.results import StoreError, open_store

Answer = tuple[int, str]  # status and code


def refused(
    status: int, code: str
) -> Callable[[str, dict[str, bytes], BaseHTTPRequestHandler], Answer]:
    return lambda *_: (status, code)


def forgetful(method: str, objects: dict[str, bytes], request: BaseHTTPRequestHandler) -> Answer:
    """A store without conditions: each object replaces the one before."""
    if method == "PUT":
        length = int(request.headers["Content-Length"])
        objects[request.path] = request.rfile.read(length)
        return 200, ""
    if method == "GET":
        return (
            (200, objects[request.path].decode()) if request.path in objects else (404, "NoSuchKey")
        )
    request.rfile.read(int(request.headers["Content-Length"]))
    return 200, "<DeleteResult><Deleted><Key>probe</Key></Deleted></DeleteResult>"


def careful(method: str, objects: dict[str, bytes], request: BaseHTTPRequestHandler) -> Answer:
    """A store that keeps what `If-None-Match: *` protects."""
    if method == "PUT" and request.headers["If-None-Match"] == "*" and request.path in objects:
        request.rfile.read(int(request.headers["Content-Length"]))
        return 412, "PreconditionFailed"
    return forgetful(method, objects, request)


@pytest.fixture
def served(monkeypatch) -> Iterator[Callable[..., None]]:
    servers: list[ThreadingHTTPServer] = []

    def serve(answer) -> None:
        objects: dict[str, bytes] = {}

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def _answer(self) -> None:
                status, text = answer(self.command, objects, self)
                body = text.encode()
                if status >= 400:
                    length = int(self.headers["Content-Length"] or 0)
                    if self.command == "PUT" and status not in (412,):
                        self.rfile.read(length)
                    body = f"<Error><Code>{text}</Code><Message>{text}</Message></Error>".encode()
                self.send_response(status)
                self.send_header("ETag", '"1"')
                self.send_header("Last-Modified", "Wed, 01 Jan 2025 00:00:00 GMT")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_PUT = do_GET = do_DELETE = do_POST = _answer  # noqa: N815 - of http.server

            def log_message(self, *_: object) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        servers.append(server)
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{server.server_port}")

    for name, value in (
        ("AWS_ACCESS_KEY_ID", "a"), ("AWS_SECRET_ACCESS_KEY", "b"), ("AWS_REGION", "us-east-1"),
    ):  # fmt: skip
        monkeypatch.setenv(name, value)
    yield serve
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize(
    ("answer", "what", "fix"),
    [
        (refused(404, "NoSuchBucket"), "no such bucket", "make the bucket"),
        (refused(403, "AccessDenied"), "no permission", "change the permissions"),
        (refused(401, "Unauthorized"), "does not accept the credentials", "set them in this shell"),
        (forgetful, "ignores If-None-Match", "use another store"),
    ],
    ids=["no bucket", "no permission", "no credentials", "no conditions"],
)
def test_a_bucket_that_cannot_be_used_is_refused_before_any_run(served, answer, what, fix) -> None:
    served(answer)
    store = open_store(f"s3://bucket/{what.replace(' ', '-')}")
    with pytest.raises(StoreError) as error:
        store.probe()
    assert what in error.value.what
    assert error.value.where.startswith("s3://bucket/")
    assert fix in error.value.fix


def test_a_store_with_conditions_is_accepted(served) -> None:
    served(careful)
    open_store("s3://bucket/careful").probe()
