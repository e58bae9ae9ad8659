"""Scenarios of any size share machine code: what has to be compiled is counted, not compiled."""

import pytest

from project_ghost.engine.program._tables import tables
from project_ghost.runs import prepare

_SHORTER = "[[-1.93, -1.13], [-11.14, 2.48], [-19.53, 8.07]]"


def _entries(scenario: str, *settings: str) -> set[object]:
    """What has to be compiled for a scenario."""
    engine = prepare(scenario, settings, execution="interpreted").engine
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
