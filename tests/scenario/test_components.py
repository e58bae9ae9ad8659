"""Goal: the components of scenarios work on small arrays and pass the component checker.

Method: their functions are called on small arrays; then those that no built-in scenario has go
through the checker that users have for their own components.
"""

import numpy as np
import pytest

from project_ghost.core.errors import InputTypeError
from project_ghost.scenario.events import (
    Arrivals,
    EndedBy,
    Monitor,
    Poses,
    SpawnEvents,
    ValueChangeEvents,
    ended_by,
)
from project_ghost.scenario.faults._windows import FaultClock, FaultTable
from project_ghost.testing import check_component
from project_ghost.world.bodies import ALIVE, BODY_WIDTH, SERIAL, X, Y


def bodies(*rows: tuple[float, float, float]) -> np.ndarray:
    """Rows of (alive, serial, x)."""
    result = np.zeros((len(rows), BODY_WIDTH))
    for i, (alive, serial, x) in enumerate(rows):
        result[i, ALIVE], result[i, SERIAL], result[i, X], result[i, Y] = alive, serial, x, -x
    return result


def test_poses_are_those_of_the_living_in_order() -> None:
    records, count = np.full((3, 10), 9.0), np.zeros(1)
    Poses.output(bodies((1, 0, 5), (0, 1, 6), (1, 2, 7)), records, count)
    assert count[0] == 2
    assert records[:2, :3].tolist() == [[0, 0, 5], [2, 2, 7]]
    assert not records[2].any()


def test_spawn_events_record_both_actors_of_a_reused_row() -> None:
    before = np.full((3, 3), -1.0)
    SpawnEvents.update(bodies((1, 0, 5), (1, 1, 6), (0, -1, 0)), before)
    came, went = np.zeros((3, 4)), np.zeros((3, 4))
    came_count, went_count = np.zeros(1), np.zeros(1)
    now = bodies((1, 2, 8), (1, 1, 6.5), (1, 3, 9))
    SpawnEvents.output(now, before, 1, came, came_count, went, went_count)
    assert (came_count[0], went_count[0]) == (2, 1)
    assert came[:2].tolist() == [[0, 2, 8, -8], [2, 3, 9, -9]]
    assert went[0].tolist() == [0, 0, 5, -5]
    SpawnEvents.output(now, before, 0, came, came_count, went, went_count)
    assert (came_count[0], went_count[0]) == (0, 0), "those at the start have not come"


def test_an_arrival_is_recorded_once_for_each_actor() -> None:
    was = np.full(3, -1.0)
    records, count, everybody = np.zeros((3, 4)), np.zeros(1), np.zeros(1)
    firsts = np.array([0.0, 2.0])
    scene = bodies((1, 0, 5), (1, 1, 6), (1, 0, 7))

    def printed(*arrived: list[float]) -> tuple[int, bool]:
        columns = [np.array(each) for each in arrived]
        Arrivals.output(scene, was, firsts, records, count, everybody, *columns)
        Arrivals.update(scene, was, firsts, *columns)
        return int(count[0]), bool(everybody[0])

    assert printed([0, 1], [0]) == (1, False)
    assert records[0].tolist() == [1, 1, 6, -6]
    assert printed([0, 1], [1]) == (1, False)
    assert printed([1, 1], [1]) == (1, True)
    assert printed([1, 1], [1]) == (0, True)
    scene[1, SERIAL] = 4.0  # somebody else in row 1
    assert printed([1, 1], [1]) == (1, True)
    scene[0, ALIVE] = 0.0
    assert printed([0, 1], [1]) == (0, True), "who is gone has no way left"


def test_changes_record_the_old_and_the_new_value() -> None:
    last = np.array([0.0, 2.0])
    records, count = np.zeros((2, 3)), np.zeros(1)
    ValueChangeEvents.output(np.array([1.0, 2.0]), last, records, count)
    assert count[0] == 1
    assert records[0].tolist() == [0, 1, 0]


def test_the_monitor_ends_a_run_under_its_conditions() -> None:
    assert Monitor.output(1.0, 1.0, 0.0, 0.0) == (0.0, 0.0)
    assert Monitor.output(1.0, 1.0, 1.0, 1.0) == (1.0, 1.0)
    assert Monitor.output(0.0, 1.0, 1.0, 1.0) == (1.0, 2.0)


def test_faults_act_from_their_start_until_just_before_their_stop() -> None:
    active = np.zeros(2)
    for time_ns, expected in ((4, [0, 0]), (5, [1, 0]), (7, [0, 1]), (9, [0, 1])):
        FaultClock.output(time_ns, np.array([5.0, 7.0]), np.array([7.0, 99.0]), active)
        assert active.tolist() == expected
    table = np.zeros((2, 2))
    FaultTable.output(5, np.array([[1.0, 0.0, 5.0, 6.0, 1.0]]), table)
    assert table.tolist() == [[0, 0], [1, 0]]


# The others are compiled by the golden scenarios.
@pytest.mark.slow
@pytest.mark.parametrize(
    "component", [FaultClock([(5, 7)]), FaultTable(2, 2, [(1, 0, 5, 7, 1)])], ids=["clock", "table"]
)
def test_it_is_a_sound_component(component) -> None:
    check_component(component)


def test_a_table_of_arrivals_needs_tables() -> None:
    with pytest.raises(InputTypeError):
        Arrivals(3, {})


def test_the_monitors_reasons_have_names() -> None:
    """A value that the monitor never gives is that of another signal that stops the run."""
    for contacts, arrived, expected in (
        (1.0, 1.0, EndedBy.FIRST_COLLISION),
        (0.0, 1.0, EndedBy.ALL_ARRIVED),
        (0.0, 0.0, EndedBy.STOP),
    ):
        done, reason = Monitor.output(contacts, arrived, 1.0, 1.0)
        assert ended_by(reason) is expected
        assert (done != 0.0) == (expected is not EndedBy.STOP)
