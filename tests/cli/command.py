"""Run a command of `ghost` inside the test's process."""

import io
import re
from contextlib import redirect_stdout

import pytest

from project_ghost.cli import main


def run_command(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """Run a command; return its exit code, stdout and stderr."""
    code = main([str(each) for each in arguments])
    output = capsys.readouterr()
    return code, output.out, output.err


class Terminal(io.StringIO):
    """What is written to a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def shown_on_terminal(*arguments: object) -> str:
    """Run a command whose output is a terminal; return what it shows, without colours."""
    with redirect_stdout(Terminal()) as terminal:
        assert main([str(each) for each in arguments]) == 0
    return re.sub(r"\x1b\[[0-9;]*m", "", terminal.getvalue())
