"""Goal: docs/start.md works word by word.

Method: go through its blocks in a new folder. A block after "Save this as `NAME`" becomes that
file. A line `$ COMMAND` of a console block is run in a shell; each line below it must begin a line
of what it prints, in that order.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

PAGE = Path(__file__).parents[1] / "docs" / "start.md"


class Step(NamedTuple):
    """A command and the lines that the page shows of its output, or a file to save."""

    text: str
    shown: tuple[str, ...] = ()
    save_as: str = ""


def steps() -> Iterator[Step]:
    text = PAGE.read_text(encoding="utf-8")
    for before, kind, block in re.findall(
        r"([^\n]*)\n\n```(\w+)\n(.*?)^```", text, flags=re.M | re.S
    ):
        saved = re.search(r"Save this as `([^`]+)`:$", before)
        if kind == "console":
            for command in re.split(r"^\$ ", block, flags=re.M)[1:]:
                line, *shown = command.splitlines()
                yield Step(line, tuple(shown))
        elif saved:
            yield Step(block, save_as=saved.group(1))
        else:
            raise AssertionError(f"a block that is neither run nor saved: {block}")


@pytest.mark.slow
def test_the_tutorial_works_word_by_word(tmp_path: Path) -> None:
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    environment = {**os.environ, "PATH": path, "COLUMNS": "80"}
    names = []
    failed = ""
    for step in steps():
        if step.save_as:
            (tmp_path / step.save_as).write_text(step.text, encoding="utf-8")
            continue
        done = subprocess.run(  # noqa: S602 - the page is for a shell, and ours
            step.text,
            shell=True,
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        printed = iter(done.stdout.splitlines())
        for line in step.shown:
            assert any(each.startswith(line) for each in printed), (step.text, line, done.stdout)
        if done.returncode:
            failed += f"{step.text}: {done.returncode}\n"
        names.append(" ".join(step.text.split()[:2]))
    assert failed == "python -m pytest -q test_crossing.py: 1\nghost diff second avoided: 1\n"
    assert {"ghost new", "ghost simulate", "ghost verify", "ghost checkpoint"} <= set(names)
