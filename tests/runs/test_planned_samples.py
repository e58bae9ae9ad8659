"""Goal: the archive of machine code serves closed loops of every kind.

Method: what has to be compiled for scenes of all kinds is among what the samples need.
"""

import pytest

from project_ghost.engine import Engine, Execution
from project_ghost.engine.program._tables import tables
from project_ghost.runs._planned_samples import planned_samples
from project_ghost.scenario import with_settings
from project_ghost.scenario.assembly import assemble
from project_ghost.scenario.file._load import ScenarioFile


def entries(file: ScenarioFile) -> set[object]:
    engine = Engine(assemble(file).graph, execution=Execution.INTERPRETED)
    return set(tables(engine.plan, engine.layout, chained=True).entries.values())


@pytest.mark.parametrize(
    "settings",
    [
        ("step=10ms", "contacts_every=100ms"),
        ("actors.ego.driver.period=200ms", "recording.pose=200ms"),
        ("actors.ego.driver.tracking.horizon_steps=5",),
    ],
)
def test_another_rate_or_parameter_has_nothing_to_compile(settings) -> None:
    samples = tuple(planned_samples())
    known = set().union(*map(entries, samples))
    for sample in samples:
        assert entries(with_settings(sample, settings)) <= known


def test_samples_have_every_controller_and_every_way_to_react() -> None:
    controllers, reacting = set(), set()
    for sample in planned_samples():
        controllers |= {planned.controller for planned in assemble(sample).planners.values()}
        reacting |= {len(sample.spec.populations), len(assemble(sample).tables)}
    assert controllers == {"lqr", "perfect", "tracker", "log"}
    assert reacting == {0, 1, 2, 3}
