"""Repeats of other simulators in a process of their own, for tests.

SUMO is built against one version of Arrow, and ours may be another: not both in one process.
"""

from project_ghost.analysis.variance import VarianceReport, analyze_variance
from project_ghost.study import Facts, find_simulator
from project_ghost.study.results._trace import combined


def repeated(
    simulator: str, scenario: str, settings: dict[str, object], repeats: int
) -> tuple[VarianceReport, Facts]:
    scene = find_simulator(simulator)({"scenario": scenario, "duration_ns": None} | settings)
    traces = [scene.run(7, repeat) for repeat in range(repeats)]
    report = analyze_variance(combined(simulator, [str(i) for i in range(repeats)], traces))
    facts = dict(scene.facts())
    close = getattr(scene, "close", None)
    if close is not None:
        close()
    return report, facts
