"""Goal: events are the rows of a table, in the order of (tick, publication, row).

Method: a kernel whose rows and counts are known for every tick, interpreted and compiled.
"""

import pytest

from project_ghost.core.bus import Message
from project_ghost.core.errors import InputError, RunError
from project_ghost.engine import Engine, Graph, Kernel, Output, Parameter, Size, State
from tests.engine.parts import EXECUTIONS, Counter


class Bells(Kernel):
    """At sample k it rings k % 4 times: rows (bell, k)."""

    capacity = Size(3)
    every = Parameter(4.0)
    excess = Parameter(0.0)
    n = State()
    records = Output(shape=("capacity", 2))
    count = Output()

    @staticmethod
    def output(n, every, excess, records, count):
        count[0] = n[0] - every * int(n[0] / every)
        for i in range(min(int(count[0]), records.shape[0])):
            records[i, 0] = i
            records[i, 1] = n[0]
        if n[0] == 6.0:
            count[0] += excess

    @staticmethod
    def update(n):
        n[0] += 1.0


def belfry(publications=1, **values):
    graph = Graph("1ms")
    graph.group("fast", rate_hz=1000)
    graph.group("slow", rate_hz=500)
    graph.add("Count", Counter(), "fast")
    graph.add("Bells", Bells(**values), "slow")
    graph.publish("/count", ["Count.y"], "fast")
    for i in range(publications):
        ring(graph, f"/bells{i}")
    graph.publish("/last", ["Bells.count"], "slow")
    return graph


def ring(graph, channel="/bells", **changed):
    given = {"records": "Bells.records", "count": "Bells.count", "fields": ("bell", "sample")}
    graph.publish_events(channel, **{**given, "group": "slow", **changed})


def expected(ticks, publications=1):
    """(stamp in ms, channel, payload) of every message."""
    result = []
    for n in range(ticks):
        result.append((n, "/count", {"Count.y": float(n)}))
        if n % 2 == 0:
            k = n // 2
            for i in range(publications):
                rows = [{"bell": float(b), "sample": float(k)} for b in range(k % 4)]
                result += [(n, f"/bells{i}", row) for row in rows]
            result.append((n, "/last", {"Bells.count": float(k % 4)}))
    return result


def heard_by(engine):
    heard: list[Message] = []
    engine.bus.subscribe("all", heard.append)
    return heard


def shown(heard):
    return [(m.stamp_sim_ns // 1_000_000, m.channel, m.payload) for m in heard]


@EXECUTIONS
def test_each_row_is_a_message_in_the_order_of_tick_publication_and_row(execution):
    engine = Engine(belfry(publications=2), execution=execution)
    heard = heard_by(engine)
    engine.run("40ms")
    assert shown(heard) == expected(41, publications=2)
    assert [m.sequence for m in heard] == list(range(len(heard)))


@EXECUTIONS
def test_more_messages_than_a_buffer_holds_end_segments_and_lose_nothing(execution):
    """8,000 ticks leave 22,000 messages: several buffers full."""
    engine = Engine(belfry(), execution=execution)
    heard = heard_by(engine)
    engine.run("8s")
    assert shown(heard) == expected(8001)


@EXECUTIONS
def test_a_tick_may_publish_more_than_the_usual_buffer_holds(execution):
    engine = Engine(belfry(capacity=5000, every=1e9, n=4990.0), execution=execution)
    heard = heard_by(engine)
    engine.run("6ms")
    bells = [m for m in heard if m.channel == "/bells0"]
    assert len(bells) == 4990 + 4991 + 4992 + 4993
    assert [m.sequence for m in heard] == list(range(len(heard)))
    assert bells[-1].payload == {"bell": 4992.0, "sample": 4993.0}


@pytest.mark.slow
@EXECUTIONS
def test_thousands_of_publications_in_one_tick_come_to_an_end(execution):
    graph = Graph("1ms")
    graph.group("g", rate_hz=1000)
    graph.add("Count", Counter(), "g")
    for i in range(4200 if execution == "interpreted" else 1):
        graph.publish(f"/count{i}", ["Count.y"], "g")
    engine = Engine(graph, execution=execution)
    heard = heard_by(engine)
    engine.run("2ms")
    assert len(heard) == 3 * len(graph.publications)


@EXECUTIONS
@pytest.mark.parametrize("excess", [-3.0, 2.0, 0.5])
def test_a_count_that_cannot_be_stops_the_run_in_the_name_of_its_component(execution, excess):
    engine = Engine(belfry(excess=excess), execution=execution)
    heard = heard_by(engine)
    with pytest.raises(RunError, match="component 'Bells' failed: the count of events") as caught:
        engine.run("40ms")
    assert caught.value.where == "tick 12, time 12_000_000 ns, Bells"
    assert shown(heard) == [*expected(12), (12, "/count", {"Count.y": 12.0})]


def test_events_continue_after_a_snapshot():
    whole, first = Engine(belfry()), Engine(belfry())
    all_heard, parts = heard_by(whole), heard_by(first)
    whole.run("40ms")
    first.run("13ms")
    second = Engine.restored(belfry(), first.snapshot())
    second.bus.subscribe("all", parts.append)
    second.run("27ms")
    assert parts == all_heard


def test_the_group_is_the_writers_own_by_default():
    graph = belfry(publications=0)
    ring(graph, "/bells0", group=None)
    assert graph.publications[-1].group == "slow"


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"records": "Bells.count"}, r"Bells.count has the shape \(\)"),
        ({"count": "Bells.records"}, r"Bells.records has the shape \(3, 2\), and is to be one"),
        ({"count": "Count.y"}, "Bells.records and Count.y are not of one component"),
        ({"fields": ("bell",)}, r"Bells.records has the shape \(3, 2\)"),
        ({"fields": ("bell", "bell")}, "the fields are bell, bell"),
        ({"group": "fast"}, "the group is 'fast', and Bells is sampled in 'slow'"),
        ({"group": "slowly"}, "there is no rate group 'slowly'"),
        ({"records": "Bells.record"}, "there is no signal 'Bells.record'"),
        ({"channel": "bells"}, "the channel is 'bells'"),
    ],
)
def test_invalid_events_are_refused(changed, what):
    with pytest.raises(InputError, match=what):
        ring(belfry(), **changed)
