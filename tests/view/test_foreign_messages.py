"""Goal: a recording whose messages hold something else ends in one error, not in a traceback.

Method: one message of a run is replaced, with all checksums right, as another program can.
"""

import json
from xml.etree import ElementTree

import pytest

from project_ghost.cli import main
from project_ghost.telemetry import McapFile
from proofs.fuzz.forging import rewrite
from proofs.fuzz.targets import make_runs
from tools.chromium import CHROMIUM, in_browser


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    return make_runs(tmp_path_factory.mktemp("runs"))[0]


NAMES = {
    "script": "</script><script>document.title='pwned'</script>",
    "image": "<img src=x onerror=\"document.title='pwned'\">",
    "escape": "\x1b[31mred\x1b[0m\x07\x00",
    "prototype": "__proto__",
    "lines": "a\nb\u202eevil\"'&<>;#\u2028c",
    "surrogate": "\ud800",
    "long": "x" * 300,
}


@pytest.fixture(params=NAMES)
def named(request, recorded, tmp_path):
    """A recording in which an actor has a name that means something elsewhere."""
    evil = json.dumps(NAMES[request.param]).encode()
    target = tmp_path / "named.mcap"

    def message(each):
        return each._replace(data=each.data.replace(b'"car2"', evil))

    return rewrite(recorded, target, message=message), NAMES[request.param]


def test_pictures_of_any_name_are_valid(named, tmp_path, capsys) -> None:
    recording, _ = named
    for flag in ("--svg", "--animation"):
        target = tmp_path / "picture.svg"
        assert main(["view", str(recording), flag, str(target)]) == 0
        ElementTree.parse(target)  # noqa: S314 - our own file
    capsys.readouterr()
    assert main(["view", str(recording), "--terminal", "--at", "6s"]) == 0
    said = capsys.readouterr().out
    assert len(said.splitlines()[-1]) < 200
    assert not set(said) & set("\x1b\x07\x00\u202e")


@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
@pytest.mark.slow
def test_the_page_takes_any_name_as_a_name(named, tmp_path) -> None:
    recording, name = named
    assert main(["view", str(recording), "-o", str(tmp_path / "page.html")]) == 0
    found = in_browser(
        (tmp_path / "page.html").read_text(encoding="utf-8"),
        """
        for (const actor of view.show.runs[0].actors) { view.follow(actor.name); await frame(); }
        view.seek(6); await frame(); await frame();
        return { title: document.title, images: document.images.length,
          scripts: document.scripts.length, names: view.show.runs[0].actors.map((a) => a.name),
          polluted: ({}).t !== undefined };
        """,
    )
    assert (found["title"], found["images"], found["scripts"]) == ("everything", 0, 2)
    assert found["polluted"] is False
    if name != "\ud800":  # JSON to and from the browser cannot hold it
        assert name in found["names"]


@pytest.mark.parametrize("value", ["north", [1.0, 2.0], 10**400])
@pytest.mark.parametrize("command", [["view"], ["report"], ["export", "--to", "tum"]])
def test_a_pose_of_another_type_is_one_error(recorded, tmp_path, capsys, command, value) -> None:
    with McapFile(recorded) as file:
        pose = {n for n, each in file.channels.items() if each.topic == "/groundtruth/pose"}

    def message(each):
        if each.channel_id not in pose:
            return each
        return each._replace(data=json.dumps({**json.loads(each.data), "x_m": value}).encode())

    broken = rewrite(recorded, tmp_path / "broken.mcap", message=message)
    output = tmp_path / "output"
    assert main([command[0], str(broken), *command[1:], "-o", str(output)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"ghost {command[0]}: ")
    assert str(broken) in said
    assert not output.exists()
