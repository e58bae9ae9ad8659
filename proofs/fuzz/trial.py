"""One command line on one broken file, and the mistake in how it ended.

A command may take a fixed time and memory, and more for each byte of the file that it reads; the
numbers stand in docs/trust.md.
"""

import contextlib
import io
import os
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from types import FrameType

from project_ghost.cli import COMMANDS, main

from . import golden

# The budget: of the processor's time, and of memory.
SECONDS_FREE, SECONDS_PER_BYTE = 20.0, 1e-4
MEMORY_FREE, MEMORY_PER_BYTE = 1 << 30, 1000


def seconds_for(size: int) -> float:
    """The processor's time that a file of this size may take."""
    return SECONDS_FREE + SECONDS_PER_BYTE * size


def memory_for(size: int) -> int:
    """The memory that a file of this size may take."""
    return MEMORY_FREE + MEMORY_PER_BYTE * size


class TooSlowError(Exception):
    """A command did not end."""


def known(command: list[str]) -> bool:
    """Whether there is such a command here."""
    return command[0] in {golden.COMMAND, *(each.name for each in COMMANDS)}


def is_golden(command: list[str]) -> bool:
    """Whether it is a comparison with a golden file, which only tests make."""
    return command[0] == golden.COMMAND


def in_process(command: list[str], size: int) -> str | None:
    """The mistake in how the command ended, or None; it read a file of this size."""
    # With a buffer of bytes beneath, as a real one has: some commands write to that.
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), _limited(size):
            code = golden.main(command[1:]) if is_golden(command) else main(command)
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else 1
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        return f"{type(error).__name__}: {error}"
    out.flush()
    printed = out.buffer.getvalue().decode(errors="replace")
    return unsafe(printed) or judged(command[0], code, err.getvalue())


def unsafe(printed: str) -> str | None:
    """What a terminal would obey in a text, if there is anything."""
    found = sorted({c for c in printed if not (c.isprintable() or c in "\n\t")})
    return f"it prints {found[:5]!r}" if found else None


def as_process(command: list[str], size: int) -> str | None:
    """The same in a separate process, whose time and memory are measured."""
    script = ["-c", "from project_ghost.cli import entry_point; entry_point()", *command]
    if is_golden(command):
        script = ["-m", golden.__name__, *command[1:]]
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(  # noqa: S603 - our own command
            [sys.executable, *script], stdout=subprocess.DEVNULL, stderr=errors,
            preexec_fn=lambda: _set_limits(size),
        )  # fmt: skip
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        err = errors.read().decode(errors="replace")
    if usage.ru_maxrss * 1024 > memory_for(size):
        return f"it took {usage.ru_maxrss * 1024:_} bytes of memory"
    if process.returncode == -signal.SIGXCPU:
        return f"it did not end within {seconds_for(size):.0f} s of the processor's time"
    return unsafe(err) or judged(command[0], process.returncode, err)


def _set_limits(size: int) -> None:
    seconds = int(seconds_for(size)) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


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
def _limited(size: int) -> Iterator[None]:
    seconds = seconds_for(size)

    def stop(_: int, __: FrameType | None) -> None:
        raise TooSlowError(f"it did not end within {seconds:.0f} s of the processor's time")

    before = signal.signal(signal.SIGVTALRM, stop)
    # ghost: allow[timeout] the proof looks for commands that never end
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
