"""Goal: what the pages tell people to type and to write works.

Method: the commands of each page, one after the other, in a folder that has what the page takes for
granted. Where commands are not run, `NOT_RUN` says why. README.md and docs/start.md, which is
followed word by word, have tests of their own.
"""

import io
import re
import shlex
import shutil
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
import yaml

from project_ghost.cli import main

ROOT = Path(__file__).parents[1]
PAGES = sorted(page for page in ROOT.glob("docs/*.md") if page.name != "start.md")
_BLOCK = re.compile(r"^```([\w-]*)\n(.*?)^```", re.M | re.S)

# By page: the beginnings of commands that are not run, and why.
NOT_RUN = {
    "belief.md": {
        "analyze-belief --truth-mcap truth.mcap": "recordings of another program",
        "import-trajectory": "a data set's files; tests/analysis has small ones",
        "evaluate-estimator --truth-mcap truth.mcap": "recordings of another program",
    },
    "cache.md": {"precompile": "takes minutes; tests/runs has a part of it"},
    "closed-loop.md": {
        "simulate --scenario recorded/": "a folder of the reader's",
        "simulate --scenario commonroad/": "a folder of the reader's",
    },
    "configuration.md": {
        "schedule loop.yaml": "a mistake, to show its message",
        "verify examples/loop.yaml --exec both": "takes long; tests/batch runs both",
    },
    "lint.md": {"lint src": "code of the reader's; tests/lint has the findings"},
    "reopen.md": {
        "run t-junction-4 --replace": "a class of the reader's; tests/own_package has one",
        "verify runs/t-junction-4-1 --replace": "the same",
    },
    "scenarios.md": {"run crossing-walker.yaml": "a mistake, to show its message"},
    "study-simulators.md": {"study": "other simulators: make proof-peers"},
    "study.md": {
        "study run study.yaml --repeats": "takes minutes; tests/study runs small ones",
        "study analyze TEST": "a log of the reader's",
        "study run study.yaml": "takes minutes; tests/study runs small ones",
        "study analyze studies": "needs that study",
        "study report": "needs that study",
    },
    "sweeps.md": {
        "sweep sweep.yaml -o s3:": "needs a bucket",
        "sweep rerun": "ids of the reader's runs; tests/sweep runs them",
        "sweep compare": "needs several sweeps; tests/sweep compares some",
        "sweep sweep.yaml -o results --require": "takes long; tests/sweep has small ones",
    },
    "symbolic.md": {
        "symbolic trim": "shortened; tests/symbolic has all of it",
        "symbolic export t-junction-7": "a mistake, to show its message",
        "symbolic check": "takes long; tests/symbolic has small ones",
    },
    "trust.md": {"verify run.mcap": "asks a question, which is shown"},
    "verify.md": {
        "verify crowd": "takes long; tests/batch runs under load",
        "verify t-junction-4 --exec both": "the same",
    },
}
# Flags that make a command shorter.
SHORTER = {
    "simulate": ["--duration", "1s"],
    "run car-estimation": ["--duration", "6s"],
    "run examples/loop.yaml": ["--duration", "1s"],
    "run t-junction-4 --live": ["--live-port", "0", "--set", "duration=1s"],
    "run t-junction-4 --foxglove": ["--foxglove-port", "0", "--set", "duration=1s"],
    "recover": ["-o", "recovered.mcap"],
    "sweep sweep.yaml -o results": ["--first", "2", "--executor", "in-process"],
}
# A difference is found where one is meant to be.
CODES = {"diff": 1}
PREPARED = {
    "belief.md": ["run car-estimation --duration 6s -q"],
    "recordings.md": [
        "run t-junction-4 --set duration=7s -o one -q",
        "run t-junction-4 --set duration=7s --set actors.car2.speed_mps=3 -o other -q",
    ],
    "reopen.md": ["run t-junction-4 -q", "checkpoint runs/t-junction-4-1 --at 6s -o c.ghost -q"],
    "trust.md": ["run t-junction-4 -q"],
    "verify.md": ["run t-junction-4 -q"],
}


def commands_of(page: Path) -> Iterator[str]:
    for kind, block in _BLOCK.findall(page.read_text(encoding="utf-8")):
        if kind in ("", "console"):
            whole = block.replace("\\\n", " ")
            prompted = "$ ghost " in whole
            for line in whole.splitlines():
                if line.startswith("$ ghost " if prompted else "ghost "):
                    yield " ".join(line.removeprefix("$ ").partition(" # ")[0].split()[1:])


def blocks_of(page: Path, kind: str) -> list[str]:
    return [text for found, text in _BLOCK.findall(page.read_text("utf-8")) if found == kind]


def beginning_in(table: Iterable[str], command: str) -> str:
    """The longest beginning of a command that is in a table; empty if none is."""
    return max((each for each in table if command.startswith(each)), key=len, default="")


def _files(page: Path) -> None:
    """Files that a page takes for granted and that no command makes."""
    if page.name == "recordings.md":
        for folder, names in (("one", ("run.mcap", "a.mcap")), ("other", ("b.mcap",))):
            for name in names:
                shutil.copyfile(f"{folder}/run.mcap", name)
        whole = Path("run.mcap").read_bytes()
        Path("run.mcap.part").write_bytes(whole[: 2 * len(whole) // 3])


@pytest.mark.slow
@pytest.mark.parametrize(
    "page", [page for page in PAGES if any(commands_of(page))], ids=lambda page: page.name
)
def test_the_commands_of_a_page_work(page: Path, tmp_path: Path, monkeypatch) -> None:
    pytest.importorskip("foxglove")
    pytest.importorskip("av")
    monkeypatch.chdir(tmp_path)
    Path("examples").symlink_to(ROOT / "examples")
    for command in PREPARED.get(page.name, ()):
        assert main(shlex.split(command)) == 0, command
    _files(page)
    left_out = NOT_RUN.get(page.name, {})
    unused = set(left_out)
    for command in commands_of(page):
        if beginning := beginning_in(left_out, command):
            unused.discard(beginning)
            continue
        monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
        shorter = SHORTER.get(beginning_in(SHORTER, command), [])
        expected = CODES.get(beginning_in(CODES, command), 0)
        assert main([*shlex.split(command), *shorter]) == expected, command
    assert unused == set(), "such commands are not on the page any more"


@pytest.mark.parametrize(
    "page", [page for page in PAGES if blocks_of(page, "yaml")], ids=lambda page: page.name
)
def test_yaml_can_be_read_and_whole_scenarios_are_valid(page: Path, tmp_path: Path) -> None:
    for number, text in enumerate(blocks_of(page, "yaml")):
        document = yaml.safe_load(text)
        assert document is not None
        if {"version", "actors", "step", "duration"} <= set(document):
            file = tmp_path / f"{number}.yaml"
            file.write_text(text, encoding="utf-8")
            assert main(["scenario", "validate", str(file), "-q"]) == 0, text


@pytest.mark.parametrize(
    "page", [page for page in PAGES if blocks_of(page, "toml")], ids=lambda page: page.name
)
def test_toml_can_be_read(page: Path) -> None:
    assert all(map(tomllib.loads, blocks_of(page, "toml")))


# Programs that are only compiled, and why.
_ONLY_COMPILED = {
    "engine.md": "a call on a graph of the reader's",
    "randomness.md": "an array of the reader's",
    "symbolic.md": "a graph of the reader's",
    "sweeps.md": "sweeps of the reader's; tests/sweep has the same calls",
    "verify.md": "a function of the reader's",
}


@pytest.mark.parametrize(
    "page",
    # Those of the lint rules are wrong on purpose; tests/lint runs the rules on them.
    [
        page
        for page in [*PAGES, ROOT / "README.md"]
        if blocks_of(page, "python") and page.name != "lint-rules.md"
    ],
    ids=lambda page: page.name,
)
def test_programs_can_be_compiled_and_run(page: Path) -> None:
    for text in blocks_of(page, "python"):
        program = compile(text, page.name, "exec")
        if page.name not in _ONLY_COMPILED:
            exec(program, {"__name__": "example"})  # noqa: S102 - our own pages
