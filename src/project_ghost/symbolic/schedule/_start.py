"""Engines of scenarios, schedules and graphs, run to where a period begins."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, get_args

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.duration import seconds_text
from project_ghost.core.errors import InputError
from project_ghost.core.files import pretty_json
from project_ghost.core.wording import did_you_mean
from project_ghost.engine import Engine, Execution, Graph
from project_ghost.runs import Replacement, ScheduleFile, Settings, load, prepare, settings_from
from project_ghost.runs.runnable._replacement import import_file
from project_ghost.symbolic.model._model import RateTransitions

from ._places import RowNames
from ._plan import period_of

if TYPE_CHECKING:
    from project_ghost.scenario.assembly import Assembly


class StartedEngine(NamedTuple):
    """An engine where a period begins, the names of its tables' rows, and its file's digest."""

    engine: Engine
    row_names: RowNames
    scenario_digest: str


@checked_arguments
def start_engine(
    source: str | Path | Graph,
    settings: Settings = (),
    *,
    at_ns: int = 0,
    rate_transitions: RateTransitions = "snapshot",
    components: Mapping[str, Replacement] | None = None,
    execution: Execution | str = Execution.AUTO,
) -> StartedEngine:
    """The engine of a source, run to the first time from `at_ns` on at which a period begins.

    A source is a built-in scenario, a scenario or schedule file, `FILE.py:NAME` with the name of a
    graph or of a function that returns one, or a graph. Settings are as in `--set`; a graph has
    none.
    """
    require_choice("rate_transitions", rate_transitions, get_args(RateTransitions), "start_engine")
    if at_ns < 0:
        raise InputError(f"the time is {at_ns} ns", "at_ns", "0 or later", "give a later time")
    if isinstance(source, str) and ".py:" in source:
        source = _graph_in_file(source)
    if isinstance(source, Graph):
        if settings_from(settings) or components:
            raise InputError(
                "settings or replacements are given for a graph",
                "start_engine",
                "a scenario or schedule, which has keys",
                "change the graph where it is made",
            )
        engine = Engine(source, execution=execution)
        return _run_to_begin(StartedEngine(engine, {}, ""), at_ns, rate_transitions)
    started = _of_file(source, settings, components or {}, execution, at_ns)
    return _run_to_begin(started, at_ns, rate_transitions)


def require_choice(name: str, value: object, known: Sequence[str], where: str) -> None:
    """Refuse a value that is none of the known ones."""
    if value not in known:
        raise InputError(
            f"{name} is {value!r}{did_you_mean(str(value), known)}",
            where,
            f"one of {', '.join(known)}",
            "correct the value",
            key=name,
        )


def _of_file(
    source: str | Path,
    settings: Settings,
    components: Mapping[str, Replacement],
    execution: Execution | str,
    at_ns: int,
) -> StartedEngine:
    file = load(source, settings)
    if isinstance(file, ScheduleFile) and not components:
        # An export needs no duration, which a runnable has.
        digest = hashlib.sha256(pretty_json(file.document.plain()).encode()).hexdigest()
        return StartedEngine(Engine(file.graph(), file.seed, execution=execution), {}, digest)
    prepared = prepare(file, components=components, execution=execution)
    runnable = prepared.runnable
    if at_ns >= runnable.duration_ns:
        raise InputError(
            f"the time is {seconds_text(at_ns)}",
            runnable.name,
            f"a time before the end, which is at {seconds_text(runnable.duration_ns)}",
            "choose an earlier time, or a longer duration",
        )
    rows = {} if runnable.scene is None else _row_names(runnable.scene)
    return StartedEngine(prepared.engine, rows, runnable.definition.sha256)


def _row_names(scene: Assembly) -> dict[str, tuple[str, ...]]:
    """The actors in the rows of each table, and of what belongs to it, such as its driver."""
    found: dict[str, tuple[str, ...]] = {"Scene": ()}
    for table in scene.tables:
        names = tuple(
            table.name_of(place).removeprefix(f"{table.name}/") for place in range(table.capacity)
        )
        found["Scene"] += names
        for component in scene.graph.components:
            if component == table.component or component.startswith(f"{table.component}/"):
                found[component] = names
    return found


def _run_to_begin(
    started: StartedEngine, at_ns: int, rate_transitions: RateTransitions
) -> StartedEngine:
    engine = started.engine
    period = period_of(engine.plan, rate_transitions)
    step_ns = engine.plan.step_ns
    first = -(-at_ns // step_ns)
    tick = first if period.is_begun_at(first) else period.next_begin(first)
    engine.run(tick * step_ns)
    if engine.stopped:
        raise InputError(
            f"the run ends at {engine.now_ns} ns, before a period begins",
            "start_engine",
            f"a time at which it still runs; a period begins at {tick * step_ns} ns",
            "choose an earlier time",
        )
    return started


def _graph_in_file(text: str) -> Graph:
    """The graph that `FILE.py:NAME` names, or that the function of this name returns."""
    file, _, name = text.rpartition(":")
    module = import_file(Path(file), "FILE.py:NAME")
    value = getattr(module, name, None)
    graph = value() if inspect.isfunction(value) and not _needed(value) else value
    if isinstance(graph, Graph):
        return graph
    known = [n for n, each in vars(module).items() if isinstance(each, Graph)]
    known += [n for n, each in vars(module).items() if _makes_graph(each)]
    what = "is not a graph" if hasattr(module, name) else "does not exist"
    raise InputError(
        f"{name!r} in {file} {what}{did_you_mean(name, known)}",
        "FILE.py:NAME",
        f"one of {', '.join(known)}" if known else "a Graph, or a function that returns one",
        "name a graph, or a function without arguments that returns one",
    )


def _needed(function: object) -> list[str]:
    """The arguments that a function cannot do without."""
    parameters = inspect.signature(function).parameters.values()  # type: ignore[arg-type]
    is_needed = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return [p.name for p in parameters if p.default is p.empty and p.kind in is_needed]


def _makes_graph(value: object) -> bool:
    annotations = getattr(value, "__annotations__", {})
    return inspect.isfunction(value) and annotations.get("return") in (Graph, "Graph")
