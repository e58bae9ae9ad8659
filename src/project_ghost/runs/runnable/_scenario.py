"""The runnable of a scenario."""

from pathlib import Path

from project_ghost.scenario import ScenarioFile, canonical_json
from project_ghost.scenario.assembly import Assembly, assemble

from ._runnable import Definition, DefinitionKind, Runnable

__all__ = ["assembled_runnable", "scenario_runnable"]


def scenario_runnable(file: ScenarioFile) -> Runnable:
    """Assemble a scenario."""
    scene = assemble(file)
    has_own_code = scene.has_own_code or bool(scene.planners)
    return assembled_runnable(scene, file.class_folders if has_own_code else ())


def assembled_runnable(scene: Assembly, folders: tuple[Path, ...] | None = ()) -> Runnable:
    """The runnable of an assembled scenario.

    `folders` are where its classes are looked for; None if those of others are not to be imported.
    """
    spec = scene.spec
    definition = Definition(DefinitionKind.SCENARIO, canonical_json(spec), scene.files)
    return Runnable(
        spec.name,
        scene.graph,
        spec.seed,
        spec.duration,
        definition,
        scene,
        code_folders=folders or (),
        is_trusted=folders is not None,
    )
