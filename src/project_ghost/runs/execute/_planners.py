"""The planners of a run: who answers the ports of the cars that planners drive.

Why: ADR 30.
"""

import hashlib
import inspect
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, final

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.errors import InputError
from project_ghost.core.level import Level
from project_ghost.engine import Engine, is_foreign_module
from project_ghost.runs.runnable._code import class_name
from project_ghost.runs.runnable._runnable import Runnable
from project_ghost.scenario.assembly import Assembly
from project_ghost.scenario.planned import PlannedActor

if TYPE_CHECKING:
    from project_ghost.closed_loop.planner import AbstractPlanner
    from project_ghost.closed_loop.simulation import PlannerSession
    from project_ghost.runs.reopen._recorded_plans import RecordedPlans

__all__ = ["FROM_PROGRAM", "PLANNERS", "RunPlanners", "described_planner", "source_digest"]

# The entry of a recording's manifest.
PLANNERS = "planners"
# Whether a planner was an object of a program, so that the scenario does not name it.
FROM_PROGRAM = "from_program"


@final
class RunPlanners:
    """A session for each car that a planner drives; the sessions answer while the engine runs."""

    def __init__(self, runnable: Runnable, recorded: "RecordedPlans | None" = None) -> None:
        self._runnable = runnable
        self._recorded = recorded
        scene = runnable.scene
        planners = {} if scene is None else scene.planners
        self.sessions = {actor: self._session(scene, actor) for actor in planners if scene}
        for session in self.sessions.values() if recorded is None else ():
            session.prepare()  # a mistake shows before the first tick

    def _session(self, scene: Assembly, actor: str) -> "PlannerSession":
        # Imported here: most runs have no planner.
        from project_ghost.closed_loop.planner import load_planner
        from project_ghost.closed_loop.scenario import AssembledScenario
        from project_ghost.closed_loop.simulation import PlannerSeat, PlannerSession

        planned, folders = scene.planners[actor], self._runnable.code_folders
        scenario = AssembledScenario(scene, actor)

        def make() -> "AbstractPlanner":
            if not self._runnable.is_trusted:
                _require_own(planned)
            return load_planner(planned.planner, folders, planned.options, scenario)

        plans = None if self._recorded is None else self._recorded.of(actor)
        return PlannerSession(PlannerSeat(scene, planned), scenario, make, recorded=plans)

    @property
    def are_recorded(self) -> bool:
        """Whether plans come from a recording, and no planner is asked."""
        return self._recorded is not None

    @property
    def recorded_level(self) -> str:
        """The level that a recording says, for a rerun with its plans; else empty.

        A rerun tells the same facts about the run as its recording.
        """
        return "" if self._recorded is None else self._recorded.level

    def attach(self, engine: Engine) -> None:
        """Let the sessions answer the ports of an engine."""
        for session in self.sessions.values():
            session.seat.watch(engine)
            engine.attach(session.seat.planned.port, session)

    def levels(self) -> dict[str, Level]:
        """The determinism level of each planner, by the name of its port."""
        return {
            session.seat.planned.port: Level.PORTABLE
            if self.are_recorded
            else session.planner.level
            for session in self.sessions.values()
        }

    def manifest(self) -> dict[str, str]:
        """The entry of a recording's manifest: the planners, by actor."""
        if not self.sessions:
            return {}
        if self._recorded is not None:
            return {PLANNERS: self._recorded.manifest}
        described = {
            actor: described_planner(session.planner, session.seat.planned)
            for actor, session in self.sessions.items()
        }
        return {PLANNERS: json.dumps(described, sort_keys=True, ensure_ascii=False)}

    # -------------------------------------------------------------- checkpoints

    def save(self) -> dict[str, bytes]:
        """The state of each session, for `load`."""
        return {actor: session.save() for actor, session in self.sessions.items()}

    def load(self, saved: Mapping[str, bytes], original: Runnable) -> bool:
        """Go to the state of a checkpoint; returns whether all planners could be restored.

        `original` is what the checkpoint was made of. Another planner begins at the checkpoint.
        """
        restored = [
            actor in saved
            and session.load(saved[actor], is_other_planner=not _is_same(original, session))
            for actor, session in self.sessions.items()
        ]
        return all(restored)

    def adopt(self, other: "RunPlanners") -> None:
        """Go on with the planners of another run, which has come to the same moment."""
        for actor, session in self.sessions.items():
            session.adopt(other.sessions[actor])


def _require_own(planned: PlannedActor) -> None:
    """Refuse a planner of others than Ghost, which a file from elsewhere names."""
    module, colon, _ = planned.planner.rpartition(":")
    if colon and is_foreign_module(module):
        raise InputError(
            f"the file names a planner of yours or of others: {planned.planner}",
            f"planner of {planned.actor}",
            "a file that names planners of Ghost only, or one whose code you trust",
            "if you trust that module, give --trust (in Python: trust=True); or drive the recorded "
            "plans, with --plans recorded",
        )


def _is_same(original: Runnable, session: "PlannerSession") -> bool:
    """Whether the original run had the same planner with the same options."""
    now = session.seat.planned
    before = None if original.scene is None else original.scene.planners.get(now.actor)
    if before is None:
        raise InputError(
            f"{now.actor} had no planner when the checkpoint was made",
            original.name,
            "a car that a planner drives in both",
            "run the changed scenario from its start with `ghost rerun`",
        )
    return (before.planner, dict(before.options)) == (now.planner, dict(now.options))


def described_planner(planner: "AbstractPlanner", planned: PlannedActor) -> dict[str, Any]:
    """What a manifest says of a planner: key, class, options, level and the hash of its source."""
    from project_ghost.closed_loop.planner import name_of  # most runs have no planner

    module, _, name = planned.planner.rpartition(":")
    # The module of a file is called as the process has room for it.
    is_of_file = module.endswith(".py") and name == type(planner).__name__
    return {
        "planner": planned.planner,
        "options": dict(planned.options),
        "name": name_of(planner),
        "class": f"{Path(module).stem}:{name}" if is_of_file else class_name(type(planner)),
        "level": str(planner.level),
        "source_sha256": source_digest(type(planner)),
    }


@checked_arguments
def source_digest(cls: type) -> str:
    """Return the hash of the file of a class; empty where it has none, as in a notebook."""
    try:
        file = inspect.getsourcefile(cls)
        data = b"" if file is None else Path(file).read_bytes()
    except (OSError, TypeError):
        return ""
    return hashlib.sha256(data.replace(b"\r\n", b"\n")).hexdigest() if data else ""
