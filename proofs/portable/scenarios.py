"""Scenarios as workloads: one run, one digest. They are here because the core has no scenarios."""

from pathlib import Path

from project_ghost.doctor.selfcheck import Mode

__all__ = ["SCENARIO_WORKLOADS", "t_junction_4"]


def t_junction_4(mode: Mode) -> str:
    """Seven seconds of two cars and a pedestrian, the collision included."""
    from project_ghost.engine import Engine
    from project_ghost.scenario import load_scenario
    from project_ghost.scenario.assembly import assemble

    file = load_scenario("t-junction-4", ["duration=7s"])
    engine = Engine(assemble(file).graph, file.spec.seed, execution=mode)
    engine.run(file.spec.duration)
    return engine.digest


# Name to import path, as the self-check takes it from elsewhere.
SCENARIO_WORKLOADS = {"t-junction-4": f"{Path(__file__)}:t_junction_4"}
