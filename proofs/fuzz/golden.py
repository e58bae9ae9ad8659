"""Golden files: the run that a test has stored, and those of the built-in scenarios."""

import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from project_ghost import open_run
from project_ghost.pytest_plugin import GhostTester
from proofs.goldens import stored_text

COMMAND = "golden"


def golden_commands(random: Random, broken: Path, good: Path, output: Path) -> list[str]:
    """The comparison of a good run with the broken file; not a command of `ghost`."""
    del random, output
    return [COMMAND, str(broken), str(good)]


def main(arguments: list[str]) -> int:
    """Compare as a test does: 0 if equal, 1 if the test fails with a message."""
    broken, good = map(Path, arguments)
    if broken.suffix == ".json":
        return 0 if stored_text(broken) == stored_text(good) else 1
    with TemporaryDirectory() as name, open_run(good) as run:
        tester = GhostTester(Path(name), broken.parent, broken.stem, update=False)
        try:
            tester.golden(run)
        except pytest.fail.Exception as failed:
            print(failed)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
