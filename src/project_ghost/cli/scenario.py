"""Scenarios: list those that are built in, show one, check a file, begin a new one.

`ghost scenario list`, `ghost scenario show NAME [--svg PATH] [--json]`,
`ghost scenario validate FILE`, `ghost scenario new NAME`, `ghost scenario schema`.
Where a NAME stands a FILE may stand as well. What a file may hold: docs/scenario-keys.md has
every key with its range, docs/scenarios.md examples; `ghost scenario show NAME --json` a whole
scenario with every key filled in; `ghost scenario schema > scenario.schema.json` lets an editor
check and complete while you write.
"""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from project_ghost.core.duration import duration_text, seconds_text
from project_ghost.core.errors import InputError
from project_ghost.core.files import write_whole

from ._scenario_template import scenario_text

if TYPE_CHECKING:
    from rich.console import JustifyMethod

    from project_ghost.scenario import ScenarioFile
    from project_ghost.scenario.spec import ScenarioSpec


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
    """All settings of a command line; `--seed` and `--duration` keep their names for errors."""
    given = {key: getattr(arguments, key) for key in ("seed", "duration")}
    short = [f"--{key}={value}" for key, value in given.items() if value is not None]
    return [*arguments.settings, *short]


def run(arguments: argparse.Namespace) -> int:
    """Do what was asked for."""
    return {
        "list": _list,
        "show": _show,
        "validate": _validate,
        "new": _new,
        "schema": _schema,
    }[arguments.action](arguments)


_ROOM_FOR_NAMES = 60


def _list(_: argparse.Namespace) -> int:
    from rich.table import Table

    from project_ghost.scenario import builtin_names, load_scenario

    from ._console import TerminalConsole

    table = Table(title="Built-in scenarios", title_justify="left")
    for heading in ("name", "duration", "actors", "what happens"):
        justify: JustifyMethod = "right" if heading == "duration" else "left"
        table.add_column(heading, justify=justify, overflow="fold")
    console = TerminalConsole()
    # Names are to be copied: they stay whole where the other columns can make room.
    table.columns[0].no_wrap = console.width >= _ROOM_FOR_NAMES
    for name in builtin_names():
        spec = load_scenario(name).spec
        table.add_row(name, seconds_text(spec.duration), actors_text(spec), spec.description)
    console.print(table)
    return 0


def actors_text(spec: "ScenarioSpec") -> str:
    """Who takes part, in a few words."""
    counts: dict[str, int] = {}
    for actor in spec.actors.values():
        counts[actor.kind] = counts.get(actor.kind, 0) + 1
    for population in spec.populations.values():
        counts[population.kind] = counts.get(population.kind, 0) + population.count
    words = [f"{n} {kind}{'s' if n > 1 else ''}" for kind, n in counts.items()]
    spawned = any(population.spawner for population in spec.populations.values())
    return ", ".join(words) + (" and more to come" if spawned else "")


def _show(arguments: argparse.Namespace) -> int:
    from project_ghost.scenario import canonical_json, load_scenario, scenario_digest

    file = load_scenario(arguments.scenario, settings_of(arguments))
    if arguments.svg is not None:
        _draw(file, arguments.svg)
    if arguments.json:
        sys.stdout.write(canonical_json(file.spec))
        return 0
    from rich.markup import escape
    from rich.table import Table

    from ._console import TerminalConsole

    spec = file.spec
    facts = {
        "name": spec.name,
        "what happens": spec.description,
        "file": file.document.file,
        "map": spec.map or "none",
        "step": duration_text(spec.step),
        "duration": seconds_text(spec.duration),
        "seed": str(spec.seed),
        "actors": actors_text(spec),
        "names": ", ".join([*spec.actors, *spec.populations]),
        "scenery": ", ".join(spec.scenery) or "none",
        "faults": ", ".join(f"{f.kind} of {f.actor} at {seconds_text(f.at)}" for f in spec.faults)
        or "none",
        "on collision": spec.on_collision,
        "poses": f"every {duration_text(spec.recording.pose)}",
        "digest": scenario_digest(spec),
    }
    table = Table(show_header=False)
    for _ in ("what", "value"):
        table.add_column(overflow="fold")
    for name, value in facts.items():
        table.add_row(name, escape(value))
    TerminalConsole().print(table)
    return 0


def _draw(file: "ScenarioFile", path: Path) -> None:
    from project_ghost.runs import stage
    from project_ghost.view import run_svg

    staged = stage(file)
    picture = run_svg(staged.assembly, staged.run(keep_positions=True))
    write_whole(path, picture, "the picture")


def _validate(arguments: argparse.Namespace) -> int:
    from project_ghost.engine import Engine
    from project_ghost.scenario import load_scenario, scenario_digest
    from project_ghost.scenario.assembly import assemble

    file = load_scenario(arguments.scenario, settings_of(arguments))
    Engine(assemble(file).graph, file.spec.seed, execution="interpreted")
    print(f"{file.document.file} is a valid scenario: {file.spec.name}, {actors_text(file.spec)}")
    print(f"  digest of what it means: {scenario_digest(file.spec)}")
    return 0


def _new(arguments: argparse.Namespace) -> int:
    from project_ghost.scenario import builtin_names

    path: Path = arguments.dir / f"{arguments.name}.yaml"
    text = scenario_text(arguments.name)
    if arguments.name in builtin_names():
        raise InputError(
            f"{arguments.name} is the name of a built-in scenario",
            "NAME",
            "a name of its own, so that nobody runs the other one",
            f"call it my-{arguments.name}",
        )
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
