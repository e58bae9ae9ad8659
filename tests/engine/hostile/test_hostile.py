"""Goal: no component gives other bits compiled than interpreted without an error that says so.

Method: hostile functions, each in a Kernel, sorted by what must happen to them. The refused ones
need no compilation; the others share few schedules.
"""

from collections.abc import Mapping
from itertools import islice

import pytest

from project_ghost.core.errors import GhostError, InputError
from project_ghost.engine import Engine, schedule

from . import equal, interpreted, refused, stopping, users
from .bench import Function, functions_of, graph_of

EQUAL = {**functions_of(equal), **functions_of(users)}
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


@pytest.mark.slow
@pytest.mark.parametrize("group", groups(EQUAL), ids=lambda group: next(iter(group)))
def test_what_agrees_has_the_same_bits(group: Mapping[str, Function]) -> None:
    one, two = (
        Engine(graph_of(group.items()), seed=5, execution=execution)
        for execution in ("interpreted", "compiled")
    )
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
