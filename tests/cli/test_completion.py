"""Goal: each shell completes commands, flags, names and files. Method: real shells, asked."""

import json
import os
import pty
import select
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from project_ghost.cli import COMMANDS, main
from tests.cli.command import run_command
from tests.waiting import LIMIT_S

# A command line, and some of the words that it can go on with.
ASKED = {
    "ghost re": {"replay", "rerun", "recover"},
    "ghost scenario ": {"list", "show", "validate", "new", "schema"},
    "ghost scenario sh": {"show"},
    "ghost run t-junction-": {f"t-junction-{i}" for i in range(1, 8)},
    "ghost run cross": {"crossing.yaml"},
    "ghost run --exec ": {"auto", "interpreted", "compiled"},
    "ghost run --from cross": {"crossing.yaml"},
    "ghost run --no-": {"--no-record"},
    "ghost study report --qu": {"--quiet"},
    "ghost map urban": {"urban_crossing"},
    "ghost new ": {"component", "driver", "sensor", "vehicle"},
    "ghost new driver --kind ": {"block", "kernel", "host"},
    "ghost diff crossing.yaml cross": {"crossing.yaml"},
    "ghost lint --explain wall": {"wall-clock"},
    "ghost run -o fold": {"folder/"},
}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "crossing.yaml").touch()
    (tmp_path / "folder").mkdir()
    return tmp_path


def script(shell: str, folder: Path) -> Path:
    path = folder / f".{shell}"
    assert main(["completion", shell, "-o", str(path)]) == 0
    return path


def require(shell: str) -> str:
    found = shutil.which(shell)
    if found is None:
        pytest.skip(f"{shell} is not installed")
    return found


def test_bash(folder) -> None:
    lines = [f"source {script('bash', folder)}"]
    for line in ASKED:
        words = " ".join(f"'{word}'" for word in line.split(" "))
        lines += [
            f"COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _ghost",
            'printf "%s " "${COMPREPLY[@]}"; echo',
        ]
    done = subprocess.run(
        [require("bash"), "-c", "\n".join(lines)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    found = dict(zip(ASKED, done.stdout.splitlines(), strict=True))
    for line, expected in ASKED.items():
        assert {word.rstrip("/") for word in expected} <= set(found[line].split()), line
    assert set(found["ghost run cross"].split()) == {"crossing.yaml"}
    assert set(found["ghost new driver --kind "].split()) == {"block", "kernel", "host"}


def test_bash_offers_nothing_where_nothing_is_known(folder) -> None:
    """A seed is any number; a new name is new; an unknown command has no flags."""
    for words in (["run", "--seed", ""], ["new", "driver", ""], ["rnu", "--"]):
        quoted = " ".join(f"'{word}'" for word in ["ghost", *words])
        text = (
            f"source {script('bash', folder)}; COMP_WORDS=({quoted}); "
            f'COMP_CWORD={len(words)}; _ghost; echo "${{COMPREPLY[*]}}"'
        )
        done = subprocess.run(
            [require("bash"), "-c", text], cwd=folder, capture_output=True, text=True, check=True
        )
        assert done.stdout.split() == [], words


def test_fish(folder) -> None:
    questions = "\n".join(f"complete -C '{line}'; echo ==" for line in ASKED)
    done = subprocess.run(
        [require("fish"), "--no-config", "-c", f"source {script('fish', folder)}\n{questions}"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "HOME": str(folder)},
    )
    assert done.stderr == ""
    answers = done.stdout.split("==\n")
    for (line, expected), answer in zip(ASKED.items(), answers, strict=False):
        assert expected <= {each.partition("\t")[0] for each in answer.splitlines()}, line


@pytest.mark.slow
def test_zsh(folder) -> None:
    """Method: an interactive zsh on a terminal of its own; Ctrl-D lists the possible words."""
    require("zsh")
    source = script("zsh", folder)
    pid, terminal = pty.fork()
    if pid == 0:  # the shell
        os.chdir(folder)
        os.environ.update(TERM="dumb", COLUMNS="200")
        os.execlp("zsh", "zsh", "-f", "-i")  # noqa: S606 - zsh itself
    try:
        setup = f"autoload -U compinit; compinit -u -D; source {source}; PROMPT=REA''DY\n"
        os.write(terminal, setup.encode())
        read_until(terminal, "READY")
        for line, expected in ASKED.items():
            os.write(terminal, line.encode() + b"\x04")
            # The words, then the prompt and the line once more.
            said = read_until(terminal, f"READY{line}")
            assert all(word in said.removeprefix(line) for word in expected), (line, said)
            os.write(terminal, b"\x15")  # an empty line again
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(terminal)


def read_until(terminal: int, text: str) -> str:
    """Read what a terminal shows until a text appears."""
    end_s = time.monotonic() + LIMIT_S
    shown = ""
    while text not in shown:
        assert time.monotonic() < end_s, f"not shown: {text!r} in {shown!r}"
        if select.select([terminal], [], [], 1.0)[0]:
            shown += os.read(terminal, 65536).decode(errors="replace")
    return shown


def test_all_commands_as_json(capsys) -> None:
    code, printed, _ = run_command(capsys, "completion", "bash", "--json")
    assert code == 0
    assert {each["path"][0] for each in json.loads(printed)} == {c.name for c in COMMANDS}
