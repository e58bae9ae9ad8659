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
from ._vector_env import ScenarioVectorEnv

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
def record(
    env: Any,  # noqa: ANN401 - also a wrapper of one
    folder: Path | str,
    *,
    copy: int = 0,
    force: bool = False,
) -> Path:
    """Record the present episode of an environment as `run.mcap` in a folder; returns its path.

    The episode runs again, with its actions in place of the agent: nothing is recorded, and
    nothing costs time, until this is called. The recording is self-contained: `ghost view`, `ghost
    verify`, `ghost diff` and all other commands take it. `copy` is one of a vector environment.
    With `force` an existing file is replaced.
    """
    own = getattr(env, "unwrapped", env)
    if not isinstance(own, ScenarioEnv | ScenarioParallelEnv | ScenarioVectorEnv):
        raise InputError(
            f"{type(own).__name__} is not an environment of Ghost",
            "project_ghost.gym.record",
            "one of project_ghost.gym, or a wrapper of one",
            "make it with project_ghost.gym",
        )
    if not 0 <= copy < own.episodes.copies:
        raise InputError(
            f"there is no copy {copy}",
            "project_ghost.gym.record",
            f"a number from 0 to {own.episodes.copies - 1}",
            "correct the number",
        )
    done = own.episodes.finish(copy)
    path = Path(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"the folder cannot be made: {error.strerror}", str(path), "a folder", "choose another"
        ) from None
    result = recorded_run(prepare(episode_file(own.scene, done)), path, force=force)
    if result.digest != done.digest:
        raise GhostError(
            f"the recorded run has the digest {result.digest}, the episode {done.digest}",
            "project_ghost.gym.record",
            "the same bits",
            "this is a bug of Ghost: please report it with the scenario",
        )
    return path / RECORDING_NAME
