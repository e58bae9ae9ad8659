"""List the built-in scenarios, show one, validate a file, create a new one.

`ghost scenario list`, `ghost scenario show NAME [--svg PATH] [--json]`,
`ghost scenario validate FILE`, `ghost scenario new NAME`, `ghost scenario schema`.
A FILE may be given instead of a NAME. docs/scenario-keys.md lists every key with its range,
docs/scenarios.md has examples; `ghost scenario show NAME --json` prints a scenario with every
key filled in; with `ghost scenario schema > scenario.schema.json` an editor can check and
complete keys.
"""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from project_ghost.core.duration import duration_text, seconds_text
from project_ghost.core.errors import InputError
from project_ghost.core.files import write_whole

from ._document import svg_path
from ._new_files import write_new
from ._run_flags import add_settings, settings_of
from ._scenario_template import scenario_text

if TYPE_CHECKING:
    from rich.console import JustifyMethod

    from project_ghost.scenario import ScenarioFile
    from project_ghost.scenario.spec import ScenarioSpec


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the subcommands and their flags."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    actions.add_parser("list", help="list the built-in scenarios")
    show = actions.add_parser("show", help="show or draw a scenario")
    show.add_argument("scenario", metavar="NAME", help="a built-in scenario or a file")
    show.add_argument(
        "--svg", metavar="PATH", type=svg_path, help="draw the paths of a run on its map"
    )
    show.add_argument("--json", action="store_true", help="print the resolved scenario instead")
    validate = actions.add_parser("validate", help="check a file without running it")
    validate.add_argument("scenario", metavar="FILE", help="a file or a built-in scenario")
    for each in (show, validate):
        add_settings(each)
    new = actions.add_parser("new", help="create a scenario file to start from")
    new.add_argument("name", metavar="NAME", help="such as my-crossing: writes my-crossing.yaml")
    new.add_argument("--dir", type=Path, default=Path(), help="its folder; default: this one")
    actions.add_parser("schema", help="print the JSON Schema of scenario files, for editors")


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand."""
    return {
        "list": _list,
        "show": _show,
        "validate": _validate,
        "new": _new,
        "schema": _schema,
    }[arguments.action](arguments)


_WIDTH_FOR_NAMES = 60


def _list(_: argparse.Namespace) -> int:
    from rich.table import Table

    from project_ghost.scenario import builtin_names, load_scenario

    from ._console import TerminalConsole

    table = Table(title="Built-in scenarios", title_justify="left")
    for heading in ("name", "duration", "actors", "what happens"):
        justify: JustifyMethod = "right" if heading == "duration" else "left"
        table.add_column(heading, justify=justify, overflow="fold")
    console = TerminalConsole()
    # Names are copied by users, so they are not wrapped if the terminal is wide enough.
    table.columns[0].no_wrap = console.width >= _WIDTH_FOR_NAMES
    for name in builtin_names():
        spec = load_scenario(name).spec
        table.add_row(name, seconds_text(spec.duration), actors_text(spec), spec.description)
    console.print(table)
    return 0


def actors_text(spec: "ScenarioSpec") -> str:
    """Count the actors by kind."""
    counts: dict[str, int] = {}
    for actor in spec.actors.values():
        counts[actor.kind] = counts.get(actor.kind, 0) + 1
    for population in spec.populations.values():
        counts[population.kind] = counts.get(population.kind, 0) + population.count
    counts_by_kind = [f"{n} {kind}{'s' if n > 1 else ''}" for kind, n in counts.items()]
    spawned = any(population.spawner for population in spec.populations.values())
    return ", ".join(counts_by_kind) + (" and spawned ones" if spawned else "")


def _show(arguments: argparse.Namespace) -> int:
    from project_ghost.scenario import canonical_json, load_scenario, resolved, scenario_digest

    file = load_scenario(arguments.scenario, settings_of(arguments))
    if arguments.svg is not None:
        _draw(file, arguments.svg)
    if arguments.json:
        sys.stdout.write(canonical_json(resolved(file.spec)))
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
    from project_ghost.runs import prepare
    from project_ghost.view import run_svg

    prepared = prepare(file)
    picture = run_svg(prepared.assembly, prepared.run(keep_positions=True))
    write_whole(path, picture, "the picture")


def _validate(arguments: argparse.Namespace) -> int:
    from project_ghost.engine import Engine
    from project_ghost.scenario import load_scenario, scenario_digest
    from project_ghost.scenario.assembly import assemble

    file = load_scenario(arguments.scenario, settings_of(arguments))
    Engine(assemble(file).graph, file.spec.seed, execution="interpreted")
    print(f"{file.document.file} is a valid scenario: {file.spec.name}, {actors_text(file.spec)}")
    print(f"  digest: {scenario_digest(file.spec)}")
    return 0


def _new(arguments: argparse.Namespace) -> int:
    from project_ghost.scenario import builtin_names

    path: Path = arguments.dir / f"{arguments.name}.yaml"
    text = scenario_text(arguments.name)
    if arguments.name in builtin_names():
        raise InputError(
            f"{arguments.name} is the name of a built-in scenario",
            "NAME",
            "a unique name",
            f"call it my-{arguments.name}",
        )
    write_new({path: text}, "the scenario")
    print(f"wrote {path}, a complete scenario")
    print(f"  check it:  ghost scenario validate {path}")
    print(f"  run it:    ghost run {path}")
    return 0


def _schema(_: argparse.Namespace) -> int:
    from project_ghost.scenario import scenario_schema

    sys.stdout.write(scenario_schema())
    return 0
