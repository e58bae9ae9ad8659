"""Goal: no text from a file reaches the terminal as a command.

Method: names with escape sequences, C1 controls and signs that turn text around, in channels,
actors, maps, keys and files, through every command that shows them; then the same as JSON.
"""

import io
import json
from contextlib import redirect_stdout

import pytest
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.cli import main
from project_ghost.cli.terminal._console import TerminalConsole
from project_ghost.cli.terminal._safe import SafeStream, safe_text
from project_ghost.core.bus import Message
from project_ghost.telemetry import Attachment, ChannelSpec, Column, Recorder

EVIL = "a\x1b[2J\x9b31m\u202eb\r\x07\x7f"


@given(st.text())
def test_what_is_printed_is_printable(text) -> None:
    shown = safe_text(text)
    assert all(c.isprintable() or c in "\n\t" for c in shown)
    assert safe_text(shown) == shown
    if all(c.isprintable() for c in text):
        assert shown == text


@given(st.text())
def test_json_says_the_same(text) -> None:
    document = json.dumps({"x": text}, ensure_ascii=False)
    assert json.loads(safe_text(document)) == {"x": text}


def is_safe(text: str) -> bool:
    return all(c.isprintable() or c in "\n\t" for c in text)


@pytest.fixture
def recording(tmp_path):
    path = tmp_path / "run.mcap"
    spec = ChannelSpec(f"/{EVIL}", EVIL, {}, metadata={"ghost.actor": EVIL})
    with Recorder(
        path,
        channels=[spec],
        attachments=[Attachment(EVIL, EVIL, b"x")],
        manifest={EVIL: EVIL, "components": json.dumps({EVIL: EVIL}), "seed": EVIL},
    ) as recorder:
        recorder.add_signals("/s", [Column(EVIL, (), EVIL)])
        recorder.record(Message(f"/{EVIL}", 5, 0, {EVIL: EVIL, "actor": EVIL}))
        recorder.record(Message(f"/{EVIL}2", 6, 1, {EVIL: 1.0}))
    return path


def commands(recording, tmp_path):
    one, two = str(recording), str(tmp_path / "other.mcap")
    with Recorder(two) as recorder:
        recorder.record(Message(f"/{EVIL}", 5, 0, {EVIL: "x", "actor": EVIL + "c"}))
    return [
        ["info", one],
        ["info", one, "--json"],
        ["info", one, "--check"],
        ["diff", one, two],
        ["diff", one, two, "--json"],
        ["diff", one, two, "--channels", EVIL],
        ["export", one, "--to", "csv", "-o", str(tmp_path / "tables")],
        ["summarize-run", one],
        ["trace-behavior", one],
        ["verify", one],
        ["rerun", one],
        ["recover", one, "-o", str(tmp_path / EVIL)],
        ["analyze-belief", "--truth-mcap", one, "--belief-mcap", two],
        ["evaluate-estimator", one],
        ["info", str(tmp_path / EVIL / "missing.mcap")],
    ]


def test_every_command_shows_names_escaped(recording, tmp_path, capsys) -> None:
    for command in commands(recording, tmp_path):
        main(command)
        said = capsys.readouterr()
        assert is_safe(said.out), command
        assert is_safe(said.err), command


@pytest.mark.parametrize("text", ["{0}: 1\n", "name: {0}\n", "actors: {{{0}: {{}}}}\n"])
@pytest.mark.parametrize("suffix", ["yaml", "xodr"])
def test_keys_and_maps_are_escaped_too(text, suffix, tmp_path, capsys) -> None:
    path = tmp_path / f"evil.{suffix}"
    for evil in (EVIL, json.dumps(EVIL), '"\\e[2J\\u202e"'):
        path.write_text(text.format(evil), encoding="utf-8", errors="replace")
        for command in (
            ["scenario", "validate", str(path)],
            ["map", str(path)],
            ["run", str(path)],
        ):
            main(command)
            said = capsys.readouterr()
            assert is_safe(said.out), command
            assert is_safe(said.err), command


def test_lint_shows_source_escaped(tmp_path, capsys) -> None:
    (tmp_path / "evil.py").write_text("import time\nx = time.time()  # \x1b[2J \x9b \u202e\n")
    main(["lint", "--hints", str(tmp_path)])
    said = capsys.readouterr()
    assert "time" in said.out
    assert is_safe(said.out)


def test_a_result_in_a_file_is_escaped(recording, tmp_path) -> None:
    main(["info", str(recording), "-o", str(tmp_path / "result.txt")])
    assert is_safe((tmp_path / "result.txt").read_text(encoding="utf-8"))


def test_colours_are_ours_and_texts_are_not() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Terminal()
    with redirect_stdout(SafeStream(screen)):
        console = TerminalConsole(color_system="standard", force_terminal=True, highlight=False)
        console.print(f"[red]{EVIL}[/]")
        print(EVIL)
    shown = screen.getvalue()
    assert shown.startswith("\x1b[31ma\\u001b")
    assert "\x9b" not in shown
    assert "\u202e" not in shown
