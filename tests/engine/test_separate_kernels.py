"""A kernel's machine code is made once, for all schedules and all sizes of its tables."""

from pathlib import Path

import pytest

from project_ghost.core import compiled
from project_ghost.core.compile_steps import CompileStep, observed_compilation
from project_ghost.core.errors import RunError
from project_ghost.engine import Engine, Graph, Input, Kernel, Output, Parameter, Size, State


class Crowd(Kernel):
    """Takes every kind of argument that a kernel may take."""

    capacity = Size(2)
    push = Input(shape=(2,), default=1.0)
    scale = Input(default=0.5)
    place = State(1.0, shape=("capacity", 2))
    count = State()
    farthest = Output()
    pulls = Parameter((0.25, 0.5), shape=(2,))
    limit = Parameter(1e9)

    @staticmethod
    def output(place, farthest, capacity, limit):
        farthest[0] = 0.0
        for i in range(capacity):
            farthest[0] = max(farthest[0], place[i, 0] + place[i, 1])
        if farthest[0] > limit:
            raise RunError("somebody has gone too far")

    @staticmethod
    def update(place, count, push, scale, pulls, dt_s, time_ns, sample):
        count[0] += 1.0 + (time_ns - 1_000_000 * sample)
        for i in range(place.shape[0]):
            for axis in range(2):
                place[i, axis] += dt_s * (i + 1) * scale * push[axis] * pulls[axis]


def crowd(capacity: int, **parameters: float) -> Graph:
    graph = Graph(step="1ms")
    graph.group("fast", rate_hz=1000)
    graph.add("Crowd", Crowd(capacity=capacity, **parameters), "fast")
    return graph


@pytest.mark.skipif(not compiled.is_available(), reason="Numba is not installed")
def test_another_size_or_parameter_compiles_nothing(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("GHOST_CACHE_DIR", str(tmp_path))
    seen: list[CompileStep] = []
    counts = []
    for capacity, limit in ((3, 1e9), (50, 1e9), (51, 1e9), (3, 1e6)):
        digests = set()
        for execution in ("interpreted", "compiled"):
            engine = Engine(crowd(capacity, limit=limit), execution=execution)
            with observed_compilation(seen.append):
                engine.run("20ms")
            assert engine.execution == execution
            digests.add(engine.digest)
        assert len(digests) == 1
        counts.append(len(seen))
    assert {"P0_Crowd_output", "P1_Crowd_update"} <= {step.name for step in seen}
    assert counts[1:] == counts[:1] * 3


@pytest.mark.skipif(not compiled.is_available(), reason="Numba is not installed")
def test_a_kernel_that_raises_is_named_with_tick_and_time() -> None:
    messages = set()
    for execution in ("interpreted", "compiled"):
        engine = Engine(crowd(3, limit=2.01), execution=execution)
        with pytest.raises(RunError, match="too far") as caught:
            engine.run("1s")
        messages.add(str(caught.value))
    (message,) = messages
    assert "Crowd" in message
    assert "tick" in message
