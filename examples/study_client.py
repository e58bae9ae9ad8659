"""A simulator that runs as a server, as a study wants it: a template for a client.

Copy this file, replace `Client` by the client library of your server, and name it in a study:

    simulator: {python: "study_client:prepare"}
    settings: {host: 127.0.0.1, port: 2000}

then `PYTHONPATH=. ghost study run study.yaml`. Here the "server" is a few lines at the end, so
that the file runs as it is: `python examples/study_client.py`.
"""

import json
import socket
import socketserver
import threading
from collections.abc import Mapping
from typing import cast

from project_ghost.study import Facts, Settings, Trace, TraceRecorder

STEP_NS = 50_000_000


class Client:
    """One line of JSON each way. Yours is what your server's makers give you."""

    def __init__(self, host: str, port: int) -> None:
        # A server that hangs must not hang the study: every wait has a limit.
        # ghost: allow[timeout] a wait that is too long fails the repeat, and changes no result
        self._socket = socket.create_connection((host, port), timeout=10.0)
        self._lines = self._socket.makefile("rw", encoding="utf-8")

    def ask(self, **question: object) -> dict[str, object]:
        """Send a question and wait for the answer."""
        self._lines.write(json.dumps(question) + "\n")
        self._lines.flush()
        line = self._lines.readline()
        if not line:
            raise ConnectionError("the server has gone away")
        return cast(dict[str, object], json.loads(line))

    def close(self) -> None:
        """Hang up."""
        self._lines.close()
        self._socket.close()


class ClientSimulator:
    """A scene on the server. Everything that could differ is set again before each repeat."""

    def __init__(self, settings: Settings) -> None:
        self._client = Client(str(settings["host"]), int(str(settings["port"])))
        self._scenario = str(settings["scenario"])
        duration_ns = settings.get("duration_ns")
        self._steps = (duration_ns if isinstance(duration_ns, int) else 2_000_000_000) // STEP_NS
        self._version = str(self._client.ask(do="version")["version"])

    def run(self, seed: int, repeat: int) -> Trace:  # noqa: ARG002 - nothing may depend on it
        """Load the scene anew, fix the step, step synchronously, write down where all are."""
        self._client.ask(do="load", scenario=self._scenario, seed=seed, step_ns=STEP_NS)
        recorder = TraceRecorder({"yaw": "rad"})
        for step in range(1, self._steps + 1):
            # Synchronous: the server steps when it is told to, and answers when it is done.
            world = self._client.ask(do="step")
            for name, actor in cast(Mapping[str, Mapping[str, float]], world["actors"]).items():
                recorder.add(
                    name,
                    step * STEP_NS,
                    actor["x"],
                    actor["y"],
                    collision=bool(actor["hit"]),
                    yaw=actor["yaw"],
                )
        return recorder.trace()

    def facts(self) -> Facts:
        """What is recorded with every trace."""
        return {"version": self._version, "step_ns": STEP_NS, "synchronous": True}

    def close(self) -> None:
        """Called at the end, if it is there."""
        self._client.close()


def prepare(settings: Settings) -> ClientSimulator:
    """What study.yaml names."""
    return ClientSimulator(settings)


# ------------------------------------------------------------- a server to try it with


class Handler(socketserver.StreamRequestHandler):
    """One car that drives along x; a stand-in for a real simulator."""

    def handle(self) -> None:
        """Answer line by line."""
        steps, dt_s = 0, 0.0
        for line in self.rfile:
            question = json.loads(line)
            answer: dict[str, object] = {}
            if question["do"] == "version":
                answer = {"version": "toy 1"}
            elif question["do"] == "load":
                steps, dt_s = 0, question["step_ns"] / 1e9
            else:
                steps += 1
                car = {"x": 5.0 * dt_s * steps, "y": 0.0, "yaw": 0.0, "hit": False}
                answer = {"actors": {"car": car}}
            self.wfile.write(json.dumps(answer).encode() + b"\n")


def main() -> None:
    """Start the server, run two repeats, and compare them."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        host, port = server.server_address[:2]
        scene = prepare({"host": host, "port": port, "scenario": "road"})
        first, second = scene.run(seed=1, repeat=1), scene.run(seed=1, repeat=2)
        same = "identical" if first.digest() == second.digest() else "different"
        scene.close()
        print(f"{len(first.times_ns)} samples of {', '.join(first.actors)}: {same}")
        server.shutdown()


if __name__ == "__main__":
    main()
