"""The loop in Drake's Python API: systems in a diagram, each updated at its own period.

Drake has no fixed-step RK4, so the vehicle takes its own RK4 step in a periodic update:
one call into Python a tick, and the same arithmetic as all other contestants.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

from pydrake.systems.analysis import Simulator
from pydrake.systems.framework import DiagramBuilder, EventStatus, LeafSystem

from benchmarks._loop import STEP_S
from project_ghost.engine.ops import clip


class _Vehicle(LeafSystem):  # type: ignore[misc]
    def __init__(self, library: Any) -> None:  # noqa: ANN401
        LeafSystem.__init__(self)
        self._library = library
        self._command = self.DeclareVectorInputPort("command", 2)
        index = self.DeclareDiscreteState([0.0, 0.5, 0.0, 5.0])
        self.DeclareStateOutputPort("pose", index)
        self.DeclarePeriodicDiscreteUpdateEvent(STEP_S, 0.0, self._update)

    def _update(self, context: Any, values: Any) -> None:  # noqa: ANN401
        sin, cos, tan = self._library.sin, self._library.cos, self._library.tan
        x, y, heading, v = context.get_discrete_state_vector().value().tolist()
        steer, a = self._command.Eval(context).tolist()
        h = STEP_S
        half, sixth = 0.5 * h, h / 6.0

        def derivative(heading: float, v: float) -> tuple[float, ...]:
            return v * cos(heading), v * sin(heading), v * tan(steer) / 2.8, a

        k1 = derivative(heading, v)
        k2 = derivative(heading + half * k1[2], v + half * k1[3])
        k3 = derivative(heading + half * k2[2], v + half * k2[3])
        k4 = derivative(heading + h * k3[2], v + h * k3[3])
        values.set_value(
            [
                x + sixth * (k1[0] + 2.0 * k2[0] + 2.0 * k3[0] + k4[0]),
                y + sixth * (k1[1] + 2.0 * k2[1] + 2.0 * k3[1] + k4[1]),
                heading + sixth * (k1[2] + 2.0 * k2[2] + 2.0 * k3[2] + k4[2]),
                v + sixth * (k1[3] + 2.0 * k2[3] + 2.0 * k3[3] + k4[3]),
            ]
        )


class _Control(LeafSystem):  # type: ignore[misc]
    """Pure pursuit and speed control; its command is held from sample to sample."""

    def __init__(self, library: Any) -> None:  # noqa: ANN401
        LeafSystem.__init__(self)
        self._library = library
        self._pose = self.DeclareVectorInputPort("pose", 4)
        # steer and acceleration, then the integral
        self.DeclareDiscreteState(3)
        self.DeclareVectorOutputPort("command", 2, self._output, {self.xd_ticket()})
        # Before the vehicle's update of the same instant: unrestricted events come first.
        self.DeclarePeriodicUnrestrictedUpdateEvent(10 * STEP_S, 0.0, self._update)

    def _output(self, context: Any, output: Any) -> None:  # noqa: ANN401
        output.SetFromVector(context.get_discrete_state_vector().value()[:2])

    def _update(self, context: Any, state: Any) -> None:  # noqa: ANN401
        m = self._library
        integral = float(context.get_discrete_state_vector().value()[2])
        x, y, heading, v = self._pose.Eval(context).tolist()
        ahead = clip(0.8 * v, 4.0, 20.0)
        target = x + ahead * m.cos(heading)
        dx = target - x
        dy = 3.0 * m.sin(0.05 * target) - y
        angle = m.atan2(dy, dx) - heading
        curve = m.atan2(2.0 * 2.8 * m.sin(angle), m.sqrt(dx * dx + dy * dy))
        error = 12.0 - v
        wanted = 1.2 * error + 0.4 * integral
        if -4.0 <= wanted <= 3.0:
            integral = integral + 0.01 * error
        command = [clip(curve, -0.5, 0.5), clip(wanted, -4.0, 3.0), integral]
        state.get_mutable_discrete_state().get_mutable_vector().SetFromVector(command)


class _Logger(LeafSystem):  # type: ignore[misc]
    def __init__(self) -> None:
        LeafSystem.__init__(self)
        self._pose = self.DeclareVectorInputPort("pose", 4)
        self._command = self.DeclareVectorInputPort("command", 2)
        self.rows: list[tuple[float, ...]] = []
        self.DeclarePeriodicPublishEvent(100 * STEP_S, 0.0, self._log)

    def _log(self, context: Any) -> Any:  # noqa: ANN401
        row = (context.get_time(), *self._pose.Eval(context), *self._command.Eval(context))
        self.rows.append(row)
        return EventStatus.Succeeded()


def loop_in_drake(library: ModuleType, ticks: int) -> Callable[[], tuple[float, ...]]:
    """A function that runs the loop from its beginning and returns the last states."""

    def call() -> tuple[float, ...]:
        builder = DiagramBuilder()
        vehicle = builder.AddSystem(_Vehicle(library))
        control = builder.AddSystem(_Control(library))
        logger = builder.AddSystem(_Logger())
        builder.Connect(vehicle.get_output_port(0), control.get_input_port(0))
        builder.Connect(control.get_output_port(0), vehicle.get_input_port(0))
        builder.Connect(vehicle.get_output_port(0), logger.get_input_port(0))
        builder.Connect(control.get_output_port(0), logger.get_input_port(1))
        simulator = Simulator(builder.Build())
        simulator.Initialize()
        # The events at the very end belong to the next step.
        simulator.AdvanceTo(ticks * STEP_S)
        context = simulator.get_context()
        state = vehicle.GetMyContextFromRoot(context).get_discrete_state_vector().value().tolist()
        held = control.GetMyContextFromRoot(context).get_discrete_state_vector().value().tolist()
        return (*state, held[2])

    return call
