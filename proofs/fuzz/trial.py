"""One command line on one broken file, and the mistake in how it ended."""

import contextlib
import io
import signal
import subprocess
import sys
from collections.abc import Iterator
from types import FrameType

from project_ghost.cli import COMMANDS, main

SECONDS_MAX = 20
MEMORY_BYTES_MAX = 1 << 30


class TooSlowError(Exception):
    """A command did not end."""


def known(command: list[str]) -> bool:
    """Whether there is such a command here."""
    return command[0] in {each.name for each in COMMANDS}


def in_process(command: list[str]) -> str | None:
    """The mistake in how the command ended, or None."""
    # With a buffer of bytes beneath, as a real one has: some commands write to that.
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), _limited():
            code = main(command)
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else 1
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        return f"{type(error).__name__}: {error}"
    return judged(command[0], code, err.getvalue())


def as_process(command: list[str]) -> str | None:
    """The same in a separate process, whose memory is limited."""
    script = (
        "import resource, sys;"
        f"resource.setrlimit(resource.RLIMIT_AS, ({4 * MEMORY_BYTES_MAX},) * 2);"
        "from project_ghost.cli import entry_point;"
        "sys.argv[0] = 'ghost'; entry_point()"
    )
    try:
        # ghost: allow[timeout] the proof looks for commands that never end
        done = subprocess.run(  # noqa: S603 - our own command
            [sys.executable, "-c", script, *command],
            capture_output=True,
            timeout=6 * SECONDS_MAX,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"it did not end within {6 * SECONDS_MAX} s"
    return judged(command[0], done.returncode, done.stderr.decode(errors="replace"))


def judged(name: str, code: int, err: str) -> str | None:
    """Exit code 0, 1 or 2; no traceback; 2 always with one message."""
    if code not in (0, 1, 2):
        return f"exit code {code}: {err[-500:]}"
    if "Traceback" in err:
        return f"a traceback: {err[-500:]}"
    messages = [
        line
        for line in err.splitlines()
        if line.startswith(f"ghost {name}: ") and "warning: " not in line
    ]
    if code == 2 and len(messages) != 1:
        return f"exit code 2 with {len(messages)} messages: {err[-500:]}"
    return None


@contextlib.contextmanager
def _limited() -> Iterator[None]:
    def stop(_: int, __: FrameType | None) -> None:
        raise TooSlowError(f"it did not end within {SECONDS_MAX} s of the processor's time")

    before = signal.signal(signal.SIGVTALRM, stop)
    # ghost: allow[timeout] the proof looks for commands that never end
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS_MAX)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
