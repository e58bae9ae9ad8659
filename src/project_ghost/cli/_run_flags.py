"""The common flags of commands that run scenarios."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from project_ghost.core.errors import InputError

from .terminal._output import add_written

if TYPE_CHECKING:
    from project_ghost.telemetry import Recording

__all__ = [
    "add_code",
    "add_execution",
    "add_plans",
    "add_replacements",
    "add_run_folder",
    "add_settings",
    "add_signed_by",
    "plans_of",
    "replacements_of",
    "settings_of",
]


def add_signed_by(parser: argparse.ArgumentParser) -> None:
    """Declare the flag that checks a signature."""
    parser.add_argument(
        "--signed-by",
        metavar="FILE",
        type=Path,
        help="check first that the holder of this public key signed the recording",
    )


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Declare the flags that change a scenario."""
    add = parser.add_argument
    add("--set", dest="settings", action="append", default=[], metavar="KEY=VALUE",
        help="change a value, such as actors.car1.speed_mps=5; may be repeated")  # fmt: skip
    add("--seed", metavar="N", help="change the seed")
    add("--duration", metavar="TIME", help="change the duration, such as 5s")


def settings_of(arguments: argparse.Namespace) -> list[str]:
    """Return all settings; `--seed` and `--duration` keep their names for error messages."""
    values = {key: getattr(arguments, key) for key in ("seed", "duration")}
    short = [f"--{key}={value}" for key, value in values.items() if value is not None]
    return [*arguments.settings, *short]


def add_code(parser: argparse.ArgumentParser) -> None:
    """Declare --code."""
    parser.add_argument(
        "--code",
        dest="code_folders",
        action="append",
        default=[],
        type=Path,
        metavar="DIR",
        help="a folder with modules of your classes; may be repeated",
    )


def add_replacements(parser: argparse.ArgumentParser) -> None:
    """Declare --replace and --code."""
    add_code(parser)
    parser.add_argument(
        "--replace",
        dest="replacements",
        action="append",
        default=[],
        metavar="NAME=FILE.py:CLASS",
        help="use your class for a component, such as Cars/driver=mine.py:Driver; may be repeated",
    )


def replacements_of(arguments: argparse.Namespace) -> dict[str, str]:
    """Return the replacements by the name of their component; make --code importable."""
    for folder in arguments.code_folders:
        if not folder.is_dir():
            raise InputError(f"there is no folder {folder}", "--code", "a folder with modules")
        sys.path.append(str(folder.resolve()))
    found: dict[str, str] = {}
    for text in arguments.replacements:
        name, equals, replacement = text.partition("=")
        if not equals or not name or name in found:
            raise InputError(
                f"{text!r} replaces {name!r} a second time"
                if name in found
                else f"{text!r} does not name a component and a class",
                "--replace",
                "the name of a component, and a class in a file: Cars/driver=mine.py:Driver",
                "`ghost schedule SCENARIO` lists the components",
            )
        found[name] = replacement
    return found


def add_plans(parser: argparse.ArgumentParser) -> None:
    """Declare --plans."""
    parser.add_argument(
        "--plans",
        choices=["planner", "recorded"],
        help="who drives the cars of planners: the planners again, or the recorded plans, without "
        "them [planner, if a file names it]",
    )


def plans_of(
    arguments: argparse.Namespace, recording: "Recording", command: str
) -> "Recording | None":
    """The recording if its plans are to drive, else None; says so where that is not asked for."""
    from project_ghost.runs import planners_of_programs

    if arguments.plans is not None:
        return recording if arguments.plans == "recorded" else None
    actors = planners_of_programs(recording)
    if not actors:
        return None
    print(
        f"ghost {command}: note: the planner of {', '.join(actors)} was an object of a program, "
        "so the recorded plans drive it",
        file=sys.stderr,
    )
    return recording


def add_run_folder(parser: argparse.ArgumentParser) -> None:
    """Declare the folder of a run and --force, and the flags of every command."""
    parser.add_argument(
        "--force", action="store_true", help="overwrite an existing run in that folder"
    )
    add_written(
        parser,
        "DIR",
        "the folder for recording and summary (default: a new one under runs/)",
        path=_folder,
    )


def _folder(text: str) -> Path:
    if not text.strip():
        raise argparse.ArgumentTypeError("the name of the folder is empty; leave out -o for runs/")
    return Path(text)


def add_execution(
    parser: argparse.ArgumentParser,
    help_text: str = "how to execute the run; the results are the same",
    default: str = "auto",
) -> None:
    """Declare --exec."""
    parser.add_argument(
        "--exec",
        dest="execution",
        choices=["auto", "interpreted", "compiled"],
        default=default,
        help=help_text,
    )
