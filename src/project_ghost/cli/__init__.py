"""The `ghost` command.

A subcommand is one module of this room with `configure(parser)` and
`run(arguments) -> exit code`, and one line in `COMMANDS`. Only the chosen module
is imported, so that `ghost --help` is fast.

Helpers: `_console` (prints; a closed pipe is not an error), `_output` (flags of commands that
record), `_document` (canonical JSON to a file or the terminal), `_recordings` (shared by commands
on recordings), `_watch` and `_study_progress` (progress bars and Ctrl-C), `_study_report`,
`_component_template`, `_scenario_template`, `_study_template` (files that commands write).
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple, NoReturn

from project_ghost import __version__
from project_ghost.core.errors import GhostError, InputError
from project_ghost.core.wording import did_you_mean

__all__ = ["COMMANDS", "Command", "entry_point", "main"]

EXIT_OK = 0
EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130


class Command(NamedTuple):
    """A subcommand as `ghost --help` shows it; its module bears its name."""

    name: str
    group: str
    summary: str

    @property
    def module_name(self) -> str:
        """The module that implements this subcommand."""
        return f"project_ghost.cli.{self.name.replace('-', '_')}"


COMMANDS = (
    Command("run", "Simulation", "run a scenario and record it"),
    Command("scenario", "Simulation", "list, show, check and begin scenarios"),
    Command("checkpoint", "Simulation", "any moment of a recorded run, as a file to go on from"),
    Command("replay", "Simulation", "one component of a recorded run: does it decide the same?"),
    Command("debug", "Simulation", "one tick of a recorded run in the debugger"),
    Command("schedule", "Building", "which component runs when, in which order; a picture of it"),
    Command("new", "Building", "write the beginning of something: a component and its test"),
    Command("map", "Building", "what is on a map, and a picture of it"),
    Command("verify", "Proof", "run it again and again: every bit must be the same"),
    Command("lint", "Proof", "find what makes a simulation answer differently"),
    Command("study", "Proof", "how far the repeats of a simulation are apart"),
    Command("info", "Recordings", "what is in a recording: channels, counts, times, digests"),
    Command("rerun", "Recordings", "run a recording again, as it was or with a change"),
    Command("diff", "Recordings", "where two recordings part: the first difference, exactly"),
    Command("export", "Recordings", "a recording's channels as tables: CSV or Parquet"),
    Command("recover", "Recordings", "make a whole file of a recording that was cut off"),
    Command("summarize-run", "Recordings", "counts by channel and type, window, final state hash"),
    Command("trace-behavior", "Recordings", "which inputs each decision had, what it put out"),
    Command("import-trajectory", "Estimators", "recordings of trajectories from elsewhere"),
    Command("analyze-belief", "Estimators", "what was true, what was believed, how far apart"),
    Command("evaluate-estimator", "Estimators", "RMSE, NEES with bounds, errors and three sigma"),
    Command("doctor", "Installation", "what this installation is, and if its numbers are right"),
)


class _Parser(argparse.ArgumentParser):
    """An argument parser whose complaint is one message with the way out.

    Flags are written in full: an abbreviation would change its meaning, or become
    ambiguous, with the next flag that is added.
    """

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - argparse's own
        super().__init__(**options | {"allow_abbrev": False})

    def error(self, message: str) -> NoReturn:
        self.exit(EXIT_BAD_INPUT, f"ghost: {message}\n  fix: see `{self.prog} --help`\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code.

    0 is success, 1 a check that found a difference, 2 bad input. argparse's own
    exits (help, version, a bad flag) leave through `SystemExit` as usual.
    """
    arguments = sys.argv[1:] if argv is None else list(argv)
    command, rest = _choose(arguments)
    module = import_module(command.module_name)
    parser = _Parser(prog=f"ghost {command.name}", description=module.__doc__)
    module.configure(parser)
    try:
        return int(module.run(parser.parse_args(rest)))
    except GhostError as error:
        print(f"ghost {command.name}: {error}", file=sys.stderr)
        return EXIT_BAD_INPUT
    except OSError as error:
        if error.filename is None:
            raise  # a pipe that is closed, say: nothing that somebody has named
        print(f"ghost {command.name}: {_unusable(error)}", file=sys.stderr)
        return EXIT_BAD_INPUT


def _unusable(error: OSError) -> InputError:
    """What to say of a path that cannot even be looked at: too long, or in a closed folder."""
    return InputError(
        f"the path cannot be used: {error.strerror}",
        str(error.filename),
        "a path that there can be, and that one may look at",
        "correct the path, or its permissions",
    )


def entry_point() -> NoReturn:
    """What the `ghost` script calls: `main`, with the manners of a terminal program."""
    try:
        try:
            code = main()
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        print("ghost: interrupted", file=sys.stderr)
        code = EXIT_INTERRUPTED
    except BrokenPipeError:
        # The reader (`| head`) has gone: not our error, and nobody is left to tell.
        _say_no_more()
        code = EXIT_OK
    except OSError as error:
        print(f"ghost: the system refuses: {error.strerror or error}", file=sys.stderr)
        print("  fix: make room on the disk that the output goes to", file=sys.stderr)
        _say_no_more()
        code = EXIT_BAD_INPUT
    sys.exit(code)


def _say_no_more() -> None:
    """Let what waits to be printed go nowhere, or it would fail once more at the very end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _choose(arguments: list[str]) -> tuple[Command, list[str]]:
    """Split the command line into the subcommand and what belongs to it."""
    by_name = {command.name: command for command in COMMANDS}
    parser = _Parser(prog="ghost", usage="ghost [--version] [--help] COMMAND ...", add_help=False)
    parser.add_argument("-h", "--help", action="store_true")
    parser.add_argument("--version", action="version", version=f"ghost {__version__}")
    parser.add_argument("command", nargs="?")
    known = next((i for i, word in enumerate(arguments) if not word.startswith("-")), None)
    head = arguments if known is None else arguments[: known + 1]
    chosen = parser.parse_args(head)
    if chosen.help or chosen.command is None:
        print(_overview())
        parser.exit(EXIT_OK)
    if chosen.command not in by_name:
        close = did_you_mean(chosen.command, by_name)
        parser.error(f"there is no command {chosen.command!r}{close}")
    return by_name[chosen.command], arguments[len(head) :]


def _overview() -> str:
    width = max(len(command.name) for command in COMMANDS)
    lines = ["usage: ghost [--version] [--help] COMMAND ...", ""]
    for group in dict.fromkeys(command.group for command in COMMANDS):
        lines.append(f"{group}:")
        lines += [f"  {c.name:<{width}}  {c.summary}" for c in COMMANDS if c.group == group]
        lines.append("")
    lines.append("`ghost COMMAND --help` tells more about one of them.")
    return "\n".join(lines)
