"""Goal: no component gives other bits compiled than interpreted without an error that says so.

Method: hostile functions, each in a Kernel, sorted by what must happen to them. The refused ones
need no compilation; the others share few schedules.
"""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import islice

import pytest

from project_ghost.core.compiled import fingerprint
from project_ghost.core.errors import GhostError, InputError
from project_ghost.engine import Engine, Graph, schedule
from project_ghost.engine.run import _segments
from project_ghost.engine.run._verdicts import AGREES

from . import equal, equal_edges, interpreted, refused, stopping, users, users_blocks
from .bench import Function, blocks_of, functions_of, graph_of

EQUAL = {**functions_of(equal), **functions_of(equal_edges), **functions_of(users)}
BLOCKS = functions_of(users_blocks)
STOPPING = functions_of(stopping)
# So many to a schedule.
GROUP = 25


def groups(functions: Mapping[str, Function]) -> list[dict[str, Function]]:
    items = iter(functions.items())
    return [chunk for _ in range(0, len(functions), GROUP) if (chunk := dict(islice(items, GROUP)))]


@pytest.mark.parametrize("name", refused.EXPECTED)
def test_what_is_known_to_differ_is_refused_with_its_place(name: str) -> None:
    function = functions_of(refused)[name]
    with pytest.raises(InputError) as caught:
        Engine(graph_of([(name, function)]))
    row = schedule(graph_of([(name, function)])).row(name)
    remarks = row.component.agreement("step").refused
    assert refused.EXPECTED[name] in [each.difference for each in remarks]
    assert f"component {name!r}" in caught.value.where
    assert "refused.py:" in caught.value.where
    assert caught.value.fix


@pytest.mark.parametrize("name", functions_of(interpreted))
def test_what_is_not_known_to_agree_is_interpreted(name: str) -> None:
    function = functions_of(interpreted)[name]
    engine = Engine(graph_of([(name, function)]))
    engine.expect("1000h")
    engine.run("5ms")
    assert engine.execution == "interpreted"
    assert f"component {name!r}" in engine.execution_note
    assert "interpreted.py:" in engine.execution_note
    with pytest.raises(InputError, match="not known that compiled code would agree"):
        Engine(graph_of([(name, function)]), execution="compiled")


@pytest.mark.parametrize("name", [*EQUAL, *STOPPING])
def test_what_agrees_is_neither_refused_nor_doubted(name: str) -> None:
    function = {**EQUAL, **STOPPING}[name]
    found = schedule(graph_of([(name, function)])).row(name).component.agreement("step")
    assert (found.refused, found.doubts) == ((), ())


@pytest.mark.parametrize("name", [*EQUAL, *STOPPING])
def test_what_is_compiled_can_be_cached_and_stored_in_a_snapshot(name: str) -> None:
    function = {**EQUAL, **STOPPING}[name]
    component = schedule(graph_of([(name, function)])).row(name).component
    assert fingerprint(component.function("step"))


@pytest.mark.slow
@pytest.mark.parametrize("group", groups(EQUAL), ids=lambda group: next(iter(group)))
def test_what_agrees_has_the_same_bits(group: Mapping[str, Function]) -> None:
    require_same_bits(partial(graph_of, group.items()))


def require_same_bits(graph: Callable[[], Graph]) -> None:
    """Run a graph both ways, compiled code alone from the first tick on."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_segments, "verdict_of", lambda _part: AGREES)
        one, two = (
            Engine(graph(), seed=5, execution=execution)
            for execution in ("interpreted", "compiled")
        )
        compare(one, two)


def compare(one: Engine, two: Engine) -> None:
    for tick in range(40):
        for engine in (one, two):
            engine.run("1ms" if tick else "0ms")
        for name in one.layout.signals:
            assert repr(one.value(name)) == repr(two.value(name)), (name, tick)
        assert one.link == two.link
    assert two.execution == "compiled"
    assert one.digest == two.digest


@pytest.mark.slow
@pytest.mark.parametrize("group", groups(STOPPING), ids=lambda group: next(iter(group)))
def test_what_stops_does_so_in_both_with_the_same_message(group: Mapping[str, Function]) -> None:
    for name in [*group, ""]:
        messages = []
        for execution in ("interpreted", "compiled"):
            engine = Engine(graph_of(group.items(), **{name: 1.0}), execution=execution)
            try:
                engine.run("3ms")
            except GhostError as error:
                messages.append(str(error))
            else:
                messages.append("")
        assert messages[0] == messages[1], name
        assert f"component {name!r} failed" in messages[0] if name else not messages[0]


@pytest.mark.parametrize("name", BLOCKS)
def test_functions_of_blocks_are_sorted(name: str) -> None:
    found = schedule(blocks_of([(name, BLOCKS[name])])).row(name).component.agreement("output")
    refused, interpreted = name in users_blocks.REFUSED, name in users_blocks.INTERPRETED
    assert (bool(found.refused), bool(found.doubts)) == (refused, interpreted)


AGREEING = {
    name: function
    for name, function in BLOCKS.items()
    if name not in (*users_blocks.REFUSED, *users_blocks.INTERPRETED)
}


@pytest.mark.slow
@pytest.mark.parametrize("as_source", [True, False])
@pytest.mark.parametrize("group", groups(AGREEING), ids=lambda group: next(iter(group)))
def test_functions_of_blocks_have_the_same_bits(
    group: Mapping[str, Function], as_source: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_segments, "is_compiled_as_source", lambda _plan: as_source)
    require_same_bits(partial(blocks_of, group.items()))
