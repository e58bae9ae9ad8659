"""Goal: interpreted and compiled runs agree, and the order of declaration does not matter.

Method: random graphs of a few component types. `make proof-engine` does the same on 500.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from project_ghost.engine import Block, Engine, Output, State
from proofs.engine import comparison
from proofs.engine.comparison import differences
from proofs.engine.graphs import descriptions
from tests.engine.parts import graph_of


# Few and small ones: compiling takes most of the time, and grows with the graph.
@pytest.mark.slow
@given(descriptions(largest=3, ports=True), st.integers(0, 2**32))
@settings(max_examples=5)
def test_interpreted_and_compiled_agree_in_every_link_and_every_bit(description, seed):
    assert differences(description, seed, ticks=80) == []


@pytest.mark.slow
@given(descriptions(), st.data())
@settings(max_examples=40)
def test_the_order_of_declaration_does_not_change_the_chain(description, data):
    order = data.draw(st.permutations(range(len(description.components))))
    one = Engine(description.build())
    two = Engine(description.build(tuple(order)))
    for tick in range(60):
        one.run("1ms" if tick else "0ms")
        two.run("1ms" if tick else "0ms")
        assert one.link == two.link
    assert comparison.unequal(one, two) == []


@pytest.mark.slow
@given(descriptions(), st.lists(st.integers(0, 40), min_size=1, max_size=5))
@settings(max_examples=25)
def test_several_runs_of_any_graph_are_one(description, pieces):
    whole, parts = Engine(description.build()), Engine(description.build())
    whole.run(f"{sum(pieces)}ms")
    for piece in pieces:
        parts.run(f"{piece}ms")
    assert whole.link == parts.link
    assert comparison.unequal(whole, parts) == []


@given(descriptions())
@settings(max_examples=5)
def test_another_seed_is_another_run(description):
    """What the comparison compares does change: every graph here has noise."""
    one, two = Engine(description.build(), seed=1), Engine(description.build(), seed=2)
    one.run("30ms")
    two.run("30ms")
    assert one.link != two.link
    assert comparison.unequal(one, two) != []


class Keeper(Block):
    x = State((0.1, 0.2), shape=(2,))
    y = Output()

    @staticmethod
    def output():
        return 1.0

    @staticmethod
    def update(x):
        return x


@pytest.mark.parametrize("bit", [0, 31, 52, 63])
@pytest.mark.parametrize("element", [0, 1])
def test_a_single_bit_changes_the_link(bit, element):
    """The comparison would be worth nothing if the chain missed a difference."""
    one, two = (Engine(graph_of(K=Keeper())) for _ in range(2))
    two._store.values.view("uint64")[two.layout.states["K.x"].start + element] ^= 1 << bit
    one.run("1ms")
    two.run("1ms")
    assert one.link != two.link
