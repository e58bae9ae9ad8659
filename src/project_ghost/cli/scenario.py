"""Scenarios: list those that are built in, show one, check a file, begin a new one.

`ghost scenario list`, `ghost scenario show NAME [--svg PATH] [--json]`,
`ghost scenario validate FILE`, `ghost scenario new NAME`, `ghost scenario schema`.
Where a NAME stands a FILE may stand as well. docs/scenarios.md has every key.
"""

import argparse
import sys
from pathlib import Path

from project_ghost.core.errors import InputError

from ._scenario_template import scenario_text


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare what can be done with scenarios."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    actions.add_parser("list", help="the built-in scenarios")
    show = actions.add_parser("show", help="what a scenario holds; a picture of it")
    show.add_argument("scenario", metavar="NAME", help="a built-in scenario, or a file")
    show.add_argument("--svg", metavar="PATH", type=Path, help="draw the paths of a run on its map")
    show.add_argument("--json", action="store_true", help="print the resolved scenario instead")
    validate = actions.add_parser("validate", help="check a file; nothing is run")
    validate.add_argument("scenario", metavar="FILE", help="the file, or a built-in's name")
    for each in (show, validate):
        add_settings(each)
    new = actions.add_parser("new", help="write a file to begin with")
    new.add_argument("name", metavar="NAME", help="such as my-crossing: writes my-crossing.yaml")
    new.add_argument("--dir", type=Path, default=Path(), help="where to; default: here")
    actions.add_parser("schema", help="print the JSON Schema of scenario files, for editors")


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Declare the flags that change a scenario before it is used."""
    add = parser.add_argument
    add("--set", dest="settings", action="append", default=[], metavar="KEY=VALUE",
        help="another value, such as actors.car1.speed_mps=5; may be given again")  # fmt: skip
    add("--seed", metavar="N", help="another seed")
    add("--duration", metavar="TIME", help="another duration, such as 5s")


def settings_of(arguments: argparse.Namespace) -> list[str]:
    """All settings of a command line, in the form of `--set`."""
    settings = list(arguments.settings)
    for key in ("seed", "duration"):
        if getattr(arguments, key) is not None:
            settings.append(f"{key}={getattr(arguments, key)}")
    return settings


def run(arguments: argparse.Namespace) -> int:
    """Do what was asked for."""
    return {
        "list": _list,
        "show": _show,
        "validate": _validate,
        "new": _new,
        "schema": _schema,
    }[arguments.action](arguments)


def _list(_: argparse.Namespace) -> int:
    from rich.table import Table

    from project_ghost.scenario import builtin_names, load_scenario

    from ._console import TerminalConsole

    table = Table(title="Built-in scenarios", title_justify="left")
    for heading in ("name", "duration", "actors", "what happens"):
        table.add_column(heading, justify="right" if heading == "duration" else "left")
    for name in builtin_names():
        spec = load_scenario(name).spec
        table.add_row(name, _seconds(spec.duration), actors_text(spec), spec.description)
    TerminalConsole().print(table)
    return 0


def _seconds(duration_ns: int) -> str:
    return f"{duration_ns / 1e9:g} s"


def _new(arguments: argparse.Namespace) -> int:
    path: Path = arguments.dir / f"{arguments.name}.yaml"
    text = scenario_text(arguments.name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise InputError(
            f"{path} exists already",
            str(path),
            "a name that is still free",
            "choose another NAME or --dir, or remove the file",
        ) from None
    except OSError as error:
        raise InputError(
            f"the scenario cannot be written: {error.strerror}",
            str(path),
            "a folder that can be written to",
            "check the path given to --dir",
        ) from None
    print(f"wrote {path}, a scenario that runs")
    print(f"  check it:  ghost scenario validate {path}")
    print(f"  run it:    ghost run {path}")
    return 0


def _schema(_: argparse.Namespace) -> int:
    from project_ghost.scenario import scenario_schema

    sys.stdout.write(scenario_schema())
    return 0
