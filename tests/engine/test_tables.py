"""Goal: actors come and go in a table, the same interpreted and compiled."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.core.errors import RunError
from project_ghost.engine import Engine, Kernel, Noise, Output, Parameter, Size, State
from project_ghost.engine.tables import despawn, rows_in_serial_order, spawned_row
from tests.engine.parts import EXECUTIONS, graph_of


class Crossing(Kernel):
    """Somebody comes at every sample, and each present leaves with some probability."""

    capacity = Size(6)
    leaving = Parameter(0.5)
    coin = Noise(shape=("capacity",), uniform=True)
    alive = State(shape=("capacity",))
    serial = State(-1.0, shape=("capacity",))
    next_serial = State()
    order = Output(shape=("capacity",))
    count = Output()
    serials = Output(shape=("capacity",))

    @staticmethod
    def output(alive, serial, order, count, serials):
        count[0] = rows_in_serial_order(alive, serial, order)
        for i in range(serials.shape[0]):
            serials[i] = serial[int(order[i])] if i < count[0] else -1.0

    @staticmethod
    def update(alive, serial, next_serial, coin, leaving):
        for row in range(alive.shape[0]):
            if alive[row] != 0.0 and coin[row] < leaving:
                despawn(alive, row)
        spawned_row(alive, serial, next_serial)


class Refusing(Kernel):
    """Raises RunError itself."""

    n = State()
    y = Output()

    @staticmethod
    def output(n, y):
        y[0] = n[0]
        if n[0] == 3.0:
            raise RunError("the fourth is refused")

    @staticmethod
    def update(n):
        n[0] += 1.0


@EXECUTIONS
def test_a_full_table_stops_the_run_with_its_name(execution):
    engine = Engine(graph_of(Crossing=Crossing(leaving=0.0)), execution=execution)
    with pytest.raises(RunError, match="component 'Crossing' failed: the table is full") as caught:
        engine.run("1s")
    assert caught.value.where == "tick 6, time 6_000_000 ns, Crossing"


@EXECUTIONS
def test_a_kernel_may_raise_a_run_error(execution):
    engine = Engine(graph_of(R=Refusing()), execution=execution)
    with pytest.raises(RunError, match="component 'R' failed: the fourth is refused") as caught:
        engine.run("1s")
    assert caught.value.where == "tick 3, time 3_000_000 ns, Refusing"


@pytest.mark.slow
def test_the_living_are_listed_by_serial_and_rows_are_used_again():
    engines = [
        Engine(graph_of(Crossing=Crossing()), seed=4, execution=execution)
        for execution in ("interpreted", "compiled")
    ]
    reused = False
    for tick in range(300):
        for engine in engines:
            engine.run("1ms" if tick else "0ms")
        one, two = engines
        assert one.link == two.link
        count = int(one.array("Crossing.count"))
        rows = one.array("Crossing.order")[:count]
        serials = one.array("Crossing.serials")[:count]
        alive = np.array(one.state("Crossing.alive"))
        assert sorted(rows) == list(np.flatnonzero(alive))
        assert list(serials) == sorted(set(serials))
        reused = reused or list(rows) != sorted(rows)
    assert reused, "rows never came out of order: the test shows nothing"
    assert one.state("Crossing.next_serial") == 299.0


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 40)), max_size=80))
def test_the_lowest_free_row_comes_first_and_no_serial_twice(changes):
    alive, serial, counter = np.zeros(12), np.full(12, -1.0), np.zeros(1)
    living: dict[int, float] = {}
    for comes, number in changes:
        if comes and len(living) < 12:
            row = spawned_row(alive, serial, counter)
            assert row == min(set(range(12)) - set(living))
            living[row] = serial[row]
        elif not comes and living:
            row = sorted(living)[number % len(living)]
            despawn(alive, row)
            del living[row]
        order = np.zeros(12, dtype=np.int64)
        count = rows_in_serial_order(alive, serial, order)
        assert list(order[:count]) == sorted(living, key=lambda row: living[row])
    if len(living) == 12:
        with pytest.raises(RunError, match="the table is full"):
            spawned_row(alive, serial, counter)
