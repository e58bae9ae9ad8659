"""Repeats of other simulators in a process of their own, for tests.

SUMO is built against one version of Arrow, and ours may be another: not both in one process.
"""

from project_ghost.analysis.variance import VarianceReport, analyze_variance
from project_ghost.study import Facts, find_simulator
from project_ghost.study._trace import combined


def repeated(simulator: str, settings: dict[str, object], repeats: int) -> VarianceReport:
    scene = find_simulator(simulator)(
        {"duration_ns": None, "end_at_first_collision": False} | settings
    )
    traces = [scene.run(7, repeat) for repeat in range(repeats)]
    return analyze_variance(combined(simulator, [str(i) for i in range(repeats)], traces))


def facts(simulator: str, settings: dict[str, object]) -> Facts:
    scene = find_simulator(simulator)({"duration_ns": 1_000_000_000} | settings)
    scene.run(1, 1)
    found = dict(scene.facts())
    scene.close()  # type: ignore[attr-defined]
    return found
