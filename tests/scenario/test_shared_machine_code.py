"""Scenarios of any size share machine code: what has to be compiled is counted, not compiled."""

from pathlib import Path

import pytest

from project_ghost.engine import Engine, Execution
from project_ghost.engine.program._tables import tables
from project_ghost.runs import prepare
from project_ghost.scenario.assembly import assemble
from project_ghost.scenario.commonroad import commonroad_scenarios

COMMONROAD = Path(__file__).parents[3] / "shared" / "data" / "commonroad"

_SHORTER = "[[-1.93, -1.13], [-11.14, 2.48], [-19.53, 8.07]]"


def _entries(scenario: str, *settings: str) -> set[object]:
    """What has to be compiled for a scenario."""
    return _entries_of(prepare(scenario, settings, execution="interpreted").engine)


def _entries_of(engine: Engine) -> set[object]:
    return set(tables(engine.plan, engine.layout, chained=True).entries.values())


@pytest.mark.parametrize(
    ("scenario", "change"),
    [
        ("crowd", "populations.people.count=130"),  # actors
        ("t-junction-4", f"actors.car2.route.waypoints={_SHORTER}"),  # points of a route
        ("t-junction-4", "actors.car1.speed_mps=3.5"),  # a parameter
        ("t-junction-4", "step=25ms"),
        ("t-junction-4", "recording.pose=200ms"),
    ],
)
def test_another_size_route_or_parameter_has_nothing_to_compile(scenario: str, change: str) -> None:
    assert _entries(scenario, change) == _entries(scenario)


def test_another_map_has_nothing_to_compile() -> None:
    assert _entries("t-junction-3") == _entries("t-junction-4")
    assert _entries("motorway") <= _entries("stress") | _entries("urban-crossing")


@pytest.mark.slow
@pytest.mark.skipif(not COMMONROAD.exists(), reason="needs the CommonRoad files of the shared data")
@pytest.mark.parametrize(("reacting", "every"), [("replay", 1), ("idm", 5)])
def test_recorded_scenes_of_all_sizes_share_their_machine_code(reacting, every) -> None:
    """41 planning problems, 0 to 51 recorded actors: rows, samples and plans of any number."""
    sets = set()
    for path in sorted(COMMONROAD.rglob("*.xml"))[::every]:
        for file in commonroad_scenarios(path, traffic={"reacting": reacting}):
            engine = Engine(assemble(file).graph, execution=Execution.INTERPRETED)
            sets.add(frozenset(_entries_of(engine)))
    assert 0 < len(sets) <= 6
