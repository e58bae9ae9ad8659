"""List the built-in scenarios, show one, validate a file, create a new one.

docs/scenario-keys.md lists every key with its range, docs/scenarios.md has examples.

  ghost scenario list
  ghost scenario new crossing
"""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from project_ghost.core.duration import duration_text, seconds_text
from project_ghost.core.errors import InputError
from project_ghost.core.files import write_whole

from ._run_flags import add_settings, settings_of
from .templates._new_files import add_folder, print_new, write_new
from .templates._scenario import scenario_text
from .terminal._facts import print_facts
from .terminal._output import ALWAYS_JSON, add_printed, put_document, svg_path

if TYPE_CHECKING:
    from rich.console import JustifyMethod

    from project_ghost.scenario import ScenarioFile
    from project_ghost.scenario.spec import ScenarioSpec


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the subcommands and their flags."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, (summary, description, configure_action) in _ACTIONS.items():
        configure_action(actions.add_parser(name, help=summary, description=description))


def _configure_show(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "scenario", metavar="SCENARIO|RUN", help="a built-in scenario, a file, or a recorded run"
    )
    parser.add_argument(
        "--svg", metavar="FILE", type=svg_path, help="draw the paths of a run on its map"
    )
    add_settings(parser)
    add_printed(parser, "print the scenario with every key filled in")


def _configure_validate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scenario", metavar="SCENARIO", help="a file or a built-in scenario")
    add_settings(parser)
    add_printed(parser)


def _configure_new(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NEW", help="such as my-crossing: writes my-crossing.yaml")
    add_folder(parser)


def _configure_schema(parser: argparse.ArgumentParser) -> None:
    add_printed(parser, ALWAYS_JSON)


_ACTIONS = {
    "list": (
        "list the built-in scenarios",
        "List the built-in scenarios.\n\n  ghost scenario list",
        add_printed,
    ),
    "show": (
        "show or draw a scenario",
        "Show a scenario, draw the paths of a run on its map, or print it with every key filled "
        "in (--json). Of a recorded run, forks too, it shows the scenario that was run, and draws "
        "what was recorded.\n\n"
        "  ghost scenario show t-junction-4 --svg t-junction-4.svg\n"
        "  ghost scenario show crossing.yaml --json\n"
        "  ghost scenario show runs/t-junction-4-1 --svg run.svg",
        _configure_show,
    ),
    "validate": (
        "check a file without running it",
        "Check a scenario without running it; a mistake is one message with line and key.\n\n"
        "  ghost scenario validate crossing.yaml",
        _configure_validate,
    ),
    "new": (
        "create a scenario file to start from",
        "Create a scenario file to start from. Nothing is overwritten.\n\n"
        "  ghost scenario new crossing",
        _configure_new,
    ),
    "schema": (
        "print the JSON Schema of scenario files, for editors",
        "Print the JSON Schema of scenario files, with which an editor can check and complete "
        "keys.\n\n"
        "  ghost scenario schema -o scenario.schema.json",
        _configure_schema,
    ),
}


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


def _list(arguments: argparse.Namespace) -> int:
    from project_ghost.scenario import builtin_names, load_scenario

    specs = {name: load_scenario(name).spec for name in builtin_names()}
    if arguments.json:
        put_document(
            [
                {
                    "actors": actors_text(spec),
                    "description": spec.description,
                    "duration_ns": spec.duration,
                    "name": name,
                }
                for name, spec in specs.items()
            ]
        )
        return 0
    from rich.table import Table

    from .terminal._console import console

    table = Table(title="Built-in scenarios", title_justify="left")
    for heading in ("name", "duration", "actors", "what happens"):
        justify: JustifyMethod = "right" if heading == "duration" else "left"
        table.add_column(heading, justify=justify, overflow="fold")
    output = console()
    # Names are copied by users, so they are not wrapped if the terminal is wide enough.
    table.columns[0].no_wrap = output.width >= _WIDTH_FOR_NAMES
    for name, spec in specs.items():
        table.add_row(name, seconds_text(spec.duration), actors_text(spec), spec.description)
    output.print(table)
    return 0


def actors_text(spec: "ScenarioSpec") -> str:
    """Count the actors by kind."""
    counts: dict[str, int] = {}
    for actor in spec.actors.values():
        counts[actor.kind] = counts.get(actor.kind, 0) + 1
    for population in spec.populations.values():
        if population.start_count is not None:
            counts[population.kind] = counts.get(population.kind, 0) + population.start_count
    counts_by_kind = [f"{n} {kind}{'s' if n > 1 else ''}" for kind, n in counts.items()]
    if any(population.start_count is None for population in spec.populations.values()):
        counts_by_kind.append("recorded ones")
    spawned = any(
        population.has_spawner and population.start_count is not None
        for population in spec.populations.values()
    )
    return ", ".join(counts_by_kind) + (" and spawned ones" if spawned else "")


def _show(arguments: argparse.Namespace) -> int:
    from project_ghost.runs import is_recording, scenario_of
    from project_ghost.scenario import canonical_json, load_scenario, resolved, scenario_digest

    settings = settings_of(arguments)
    if is_recording(arguments.scenario):
        _refuse_changes(arguments, settings)
        file = scenario_of(arguments.scenario)
        if arguments.svg is not None:
            _draw_recording(arguments.scenario, arguments.svg)
    else:
        file = load_scenario(arguments.scenario, settings)
        if arguments.svg is not None:
            _draw(file, arguments.svg)
    if arguments.json:
        sys.stdout.write(canonical_json(resolved(file.spec)))
        return 0
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
    print_facts(facts)
    return 0


def _draw(file: "ScenarioFile", path: Path) -> None:
    from project_ghost.runs import prepare
    from project_ghost.view import run_svg

    prepared = prepare(file)
    picture = run_svg(prepared.assembly, prepared.run(keep_positions=True))
    write_whole(path, picture, "the picture")


def _draw_recording(run: str, path: Path) -> None:
    from project_ghost.telemetry import recording_path
    from project_ghost.view import Run, shown_recording, shown_svg

    opened = Run(recording_path(Path(run)))
    try:
        picture = shown_svg(shown_recording(opened))
    finally:
        opened.close()
    write_whole(path, picture, "the picture")


def _refuse_changes(arguments: argparse.Namespace, settings: list[str]) -> None:
    if settings:
        raise InputError(
            f"{arguments.scenario} is a recorded run, and {settings[0]} would change it",
            "ghost scenario show",
            "a recorded run as it is",
            f"`ghost rerun {arguments.scenario} --set ...` runs it with a change",
        )


def _validate(arguments: argparse.Namespace) -> int:
    from project_ghost.engine import Engine
    from project_ghost.scenario import load_scenario, scenario_digest
    from project_ghost.scenario.assembly import assemble

    file = load_scenario(arguments.scenario, settings_of(arguments))
    Engine(assemble(file).graph, file.spec.seed, execution="interpreted")
    name, digest = file.document.file, scenario_digest(file.spec)
    if arguments.json:
        put_document({"digest": digest, "file": name, "scenario": file.spec.name, "valid": True})
        return 0
    print(f"{name} is a valid scenario: {file.spec.name}, {actors_text(file.spec)}")
    print(f"  digest: {digest}")
    return 0


def _new(arguments: argparse.Namespace) -> int:
    from project_ghost.scenario import builtin_names

    path: Path = arguments.output / f"{arguments.name}.yaml"
    text = scenario_text(arguments.name)
    if arguments.name in builtin_names():
        raise InputError(
            f"{arguments.name} is the name of a built-in scenario",
            "NAME",
            "a unique name",
            f"call it my-{arguments.name}",
        )
    write_new({path: text}, "the scenario")
    lines = (
        f"wrote {path}, a complete scenario",
        f"  check it:  ghost scenario validate {path}",
        f"  run it:    ghost run {path}",
    )
    print_new(arguments, [path], "\n".join(lines))
    return 0


def _schema(_: argparse.Namespace) -> int:
    from project_ghost.scenario import scenario_schema

    sys.stdout.write(scenario_schema())
    return 0
