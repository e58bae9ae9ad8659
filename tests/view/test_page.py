"""The page of a run plays it: in a real browser it moves actors, seeks, follows, and compares."""

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import project_ghost as ghost
from project_ghost.analysis.scores import (
    ScoresSoFar,
    StoredMetric,
    StoredScores,
    read_scores,
    write_scores,
)
from project_ghost.cli import main
from project_ghost.core.errors import InputError
from project_ghost.view import Run, run_page, run_text
from project_ghost.view.page._packing import packed
from project_ghost.view.page._scene import frames_of
from tools.chromium import CHROMIUM, in_browser

browser = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Run:
    return recorded(tmp_path_factory, "first")


@pytest.fixture(scope="module")
def slower(tmp_path_factory) -> Run:
    return recorded(tmp_path_factory, "slower", {"actors.car2.speed_mps": 3})


def recorded(factory, name, settings=None) -> Run:
    return recorded_in(factory.mktemp("runs") / name, settings or {})


def recorded_in(folder, settings) -> Run:
    return ghost.run(
        "t-junction-4", set=settings, duration="8s", output=folder, execution="interpreted"
    )


@pytest.fixture(scope="module")
def page(run) -> str:
    return run_page([run])


def data_of(page: str) -> Any:
    found = re.search(r'id="run-data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def test_a_page_needs_nothing_from_elsewhere(page) -> None:
    assert not re.search(r"""(src|href)=["']|https?://|@import|url\(""", page)
    assert len(page) < 200_000


def test_names_cannot_end_the_script_or_the_data(run, monkeypatch) -> None:
    evil = "</script><script>alert(1)</script>"
    tracks = {evil: run.actor("car1")}
    monkeypatch.setattr(Run, "tracks", lambda _: tracks)
    page = run_page([run])
    assert "<script>alert" not in page
    assert data_of(page)["runs"][0]["actors"][0]["name"] == evil


def test_a_recording_without_actors_is_refused(tmp_path) -> None:
    loop = ghost.run("examples/loop.yaml", output=tmp_path / "loop", duration="10ms")
    with pytest.raises(InputError, match="has no poses of actors"):
        run_page([loop])


def test_long_runs_are_thinned_and_say_so(run) -> None:
    frames = frames_of(run.tracks(), 60)
    assert frames.thinned == 5
    assert len(frames.stamps_ns) * 3 <= 60
    car = run.actor("car2")
    assert (frames.poses[:, frames.names.index("car2"), 0] == car.x_m[::5]).all()


def test_packed_numbers_are_differences_of_steps() -> None:
    import base64
    import zlib

    pack = packed(np.array([[1.0, np.nan], [1.5, 7.0], [np.nan, 6.5]]), 0.5)
    numbers = np.frombuffer(zlib.decompress(base64.b64decode(pack["data"])), dtype="<i4")
    assert (pack["columns"], pack["rows"]) == (2, 3)
    assert numbers.tolist() == [2, 1, -(2**31), -(2**31), 14, -1]


def test_a_terminal_shows_a_moment(run) -> None:
    text = run_text(run, 6_000_000_000, 80, 20)
    *rows, legend = text.rstrip("\n").split("\n")
    assert len(rows) <= 20
    assert all(len(row) <= 80 for row in rows)
    assert legend.startswith("6.00 s   A car1 4.0 m/s   B car2")
    assert {"A", "B", "C"} <= set("".join(rows))


def test_the_commands_write_the_page(run, tmp_path, capsys) -> None:
    folder = str(Path(run.path).parent)
    assert main(["view", folder, "-o", str(tmp_path / "view.html")]) == 0
    assert main(["report", folder, "-o", str(tmp_path / "run.html"), "--json"]) == 0
    assert (tmp_path / "view.html").read_bytes() == (tmp_path / "run.html").read_bytes()
    assert f'"page": "{tmp_path}/run.html"' in capsys.readouterr().out
    assert main(["view", folder, "--terminal", "--at", "6s"]) == 0
    assert "B car2" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["a", "b", "c"], "3 runs are given"),
        (["a", "--at", "3s"], "--at is given without --terminal"),
        (["a", "b", "--terminal"], "two runs are given with --terminal"),
    ],
)
def test_mistakes_are_named(flags, message, capsys) -> None:
    assert main(["view", *flags]) == 2
    assert message in capsys.readouterr().err


@browser
@pytest.mark.slow
class TestInChromium:
    def test_play_moves_actors_at_their_speed(self, page) -> None:
        found = in_browser(
            page,
            """
            view.seek(5); const before = view.pose("car1"); const at = view.state.t;
            view.play(true); for (let n = 0; n < 30; n++) await frame(); view.play(false);
            return { before, after: view.pose("car1"), passed: view.state.t - at };
            """,
        )
        moved = np.hypot(*(np.array(found["after"][:2]) - found["before"][:2]))
        assert found["passed"] > 0.2
        assert moved == pytest.approx(4.0 * found["passed"], rel=0.05)

    def test_a_link_opens_at_a_moment_and_follows(self, page, run) -> None:
        found = in_browser(
            page,
            """
            await frame(); await frame();
            return { t: view.state.t, follow: view.state.follow, at: view.pose("car2"),
              middle: [view.state.x, view.state.y],
              slider: document.getElementById("slider").value };
            """,
            link="#t=6.05&follow=car2",
        )
        assert found["t"] == 6.05
        assert float(found["slider"]) == 6.05
        assert found["follow"] == "car2"
        assert found["middle"] == found["at"][:2]
        car = run.actor("car2")
        x = np.interp(6.05, car.time_s, car.x_m)
        assert found["at"][0] == pytest.approx(x, abs=0.002)

    def test_slider_keys_and_buttons(self, page) -> None:
        found = in_browser(
            page,
            """
            const times = [];
            const key = (name, shift) => document.dispatchEvent(
              new KeyboardEvent("keydown", { key: name, shiftKey: shift }));
            const slider = document.getElementById("slider");
            slider.value = 4; slider.dispatchEvent(new Event("input")); times.push(view.state.t);
            key("ArrowRight"); times.push(view.state.t);
            key("ArrowLeft"); key("ArrowLeft"); times.push(view.state.t);
            key("ArrowRight", true); times.push(view.state.t);
            key("End"); times.push(view.state.t); key("Home"); times.push(view.state.t);
            key("f"); const followed = view.state.follow;
            document.getElementById("fit").click();
            await frame(); await frame();
            return { times, followed, now: view.state.follow, link: location.hash,
              clock: document.getElementById("clock").textContent };
            """,
        )
        assert found["times"] == pytest.approx([4.0, 4.1, 3.9, 4.9, 8.0, 0.0])
        assert (found["followed"], found["now"]) == ("car1", "")
        assert found["clock"] == "0.00 s of 8.00 s"
        assert found["link"] == "#t=0"

    def test_something_is_drawn_in_the_light_and_in_the_dark(self, page) -> None:
        shades = in_browser(
            page,
            """
            const ink = document.getElementById("scene").getContext("2d");
            const count = () => {
              const { width, height } = ink.canvas, seen = new Set();
              const data = ink.getImageData(0, 0, width, height).data;
              for (let n = 0; n < data.length; n += 4)
                seen.add(data[n] << 16 | data[n+1] << 8 | data[n+2]);
              return [seen.size, data[0]];
            };
            await frame(); await frame();
            const light = count(); document.getElementById("theme").click();
            await frame(); await frame();
            return [light, count()];
            """,
        )
        (light, first), (dark, second) = shades
        assert min(light, dark) > 20
        assert first > 128 > second

    def test_two_runs_part_at_the_right_moment(self, run, slower) -> None:
        page = run_page([run, slower])
        found = in_browser(
            page,
            """
            view.seek(7); await frame(); await frame();
            return { parts: view.show.difference.parts_at, names: view.show.difference.names,
              one: view.pose("car2", 0), other: view.pose("car2", 1),
              text: document.querySelector(".parted").textContent,
              marks: document.querySelectorAll("#marks .parts").length };
            """,
        )
        first, second = run.actor("car2"), slower.actor("car2")
        differ = np.flatnonzero(first.x_m != second.x_m)
        # The states differ within the sample before the first recorded pose that does.
        assert 0.0 <= first.time_s[differ[0]] - found["parts"] <= 0.1
        assert found["names"] == ["car1", "car2", "pedestrian"]
        assert found["one"] != found["other"]
        assert found["text"].startswith(f"They part at {found['parts']:g} s; at most ")
        assert found["marks"] == 1

    def test_a_telephone_shows_it_without_scrolling_sideways(self, page) -> None:
        wide = in_browser(
            page,
            "return document.documentElement.scrollWidth - window.innerWidth;",
            size=(390, 800),
        )
        assert wide <= 0


def test_scores_beside_the_recording_are_on_the_page(run, tmp_path) -> None:
    folder = shutil.copytree(Path(run.path).parent, tmp_path / "judged")
    stamps_ns = np.arange(81) * 100_000_000
    series = {"time_to_collision_s": np.where(stamps_ns < 5e9, np.inf, 1.25)}
    metrics = {
        "time_to_collision_within_bound": StoredMetric(0.5, "", series),
        "goal_reached": StoredMetric(None, "the scenario has no goal"),
    }
    half = {"time_to_collision_within_bound": np.array([1.0, 0.5])}
    so_far = ScoresSoFar(stamps_ns[[40, 80]], np.array([np.nan, 0.25]), half)
    scores = StoredScores(str(run.digest), "closed-loop", 0.25, stamps_ns, metrics, so_far)
    write_scores(folder, scores)
    judged = Run(folder / "run.mcap")
    page = run_page([judged])
    assert "<dt>score (closed-loop)</dt>\n<dd>0.2500</dd>" in page
    assert "<dt>goal reached</dt>\n<dd>the scenario has no goal</dd>" in page
    names = [(each["name"], each["unit"]) for each in data_of(page)["runs"][0]["series"]]
    assert names[:3] == [
        ("score so far", ""),
        ("score so far: time to collision within bound", ""),
        ("score time to collision within bound: time to collision", "s"),
    ]
    # Those of another run are not shown, and neither is another file of that name.
    write_scores(folder, replace(scores, digest="0" * 64))
    assert "score (" not in run_page([judged])
    for text in ("[]", "{}", "nonsense", '{"stamps_ns": 1}', "[" * 100_000):
        (folder / "scores.json").write_text(text, encoding="utf-8")
        assert read_scores(judged) is None
    judged.close()


def test_detections_are_where_the_carrier_saw_them(tmp_path) -> None:
    detector = {"kind": "detector", "rate_hz": 10, "range_noise_m": 0, "bearing_noise_rad": 0}
    settings = {"actors.car1.sensors": {"eyes": detector}}
    run = recorded_in(tmp_path / "seen", settings)
    (shown,) = data_of(run_page([run]))["runs"][0]["detections"]
    assert (shown["name"], shown["actor"], shown["times"]["rows"]) == ("car1/eyes", "car1", 81)
    messages = list(run["/sensors/car1/eyes"])
    seen = next(each for each in messages if len(each.payload["objects"]) == 2)
    k = messages.index(seen)
    numbers = unpacked(shown["objects"])
    assert numbers[0][k] == pytest.approx(seen.payload["objects"][0]["x_m"], abs=0.001)
    assert numbers[4][k] == pytest.approx(seen.payload["objects"][1]["y_m"], abs=0.001)
    assert np.isnan(numbers[0][0])  # nothing in sight


def unpacked(pack: Any) -> Any:
    import base64
    import zlib

    numbers = np.frombuffer(zlib.decompress(base64.b64decode(pack["data"])), "<i4").astype(float)
    columns = numbers.reshape(pack["columns"], pack["rows"])
    absent = columns == -(2**31)
    sums = np.cumsum(np.where(absent, 0.0, columns), axis=1) * pack["step"]
    return np.where(absent, np.nan, sums)


def test_plans_of_planners_are_thinned_to_points() -> None:
    from project_ghost.view.page._scene import _planned

    plan = np.zeros((2, 128, 9))
    plan[0, :100, 1] = np.arange(100.0)
    plan[1, :3, 2] = [5.0, 6.0, 7.0]
    arrays = {
        "stamp_sim_ns": np.array([0, 100_000_000]),
        "ego/planner.plan": plan,
        "ego/planner.count": np.array([100.0, 3.0]),
    }
    shown = _planned("ego", arrays)
    assert (shown["actor"], shown["points"]["columns"], shown["points"]["rows"]) == ("ego", 48, 2)
    import base64
    import zlib

    numbers = np.frombuffer(zlib.decompress(base64.b64decode(shown["points"]["data"])), "<i4")
    columns = numbers.reshape(48, 2)
    assert columns[46].tolist() == [9900, -(2**31)]  # the last point of the first plan
    assert columns[5].tolist() == [0, 700]  # the third point of the second one
