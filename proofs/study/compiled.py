"""Compile the scenes of the proof once before it, for all workers."""

from collections.abc import Mapping

from project_ghost.batch import ProcessPool, Task
from project_ghost.study import Study, find_simulator, planned_experiments

__all__ = ["compile_scenes"]


def compile_scenes(study: Study, wanted: set[str]) -> None:
    """Put the machine code of all scenarios with these names into the cache, on all cores."""
    settings = {
        each.scenario.name: dict(each.settings)
        for each in planned_experiments(study)
        if each.scenario.name in wanted
    }
    tasks = [
        Task(_compile, (study.simulator, study.seed, each), f"compiling {name}")
        for name, each in settings.items()
    ]
    for outcome in ProcessPool().run(tasks):
        outcome.get()


def _compile(simulator: str, seed: int, settings: Mapping[str, object]) -> None:
    scene = find_simulator(simulator)(settings)
    for repeat in (1, 2):  # the second run in a process is compiled
        scene.run(seed, repeat)
