"""Measurements in a new process: python -m benchmarks._fresh start | table N | blocks N | day."""

import json
import sys
import time
from pathlib import Path

from benchmarks._loop import make_graph
from benchmarks._many_blocks import many_blocks
from project_ghost.engine import Engine, Graph, Kernel, Output, Parameter, Size, State

DAY_S = 24 * 3600


class Walkers(Kernel):
    """Actors in a table of fixed capacity, each of whom walks and is drawn to the origin."""

    capacity = Size(10)
    position = State(1.0, shape=("capacity", 2))
    velocity = State(0.5, shape=("capacity", 2))
    energy = Output()
    pull = Parameter(0.1)

    @staticmethod
    def output(velocity, energy):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN205
        total = 0.0
        for i in range(velocity.shape[0]):
            total += velocity[i, 0] * velocity[i, 0] + velocity[i, 1] * velocity[i, 1]
        energy[0] = total

    @staticmethod
    def update(position, velocity, pull, dt_s):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN205
        for i in range(position.shape[0]):
            for axis in range(2):
                velocity[i, axis] = velocity[i, axis] - dt_s * pull * position[i, axis]
                position[i, axis] = position[i, axis] + dt_s * velocity[i, axis]


def _table(capacity: int) -> Graph:
    graph = Graph(step="1ms")
    graph.group("fast", rate_hz=1000)
    graph.add("Walkers", Walkers(capacity=capacity), "fast")
    return graph


def peak_mb() -> float:
    """The most memory that this process has had; getrusage would count its parent's too."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    (line,) = [line for line in status.splitlines() if line.startswith("VmHWM:")]
    return int(line.split()[1]) / 1024


def main(what: str, *rest: str) -> dict[str, float]:
    """Measure one thing; its figures."""
    graphs = {"table": _table, "blocks": many_blocks}
    graph = graphs[what](int(rest[0])) if what in graphs else make_graph()
    before_s = time.process_time()
    engine = Engine(graph, execution="compiled")
    engine_s = time.process_time() - before_s
    engine.run("10ms")
    compile_s = time.process_time() - before_s
    figures = {"engine_s": engine_s, "compile_s": compile_s, "process_s": time.process_time()}
    if what == "blocks":
        before_s = time.process_time()
        engine.snapshot()
        figures["snapshot_s"] = time.process_time() - before_s
    if what == "day":
        engine.run("60s")
        before_mb, before_s = peak_mb(), time.process_time()
        engine.run(f"{DAY_S}s")
        figures |= {
            "before_mb": before_mb,
            "after_mb": peak_mb(),
            "day_s": time.process_time() - before_s,
        }
    return figures


if __name__ == "__main__":
    print(json.dumps(main(*sys.argv[1:])))
