"""Runs of one graph that advance together: each has the bits that it has alone."""

import numpy as np
import pytest

from project_ghost.core.errors import GhostError, InputError, RunError
from project_ghost.engine import (
    Engine,
    EngineBatch,
    Graph,
    Host,
    Input,
    Kernel,
    Noise,
    Output,
    Parameter,
    Port,
    State,
)
from tests.engine.parts import EXECUTIONS

MS = 1_000_000


class Walk(Kernel):
    """A random walk that an input pushes; it fails beyond a bound and ends beyond another."""

    push = Input(default=0.0)
    noise = Noise()
    gain = Parameter(1.0)
    place = State(shape=(2,))
    seen = Output(shape=(2,))
    is_far = Output()

    @staticmethod
    def output(place, seen, is_far):
        if place[0] > 1000.0:
            raise RunError("too far")
        seen[0], seen[1] = place[0], place[1]
        is_far[0] = 1.0 if place[0] > 100.0 else 0.0

    @staticmethod
    def update(place, push, noise, gain):
        place[0] += push
        place[1] += gain * noise[0]


class Pilot(Port):
    seen = Input(shape=(2,))
    push = Output()


class Idle(Host):
    y = Output()

    def output(self):
        return 1.0

    def save(self):
        return b""

    def load(self, data):
        pass


def walking(place=(0.0, 0.0), **values):
    graph = Graph("1ms")
    graph.group("fast", rate_hz=1000)
    graph.group("pilot", rate_hz=100)
    graph.add("Walk", Walk(place=place, **values), "fast")
    graph.add("Pilot", Pilot(), "pilot")
    graph.connect("Walk.seen", "Pilot.seen")
    graph.connect("Pilot.push", "Walk.push")
    graph.stop_when("Walk.is_far")
    graph.publish("/place", ["Walk.seen"], "fast")
    return graph


def pushes(steps, copies):
    return np.arange(steps * copies, dtype=float).reshape(steps, copies) % 7.0 * 0.01


@EXECUTIONS
def test_each_run_has_the_bits_that_it_has_alone(execution):
    given = pushes(60, 5)
    batch = EngineBatch(walking(), range(5), execution=execution)
    batch.run(0)
    for row in given:
        batch.answer("Pilot", row)
        batch.run(10 * MS)
    assert batch.is_joined == (execution == "compiled")
    for copy in range(5):
        alone = Engine(walking(), copy, execution=execution)
        alone.run(0)
        for row in given:
            alone.port("Pilot").answer(row[copy])
            alone.run(10 * MS)
        together = batch.engine(copy)
        assert together.digest == alone.digest
        assert together.now_ns == alone.now_ns
        assert together.snapshot() == alone.snapshot()
        assert batch.view("Walk.seen")[copy].tolist() == alone.array("Walk.seen").tolist()


@EXECUTIONS
def test_runs_may_begin_again_at_different_times(execution):
    batch = EngineBatch(walking(), [0, 0, 0], execution=execution)
    batch.run(0)
    for step in range(90):
        batch.answer("Pilot", np.full(3, 0.01))
        batch.run(10 * MS)
        if step % 20 == 10:
            batch.reset(1, 7)
            batch.run(0, np.array([1]))
    fresh = Engine(walking(), 7)
    fresh.run(0)
    for _ in range(19):
        fresh.port("Pilot").answer(0.01)
        fresh.run(10 * MS)
    assert batch.ticks.tolist() == [900, 190, 900]
    assert batch.engine(1).digest == fresh.digest


@EXECUTIONS
def test_a_run_that_ends_or_fails_leaves_the_others_alone(execution):
    batch = EngineBatch(walking(), range(3), execution=execution)
    batch.run(0)
    for _ in range(30):
        batch.answer("Pilot", np.zeros(3))
        batch.run(10 * MS)
    batch.answer("Pilot", np.array([0.1, 15.0, 1e4]))
    with pytest.raises(RunError, match="too far"):
        batch.run(10 * MS)
    assert batch.stopped[:2].tolist() == [0, 1]
    with pytest.raises(RunError, match="too far"):
        batch.run(10 * MS, np.array([2]))  # again, until it is reset
    assert batch.waiting.tolist() == [True, False, False]
    batch.reset(2, 5)
    batch.run(0, np.array([2]))
    batch.answer("Pilot", np.zeros(2), np.array([0, 2]))
    batch.run(10 * MS, np.array([0, 2]))
    assert batch.ticks[[0, 2]].tolist() == [320, 10]


def test_a_start_gives_other_initial_values():
    batch = EngineBatch(walking(), [1, 1], starts=[walking((5.0, 6.0))])
    batch.reset(1, 1, start=1)
    batch.run(0)
    assert batch.view("Walk.seen").tolist() == [[0.0, 0.0], [5.0, 6.0]]


def test_a_start_with_other_parameters_or_components_is_refused():
    with pytest.raises(InputError, match="other parameters"):
        EngineBatch(walking(), [1], starts=[walking(gain=2.0)])
    other = walking()
    other.add("Walk2", Walk(), "fast")
    with pytest.raises(InputError, match="other components"):
        EngineBatch(walking(), [1], starts=[other])


def test_a_graph_with_a_host_runs_one_after_the_other():
    graph = walking()
    graph.add("Idle", Idle(), "pilot")
    batch = EngineBatch(graph, range(2))
    batch.run(0)
    for _ in range(60):
        batch.answer("Pilot", np.ones(2))
        batch.run(10 * MS)
        if batch.stopped.any():
            break
    assert not batch.is_joined
    assert batch.stopped.all()


def test_wrong_answers_are_refused_and_change_nothing():
    batch = EngineBatch(walking(), range(2), execution="interpreted")
    batch.run(0)
    for wrong in (np.array([0.0, np.nan]), np.zeros(4)):
        with pytest.raises(InputError, match="NaN"):
            batch.answer("Pilot", wrong)
    batch.answer("Pilot", np.zeros(2))
    with pytest.raises(InputError, match="a multiple of the step"):
        batch.run(1)
    with pytest.raises(GhostError, match="wait for an answer"):
        batch.answer("Pilot", np.zeros(2))
    with pytest.raises(InputError, match="share their parameters"):
        batch.engine(1).set_parameter("Walk.gain", 2.0)
    with pytest.raises(InputError, match="no seed"):
        EngineBatch(walking(), [])
