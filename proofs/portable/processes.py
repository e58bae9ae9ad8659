"""Start other programs, and leave none behind."""

import os
import subprocess
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from .environment import NotRunnableError
from .machine import ROOT

_INSTALL_TIMEOUT_S = 1200.0

_alive: set[subprocess.Popen[str]] = set()
_lock = threading.Lock()
_ended = threading.Event()


def run(
    command: Sequence[str], *, variables: Mapping[str, str], cwd: Path, timeout_s: float
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end and keep its output; `TimeoutExpired` after the limit.

    After `end_all` nothing is started any more: that is an `OSError`.

    Only `variables` and what a program needs to find its way (`PATH`, `HOME`, a proxy,
    pip's settings) are set, so that the caller's shell has no say in the result.
    """
    if _ended.is_set():
        raise InterruptedError("interrupted")
    with subprocess.Popen(  # noqa: S603 - the commands are the catalogue's
        command,
        env=_inherited() | dict(variables),
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        with _lock:
            # ghost: allow[global-state] the way out after an interruption must find all of them
            _alive.add(process)
        try:
            # ghost: allow[timeout] a run that hangs fails, and changes no digest
            output, errors = process.communicate(timeout=timeout_s)
        finally:
            process.kill()
            with _lock:
                # ghost: allow[global-state] as above
                _alive.discard(process)
    return subprocess.CompletedProcess(list(command), process.returncode, output, errors)


def install(what: str, command: list[str], **variables: str) -> None:
    """Run one step of an installation; a failure is a reason not to run."""
    try:
        done = run(command, variables=variables, cwd=ROOT, timeout_s=_INSTALL_TIMEOUT_S)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotRunnableError(f"{what} failed: {error}") from error
    if done.returncode:
        complaints = [line for line in done.stderr.splitlines() if "error" in line.lower()]
        last = (complaints or done.stderr.strip().splitlines() or ["no message"])[0]
        raise NotRunnableError(f"{what} failed: {last}")


def end_all() -> None:
    """Kill all running programs and start no others, after an interruption."""
    _ended.set()
    with _lock:
        for process in _alive:
            process.kill()


def _inherited() -> dict[str, str]:
    wanted = ("PATH", "HOME", "TMPDIR", "LANG", "SSL_CERT_FILE", "PYENV_ROOT")
    return {
        name: value
        for name, value in os.environ.items()
        if name in wanted or name.upper().endswith("_PROXY") or name.startswith("PIP_")
    }
