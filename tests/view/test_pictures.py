"""Goal: a recording becomes a picture, an animated SVG, a GIF and an MP4, without its code.

Method: the T-junction up to its contact, and a car on a road of a kilometre; read what was written.
"""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import project_ghost as ghost
from project_ghost.cli import main
from project_ghost.telemetry import RECORDING_NAME
from project_ghost.view import Run, Shown, animated_svg, film, shown_recording, shown_svg
from project_ghost.view.run._shown import Track

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("run") / "junction"
    ghost.run("t-junction-4", duration="7s", execution="interpreted", output=target).close()
    return target


@pytest.fixture(scope="module")
def junction(folder: Path) -> Iterator[Shown]:
    run = Run(folder / RECORDING_NAME)
    yield shown_recording(run)
    run.close()


def long_road(names: tuple[str, ...] = ("car",)) -> Shown:
    stamps_ns = np.arange(0, 40_000_000_001, 100_000_000)
    x = np.linspace(0.0, 1000.0, len(stamps_ns))
    poses = np.stack([x, 0.0 * x, 0.0 * x], axis=1)
    tracks = tuple(Track(name, "#0072b2", stamps_ns, poses) for name in names)
    return Shown("road", None, (), (), tracks, ())


def texts(svg: str) -> set[str]:
    root = ElementTree.fromstring(svg)  # noqa: S314 - our own text
    return {element.text or "" for element in root.iter(f"{SVG}text")}


def test_a_picture_has_names_times_and_contacts(junction: Shown) -> None:
    svg = shown_svg(junction)
    assert "nan" not in svg
    assert {"car1", "car2", "pedestrian", "6.1 s", "4 s"} <= texts(svg)
    assert svg.count("#b00020") == 2  # the cross and its time


def test_a_long_road_is_cut_into_strips_that_fit_a_page() -> None:
    root = ElementTree.fromstring(shown_svg(long_road()))  # noqa: S314 - our own text
    strips = [part for part in root.iter(f"{SVG}svg") if part is not root]
    windows = [tuple(map(float, part.attrib["viewBox"].split())) for part in strips]
    assert len(windows) == 8
    ends = [x + width for x, _, width, _ in windows]
    assert np.allclose(ends[:-1], [x for x, *_ in windows][1:])  # nothing is left out between
    assert float(root.attrib["width"]) <= 900
    assert float(root.attrib["height"]) <= 1000


def test_an_animation_moves_each_actor_and_shows_the_contact_from_its_time_on(
    junction: Shown,
) -> None:
    svg = animated_svg(junction)
    root = ElementTree.fromstring(svg)  # noqa: S314 - our own text
    moves = [
        element.attrib["values"].split(";")
        for element in root.iter(f"{SVG}animateTransform")
        if element.attrib["type"] == "translate"
    ]
    assert len(moves) == 3
    assert all(len(set(values)) > 20 for values in moves)
    (visible,) = re.findall(r'values="([^"]*hidden[^"]*)"', svg)
    shown = visible.split(";")
    assert shown.index("visible") == pytest.approx(6.1 / 7.0 * (len(shown) - 1), abs=1.0)
    assert set(shown[shown.index("visible") :]) == {"visible"}


def test_speed_changes_how_long_an_animation_plays(junction: Shown) -> None:
    assert 'dur="7s"' in animated_svg(junction)
    assert 'dur="3.5s"' in animated_svg(junction, speed=2.0)
    assert 'dur="12s"' in animated_svg(long_road())  # 40 s


def test_films_have_the_frames_of_the_run(junction: Shown) -> None:
    image = pytest.importorskip("PIL.Image", reason="needs Pillow")
    with image.open(BytesIO(film(junction, ".gif", speed=7.0))) as gif:
        assert gif.n_frames == 12
        assert gif.size[0] == 900
    av = pytest.importorskip("av", reason="needs PyAV")
    with av.open(BytesIO(film(junction, ".mp4", speed=7.0))) as video:
        frames = [frame.to_ndarray(format="rgb24") for frame in video.decode(video=0)]
    assert len(frames) == 12
    assert (frames[0] != frames[-1]).any()


def test_the_command_writes_pictures_and_names_them(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture, animation = tmp_path / "paths.svg", tmp_path / "run.svg"
    flags = ["--svg", str(picture), "--animation", str(animation)]
    assert main(["view", str(folder), *flags]) == 0
    assert picture.read_text().startswith("<svg")
    assert "animateTransform" in animation.read_text()
    assert str(picture) in capsys.readouterr().out


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--animation", "run.avi"], ".svg or .gif or .mp4"),
        (["--svg", "run.png"], ".svg"),
        (["--speed", "2"], "--animation"),
        (["--animation", "a.svg", "--speed", "0"], "above 0"),
        (["--animation", "a.svg", "--speed", "nan"], "above 0"),
    ],
)
def test_wrong_flags_are_bad_input(
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    flags: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["view", str(folder), *flags]) == 2
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_scenario_show_draws_a_recording(folder: Path, tmp_path: Path, capsys) -> None:
    assert main(["scenario", "show", str(folder), "--svg", str(tmp_path / "shown.svg")]) == 0
    assert "car 2 hits the pedestrian" in capsys.readouterr().out
    assert main(["view", str(folder), "--svg", str(tmp_path / "viewed.svg")]) == 0
    assert (tmp_path / "shown.svg").read_bytes() == (tmp_path / "viewed.svg").read_bytes()
    assert main(["scenario", "show", str(folder), "--seed", "3"]) == 2
    assert "is a recorded run, and --seed=3 would change it" in capsys.readouterr().err


def test_of_many_paths_the_last_part_stands_out() -> None:
    names = tuple(f"car{n}" for n in range(13))
    root = ElementTree.fromstring(shown_svg(long_road(names)))  # noqa: S314 - our own text
    lines = list(root.iter(f"{SVG}polyline"))
    faint, strong = (
        [_ends(line) for line in lines if line.get("stroke-opacity") == opacity]
        for opacity in ("0.15", "0.85")
    )
    assert len(faint) == len(strong) == 13
    (begin, end), (last, _) = faint[0], strong[0]
    assert last - begin == pytest.approx(35.0 / 40.0 * (end - begin), rel=0.01)  # but for 5 s


def _ends(line: ElementTree.Element) -> tuple[float, float]:
    """The x of the first and of the last point."""
    points = (line.get("points") or "").split()
    return float(points[0].split(",")[0]), float(points[-1].split(",")[0])
