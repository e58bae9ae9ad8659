"""Record a simulation that a program drives: a callback of `closed_loop`."""

import json
from pathlib import Path
from typing import final

from project_ghost.closed_loop.callback import AbstractCallback
from project_ghost.closed_loop.history import SimulationHistory
from project_ghost.closed_loop.planner import AbstractPlanner
from project_ghost.closed_loop.simulation import SimulationSetup
from project_ghost.core.level import weakest
from project_ghost.engine import Engine
from project_ghost.hal.channels import CHANNEL_CONTACTS
from project_ghost.runs.execute._listeners import ContactListener
from project_ghost.runs.execute._planners import FROM_PROGRAM, PLANNERS, described_planner
from project_ghost.runs.runnable._runnable import Runnable
from project_ghost.runs.runnable._scenario import assembled_runnable
from project_ghost.scenario.assembly import Assembly
from project_ghost.scenario.events import EndedBy, ended_by
from project_ghost.telemetry import RECORDING_NAME

from ._channels import CHANNEL_PLANS, plans_of
from ._recorded import attachments_of, manifest_of
from ._run_recorder import RunRecorder

__all__ = ["RecordingCallback"]


@final
class RecordingCallback(AbstractCallback):
    """Writes run.mcap to a folder: the same recording as that of `ghost run`.

    Its manifest says that the planner was an object of a program, so `ghost verify` and `ghost
    rerun` drive the recorded plans.
    """

    def __init__(self, folder: Path | str, *, force: bool = False) -> None:
        self._folder = Path(folder)
        self._force = force
        self._planner: AbstractPlanner | None = None
        self._recorder: RunRecorder | None = None
        self._engine: Engine | None = None
        self._contacts = ContactListener()
        self._error: Exception | None = None

    @property
    def path(self) -> Path:
        """The recording."""
        return self._folder / RECORDING_NAME

    def on_initialization_start(self, setup: SimulationSetup, planner: AbstractPlanner) -> None:  # noqa: ARG002
        """Take note of the planner."""
        self._planner = planner
        self._error = None

    def listen(self, engine: Engine, assembly: Assembly) -> None:
        """Open the recording, and record what the engine publishes."""
        runnable = assembled_runnable(assembly)
        self._folder.mkdir(parents=True, exist_ok=True)
        self._engine, self._contacts = engine, ContactListener()
        recorder = self._recorder = RunRecorder(
            self.path,
            runnable,
            attachments=attachments_of(runnable),
            manifest=self._manifest(engine, runnable, assembly),
            force=self._force,
        )
        engine.bus.subscribe(
            "run: contacts",
            self._contacts,
            CHANNEL_CONTACTS,
            take_block=self._contacts.take_block,
        )
        recorder.attach(engine)
        for plan in plans_of(assembly):
            engine.bus.publish(CHANNEL_PLANS, plan)

    def _manifest(self, engine: Engine, runnable: Runnable, assembly: Assembly) -> dict[str, str]:
        ports = {planned.port: planned for planned in assembly.planners.values()}
        levels = [row.component.level for row in engine.plan.rows if row.name not in ports]
        described = {}
        if self._planner is not None:
            levels.append(self._planner.level)
            described = {
                planned.actor: {**described_planner(self._planner, planned), FROM_PROGRAM: True}
                for planned in ports.values()
            }
        manifest = manifest_of(runnable, engine.random.seed, str(weakest(levels)))
        return manifest | {PLANNERS: json.dumps(described, sort_keys=True, ensure_ascii=False)}

    def on_failure(self, error: Exception) -> None:
        """Mark the recording as failed at its end."""
        self._error = error

    def on_simulation_end(
        self,
        setup: SimulationSetup,  # noqa: ARG002
        planner: AbstractPlanner,  # noqa: ARG002
        history: SimulationHistory,  # noqa: ARG002
    ) -> None:
        """Complete the recording."""
        recorder, engine = self._recorder, self._engine
        if recorder is None or engine is None:
            return
        self._recorder = None
        if self._error is not None:
            recorder.__exit__(type(self._error), self._error, self._error.__traceback__)
            return
        reason = ended_by(engine.value("Monitor.reason")) if engine.stopped else EndedBy.DURATION
        recorder.close(
            state_digest=engine.digest,
            results={
                "ended_by": reason,
                "duration_ns": str(engine.now_ns),
                "contacts": str(len(self._contacts.contacts)),
            },
        )
