"""The runnable of a scenario."""

from project_ghost.scenario import ScenarioFile, canonical_json
from project_ghost.scenario.assembly import assemble

from ._runnable import Definition, DefinitionKind, Runnable

__all__ = ["scenario_runnable"]


def scenario_runnable(file: ScenarioFile) -> Runnable:
    """Assemble a scenario."""
    scene = assemble(file)
    spec = scene.spec
    definition = Definition(DefinitionKind.SCENARIO, canonical_json(spec), scene.files)
    folders = (file.class_folders or ()) if scene.has_own_code else ()
    return Runnable(
        spec.name, scene.graph, spec.seed, spec.duration, definition, scene, code_folders=folders
    )
