"""A run that is stored and restored at every tick goes on the same, or says what does not."""

import pytest

from project_ghost.core.errors import GhostError
from project_ghost.engine import Engine, run_paranoid
from tests.engine.loop import SavingPlanner, make_loop


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
