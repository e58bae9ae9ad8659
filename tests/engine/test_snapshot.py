"""A run can be stopped, stored, and gone on with anywhere; nothing is lost or different."""

import subprocess
import sys
from pathlib import Path

import pytest

from project_ghost.core.bus import Message
from project_ghost.core.errors import GhostError, InputError
from project_ghost.engine import Engine, Graph
from project_ghost.engine.blocks import Clock
from proofs.engine.hostile import Overlaps
from proofs.engine.parts import Walk
from tests.engine.loop import Planner, SavingPlanner, make_loop

TICK_NS = 1_000_000


@pytest.mark.parametrize("planner", [SavingPlanner, Planner])
@pytest.mark.parametrize("ticks", [0, 1, 5, 16, 17, 33, 50, 105])
def test_after_a_restore_at_any_tick_the_rest_is_the_same(ticks: int, planner) -> None:
    whole = Engine(make_loop(planner()), seed=7)
    whole.run("150ms")
    first = Engine(make_loop(planner()), seed=7)
    first.run(ticks * TICK_NS)
    second = Engine.restored(make_loop(planner()), first.snapshot())
    assert second.now_ns == ticks * TICK_NS
    second.run(150 * TICK_NS - ticks * TICK_NS)
    assert second.digest == whole.digest
    assert second.snapshot() == whole.snapshot()


def test_messages_continue_with_the_next_sequence_number() -> None:
    seen: list[Message] = []
    whole = Engine(make_loop(), seed=7)
    whole.bus.subscribe("recorder", seen.append)
    whole.run("150ms")
    again: list[Message] = []
    first = Engine(make_loop(), seed=7)
    first.bus.subscribe("recorder", again.append)
    first.run("70ms")
    second = Engine.restored(make_loop(), first.snapshot())
    second.bus.subscribe("recorder", again.append)
    second.run("80ms")
    assert again == seen


def test_a_fork_parts_only_where_it_is_changed() -> None:
    engine = Engine(make_loop(), seed=7)
    engine.run("50ms")
    data = engine.snapshot()
    same, other = Engine.restored(make_loop(), data), Engine.restored(make_loop(), data)
    other.set_parameter("Cart.speed_mps", 2.5)
    for run in (engine, same, other):
        run.run("50ms")
    assert same.digest == engine.digest
    assert other.digest != engine.digest
    with pytest.raises(InputError, match=r"no parameter 'Cart.speed'"):
        other.set_parameter("Cart.speed", 1.0)


@pytest.mark.slow
def test_another_process_restores_it(tmp_path: Path) -> None:
    engine = Engine(make_loop(), seed=7)
    engine.run("40ms")
    (tmp_path / "snapshot").write_bytes(engine.snapshot())
    engine.run("40ms")
    code = (
        "import sys; from pathlib import Path\n"
        "from project_ghost.engine import Engine\nfrom tests.engine.loop import make_loop\n"
        "engine = Engine.restored(make_loop(), Path(sys.argv[1]).read_bytes())\n"
        "engine.run('40ms'); print(engine.digest)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "snapshot")],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    assert done.stdout.strip() == engine.digest


def test_running_does_not_touch_the_graph() -> None:
    graph = make_loop(Planner())
    digests = set()
    for _ in range(2):
        engine = Engine(graph, seed=7)
        engine.run("60ms")
        digests.add(engine.digest)
    assert len(digests) == 1


def test_a_host_with_different_results_is_detected() -> None:
    class Moody(Planner):
        mood = 0.0

        def output(self, px, spread):  # noqa: ARG002 - as declared
            Moody.mood += 0.001
            return Moody.mood

    engine = Engine(make_loop(Moody()), seed=7)
    engine.run("60ms")
    with pytest.raises(GhostError, match="Planner returned"):
        Engine.restored(make_loop(Moody()), engine.snapshot())


@pytest.mark.parametrize(
    ("spoil", "what"),
    [
        (lambda data: b"PK" + data[2:], "it is not a snapshot"),
        (lambda data: data.replace(b"SNAPSHOT 1", b"SNAPSHOT 9", 1), "it is of another version"),
        (lambda data: data[:-40], "it is damaged"),
        (lambda data: data[:200] + b"x" + data[201:], "it is damaged"),
        (lambda _: b"", "it is not a snapshot"),
    ],
)
def test_an_incomplete_snapshot_is_refused(spoil, what: str) -> None:
    engine = Engine(make_loop(), seed=7)
    engine.run("3ms")
    with pytest.raises(InputError) as caught:
        Engine.restored(make_loop(), spoil(engine.snapshot()))
    assert what in caught.value.what


def test_a_snapshot_of_another_graph_is_refused() -> None:
    engine = Engine(make_loop(), seed=7)
    other = make_loop()
    other.group("extra", rate_hz=1)
    with pytest.raises(InputError, match="another graph"):
        Engine.restored(other, engine.snapshot())


def test_a_run_without_a_chain_is_restored_as_one() -> None:
    first = Engine(make_loop(), seed=7, chained=False)
    first.run("20ms")
    second = Engine.restored(make_loop(), first.snapshot())
    for each in (first, second):
        each.run("20ms")
    assert second.snapshot() == first.snapshot()
    assert second.link == 0


def test_an_engine_goes_back_to_any_snapshot_of_its_graph() -> None:
    engine = Engine(make_loop(SavingPlanner()), seed=7)
    engine.run("20ms")
    data = engine.snapshot()
    engine.run("30ms")
    digest = engine.digest
    other = Engine(make_loop(SavingPlanner()), seed=9)
    other.run("5ms")
    for each in (engine, other):
        each.restore(data)
        assert each.now_ns == 20_000_000
        each.run("30ms")
        assert each.digest == digest


@pytest.mark.slow
def test_whoever_came_last_is_no_part_of_a_snapshot() -> None:
    """The executions leave another component as the last one; the state is the same."""
    graph = Graph("1ms")
    graph.group("all", period="10ms")  # after the first tick nothing is due for a while
    graph.add("clock", Clock(), "all")
    graph.add("walk", Walk(), "all")
    graph.add("overlaps", Overlaps(), "all")
    graph.connect("clock.y", "overlaps.u")
    engines = [Engine(graph, 3, execution=each) for each in ("interpreted", "compiled")]
    for engine in engines:
        engine.run("1002ms")  # beyond the ticks that run both ways
    assert engines[0].snapshot() == engines[1].snapshot()
