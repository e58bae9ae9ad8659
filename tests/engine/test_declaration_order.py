"""The digest of a run does not depend on the order in which its parts were declared.

Goal: two people who wire the same graph in another order get the same digest.
Method: permute groups, components and connections of a small graph with two rates, a delay
and interpolation; links and digest stay the same, and differ where a value does.
"""

from hypothesis import given
from hypothesis import strategies as st

from project_ghost.engine import Block, Engine, Graph, Input, Noise, Output, Policy, State
from tests.engine.parts import MS, Line


class Sum(Block):
    """The sum of two inputs, some noise, and what it was before."""

    a = Input()
    b = Input()
    total = State()
    y = Output()
    white = Noise()

    @staticmethod
    def output(total, white):
        return total + 0.25 * white

    @staticmethod
    def update(total, a, b):
        return 0.5 * total + a - b


GROUPS = (("fast", 1), ("slow", 3))
COMPONENTS = (("line", "fast"), ("one", "slow"), ("two", "fast"), ("zero", "slow"))
CONNECTIONS = (
    ("line.y", "one.a", 0),
    ("two.y", "one.b", 1),
    ("one.y", "two.a", 0),
    ("zero.y", "two.b", 1),
    ("two.y", "zero.a", 0),
    ("line.y", "zero.b", 1),
)


def run(groups=GROUPS, components=COMPONENTS, connections=CONNECTIONS, slope=1.0) -> Engine:
    graph = Graph(MS)
    graph.default_policy = Policy.INTERPOLATED
    for name, periods in groups:
        graph.group(name, period=periods * MS)
    for name, group in components:
        graph.add(name, Line(slope=slope) if name == "line" else Sum(), group)
    for source, target, delay in connections:
        graph.connect(source, target, delayed=delay > 0)
    engine = Engine(graph, 5, execution="interpreted")
    engine.run(40 * MS)
    return engine


REFERENCE = run()


@given(
    groups=st.permutations(GROUPS),
    components=st.permutations(COMPONENTS),
    connections=st.permutations(CONNECTIONS),
)
def test_the_order_of_declarations_changes_no_bit(groups, components, connections) -> None:
    engine = run(groups, components, connections)
    assert engine.link == REFERENCE.link
    assert engine.digest == REFERENCE.digest


def test_another_value_changes_the_digest() -> None:
    """Otherwise the test above could not fail."""
    assert run(slope=1.5).digest != REFERENCE.digest
