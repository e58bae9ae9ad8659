"""Goal: a file from elsewhere runs no code and reads no other file, unless the user says so.

Method: a recording and a checkpoint of a run with a class of its own, whose module leaves a mark
when it is imported; every command that reads them, with and without --trust, on a terminal and
without one. Maps are named by paths to files that exist.
"""

import hashlib
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from project_ghost.cli import main
from project_ghost.core.errors import InputError
from project_ghost.runs import load, modules_in, prepare, recorded_run
from project_ghost.telemetry import Recording, open_recording
from proofs.fuzz.forging import forged

MODULE = """
from pathlib import Path
from project_ghost.engine import Block, Output

Path("mark").touch()

class Mine(Block):
    y = Output(unit="m")

    @staticmethod
    def output():
        return 1.0
"""
SCHEDULE = """
duration: 20ms
scheduler: {step: 1ms, rate_groups: [{name: fast, rate_hz: 1000, components: [Mine]}]}
components: {Mine: {type: "sent_parts:Mine"}}
publications: [{channel: /y, signals: [Mine.y], group: fast}]
"""
HERE = ["--exec", "interpreted"]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch) -> Path:
    """A folder with a run that names a module, which is beside it, installed and elsewhere."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    sys.modules.pop("sent_parts", None)
    Path("sent_parts.py").write_text(MODULE)
    Path("mine.yaml").write_text(SCHEDULE)
    assert main(["run", "mine.yaml", "-o", "run", *HERE]) == 0
    assert main(["checkpoint", "run", "--at", "10ms", "-o", "c.ghost", "--trust", *HERE]) == 0
    Path("mark").unlink()
    sys.modules.pop("sent_parts", None)
    return Path(tmp_path)


READING = [
    ["info", "run"],
    ["info", "run", "--check"],
    ["diff", "run", "run"],
    ["export", "run", "--to", "csv", "-o", "tables"],
    ["export", "run", "--to", "layout", "-o", "layout.json"],
    ["summarize-run", "run"],
    ["trace-behavior", "run"],
    ["recover", "run", "-o", "recovered.mcap"],
    ["evaluate-estimator", "run"],
    ["study", "analyze", "run"],
    ["sign", "run", "--key", "no.key"],
    ["view", "run", "-o", "page.html"],
    ["report", "run", "-o", "page.html"],
]
# Commands that take a scenario, given the recording instead.
OTHER = [
    ["run", "run", "--no-record", *HERE],
    ["run", "run/run.mcap", "--no-record", *HERE],
    ["simulate", "--scenario", "run", "--planner", "idm", "-o", "simulated"],
    ["simulate", "--scenario", "run/run.mcap", "--planner", "idm", "-o", "simulated"],
    ["schedule", "run"],
    ["schedule", "run/run.mcap"],
    ["scenario", "show", "run/run.mcap"],
    ["scenario", "validate", "run/run.mcap"],
    ["symbolic", "export", "run", "-o", "model"],
    ["symbolic", "export", "run/run.mcap", "-o", "model"],
    ["symbolic", "check", "run/run.mcap"],
    ["map", "run/run.mcap"],
    ["sweep", "of_run.yaml", "-o", "results", "--executor", "in-process"],
    ["sweep", "of_run.yaml", "--dry-run"],
    ["study", "run", "of_study.yaml", "-o", "study"],
]
RUNNING = [
    ["verify", "run", "-n", "1", "--executor", "in-process", *HERE],
    ["rerun", "run", "-o", "again", *HERE],
    ["replay", "run", "--component", "Mine", *HERE],
    ["checkpoint", "run", "--at", "5ms", "-o", "d.ghost", *HERE],
    ["debug", "run", "--at", "5ms", "--component", "Mine", *HERE],
    ["run", "--from", "c.ghost", "-o", "on", *HERE],
]


@pytest.mark.parametrize("command", READING, ids=lambda words: " ".join(words[:2]))
def test_reading_a_recording_imports_nothing(command) -> None:
    main(command)
    assert not Path("mark").exists()


@pytest.mark.parametrize("command", OTHER, ids=lambda words: " ".join(words[:3]))
def test_no_other_command_imports_what_a_recording_names(command) -> None:
    Path("of_run.yaml").write_text("scenarios: [run/run.mcap]\nseeds: 1\n")
    Path("of_study.yaml").write_text(
        "simulator: ghost\nscenarios: [run/run.mcap]\nrepeats: [2]\nmemory_test_mb: 0\n"
    )
    assert main(command) in (1, 2)
    assert not Path("mark").exists()


def test_opening_a_recording_in_python_imports_nothing() -> None:
    with open_recording("run") as run:
        assert modules_in(run) == ["sent_parts"]
        assert len(list(run["/y"])) == 21
    load("run")
    assert not Path("mark").exists()


@pytest.mark.parametrize("command", RUNNING, ids=lambda words: " ".join(words[:2]))
def test_running_it_again_is_refused_without_a_word_of_the_user(command, capsys) -> None:
    before = sorted(Path().iterdir())
    assert main(command) == 2
    err = capsys.readouterr().err
    assert "sent_parts" in err
    assert "--trust" in err
    assert not Path("mark").exists()
    assert sorted(Path().iterdir()) == before


@pytest.mark.parametrize("command", [c for c in RUNNING if c[0] != "debug"], ids=lambda w: w[0])
def test_trust_imports_it(command) -> None:
    assert main([*command, "--trust"]) == 0
    assert Path("mark").exists()


def test_python_needs_the_word_too() -> None:
    with pytest.raises(InputError, match="names code of the module 'sent_parts'"):
        prepare("run")
    assert not Path("mark").exists()
    assert prepare("run", trust=True, execution="interpreted").run().ticks == 20


@pytest.mark.slow
@pytest.mark.parametrize(("answer", "code"), [("y", 0), ("", 2), ("n", 2), ("yess", 2)])
def test_a_terminal_is_asked_once_and_nothing_is_remembered(answer, code, folder) -> None:
    main_side, terminal = pty.openpty()
    words = ["verify", "run", "-n", "1", "--executor", "in-process", *HERE]
    script = "from project_ghost.cli import entry_point; entry_point()"
    for _ in range(2):
        with subprocess.Popen(
            [sys.executable, "-c", script, *words],
            stdin=terminal,
            stderr=terminal,
            stdout=subprocess.DEVNULL,
            env=os.environ | {"PYTHONPATH": str(folder)},
        ) as process:
            said = b""
            while b"[y/N]" not in said:
                said += os.read(main_side, 1000)
            assert b"sent_parts" in said
            os.write(main_side, answer.encode() + b"\n")
            assert process.wait(60) == code
        assert Path("mark").exists() is (code == 0)
    os.close(main_side)
    os.close(terminal)


def test_a_module_that_hides_from_the_list_is_refused_all_the_same(capsys) -> None:
    """What the user is told is a list of texts; what is imported is decided elsewhere."""
    for name in ("project_ghost.__main__:Mine", "project_ghostly:Mine"):
        text = json.dumps({
            "duration": 20_000_000, "name": "x", "seed": 0,
            "scheduler": {
                "step": "1ms",
                "rate_groups": [{"name": "fast", "rate_hz": 1000, "components": ["Mine"]}],
            },
            "components": {"Mine": {"type": name}},
        })  # fmt: skip
        forge("run/run.mcap", "forged.mcap", "schedule", text.encode())
        assert main(["rerun", "forged.mcap", "-o", "again"]) == 2
        assert "names code" in capsys.readouterr().err


def forge(source: str, target: str, kind: str, text: bytes) -> None:
    """Rewrite a recording with another definition, all digests made anew."""
    digest = hashlib.sha256(text).hexdigest()
    manifest: dict[str, str | None] = {f"{kind}_sha256": digest, "map_sha256": None}
    forged(Path(source), Path(target), {f"{kind}.json": text}, manifest)


@pytest.mark.parametrize("where", ["absolute", "above", "beside"])
def test_a_recording_reads_only_the_map_that_it_carries(where, folder, capsys, monkeypatch) -> None:
    """A path in a recording opens no file of the machine that reads it."""
    from project_ghost.world.maps import builtin_maps

    name, path = next(iter(builtin_maps().items()))
    (folder / "secret.yaml").write_bytes(path.read_bytes())
    (folder / "inner").mkdir()
    prepared = prepare("t-junction-4", ["duration=100ms"], execution="interpreted")
    recorded_run(prepared, folder / "inner")
    monkeypatch.chdir(folder / "inner")
    with Recording("run.mcap") as run:
        text = run.attachment("scenario.json").data.decode()
    names = {"absolute": str(folder / "secret.yaml"), "above": "../secret.yaml", "beside": "s.yaml"}
    Path("s.yaml").write_bytes(path.read_bytes())
    used = json.loads(text)["map"]
    other = text.replace(json.dumps(used), json.dumps(names[where]))
    assert other != text
    forge("run.mcap", "forged.mcap", "scenario", other.encode())
    words = [["rerun", "forged.mcap", "-o", "again", *HERE],
             ["verify", "forged.mcap", "-n", "1", "--executor", "in-process", *HERE]]  # fmt: skip
    for command in words:
        assert main(command) == 2
        assert "is not in the recording" in capsys.readouterr().err
    assert not Path("again").exists()
    assert main(["rerun", "run.mcap", "-o", "mine", "--set", "map=s.yaml", *HERE]) in (0, 2)
    assert "is not in the recording" not in capsys.readouterr().err
    assert name
