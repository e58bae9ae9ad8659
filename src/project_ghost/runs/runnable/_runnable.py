"""The interface of everything that can be run."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import final

from project_ghost.core.duration import seconds_text
from project_ghost.core.errors import InputError
from project_ghost.engine import Graph
from project_ghost.scenario.assembly import Assembly

__all__ = ["Definition", "DefinitionKind", "Runnable"]


class DefinitionKind(StrEnum):
    """The kind of definition that a run was made from."""

    SCENARIO = "scenario"
    SCHEDULE = "schedule"
    GRAPH = "graph"  # made in Python: described, but not to be made again from the text


@final
@dataclass(frozen=True)
class Definition:
    """The text that a run is made from, and the files that it names.

    Recordings and checkpoints carry it: it is all that a rerun needs beside the code.
    """

    kind: DefinitionKind
    text: str
    attached: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def file_name(self) -> str:
        """The name of the text among the attachments of a recording."""
        return f"{self.kind}.json"

    @property
    def sha256(self) -> str:
        """The digest of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()


@final
@dataclass(frozen=True)
class Runnable:
    """A graph with all that is needed to run, record and reopen it.

    A scenario, a schedule file and a graph made in Python all become one. Only a scenario has a
    `scene`: actors with names, a map, plans and pictures. `code_folders` are those in which its
    classes were looked for beside the installed modules. Planners of others than Ghost are
    imported only if it `is_trusted`.
    """

    name: str
    graph: Graph
    seed: int
    duration_ns: int
    definition: Definition
    scene: Assembly | None = None
    code_folders: tuple[Path, ...] = ()
    is_trusted: bool = True

    def __repr__(self) -> str:
        duration = seconds_text(self.duration_ns)
        return f"<Runnable {self.definition.kind} {self.name}, seed {self.seed}, {duration}>"

    @property
    def step_ns(self) -> int:
        """The time between two ticks."""
        return self.graph.step_ns

    def require_scene(self, what: str) -> Assembly:
        """Return the scene of a scenario; refuse `what` for a run without actors."""
        if self.scene is None:
            raise InputError(
                f"{what} needs a scenario, and {self.name} is a {self.definition.kind}",
                self.name,
                "a run of a scenario, which has actors and a map",
                "give a scenario",
            )
        return self.scene
