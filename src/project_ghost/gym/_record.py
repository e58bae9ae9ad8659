"""An episode as a recording: its actions drive the scenario again, and the digest is compared."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.errors import GhostError, InputError
from project_ghost.runs import prepare, recorded_run
from project_ghost.scenario import ScenarioFile, with_settings
from project_ghost.scenario.controlled import actions_text
from project_ghost.telemetry import RECORDING_NAME

from ._env import ScenarioEnv
from ._episodes import Done
from ._parallel_env import ScenarioParallelEnv
from ._scene import Scene

__all__ = ["episode_file", "record"]


def episode_file(scene: Scene, done: Done) -> ScenarioFile:
    """The scenario of an episode, with its actions attached: it runs without anybody's answer."""
    file = scene.files[done.layout]
    names = {car.actor: f"{car.actor}-actions.csv" for car in scene.cars}
    attached = {
        names[car.actor]: actions_text(done.actions[:, car.index, : car.width]).encode()
        for car in scene.cars
    }
    settings = [f"seed={done.seed}", f"duration={done.duration_ns}"]
    settings += [f"actors.{actor}.driver.file={json.dumps(n)}" for actor, n in names.items()]
    changed = with_settings(replace(file, attached={**file.attached, **attached}), settings)
    return replace(changed, folder=file.folder)


@checked_arguments
def record(env: Any, folder: Path | str, *, force: bool = False) -> Path:  # noqa: ANN401 - also a wrapper of one
    """Record the present episode of an environment as `run.mcap` in a folder; returns its path.

    The episode runs again, with its actions in place of the agent: nothing is recorded, and
    nothing costs time, until this is called. The recording is self-contained: `ghost view`, `ghost
    verify`, `ghost diff` and all other commands take it. With `force` an existing file is replaced.
    """
    own = getattr(env, "unwrapped", env)
    if not isinstance(own, ScenarioEnv | ScenarioParallelEnv):
        raise InputError(
            f"{type(own).__name__} is not an environment of Ghost",
            "project_ghost.gym.record",
            "a ScenarioEnv, a ScenarioParallelEnv, or a wrapper of one",
            "of a vector environment, run the copy with its seed and actions in a ScenarioEnv",
        )
    done = own.done()
    path = Path(folder)
    path.mkdir(parents=True, exist_ok=True)
    result = recorded_run(prepare(episode_file(own.scene, done)), path, force=force)
    if result.digest != done.digest:
        raise GhostError(
            f"the recorded run has the digest {result.digest}, the episode {done.digest}",
            "project_ghost.gym.record",
            "the same bits",
            "this is a bug of Ghost: please report it with the scenario",
        )
    return path / RECORDING_NAME
