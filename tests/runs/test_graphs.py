"""Graphs made in Python are run, recorded and reopened, given the same graph again."""

from pathlib import Path

import pytest

from project_ghost.cli import main
from project_ghost.core.errors import InputError
from project_ghost.engine import Graph
from project_ghost.engine.blocks import Integrator, NoiseSource
from project_ghost.runs import (
    Runnable,
    checkpoint,
    graph_runnable,
    prepare,
    recorded_run,
    replay,
    rerun,
)
from project_ghost.telemetry import Recording


def walk(gain: float = 1.0, duration: str = "100ms", seed: int = 3) -> Runnable:
    graph = Graph("1ms")
    graph.group("fast", period="1ms")
    graph.add("Noise", NoiseSource(), "fast")
    graph.add("Sum", Integrator(), "fast")
    graph.connect("Noise.y", "Sum.u", gain=gain)
    graph.publish("/walk", ["Sum.y"], "fast")
    return graph_runnable(graph, duration=duration, seed=seed, name="walk")


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    result = recorded_run(prepare(walk(), execution="interpreted"), tmp_path)
    assert result.name == "walk"
    assert result.ticks == 100
    return tmp_path


def test_a_recorded_graph_is_rerun_with_the_same_graph(recorded, tmp_path) -> None:
    with Recording(recorded / "run.mcap") as recording:
        prepared = prepare(recording, runnable=walk(), execution="interpreted")
        folder = tmp_path / "again"
        folder.mkdir()
        _, outcome = rerun(recording, prepared, folder)
    assert outcome is not None
    assert outcome.is_same


def test_another_graph_is_refused(recorded) -> None:
    for other in (walk(gain=1.5), walk(seed=4), walk(duration="200ms")):
        with pytest.raises(InputError, match="the graph is not the one of this file"):
            prepare(recorded, runnable=other)


def test_the_command_line_says_how_to_reopen_it(recorded, capsys) -> None:
    assert main(["verify", str(recorded)]) == 2
    assert "made from a graph in Python" in capsys.readouterr().err


def test_a_moment_of_a_graph_is_stored_continued_and_replayed(recorded, tmp_path) -> None:
    path = tmp_path / "c.ghost"
    checkpoint(recorded, "50ms", path, runnable=walk(), execution="interpreted")
    continued = prepare(path, runnable=walk(), execution="interpreted").run()
    assert continued.begin_ns == 50_000_000
    assert continued.digest == prepare(walk(), execution="interpreted").run().digest
    assert replay(recorded, "Sum", runnable=walk()).is_same


def test_a_run_with_another_seed_is_reopened_with_it(tmp_path) -> None:
    recorded_run(prepare(walk(), execution="interpreted"), tmp_path, seed=8)
    assert prepare(tmp_path, runnable=walk(), execution="interpreted").runnable.seed == 8


def test_a_duration_that_is_no_whole_number_of_steps_is_refused() -> None:
    with pytest.raises(InputError, match="the duration is 1_500_000 ns"):
        walk(duration="1.5ms")
