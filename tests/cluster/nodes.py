"""Ray nodes and an S3 server, as processes of a test that are ended by their ids."""

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path

from tests.waiting import wait_until

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent
S3_SERVER = Path(
    os.environ.get("GHOST_S3_SERVER", ROOT / "build" / "s3-server" / "bin" / "moto_server")
)
BUCKET = "ghost"


def free_port() -> int:
    with socket.socket() as any_socket:
        any_socket.bind(("127.0.0.1", 0))
        return int(any_socket.getsockname()[1])


def is_heard(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1.0):
        return True
    return False


def children(pid: int) -> list[int]:
    """All processes that a process has started, and those have, and so on."""
    parents: dict[int, list[int]] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with suppress(OSError, IndexError):
                words = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
                parents.setdefault(int(words[1]), []).append(int(folder.name))
    found, todo = [], [pid]
    while todo:
        below = parents.get(todo.pop(), [])
        found += below
        todo += below
    return found


def command_of(pid: int) -> str:
    try:
        return (Path("/proc") / str(pid) / "cmdline").read_text("utf-8", "replace")
    except OSError:
        return ""


def kill_all(pids: Sequence[int], number: int = signal.SIGKILL) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


class Node:
    """A Ray node: `ray start --block` and its processes."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process

    def pids(self) -> list[int]:
        """Of all its processes."""
        return [self.process.pid, *children(self.process.pid)]

    def workers(self) -> list[int]:
        """Of those that run our runs."""
        return [pid for pid in self.pids() if command_of(pid).startswith("ray::Worker")]

    def kill(self) -> None:
        """As if the machine lost its power."""
        kill_all(self.pids())
        self.process.wait()

    def freeze(self) -> None:
        kill_all(self.pids(), signal.SIGSTOP)

    def thaw(self) -> None:
        kill_all(self.pids(), signal.SIGCONT)


class Cluster:
    """A head and more nodes, with a token and homes of their own."""

    def __init__(self, more: Mapping[str, str] | None = None) -> None:
        self._more = more or {}
        # Short, because the paths of sockets are.
        self.folder = Path(tempfile.mkdtemp(prefix="gh", dir="/tmp"))
        self.port = free_port()
        self.nodes: list[Node] = []
        self.token = secrets.token_hex(32)
        self._homes = 0

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def environment(self, home: str = "driver", **more: str) -> dict[str, str]:
        (self.folder / home).mkdir(exist_ok=True)
        keep = {k: v for k, v in os.environ.items() if not k.startswith(("RAY_", "AWS_", "GHOST_"))}
        return {
            **keep,
            "HOME": str(self.folder / home),
            "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}",
            "RAY_AUTH_MODE": "token",
            "RAY_AUTH_TOKEN": self.token,
            "RAY_USAGE_STATS_ENABLED": "0",
            "RAY_worker_niceness": "0",  # else workers wait for all other programs
            "XDG_CACHE_HOME": "",
            **more,
        }

    def start(self, cpus: int = 1, **environment: str) -> Node:
        """Start the head, or another node."""
        head = not self.nodes
        self._homes += 1
        where = (
            [
                "--head",
                f"--port={self.port}",
                "--include-dashboard=false",
                f"--temp-dir={self.folder}/ray",
            ]
            if head
            else [f"--address={self.address}"]
        )
        words = [
            str(BIN / "ray"), "start", *where, f"--num-cpus={cpus}", "--node-ip-address=127.0.0.1",
            "--object-store-memory=100000000", "--disable-usage-stats", "--block",
        ]  # fmt: skip
        log = (self.folder / f"node{self._homes}.log").open("wb")
        all_of_it = self.environment(f"node{self._homes}", **self._more, **environment)
        process = subprocess.Popen(
            words, env=all_of_it, stdout=log, stderr=log, stdin=subprocess.DEVNULL
        )
        log.close()
        node = Node(process)
        self.nodes.append(node)
        ready = f"{self.folder}/node{self._homes}.log"
        wait_until(
            lambda: "--block" in Path(ready).read_text("utf-8", "replace"),
            f"Ray has started, see {ready}",
        )
        return node

    def workers(self) -> list[int]:
        return [pid for node in self.nodes for pid in node.workers()]

    def close(self) -> None:
        for node in reversed(self.nodes):
            pids = node.pids()
            kill_all(pids, signal.SIGCONT)
            node.process.terminate()
            with suppress(subprocess.TimeoutExpired):
                node.process.wait(10)
            kill_all([pid for pid in pids if "ray" in command_of(pid)])
            node.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class S3Server:
    """An S3 server behind a relay: when the relay ends, connections break as in a restart.

    The server keeps objects in memory, so it goes on while nobody can reach it.
    """

    def __init__(self) -> None:
        self._server_port, self.port = free_port(), free_port()
        words = [str(S3_SERVER), "-H", "127.0.0.1", "-p", str(self._server_port)]
        self._server = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until(lambda: is_heard(self._server_port), "the S3 server answers")
        self._relay: subprocess.Popen[bytes] | None = None
        self.start()
        connection = HTTPConnection("127.0.0.1", self.port)
        connection.request("PUT", f"/{BUCKET}")
        assert connection.getresponse().status == 200
        connection.close()

    def start(self) -> None:
        words = [
            sys.executable,
            str(Path(__file__).with_name("relay.py")),
            str(self.port),
            str(self._server_port),
        ]
        self._relay = subprocess.Popen(words)
        wait_until(lambda: is_heard(self.port), "the relay answers")

    def stop(self) -> None:
        """Break all connections, and refuse others."""
        assert self._relay is not None
        self._relay.kill()
        self._relay.wait()

    def environment(self) -> dict[str, str]:
        return {
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{self.port}",
            "AWS_ACCESS_KEY_ID": "test",
            "AWS_SECRET_ACCESS_KEY": "test",
            "AWS_REGION": "us-east-1",
        }

    def close(self) -> None:
        self.stop()
        self._server.kill()
        self._server.wait()
