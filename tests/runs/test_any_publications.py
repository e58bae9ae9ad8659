"""Goal: what a run publishes is recorded with the same bytes, however it is executed.

Method: a kernel whose outputs are any numbers, published in every form; interpreted and compiled,
in blocks of any size, as a whole and in slices.
"""

import math
import threading
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from project_ghost.engine import Graph, Kernel, Output, Parameter, Size, State, TextField
from project_ghost.engine.run import _outbox
from project_ghost.runs import RecordingFailedError, graph_runnable, prepare, recorded_run
from project_ghost.telemetry import Recording

ROWS, WIDTH = 3, 2
NAMES = ("", 'a "quoted" \\ name', "\x00\x1f\x7f\u2028", "n" * 3000, "é\U0001f697", "</script>")
UNUSUAL = (
    *(0.0, -0.0, 5e-324, -5e-324, 1e22, 1e16, 9999999999999998.0, 123456789012345680.0),
    *(1e-5, 1e-4, 2.0**53, -(2.0**63), 1.7976931348623157e308, 0.1, 1e21, 1e300),
)
FINITE = st.floats(allow_nan=False, allow_infinity=False)
POINTS = len(UNUSUAL)  # a number of its own would be compiled anew


class Anything(Kernel):
    """Outputs that are numbers of a list, one after the other, around and around."""

    points = Size(1)
    numbers = Parameter(shape=("points",))
    n = State()
    y = Output()
    vector = Output(shape=(3,))
    matrix = Output(shape=(2, 2))
    table = Output(shape=(ROWS, WIDTH))
    used = Output()
    events = Output(shape=(ROWS, WIDTH))
    happened = Output()

    @staticmethod
    def output(n, numbers, y, vector, matrix, table, used, events, happened):
        at = int(n[0])
        y[0] = numbers[at % len(numbers)]
        used[0] = numbers[(at + 1) % len(numbers)]
        if abs(used[0]) > 1e308:
            used[0] = 2.0
        happened[0] = at % (ROWS + 1)
        for i in range(3):
            vector[i] = numbers[(at + 2 + i) % len(numbers)]
        for i in range(2):
            for j in range(2):
                matrix[i, j] = numbers[(at + 5 + 2 * i + j) % len(numbers)]
        for i in range(ROWS):
            for j in range(WIDTH):
                table[i, j] = numbers[(at + 9 + WIDTH * i + j) % len(numbers)]
                events[i, j] = numbers[(at + 7 + WIDTH * i + j) % len(numbers)]

    @staticmethod
    def update(n):
        n[0] += 1.0


def name_of(number: float) -> str:
    """Every bit counts: minus zero is not zero."""
    return NAMES[hash(repr(number)[-1:] == "0") % 2 + len(repr(number)) % 5] + repr(number)


def published(numbers, ticks: int = 300, *, twice: bool = False):
    graph = Graph("1ms")
    graph.group("fast", period="1ms")
    graph.group("slow", period="7ms")
    graph.add("Any", Anything(points=len(numbers), numbers=tuple(numbers)), "fast")
    graph.publish("/number", ["Any.y"], "fast")
    labels = {"label": NAMES[1], "who": NAMES[2]}
    graph.publish("/lists", {"v": "Any.vector", "m": "Any.matrix"}, "slow", labels=labels)
    columns = {"Any.table": (TextField("name", name_of), "é")}
    graph.publish(
        "/table", ["Any.table"], "fast", columns=columns, counts={"Any.table": "Any.used"}
    )
    fields = ("a", TextField("who", name_of))
    graph.publish_events("/events", records="Any.events", count="Any.happened", fields=fields)
    if twice:
        graph.publish("/number", ["Any.used"], "slow")
    return graph_runnable(graph, duration=f"{ticks}ms", name="anything")


def recorded(folder: Path, runnable, execution: str, slice_ns: int | None = None) -> bytes:
    folder.mkdir(parents=True, exist_ok=True)
    prepared = prepare(runnable, execution=execution)
    on_slice = None if slice_ns is None else lambda _: True
    recorded_run(prepared, folder, force=True, on_slice=on_slice, slice_ns=slice_ns)
    return (folder / "run.mcap").read_bytes()


def message_by_message(folder: Path, runnable, execution: str) -> bytes:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_outbox, "_BLOCK_MESSAGES", 1 << 60)
        return recorded(folder, runnable, execution)


def require_same(folder: Path, runnable, slice_ns: int = 11_000_000) -> None:
    wanted = message_by_message(folder / "one", runnable, "interpreted")
    for execution in ("interpreted", "compiled"):
        assert recorded(folder / execution, runnable, execution) == wanted
        assert recorded(folder / "sliced", runnable, execution, slice_ns) == wanted


@pytest.mark.slow
@pytest.mark.parametrize("twice", [False, True], ids=["once", "twice on a channel"])
def test_unusual_numbers_and_names_are_recorded_alike(twice, tmp_path) -> None:
    require_same(tmp_path, published(UNUSUAL, twice=twice))
    with Recording(tmp_path / "compiled" / "run.mcap") as recording:
        found = [
            message.payload["Any.y"]
            for message in recording.messages(["/number"])
            if "Any.y" in message.payload
        ]
    assert list(map(repr, found[: len(UNUSUAL)])) == list(map(repr, UNUSUAL))


@pytest.mark.slow
@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(
        st.sampled_from(UNUSUAL) | FINITE,
        min_size=POINTS,
        max_size=POINTS,
    ),
    st.integers(60, 200),
)
def test_any_numbers_are_recorded_alike(tmp_path, numbers, ticks) -> None:
    require_same(tmp_path, published(numbers, ticks))


@pytest.mark.slow
def test_an_infinite_number_ends_every_recording_with_the_same_error(tmp_path) -> None:
    errors = set()
    for execution in ("interpreted", "compiled"):
        with pytest.raises(
            RecordingFailedError, match="message on '/table' at 3_000_000 ns"
        ) as raised:
            recorded(tmp_path, published([*UNUSUAL[:-1], math.inf]), execution)
        errors.add(str(raised.value))
        assert raised.value.result is not None
        assert [path.name for path in tmp_path.iterdir()] == ["run.mcap.part"]
    assert len(errors) == 1


@pytest.mark.slow
def test_a_long_run_is_recorded_alike(tmp_path) -> None:
    """More ticks, messages and texts than are collected at a time."""
    numbers = [*np.random.default_rng(1).normal(size=4_000), *UNUSUAL]
    runnable = published(numbers, 17_000)
    assert recorded(tmp_path / "a", runnable, "compiled") == recorded(
        tmp_path / "b", runnable, "interpreted", 900_000_000
    )


@pytest.mark.slow
def test_runs_recorded_at_once_in_threads_have_the_same_bytes(tmp_path) -> None:
    wanted = recorded(tmp_path / "alone", published(UNUSUAL, 3_000), "compiled")
    found: list[bytes] = []

    def record(number: int) -> None:
        execution = ("compiled", "interpreted")[number % 2]
        found.append(recorded(tmp_path / str(number), published(UNUSUAL, 3_000), execution))

    threads = [threading.Thread(target=record, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [wanted] * 4
