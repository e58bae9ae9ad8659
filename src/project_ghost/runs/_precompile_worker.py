"""A process of `precompile`: compiles its share into the cache, or packs the cache's entries.

Prints the name of each function that it compiles.
"""

import sys

from project_ghost.core.compile_steps import CompileStep, observed_compilation
from project_ghost.core.compiled import pack_prebuilt
from project_ghost.doctor.diagnosis import perform, plan_checks
from project_ghost.doctor.selfcheck import Mode
from project_ghost.engine import EngineBatch, Execution
from project_ghost.runs.execute._prepared import PreparedRun
from project_ghost.runs.record._in_arena import InArena
from project_ghost.runs.runnable._scenario import scenario_runnable
from project_ghost.scenario import builtin_names
from project_ghost.scenario.assembly import assemble

from ._action_samples import action_samples
from ._planned_samples import planned_samples
from ._prepare import prepare


def main(task: str, *arguments: str) -> None:
    """Do one task: `compile NUMBER WORKERS`, or `pack PATH DIGEST`."""
    if task == "pack":
        pack_prebuilt(*arguments)
        return
    number, workers = map(int, arguments)
    with observed_compilation(_tell):
        for name in builtin_names()[number::workers]:
            # In full: the first ticks are compared with the interpreter, and the verdicts packed.
            prepare(name, execution=Execution.COMPILED).run()
        for file in (*planned_samples(), *action_samples())[number::workers]:
            PreparedRun(scenario_runnable(file), execution=Execution.COMPILED).run()
        if number == 0:
            _compile_joint_code()
            InArena()  # what encodes the messages of compiled runs
        checks = [each for each in plan_checks(compiled=True).checks if each[1] is Mode.COMPILED]
        for workload, mode in checks[number::workers]:
            perform(workload, mode)


def _compile_joint_code() -> None:
    """Compile what runs many engines in one call: the same for all graphs."""
    file = next(action_samples())
    batch = EngineBatch(assemble(file).graph, [0], execution=Execution.COMPILED)
    for _ in range(2):
        batch.run(file.step_ns)
    assert batch.is_joined


def _tell(step: CompileStep) -> None:
    sys.stdout.write(f"{step.name}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
