"""Model predictive control of components of one's own: a Kernel of tanks and a Block that pumps.

The engine runs both; every second a plan over the next 30 s is found on the same source, as
expressions, and its first input is applied.

    python examples/symbolic/own_mpc.py
    ghost symbolic check examples/symbolic/own_mpc.py:plant
"""

from typing import NamedTuple

import casadi as ca
import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import sqrt
from project_ghost.engine import (
    Block,
    Continuous,
    Engine,
    Graph,
    Input,
    Kernel,
    Output,
    Parameter,
    Size,
    State,
)
from project_ghost.engine.ops import clip
from project_ghost.symbolic import Shooting, SymbolicModel, export

WANTED_M = 1.5
AHEAD = 30  # intervals of a second


class Pump(Block):
    """A pump that needs time to follow its command, and has a largest flow."""

    command = Input(unit="m3/s")
    flow_now = Continuous(0.0, unit="m3/s")
    flow = Output(unit="m3/s")
    lag_s = Parameter(2.0, unit="s")
    flow_max = Parameter(0.4, unit="m3/s")

    @staticmethod
    def output(flow_now: float) -> float:
        """Return the flow."""
        return flow_now

    @staticmethod
    def derivative(flow_now: float, command: float, lag_s: float, flow_max: float) -> float:
        """Approach the command, within the pump's limits."""
        return (clip(command, 0.0, flow_max) - flow_now) / lag_s


class Tanks(Kernel):
    """Tanks in a row; each flows out into the next."""

    count = Size(2)
    inflow = Input(unit="m3/s")
    depth = State(0.5, shape=("count",), unit="m")
    shown = Output(shape=("count",), unit="m")
    area_m2 = Parameter(2.0, unit="m2")
    outlet = Parameter(0.2)

    @staticmethod
    def output(depth: Floats, shown: Floats) -> None:
        """Show the depths."""
        for i in range(depth.shape[0]):
            shown[i] = depth[i]

    @staticmethod
    def update(depth: Floats, inflow: float, area_m2: float, outlet: float, dt_s: float) -> None:
        """Let water flow, from a tank that has some."""
        arriving = inflow
        for i in range(depth.shape[0]):
            leaving = 0.0
            if depth[i] > 0.0:
                leaving = outlet * sqrt(depth[i])
            depth[i] += dt_s * (arriving - leaving) / area_m2
            arriving = leaving


class Result(NamedTuple):
    """The depth of the last tank at the end, the largest command, and the highest depth."""

    depth_m: float
    command_max: float
    highest_m: float


def plant() -> Graph:
    """Return pump and tanks; the pump's command is an input of the graph."""
    graph = Graph("100ms")
    graph.group("water", rate_hz=10)
    graph.add("Pump", Pump(), "water")
    graph.add("Tanks", Tanks(), "water")
    graph.connect("Pump.flow", "Tanks.inflow")
    graph.expose("Pump.command")
    return graph


def problem(model: SymbolicModel) -> tuple[Shooting, ca.MX]:
    """Return the search for a plan, and the state from which it begins."""
    found = Shooting(model, AHEAD, substeps=10)
    now = found.opti.parameter(model.x0.size)
    found.opti.subject_to(found.x[:, 0] == now)
    error = found.state("Tanks.depth[1]") - WANTED_M
    change = ca.diff(found.u, 1, 1)
    found.opti.minimize(ca.sumsqr(error) + 10.0 * ca.sumsqr(change))
    return found, now


def control(seconds: int) -> Result:
    """Run the engine, and plan anew every second."""
    engine = Engine(plant(), execution="interpreted")
    model = export(engine, limits="constraints", stops=False)
    search, now = problem(model)
    engine.run(0)
    commands, depths = [], []
    for _ in range(seconds):
        x = np.concatenate([np.ravel(engine.state(state.name)) for state in model.states])
        search.opti.set_value(now, x)
        found = search.solve()
        commands.append(float(found.inputs[0, 0]))
        engine.set_input("Pump.command", commands[-1])
        engine.run("1s")
        depths.append(float(np.asarray(engine.value("Tanks.shown"))[1]))
    return Result(depths[-1], max(commands), max(depths))


if __name__ == "__main__":
    print(control(60))
