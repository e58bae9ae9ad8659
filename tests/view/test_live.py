"""A run that is watched, in the browser and by Foxglove viewers, is the same run."""

import http.client
import json
import os
import pty
import signal
import socket
import struct
import subprocess
import sys
import threading
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from project_ghost.cli import main
from project_ghost.core.errors import InputError
from project_ghost.runs import PreparedRun, prepare, recorded_run
from project_ghost.scenario import parse_scenario
from project_ghost.view import Run, run_page
from project_ghost.view.live import AbstractWatch, FoxgloveView, LiveView, is_loopback
from project_ghost.view.live._parts import PartSink
from proofs.fuzz.targets import _SCENARIO as EVERYTHING
from tests.waiting import wait_until
from tools.chromium import CHROMIUM, in_browser

_SCENARIO = "t-junction-4"


def prepared_run(duration: str = "8s", *settings: str) -> PreparedRun:
    return prepare(_SCENARIO, [f"duration={duration}", *settings], execution="interpreted")


def run_watched(prepared: PreparedRun, *watches: AbstractWatch) -> str:
    """Run to the end as `ghost run` does; the digest."""

    def on_slice(now_ns: int) -> bool:
        for watch in watches:
            watch.advance(now_ns)
        return True

    digest = prepared.run(
        listeners=[watch.attach for watch in watches], on_slice=on_slice, slice_ns=100_000_000
    ).digest
    for watch in watches:
        watch.finish("over")
    return digest


def get(url: str, path: str = "/", **headers: str) -> tuple[int, str, Any]:
    """Status, text and headers of a request."""
    parts = urlsplit(url)
    assert parts.hostname is not None
    with closing(http.client.HTTPConnection(parts.hostname, parts.port, timeout=30)) as server:
        server.request("GET", path, headers=headers)
        answer = server.getresponse()
        return answer.status, answer.read().decode(), answer.headers


def events_in(text: str) -> list[Any]:
    """The data of server-sent events."""
    blocks = [block for block in text.split("\n\n") if "data: " in block]
    return [json.loads(block.partition("data: ")[2]) for block in blocks]


def _is_served(url: str) -> bool:
    try:
        return get(url)[0] == 200
    except (OSError, http.client.HTTPException):
        return False


@pytest.fixture(scope="module")
def plain_digest() -> str:
    return prepared_run().run().digest


@pytest.fixture(scope="module")
def over():
    """A view of a run that is over, which is still served."""
    prepared = prepared_run()
    live = LiveView(prepared, port=0)
    digest = run_watched(prepared, live)
    yield live, digest
    live.close()


class TestPage:
    def test_watching_changes_no_bit(self, over, plain_digest) -> None:
        live, digest = over
        assert live.failure is None
        assert digest == plain_digest

    def test_the_page_and_its_updates(self, over) -> None:
        live, _ = over
        status, page, headers = get(live.address)
        assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
        assert "connect-src 'self'" in page
        assert '"live":true' in page
        status, text, headers = get(live.address, "/events")
        assert headers["Content-Type"] == "text/event-stream"
        events = events_in(text)
        parts = [each["part"] for each in events if "part" in each]
        names = [actor["name"] for part in parts for actor in part["actors"]]
        assert {"car1", "car2", "pedestrian"} <= set(names)
        assert sum(part["frames"]["times"]["rows"] for part in parts if part["frames"]) == 81
        assert events[-2:] == [{"outcome": "over"}, {}]
        assert text.endswith("event: end\ndata: {}\n\n")

    def test_a_browser_that_comes_back_gets_the_rest(self, over) -> None:
        live, _ = over
        everything = events_in(get(live.address, "/events")[1])
        rest = events_in(get(live.address, "/events", **{"Last-Event-ID": "1"})[1])
        assert rest == everything[1:]

    @pytest.mark.parametrize(
        ("path", "host", "status"),
        [
            ("/", "localhost:1", 200),
            ("/", "[::1]:1", 200),
            ("/", "evil.example", 403),
            ("/events", "evil.example:8640", 403),
            ("/", "", 403),
            ("/../../etc/passwd", "localhost", 404),
            ("/view.html", "localhost", 404),
        ],
    )
    def test_only_the_page_and_only_from_here(self, over, path, host, status) -> None:
        live, _ = over
        assert get(live.address, path, Host=host)[0] == status

    def test_other_methods_are_refused(self, over) -> None:
        live, _ = over
        parts = urlsplit(live.address)
        with closing(http.client.HTTPConnection(parts.hostname, parts.port, timeout=30)) as server:
            server.request("POST", "/", body="x")
            assert server.getresponse().status == 501

    @pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
    @pytest.mark.slow
    def test_a_browser_shows_it(self, over) -> None:
        live, _ = over
        found = in_browser(
            live.address,
            """
            for (let n = 0; n < 400 && (view.running() || !view.end()); n++) await frame();
            view.play(false); view.seek(6.1); await frame(); await frame();
            return { end: view.end(), at: view.pose("car2"), playing: view.state.playing,
              says: document.getElementById("live").textContent,
              follow: document.getElementById("follow").options.length,
              marks: document.querySelectorAll("#marks .contacts").length,
              plotted: document.getElementById("chosen").children.length };
            """,
        )
        assert found["end"] == 8.0
        assert found["at"] is not None
        assert found["says"] == "over"
        assert (found["follow"], found["marks"], found["plotted"]) == (4, 1, 3)

    @pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
    @pytest.mark.slow
    @pytest.mark.parametrize("name", ["car-estimation", "everything", "urban-crossing"])
    def test_the_live_page_ends_as_the_page_of_the_recording(
        self, name, tmp_path, monkeypatch
    ) -> None:
        """Method: a part for each slice, so that everything is put together from many pieces."""
        monkeypatch.setattr("project_ghost.view.live._live_view._EVERY_S", 0.0)
        source = parse_scenario(EVERYTHING) if name == "everything" else name
        settings = () if name == "everything" else ["duration=3s"]
        prepared = prepare(source, settings, execution="interpreted")
        live = LiveView(prepared, port=0)

        def show(now_ns: int) -> bool:
            live.advance(now_ns)
            return True

        recorded_run(
            prepared,
            tmp_path,
            listeners=[live.attach],
            on_slice=show,
            slice_ns=100_000_000,
        )
        live.finish("over")
        run = Run(tmp_path / "run.mcap")
        page = run_page([run])
        run.close()
        script = """
        for (let n = 0; n < 800 && (view.running() || !view.end()); n++) await frame();
        const run = view.show.runs[0], round = (v) => Number.isNaN(v) ? null : Math.round(1e3 * v);
        const all = (columns) => columns.map((column) => [...column].map(round));
        const order = run.actors.map((actor, i) => [actor.name, i]).sort();
        return {
          times: [...run.times].map(round),
          actors: order.map(([name, i]) => [name, run.actors[i].length, run.actors[i].round,
            ...all([run.xy[2 * i], run.xy[2 * i + 1], run.yaw[i]])]),
          lights: run.lights, events: run.events,
          beliefs: run.beliefs.map((b) => [b.name, all([b.t, ...b.p, b.a])]),
          detections: run.detections.map((d) => [d.name, d.actor, all([d.t])]),
          plans: run.plans.map((p) => [p.actor, p.path, p.t && all([p.t])]),
          series: run.series.map((s) => [s.name, s.unit, s.t.length]).sort(),
          offered: document.getElementById("signal").options.length,
        };
        """
        shown, expected = in_browser(live.address, script), in_browser(page, script)
        live.close()
        assert live.failure is None
        for part, value in expected.items():
            assert shown[part] == value, part

    def test_stalled_and_vanished_browsers_do_not_delay_the_run(self, plain_digest) -> None:
        prepared = prepared_run()
        live = LiveView(prepared, port=0)
        host, port = urlsplit(live.address).hostname, urlsplit(live.address).port
        request = b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n"
        stalled = [socket.create_connection((host, port)) for _ in range(3)]
        for each in stalled:  # which never read
            each.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
            each.sendall(request)
        gone = socket.create_connection((host, port))
        gone.sendall(request)
        gone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        gone.close()
        assert run_watched(prepared, live) == plain_digest
        live.close()
        for each in stalled:
            each.close()

    def test_a_flood_of_connections_leaves_the_run_its_files(self) -> None:
        prepared = prepared_run("1s")
        live = LiveView(prepared, port=0)
        place = urlsplit(live.address).hostname, urlsplit(live.address).port
        held = [socket.create_connection(place, timeout=30) for _ in range(64)]
        with socket.create_connection(place, timeout=30) as refused:
            assert refused.recv(1) == b""  # closed at once
        run_watched(prepared, live)
        assert live.failure is None
        for each in held:
            each.close()
        wait_until(lambda: _is_served(live.address), "a free seat")
        live.close()

    def test_a_failure_to_watch_is_not_one_of_the_run(self, monkeypatch, plain_digest) -> None:
        def fail(_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(PartSink, "take", fail)
        prepared = prepared_run()
        live = LiveView(prepared, port=0)
        assert run_watched(prepared, live) == plain_digest
        assert "No space left" in str(live.failure)
        outcome = events_in(get(live.address, "/events")[1])[0]["outcome"]
        assert outcome.startswith("over; not shown to its end: ")
        live.close()

    def test_long_runs_are_thinned_and_say_so(self, monkeypatch) -> None:
        monkeypatch.setattr("project_ghost.view.live._parts._POSES_IN_FULL", 60)
        monkeypatch.setattr("project_ghost.view.live._live_view._EVERY_S", 0.0)
        prepared = prepared_run("20s")
        live = LiveView(prepared, port=0)
        run_watched(prepared, live)
        events = events_in(get(live.address, "/events")[1])
        live.close()
        assert live.failure is None
        assert [each["thinned"] for each in events if "part" in each][-1] == 16
        # 603 poses of 201 instants, of which fewer and fewer are kept.
        rows = [each["part"]["frames"] for each in events if "part" in each]
        assert sum(each["times"]["rows"] for each in rows if each) < 201

    def test_the_files_of_parts_are_removed(self) -> None:
        prepared = prepared_run("1s")
        live = LiveView(prepared, port=0)
        run_watched(prepared, live)
        folder = live._sink._folder
        assert folder.is_dir()
        live.close()
        assert not folder.exists()


class TestFoxglove:
    @pytest.fixture(autouse=True)
    def _sdk(self) -> None:
        pytest.importorskip("foxglove")
        pytest.importorskip("websockets")

    def test_a_viewer_gets_channels_and_messages(self, plain_digest) -> None:
        from websockets import Subprotocol
        from websockets.sync.client import connect

        prepared = prepared_run("8s", '--signals=["Cars/driver.*"]')
        view = FoxgloveView(prepared, port=0)
        protocol = Subprotocol("foxglove.sdk.v1")
        with connect(view.address, subprotocols=[protocol], max_size=None) as viewer:
            assert viewer.subprotocol == protocol
            info = json.loads(viewer.recv(10))
            assert (info["op"], info["name"]) == ("serverInfo", "ghost: t-junction-4")
            assert info["capabilities"] == ["time"]  # nobody can publish, call or set anything
            channels: dict[str, Any] = {}
            while "/contacts" not in channels or "/foxglove/map" not in channels:
                message = json.loads(viewer.recv(10))
                assert message["op"] == "advertise"
                channels |= {each["topic"]: each for each in message["channels"]}
            contacts = channels["/contacts"]
            assert (contacts["encoding"], contacts["schemaEncoding"]) == ("json", "jsonschema")
            assert "impulse_newton_s" in json.loads(contacts["schema"])["properties"]
            assert channels["/foxglove/scene"]["schemaName"] == "foxglove.SceneUpdate"
            wanted = ("/contacts", "/groundtruth/pose", "/foxglove/transforms", "/signals")
            numbers = dict(enumerate(wanted))
            subscriptions = [{"id": n, "channelId": channels[t]["id"]} for n, t in numbers.items()]
            viewer.send(json.dumps({"op": "subscribe", "subscriptions": subscriptions}))
            wait_until(lambda: len(view._sink._latch.subscribed) == len(wanted), "subscriptions")
            digest = run_watched(prepared, view)
            found, times = self._messages(viewer, numbers)
        view.close()
        assert view.failure is None
        assert digest == plain_digest
        ((stamp_ns, contact),) = found["/contacts"]
        assert stamp_ns == 6_100_000_000
        assert json.loads(contact)["first"] == "car2"
        poses = [(stamp_ns, json.loads(data)) for stamp_ns, data in found["/groundtruth/pose"]]
        assert len(poses) == 3 * 81
        assert poses[0][1]["actor"] == "car1"
        assert poses[-1][0] == 8_000_000_000
        # Protocol Buffers: a transform of each of the three, with the names of both frames.
        assert found["/foxglove/transforms"][-1][1].count(b"world") == 3
        # A sample: a double or a list of doubles for each signal.
        sizes = {len(data) for _, data in found["/signals"]}
        assert len(found["/signals"]) == 81
        assert len(sizes) == 1
        assert times[-1] == 8_000_000_000

    @staticmethod
    def _messages(viewer: Any, numbers: dict[int, str]) -> tuple[dict[str, list[Any]], list[int]]:
        """The messages that have arrived, by topic, and the times that were told."""
        found: dict[str, list[Any]] = {topic: [] for topic in numbers.values()}
        times: list[int] = []
        with suppress(TimeoutError):
            # Times overtake messages, or follow them.
            while not all(ends := [found["/foxglove/transforms"], found["/signals"], times]) or any(
                (end[-1] if end is times else end[-1][0]) < 8_000_000_000 for end in ends
            ):
                frame = viewer.recv(10)
                if not isinstance(frame, bytes):
                    continue
                if frame[0] == 1:  # message data
                    number, stamp_ns = struct.unpack_from("<IQ", frame, 1)
                    found[numbers[number]].append((stamp_ns, frame[13:]))
                elif frame[0] == 2:  # time
                    times.append(struct.unpack_from("<Q", frame, 1)[0])
        return found, times

    def test_a_viewer_that_comes_late_gets_the_map_and_the_scene(self) -> None:
        from websockets import Subprotocol
        from websockets.sync.client import connect

        prepared = prepared_run("1s")
        view = FoxgloveView(prepared, port=0)
        run_watched(prepared, view)
        with connect(
            view.address, subprotocols=[Subprotocol("foxglove.sdk.v1")], max_size=None
        ) as viewer:
            channels: dict[str, Any] = {}
            while "/foxglove/map" not in channels:
                message = json.loads(viewer.recv(10))
                channels |= {each["topic"]: each for each in message.get("channels", [])}
            numbers = [channels[topic]["id"] for topic in ("/foxglove/map", "/foxglove/scene")]
            subscriptions = [{"id": n, "channelId": each} for n, each in enumerate(numbers)]
            viewer.send(json.dumps({"op": "subscribe", "subscriptions": subscriptions}))
            frames = [viewer.recv(10), viewer.recv(10)]
        view.close()
        assert any(b"lane " in frame for frame in frames)
        assert any(b"pedestrian" in frame for frame in frames)

    def test_stalled_and_vanished_viewers_do_not_delay_the_run(self, plain_digest) -> None:
        from websockets import Subprotocol
        from websockets.sync.client import connect

        prepared = prepared_run()
        view = FoxgloveView(prepared, port=0)
        stalled = connect(view.address, subprotocols=[Subprotocol("foxglove.sdk.v1")], max_queue=1)
        gone = connect(view.address, subprotocols=[Subprotocol("foxglove.sdk.v1")])
        gone.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        gone.socket.close()
        assert run_watched(prepared, view) == plain_digest
        view.close()
        with suppress(Exception):
            stalled.close()

    def test_a_port_in_use_is_one_message(self) -> None:
        prepared = prepared_run("1s")
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            with pytest.raises(InputError, match=f"started on 127.0.0.1, port {port}"):
                FoxgloveView(prepared, port=port)


def test_a_port_in_use_is_one_message_but_the_usual_one_gives_way(monkeypatch) -> None:
    prepared = prepared_run("1s")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(InputError, match=f"port {port}: .*in use"):
            LiveView(prepared, port=port)
        monkeypatch.setattr("project_ghost.view.live._server._USUAL_PORT", port)
        live = LiveView(prepared)
        assert urlsplit(live.address).port != port
        live.close()


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "::1", "localhost"])
def test_these_addresses_are_of_this_machine_only(host) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["0" + ".0.0.0", "::", "192.168.1.2", "localhost.evil.example"])
def test_these_addresses_can_be_reached_from_elsewhere(host) -> None:
    assert not is_loopback(host)


class TestCommand:
    def test_the_recording_is_the_same(self, tmp_path, capsys) -> None:
        flags = ["--set", "duration=2s", "-q", "--exec", "interpreted"]
        assert main(["run", _SCENARIO, *flags, "-o", str(tmp_path / "plain")]) == 0
        watched = ["--live", "--live-port", "0", "-o", str(tmp_path / "watched")]
        assert main(["run", _SCENARIO, *flags, *watched]) == 0
        plain, other = (tmp_path / name / "run.mcap" for name in ("plain", "watched"))
        assert plain.read_bytes() == other.read_bytes()
        assert "ghost run: live: http://127.0.0.1:" in capsys.readouterr().err

    @pytest.mark.parametrize(
        ("flags", "message"),
        [
            (["--bind", "::1"], "--bind is given without --live or --foxglove"),
            (["--live-port", "1"], "--live-port is given without --live"),
            (["--live", "--foxglove-port", "1"], "--foxglove-port is given without --foxglove"),
            (["--live", "--live-port", "70000"], "the port is 70000"),
            (["--live", "--bind", "203.0.113.1"], "no server can be started on 203.0.113.1"),
            (["--live", "--bind", "no such host"], "no server can be started on no such host"),
        ],
    )
    def test_mistakes_are_named(self, flags, message, capsys, tmp_path) -> None:
        folder = tmp_path / "run"
        assert main(["run", _SCENARIO, *flags, "-o", str(folder)]) == 2
        assert message in capsys.readouterr().err
        assert not folder.exists()

    def test_a_schedule_has_nothing_to_show(self, capsys) -> None:
        assert main(["run", "examples/loop.yaml", "--live", "--no-record"]) == 2
        assert "has no actors to show" in capsys.readouterr().err

    def test_without_the_extra_it_says_how_to_get_it(self, monkeypatch, capsys) -> None:
        monkeypatch.setitem(sys.modules, "foxglove", None)
        assert main(["run", _SCENARIO, "--foxglove", "--no-record"]) == 2
        assert "pip install 'ghost-sim[foxglove]'" in capsys.readouterr().err

    @pytest.mark.slow
    @pytest.mark.parametrize("moment", ["while it runs", "afterwards"])
    def test_ctrl_c_ends_it_cleanly(self, tmp_path, moment) -> None:
        """On a terminal the page stays after the end; Ctrl-C ends the run, or the page."""
        command = [sys.executable, "-m", "project_ghost", "run", _SCENARIO, "--live"]
        command += ["--live-port", "0", "--exec", "interpreted", "-o", str(tmp_path / "run")]
        command += ["--realtime"] if moment == "while it runs" else ["--set", "duration=1s"]
        outer, inner = pty.openpty()
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=inner, env={**os.environ, "COLUMNS": "200"}
        )
        os.close(inner)
        said = bytearray()

        def read() -> None:
            with suppress(OSError):
                while data := os.read(outer, 4096):
                    said.extend(data)

        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        awaited = b"x real time" if moment == "while it runs" else b"until Ctrl-C"
        wait_until(lambda: awaited in said or process.poll() is not None, "the command")
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == (130 if moment == "while it runs" else 0)
        reader.join(10)
        os.close(outer)
        text = said.decode(errors="replace")
        assert "Traceback" not in text
        assert (tmp_path / "run/run.mcap").exists()
        assert not list(Path(tmp_path).rglob("*.part"))
