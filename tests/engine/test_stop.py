"""Goal: a signal ends the run after the outputs, publications and link of its tick."""

import pytest

from project_ghost.core.errors import InputError
from project_ghost.engine import Block, Engine, Graph, Host, Input, Output, Parameter
from tests.engine.parts import EXECUTIONS, Counter, Walk


class Reached(Block):
    u = Input()
    limit = Parameter(7.0)
    done = Output()

    @staticmethod
    def output(u, limit):
        return 1.0 if u >= limit else 0.0


class Watcher(Host):
    u = Input()
    y = Output()

    def output(self, u):
        return u


def counting(*, stop=True, limit=7.0, host=False):
    graph = Graph("1ms")
    graph.group("fast", rate_hz=1000)
    graph.group("slow", rate_hz=500)
    graph.add("Count", Counter(), "fast")
    graph.add("Reached", Reached(limit=limit), "slow")
    graph.connect("Count.y", "Reached.u")
    graph.publish("/count", ["Count.y"], "fast")
    if host:
        graph.add("Watcher", Watcher(), "slow")
        graph.connect("Count.y", "Watcher.u")
    if stop:
        graph.stop_when("Reached.done")
    return graph


@EXECUTIONS
@pytest.mark.parametrize("host", [False, True])
def test_the_run_ends_with_the_tick_in_which_the_signal_is_set(execution, host):
    engine = Engine(counting(host=host), execution=execution)
    heard = []
    engine.bus.subscribe("all", lambda m: heard.append((m.stamp_sim_ns, m.payload["Count.y"])))
    engine.run("3ms")
    stopped_before = engine.stopped
    engine.run("1s")
    assert (stopped_before, engine.stopped) == (False, True)
    assert engine.now_ns == 8_000_000
    assert heard == [(n * 1_000_000, float(n)) for n in range(9)]
    # The same chain as a run that was asked to end there.
    plain = Engine(counting(stop=False, host=host))
    plain.run("8ms")
    assert engine.link == plain.link
    assert engine.state("Count.n") == plain.state("Count.n") == 8.0
    engine.run("1s")
    assert engine.now_ns == 8_000_000
    assert len(heard) == 9


def test_a_stop_in_the_very_first_tick():
    engine = Engine(counting(limit=0.0))
    engine.run("5ms")
    assert engine.stopped
    assert engine.now_ns == 0


@EXECUTIONS
def test_it_survives_a_snapshot_and_ends_with_a_reset(execution):
    engine = Engine(counting(), execution=execution)
    engine.run("1s")
    again = Engine.restored(counting(), engine.snapshot(), execution=execution)
    was_stopped = again.stopped
    again.run("1s")
    assert again.snapshot() == engine.snapshot()
    again.reset()
    assert (was_stopped, again.stopped) == (True, False)
    again.run("1s")
    assert again.digest == engine.digest


def test_any_of_several_signals_ends_it():
    graph = counting(limit=100.0)
    graph.add("Sooner", Reached(limit=4.0), "fast")
    graph.connect("Count.y", "Sooner.u")
    graph.stop_when("Sooner.done")
    engine = Engine(graph)
    engine.run("1s")
    assert engine.now_ns == 4_000_000


def test_a_signal_that_is_not_a_scalar_cannot_stop_a_run():
    graph = counting()
    graph.add("Walk", Walk(), "fast")
    with pytest.raises(InputError, match=r"Walk.y has the shape \(2,\)"):
        graph.stop_when("Walk.y")
    with pytest.raises(InputError, match=r"there is no signal 'Reached.don'"):
        graph.stop_when("Reached.don")
