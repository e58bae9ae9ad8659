"""The `ghost` command.

A subcommand is one module of this package with `configure(parser)` and
`run(arguments) -> exit code`, and one line in `COMMANDS`. Only the chosen module
is imported, so that `ghost --help` is fast.

Besides the commands: `_actions` (commands with actions), `_exit_codes`, `_leaving` (the end of the
process), `_signals` (SIGTERM), `_parser` (one style of help and of mistakes), `_run_flags` (flags
of commands that run scenarios), `_class_flags` (classes of the user's), `_trust` (the question
about foreign code), `_watching` (who watches a run), `terminal` (what is printed: tables, JSON,
progress), `templates` (new files for users), `shells` (scripts that complete commands).
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NamedTuple, NoReturn

from project_ghost import __version__
from project_ghost.core.errors import GhostError, InputError
from project_ghost.core.import_path import kept_import_path
from project_ghost.core.wording import did_you_mean

from ._exit_codes import BAD_INPUT, DIFFERENT, INTERRUPTED, OK
from ._leaving import leave_with
from ._parser import Parser
from .terminal._output import output_of
from .terminal._safe import safe_output

__all__ = ["COMMANDS", "Command", "entry_point", "main", "parser_of"]


class Command(NamedTuple):
    """A subcommand and its line in `ghost --help`; its module has the same name."""

    name: str
    group: str
    summary: str

    @property
    def module_name(self) -> str:
        """The module that implements this subcommand."""
        return f"project_ghost.cli.{self.name.replace('-', '_')}"


COMMANDS = (
    Command("run", "Simulation", "run a scenario and record it"),
    Command("simulate", "Simulation", "let planners drive scenarios, and judge them"),
    Command("sweep", "Simulation", "run scenarios, planners and parameters by the thousand"),
    Command("scenario", "Simulation", "list, show, validate and create scenarios"),
    Command("checkpoint", "Simulation", "store any moment of a recorded run, to continue from it"),
    Command("replay", "Simulation", "replay one component of a recorded run and compare"),
    Command("debug", "Simulation", "open one tick of a recorded run in the debugger"),
    Command("schedule", "Building", "show or draw a schedule: groups, order, reads"),
    Command("new", "Building", "create a component or planner and its test"),
    Command("map", "Building", "show or draw a map"),
    Command("symbolic", "Building", "CasADi models of a scenario: matrices, trim, C"),
    Command("verify", "Proof", "run repeatedly and compare every bit"),
    Command("lint", "Proof", "find code that makes a simulation nondeterministic"),
    Command("study", "Proof", "measure the variance between repeats of a simulation"),
    Command("info", "Recordings", "show a recording: channels, counts, times, digests"),
    Command("rerun", "Recordings", "rerun a recording, unchanged or with a change"),
    Command("diff", "Recordings", "find the first difference between two recordings"),
    Command("export", "Recordings", "export channels as tables: CSV or Parquet"),
    Command("sign", "Recordings", "sign a recording, so that others can check who made it"),
    Command("recover", "Recordings", "recover a recording that was cut off"),
    Command("view", "Recordings", "play a run in the browser, or two over each other"),
    Command("report", "Recordings", "write the page of a run to a file"),
    Command("summarize-run", "Recordings", "counts by channel and type, window, final state hash"),
    Command("trace-behavior", "Recordings", "list the inputs and output of each decision"),
    Command("import-trajectory", "Estimators", "convert trajectories from other tools"),
    Command("analyze-belief", "Estimators", "report truth, belief and the errors between them"),
    Command("evaluate-estimator", "Estimators", "RMSE, NEES with bounds, errors within 3 sigma"),
    Command("completion", "Installation", "let the shell complete commands, flags and names"),
    Command("precompile", "Installation", "compile what the built-in scenarios need, once"),
    Command("doctor", "Installation", "check the installation and its determinism level"),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code.

    0 is success, 1 a check that found a difference, 2 bad input. argparse's own
    exits (help, version, a bad flag) leave through `SystemExit` as usual.
    """
    arguments = sys.argv[1:] if argv is None else list(argv)
    command, rest = _choose(arguments)
    parsed = parser_of(command).parse_args(rest)
    with safe_output():
        return _run(command, parsed)


def _run(command: Command, parsed: argparse.Namespace) -> int:
    """Run a command; print an error as one message."""
    try:
        # The module of a user's class, or of a simulator to study, may be in another folder.
        with kept_import_path(), output_of(parsed):
            return int(import_module(command.module_name).run(parsed))
    except GhostError as error:
        print(f"ghost {command.name}: {error}", file=sys.stderr)
        return DIFFERENT if error.is_difference else BAD_INPUT
    except OSError as error:
        if error.filename is None:
            raise  # not about a path, for example a closed pipe
        print(f"ghost {command.name}: {_unusable_path(error)}", file=sys.stderr)
        return BAD_INPUT


def parser_of(command: Command) -> Parser:
    """Return the parser of a command."""
    module = import_module(command.module_name)
    parser = Parser(prog=f"ghost {command.name}", description=module.__doc__)
    module.configure(parser)
    return parser


def _unusable_path(error: OSError) -> InputError:
    """Return the error about a path that is too long or not accessible."""
    return InputError(
        f"the path cannot be used: {error.strerror}",
        str(error.filename),
        "a valid, readable path",
        "correct the path or its permissions",
    )


def entry_point() -> NoReturn:
    """Run `main`; handle Ctrl-C, closed pipes and full disks."""
    try:
        try:
            code = main()
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        print("ghost: interrupted", file=sys.stderr)
        code = INTERRUPTED
    except BrokenPipeError:
        # The reader (`| head`) has closed the pipe, which is not an error.
        _discard_output()
        code = OK
    except OSError as error:
        print(f"ghost: cannot write output: {error.strerror or error}", file=sys.stderr)
        print("  fix: free some space on the disk of the output", file=sys.stderr)
        _discard_output()
        code = BAD_INPUT
    leave_with(code)
    sys.exit(code)


def _discard_output() -> None:
    """Discard buffered output, which would fail again when the process exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _choose(arguments: list[str]) -> tuple[Command, list[str]]:
    """Split the command line into the subcommand and its arguments."""
    by_name = {command.name: command for command in COMMANDS}
    parser = Parser(prog="ghost", usage="ghost [--version] [--help] COMMAND ...", add_help=False)
    parser.add_argument("-h", "--help", action="store_true")
    parser.add_argument("--version", action="version", version=f"ghost {__version__}")
    parser.add_argument("command", nargs="?")
    command_index = next((i for i, word in enumerate(arguments) if not word.startswith("-")), None)
    head = arguments if command_index is None else arguments[: command_index + 1]
    chosen = parser.parse_args(head)
    if chosen.help or chosen.command is None:
        print(_overview())
        parser.exit(OK)
    if chosen.command not in by_name:
        suggestion = did_you_mean(chosen.command, by_name)
        parser.error(f"there is no command {chosen.command!r}{suggestion}")
    return by_name[chosen.command], arguments[len(head) :]


def _overview() -> str:
    width = max(len(command.name) for command in COMMANDS)
    lines = ["usage: ghost [--version] [--help] COMMAND ...", ""]
    for group in dict.fromkeys(command.group for command in COMMANDS):
        lines.append(f"{group}:")
        lines += [f"  {c.name:<{width}}  {c.summary}" for c in COMMANDS if c.group == group]
        lines.append("")
    lines.append("`ghost COMMAND --help` describes a command.")
    return "\n".join(lines)
