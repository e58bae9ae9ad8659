"""A run that is stored and restored at every tick goes on the same, or says what does not."""

import pytest

from project_ghost.core.errors import GhostError
from project_ghost.engine import Engine, Host, run_paranoid
from tests.engine.loop import SavingPlanner, make_loop
from tests.engine.parts import graph_of
from tests.engine.test_events import belfry


@pytest.mark.slow
def test_the_loop_survives_a_restore_at_every_tick() -> None:
    graph = make_loop()
    engine = Engine(graph, seed=5)
    run_paranoid(graph, engine, ticks=60)
    plain = Engine(graph, seed=5)
    plain.run("60ms")
    assert engine.digest == plain.digest


def test_a_host_that_forgets_is_caught_where_it_matters() -> None:
    class Forgetful(SavingPlanner):
        def load(self, data: bytes) -> None:  # noqa: ARG002 - forgets on purpose
            self.calls = 0

    graph = make_loop(Forgetful())
    engine = Engine(graph, seed=5)
    with pytest.raises(GhostError) as caught:
        run_paranoid(graph, engine, ticks=200)
    assert "hosts" in caught.value.what or "Planner.wanted" in caught.value.what
    assert "tick" in caught.value.where


def test_events_and_the_end_of_a_run_are_covered() -> None:
    graph = belfry(n=2.0)
    graph.stop_when("Count.y")
    engine = Engine(graph)
    heard: list[str] = []
    engine.bus.subscribe("all", lambda message: heard.append(message.channel))
    run_paranoid(graph, engine, ticks=50)
    assert engine.stopped
    assert engine.now_ns == 1_000_000
    assert heard == ["/count", "/bells0", "/bells0", "/last", "/count"]


def test_messages_that_differ_are_reported() -> None:
    """Method: a component with a reference to the bus of one engine publishes by itself."""

    class Talker(Host):
        def output(self) -> None:
            engine.bus.publish("/talk", {})

    graph = graph_of(Talker=Talker())
    engine = Engine(graph)
    with pytest.raises(GhostError, match="after a restore the run continues differently"):
        run_paranoid(graph, engine, ticks=5)
