"""The front door: help, version, mistakes, and how little it loads."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from project_ghost import __version__
from project_ghost.cli import COMMANDS, entry_point, main
from project_ghost.core.errors import InputError


def exit_code(*argv: str) -> int:
    try:
        return main(argv)
    except SystemExit as stop:
        return int(stop.code or 0)


@pytest.mark.parametrize("argv", [["--help"], ["-h"], []])
def test_help_lists_every_command_in_its_group_on_one_line(argv, capsys) -> None:
    assert exit_code(*argv) == 0
    lines = capsys.readouterr().out.splitlines()
    for command in COMMANDS:
        (line,) = [line for line in lines if line.strip().startswith(f"{command.name} ")]
        assert line.endswith(command.summary)
        assert len(line) <= 80
        heading = max(i for i in range(lines.index(line)) if not lines[i].startswith(" "))
        assert lines[heading] == f"{command.group}:"


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_examples_in_a_commands_help_have_their_own_lines(command, capsys) -> None:
    module = import_module(command.module_name)
    text = module.__doc__ or ""
    examples = [line for line in text.splitlines() if line.startswith("  ghost ")]
    assert exit_code(command.name, "--help") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in examples if line not in lines] == []


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_explains_itself(command, capsys) -> None:
    assert exit_code(command.name, "--help") == 0
    assert f"usage: ghost {command.name}" in capsys.readouterr().out


def test_version(capsys) -> None:
    assert exit_code("--version") == 0
    assert capsys.readouterr().out == f"ghost {__version__}\n"


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["doctr"], "there is no command 'doctr'; did you mean 'doctor'?"),
        (["--frobnicate"], "unrecognized arguments: --frobnicate"),
        (["doctor", "--frobnicate"], "unrecognized arguments: --frobnicate"),
        (["doctor", "--inter"], "unrecognized arguments: --inter"),
        (["--vers"], "unrecognized arguments: --vers"),
    ],
)
def test_a_mistyped_command_line_is_one_message_and_exit_code_2(argv, message, capsys) -> None:
    assert exit_code(*argv) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert message in output.err.splitlines()[0]
    assert "--help" in output.err.splitlines()[1]


def test_bad_input_is_one_message_and_exit_code_2(monkeypatch, capsys) -> None:
    def fail(_arguments: object) -> int:
        raise InputError("the file is empty", "a.yaml", "a scenario", "see `ghost scenario new`")

    monkeypatch.setattr("project_ghost.cli.doctor.run", fail)
    assert exit_code("doctor") == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.splitlines() == [
        "ghost doctor: the file is empty",
        "  where: a.yaml",
        "  expected: a scenario",
        "  fix: see `ghost scenario new`",
    ]


@pytest.mark.parametrize(
    "argv",
    [
        ["run", "{name}"],
        ["run", "t-junction-4", "-o", "{name}"],
        ["verify", "{name}"],
        ["rerun", "{name}"],
        ["info", "{name}"],
        ["checkpoint", "{name}", "--at", "1s"],
        ["replay", "{name}", "--component", "Cars"],
    ],
)
def test_a_path_that_cannot_be_looked_at_is_one_message(argv, capsys) -> None:
    """Method: a name that is too long, which is as good as a folder that one may not enter."""
    assert exit_code(*(word.format(name="a" * 300) for word in argv)) == 2
    output = capsys.readouterr()
    assert (output.out, output.err.count("ghost ")) == ("", 1)
    assert "File name too long" in output.err.splitlines()[0]


def test_help_loads_nothing_heavy() -> None:
    """Start-up is quick because nothing is imported that is not needed."""
    code = (
        "import sys\nfrom project_ghost.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        "print('LOADED', *sorted({name.split('.')[0] for name in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "project_ghost" in loaded
    assert not loaded & {"numpy", "numba", "llvmlite", "pyarrow", "casadi", "rich", "hypothesis"}


def test_a_map_is_shown_without_the_scenarios() -> None:
    code = (
        "import sys\nfrom project_ghost.cli import main\nmain(['map', 'plaza'])\n"
        "print('LOADED', *sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "project_ghost.world.maps" in loaded
    assert "project_ghost.scenario" not in loaded


def test_the_module_is_the_command_too() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "project_ghost", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"ghost {__version__}\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    "pipe",
    [
        "--help | true",
        "doctor --interpreted | true",
        "doctor --interpreted | head -1",
        "doctor --interpreted --json | head -1",
    ],
)
def test_a_closed_pipe_is_not_an_error(pipe) -> None:
    """Not even 1, which would mean that a check found a difference."""
    command = f"{sys.executable} -m project_ghost {pipe}; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stderr == ""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("words", ["--help", "doctor --interpreted --json"])
def test_output_that_cannot_be_written_is_one_message(words) -> None:
    command = f"{sys.executable} -m project_ghost {words} > /dev/full"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("ghost: cannot write output: No space left on device\n")
    assert len(done.stderr.splitlines()) == 2


def test_an_interrupt_is_one_message_and_exit_code_130(monkeypatch, capsys) -> None:
    def interrupt(_arguments: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("project_ghost.cli.doctor.run", interrupt)
    monkeypatch.setattr("sys.argv", ["ghost", "doctor"])
    with pytest.raises(SystemExit) as caught:
        entry_point()
    assert caught.value.code == 130
    assert capsys.readouterr().err == "ghost: interrupted\n"
