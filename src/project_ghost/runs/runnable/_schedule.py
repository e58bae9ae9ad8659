"""Schedule files that can be run: the file, and its runnable."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import final

from project_ghost.core.document import Node, document_of
from project_ghost.engine import Graph, graph_of, read_schedule
from project_ghost.engine.wiring._from_file import node_duration_ns
from project_ghost.scenario.file._overrides import overridden
from project_ghost.scenario.recording import matching_signals, sample_signals

from ._runnable import Definition, DefinitionKind, Runnable

__all__ = ["ScheduleFile", "load_schedule", "schedule_runnable", "stored_schedule"]

_SEED_MAX = 2**64 - 1


@final
@dataclass(frozen=True)
class ScheduleFile:
    """A schedule file with settings put in.

    Classes that it names are looked for in installed modules, beside it, and in `folders`; None
    means that it is from elsewhere, and may name classes of Ghost only.
    `attached` are the files that came with it in a recording.
    """

    name: str
    document: Node
    folders: tuple[Path, ...] | None = ()
    attached: Mapping[str, bytes] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<ScheduleFile {self.name}>"

    @property
    def seed(self) -> int:
        """The seed of all random numbers; 0 by default."""
        node = self.document.entries().get("seed")
        if node is None:
            return 0
        seed = node.whole()
        if not 0 <= seed <= _SEED_MAX:
            raise node.refused(f"the seed is {seed}", f"a whole number from 0 to {_SEED_MAX}")
        return seed

    @property
    def step_ns(self) -> int:
        """The time between two ticks."""
        scheduler = self.document.entries_with("scheduler")["scheduler"]
        return node_duration_ns(scheduler.entries_with("step")["step"], least=1)

    @property
    def duration_ns(self) -> int:
        """The time of a run; an error if the file has none."""
        if "duration" not in self.document.entries():
            raise self.document.refused(
                "the schedule has no duration",
                "the key `duration`, or the flag --duration",
                "add a line such as `duration: 10s`, or --duration 10s",
            )
        duration_ns = node_duration_ns(self.document.entries()["duration"], least=1)
        if duration_ns % self.step_ns:
            raise self.document.entries()["duration"].refused(
                f"the duration is {duration_ns:_} ns",
                f"a whole number of steps of {self.step_ns:_} ns",
                "choose a multiple of the step",
            )
        return duration_ns

    @property
    def recorded_signals(self) -> tuple[str, ...]:
        """The patterns of signals that are recorded."""
        recording = self.document.entries().get("recording")
        if recording is None or "signals" not in recording.entries():
            return ()
        return tuple(node.text() for node in recording.entries()["signals"].items())

    def graph(self) -> Graph:
        """Make the graph, with the signals that it records."""
        graph = graph_of(self.document, self.folders)
        recording = self.document.entries().get("recording")
        if recording is not None:
            _record_signals(graph, recording)
        return graph


def load_schedule(
    path: Path, settings: Sequence[str] = (), folders: Sequence[Path] = ()
) -> ScheduleFile:
    """Load a schedule file, with settings as in `--set`."""
    document = overridden(read_schedule(path), settings, None)
    return _named(document, path.stem, (path.parent, *folders), {})


def stored_schedule(
    definition: Definition,
    settings: Sequence[str] = (),
    *,
    name: str,
    folders: Sequence[Path] | None,
) -> ScheduleFile:
    """Return the schedule file of a stored definition; `name` is that of the file in errors."""
    try:
        document = document_of(json.loads(definition.text), name)
    except (ValueError, TypeError, RecursionError):
        document = Node(None, name, 0, "")
    if not isinstance(document.content, dict):
        raise document.refused(
            "this is not a resolved schedule",
            "what a recording of a schedule carries, unchanged",
            "use the unchanged recording",
        )
    document = overridden(document, settings, None)
    found = None if folders is None else tuple(folders)
    return _named(document, "schedule", found, definition.attached)


def _named(
    document: Node, name: str, folders: tuple[Path, ...] | None, attached: Mapping[str, bytes]
) -> ScheduleFile:
    node = document.entries().get("name")
    if node is not None:
        name = node.text()
        if not name.strip() or {"/", "\\", "\0"} & set(name) or name.startswith("."):
            raise node.refused(
                f"the name is {name!r}",
                "a name that can be one of a folder",
                "write letters, digits and hyphens",
            )
    return ScheduleFile(name, document, folders, attached)


def schedule_runnable(file: ScheduleFile) -> Runnable:
    """Make the graph of a schedule file, and describe its runs."""
    seed, duration_ns = file.seed, file.duration_ns
    plain = file.document.plain()
    assert isinstance(plain, dict)
    resolved = {**plain, "name": file.name, "seed": seed, "duration": duration_ns}
    # In the order of the file, which decides the order of rows and messages.
    text = json.dumps(resolved, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
    definition = Definition(DefinitionKind.SCHEDULE, text)
    return Runnable(
        file.name, file.graph(), seed, duration_ns, definition, code_folders=file.folders or ()
    )


def _record_signals(graph: Graph, recording: Node) -> None:
    """Sample the signals of the key `recording`."""
    keys = recording.mapping(("signals",), ("every",))
    recorded: list[str] = []
    for node in keys["signals"].items():
        with node.located():
            recorded += matching_signals(graph, node.text())
    period_ns = node_duration_ns(keys["every"], least=1) if "every" in keys else graph.step_ns
    with recording.located(keys):
        sample_signals(graph, recorded, period_ns)
