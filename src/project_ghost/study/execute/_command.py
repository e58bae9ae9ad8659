"""Any program as a simulator: the command line of study.yaml, called once for each repeat."""

import os
import re
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import final

from project_ghost.analysis.trace_files import parse_mapping, read_traces
from project_ghost.core.duration import NS_PER_S
from project_ghost.core.errors import InputError, RunError
from project_ghost.study.results._trace import Trace, one_trace

from ._simulator import Facts, Settings

__all__ = ["CommandSimulator", "prepare"]

_STDERR_CHARACTERS = 400
_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")
_REQUIRED = ("out",)
_STATED = ("step_ns", "synchronous")  # facts that only the user of a program knows
_SET_PER_REPEAT = ("seed", "repeat", "out")


def prepare(settings: Settings) -> "CommandSimulator":
    """The simulator of `command:` in study.yaml, whose parts may name any setting in braces."""
    command = settings["command"]
    assert isinstance(command, Sequence), "load_study checks it"
    limit_ns = settings.get("time_limit_ns")
    columns, suffix = settings.get("columns"), settings.get("suffix", ".csv")
    return CommandSimulator(
        [str(part) for part in command],
        {name: _text(value) for name, value in settings.items() if name not in _SET_PER_REPEAT},
        time_limit_ns=limit_ns if isinstance(limit_ns, int) else None,
        columns=None if columns is None else str(columns),
        suffix=str(suffix),
        stated={name: settings[name] for name in _STATED if name in settings},
    )


@final
class CommandSimulator:
    """Calls a program for each repeat and reads the trace that it writes to `{out}`.

    The trace is a table (CSV, Parquet) or a TUM trajectory of one repeat, as `ghost study analyze`
    reads them; the table needs no column for the repeat.
    """

    def __init__(
        self,
        command: Sequence[str],
        settings: Mapping[str, str],
        *,
        time_limit_ns: int | None = None,
        columns: str | None = None,
        suffix: str = ".csv",
        stated: Mapping[str, object] | None = None,
    ) -> None:
        self._command = tuple(command)
        self._settings = dict(settings)
        self._limit_s = None if time_limit_ns is None else time_limit_ns / NS_PER_S
        self._columns = None if columns is None else parse_mapping(columns)
        self._suffix = suffix
        self._stated = stated or {}
        check_command(self._command, [*self._settings, *_SET_PER_REPEAT])

    def run(self, seed: int, repeat: int) -> Trace:
        """Call the program and read the trace that it wrote."""
        with tempfile.TemporaryDirectory(prefix="ghost-study-") as folder:
            out = Path(folder, f"trace{self._suffix}")
            values = self._settings | {"seed": str(seed), "repeat": str(repeat), "out": str(out)}
            command = [_filled(part, values) for part in self._command]
            self._call(command, folder)
            if not out.is_file():
                raise RunError(
                    f"the command wrote no trace in repeat {repeat}",
                    _shown(command),
                    "a trace in the file that {out} is replaced by",
                    "let the program write to that path",
                )
            return one_trace(read_traces([out], self._columns, one_repeat=True))

    def facts(self) -> Facts:
        """The command itself, and the step and the mode if the settings state them."""
        stated = {k: v for k, v in self._stated.items() if isinstance(v, int)}
        return {"command": _shown(self._command), **stated}

    def _call(self, command: Sequence[str], folder: str) -> None:
        # Files, because a child process that outlives the program would keep a pipe open.
        with (
            Path(folder, "stdout").open("wb") as output,
            Path(folder, "stderr").open("w+b") as errors,
        ):
            try:
                process = subprocess.Popen(  # noqa: S603 - the user's own command
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=errors,
                    start_new_session=True,
                )
            except OSError as error:
                raise RunError(
                    f"the command cannot be started: {error.strerror}",
                    _shown(command),
                    "a program that can be executed",
                    "check the path of the program",
                ) from None
            try:
                code = process.wait(self._limit_s)
            except subprocess.TimeoutExpired:
                raise RunError(
                    f"the command was stopped after {self._limit_s:g} s",
                    _shown(command),
                    "a program that ends by itself",
                    "raise `time_limit:`, or find out what the program waits for",
                ) from None
            finally:
                _end_group(process)
            if code != 0:
                errors.seek(0)
                text = errors.read().decode(errors="replace").strip()
                raise RunError(
                    f"the command failed with exit code {code}",
                    _shown(command),
                    "exit code 0",
                    f"see its error output: {text[-_STDERR_CHARACTERS:] or 'nothing'}",
                )


def check_command(command: Sequence[str], known: Sequence[str]) -> None:
    """Raise if a command names an unknown setting or has no `{out}`."""
    used = {name for part in command for name in _PLACEHOLDER.findall(part)}
    unknown = sorted(used - set(known))
    missing = [name for name in _REQUIRED if name not in used]
    if not command or unknown or missing:
        problem = (
            f"has {{{unknown[0]}}}, which is not a setting"
            if unknown
            else f"has no {{{_REQUIRED[0]}}}, the path of its trace"
        )
        raise InputError(
            f"the command {problem}",
            "command",
            f"{{out}}, and any of {', '.join(f'{{{name}}}' for name in sorted(set(known)))}",
            "write it like [./simulator, --seed, '{seed}', --out, '{out}']",
        )


def _filled(part: str, values: Mapping[str, str]) -> str:
    return _PLACEHOLDER.sub(lambda match: values[match[1]], part)


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _shown(command: Sequence[str]) -> str:
    return " ".join(command)


def _end_group(process: "subprocess.Popen[bytes]") -> None:
    """Kill the program and all processes that it started and that still run."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
