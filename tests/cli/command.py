"""Run a command of `ghost` inside the test's process."""

import pytest

from project_ghost.cli import main


def run_command(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """Run a command; return its exit code, stdout and stderr."""
    code = main([str(each) for each in arguments])
    output = capsys.readouterr()
    return code, output.out, output.err
