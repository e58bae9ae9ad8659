"""A link of the hash chain sees every difference between two ticks.

Goal: no accident that simulations have is lost: flipped signs, swapped values, flags and small
integers, permuted rows, one unit in the last place; in one tick, and between ticks.
Method: the links of rows of bits that hypothesis chooses and changes; whole runs with the
differences that a sum of multiplied bits has missed.
"""

from itertools import combinations
from math import inf, nextafter

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from project_ghost.core.arrays import Integers
from project_ghost.core.bits import bits_of, wrapping_sum
from project_ghost.engine import Block, Engine, Graph, Kernel, Output, Parameter, Size, State
from project_ghost.engine.codegen._hash_chain import Chain, chain_sums, linked
from project_ghost.engine.plan._chained_values import chain_keys
from project_ghost.engine.plan._layout import lay_out
from project_ghost.engine.plan._schedule import schedule

ROWS = 200


class Table(Kernel):
    """A table of flags or of anything else."""

    count = Size(ROWS)
    value = State(shape=("count",))
    shown = Output(shape=("count",))

    @staticmethod
    def output(value, shown):
        for i in range(shown.shape[0]):
            shown[i] = value[i]

    @staticmethod
    def update(value):
        pass


def graph_of(component, rate_hz=1000):
    graph = Graph("1ms")
    graph.group("all", rate_hz=rate_hz)
    graph.add("Table", component, "all")
    return graph


def chain_of(count: int) -> Chain:
    plan = schedule(graph_of(Table(count=count)))
    return Chain(plan, lay_out(plan))


CHAIN = {count: chain_of(count) for count in (2, 3, 8, ROWS)}
SMALL = [-1.0, 0.0, -0.0, 1.0, 2.0, 3.0, 255.0]
NUMBERS = st.one_of(st.floats(allow_nan=False), st.sampled_from(SMALL))
VECTORS = st.lists(NUMBERS, min_size=8, max_size=8)


def links(*ticks) -> list[int]:
    """The links of ticks in which the states and the outputs of a table have these values."""
    rows = [np.array([*values, *values], dtype=float).tobytes() for values in ticks]
    return list(map(int, CHAIN[len(ticks[0])].links(rows, 0, 0)))


def differs(one, two) -> bool:
    return [bits_of(x) for x in one] != [bits_of(x) for x in two]


@given(st.lists(VECTORS, min_size=1, max_size=4))
def test_many_ticks_at_once_give_the_links_of_single_values(ticks) -> None:
    chain = CHAIN[8]
    link, found = 0, []
    for values in ticks:
        both = [*values, *values]
        link = linked(link, *chain_sums(both, chain.keys.tolist(), 0, 16))
        found.append(link)
    assert links(*ticks) == found


@given(VECTORS, VECTORS)
def test_different_values_have_different_links(one, two) -> None:
    assert (links(one) != links(two)) == differs(one, two)


@given(VECTORS, st.sets(st.integers(0, 7), min_size=1))
def test_any_number_of_flipped_signs_shows(values, flipped) -> None:
    other = [-x if i in flipped else x for i, x in enumerate(values)]
    assert links(values) != links(other)


@given(VECTORS, st.permutations(range(8)))
def test_permuted_rows_show(values, order) -> None:
    other = [values[i] for i in order]
    assume(differs(values, other))
    assert links(values) != links(other)


@given(VECTORS, st.sets(st.integers(0, 7), min_size=1), st.sampled_from((inf, -inf)))
def test_one_unit_in_the_last_place_shows(values, changed, towards) -> None:
    other = [nextafter(x, towards) if i in changed else x for i, x in enumerate(values)]
    assume(differs(values, other))
    assert links(values) != links(other)


@given(st.lists(VECTORS, min_size=2, max_size=5), st.data())
def test_values_swapped_between_ticks_show(ticks, data) -> None:
    places = [(t, i) for t in range(len(ticks)) for i in range(8)]
    (t, i), (u, j) = data.draw(st.lists(st.sampled_from(places), min_size=2, max_size=2))
    other = [list(values) for values in ticks]
    other[t][i], other[u][j] = other[u][j], other[t][i]
    assume(any(map(differs, ticks, other)))
    first = min(t, u) if differs(ticks[min(t, u)], other[min(t, u)]) else max(t, u)
    one, two = links(*ticks), links(*other)
    assert one[:first] == two[:first]
    assert all(a != b for a, b in zip(one[first:], two[first:], strict=True))


@pytest.mark.parametrize("changes", [1, 2])
def test_no_two_of_all_flags_have_the_same_effect(changes) -> None:
    """One or two of 200 flags that are up: 20,100 tables, each with a link of its own."""
    found = {
        links([1.0 if i in up else 0.0 for i in range(ROWS)])[0]
        for up in combinations(range(ROWS), changes)
    }
    assert len(found) == len(list(combinations(range(ROWS), changes)))


@given(st.lists(st.sampled_from(SMALL), min_size=ROWS, max_size=ROWS), st.data())
def test_small_integers_show(values, data) -> None:
    changes = st.dictionaries(st.integers(0, ROWS - 1), st.sampled_from(SMALL), min_size=1)
    other = list(values)
    for i, x in data.draw(changes).items():
        other[i] = x
    assume(differs(values, other))
    assert links(values) != links(other)


def test_keys_depend_on_names_and_not_on_sizes() -> None:
    """The same rows in a larger table have the same keys; no two values share one."""
    keys = {}
    for count in (8, ROWS):
        plan = schedule(graph_of(Table(count=count)))
        layout = lay_out(plan)
        slots = (layout.signals["Table.shown"], layout.states["Table.value"])
        table = chain_keys(plan, layout)
        keys[count] = [table[:, s.start : s.stop] for s in slots]
    for few, many in zip(keys[8], keys[ROWS], strict=True):
        assert np.array_equal(few, many[:, :8])
    assert len(np.unique(keys[ROWS])) == 4 * ROWS


def test_a_link_depends_on_both_sums_and_on_the_link_before() -> None:
    found = {linked(a, b, c) for a in range(8) for b in range(8) for c in range(8)}
    assert len(found) == 8**3
    assert all(wrapping_sum(x, 0) == x for x in found)


class Append:
    """Keeps copies of links."""

    def __init__(self, found) -> None:
        self.found = found

    def __call__(self, _first_tick, links) -> None:
        self.found.append(links.copy())


class Waves(Block):
    """Four waves; some of them with the other sign at every fourth sample."""

    flips = Parameter((1.0, 1.0, 1.0, 1.0), shape=(4,))
    y = Output(shape=(4,))

    @staticmethod
    def output(sample, flips):
        at = float(sample % 7) + 0.1
        if sample % 4 != 3:
            return (at, 2.0 * at, 3.0 * at, 4.0 * at)
        return (flips[0] * at, 2.0 * flips[1] * at, 3.0 * flips[2] * at, 4.0 * flips[3] * at)


@pytest.mark.parametrize("flipped", [each for n in (2, 4) for each in combinations(range(4), n)])
def test_an_even_number_of_flipped_signs_changes_links_and_digest(flipped) -> None:
    """Every link from the first difference on is another, though the run ends in equal values."""
    runs = []
    for signs in ((1.0,) * 4, tuple(-1.0 if i in flipped else 1.0 for i in range(4))):
        engine = Engine(graph_of(Waves(flips=signs)), execution="interpreted")
        found: list[Integers] = []
        engine.on_links(Append(found))
        engine.run("40ms")
        runs.append((engine, np.concatenate(found).tolist()))
    (one, before), (two, after) = runs
    assert one.value("Table.y") == two.value("Table.y")
    assert before[:3] == after[:3]
    assert not any(a == b for a, b in zip(before[3:], after[3:], strict=True))
    assert one.digest != two.digest
