"""A driver after the Intelligent Driver Model, as nuPlan has it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import final

from project_ghost.closed_loop.errors import ClosedLoopValueError
from project_ghost.models.traffic import idm_acceleration, idm_step

__all__ = ["IDMAgentState", "IDMLeadAgentState", "IDMPolicy"]

# Between two of nuPlan's points in time the equations are integrated in this many steps.
_STEPS = 4


@dataclass
class IDMAgentState:
    """The progress of an agent in metres, and its speed in m/s."""

    progress: float
    velocity: float

    def to_array(self) -> list[float]:
        """The fields as a list."""
        return [self.progress, self.velocity]


@dataclass
class IDMLeadAgentState(IDMAgentState):
    """The same of a leader, and how far its rear is behind the point that its progress is of."""

    length_rear: float

    def to_array(self) -> list[float]:
        """The fields as a list."""
        return [self.progress, self.velocity, self.length_rear]


@final
class IDMPolicy:
    """How an agent follows a leader along a path. The functions are those of `models.traffic`."""

    def __init__(
        self,
        target_velocity: float,
        min_gap_to_lead_agent: float,
        headway_time: float,
        accel_max: float,
        decel_max: float,
    ) -> None:
        self._target_velocity = target_velocity
        self._min_gap_to_lead_agent = min_gap_to_lead_agent
        self._headway_time = headway_time
        self._accel_max = accel_max
        self._decel_max = decel_max

    @property
    def idm_params(self) -> list[float]:
        """Target velocity, least gap, headway, largest acceleration, largest deceleration."""
        return [
            self._target_velocity,
            self._min_gap_to_lead_agent,
            self._headway_time,
            self._accel_max,
            self._decel_max,
        ]

    @property
    def target_velocity(self) -> float:
        """The speed on a free road, in m/s."""
        return self._target_velocity

    @target_velocity.setter
    def target_velocity(self, target_velocity: float) -> None:
        if not target_velocity > 0:
            raise ClosedLoopValueError(
                f"The target velocity must be greater than 0! {target_velocity} > 0"
            )
        self._target_velocity = target_velocity

    @property
    def headway_time(self) -> float:
        """The time to the vehicle in front, in seconds."""
        return self._headway_time

    @property
    def decel_max(self) -> float:
        """The largest deceleration, in m/s2."""
        return self._decel_max

    @staticmethod
    def idm_model(
        time_points: Sequence[float],  # noqa: ARG004 - nuPlan's signature
        state_variables: Sequence[float],
        lead_agent: Sequence[float],
        params: Sequence[float],
    ) -> list[float]:
        """The derivatives of progress and velocity."""
        progress, velocity = state_variables
        lead_progress, lead_velocity, lead_rear = lead_agent
        gap = lead_progress - progress - lead_rear
        target, min_gap, headway, accel_max, decel_max = params
        return [
            velocity,
            idm_acceleration(
                velocity, lead_velocity, gap, target, min_gap, headway, accel_max, decel_max
            ),
        ]

    def solve_forward_euler_idm_policy(
        self, agent: IDMAgentState, lead_agent: IDMLeadAgentState, sampling_time: float
    ) -> IDMAgentState:
        """The agent after one Euler step, its acceleration within the limits."""
        gap = lead_agent.progress - agent.progress - lead_agent.length_rear
        progress, velocity = idm_step(
            agent.progress,
            agent.velocity,
            lead_agent.velocity,
            gap,
            sampling_time,
            *self.idm_params,
        )
        return IDMAgentState(progress, velocity)

    def solve_odeint_idm_policy(
        self,
        agent: IDMAgentState,
        lead_agent: IDMLeadAgentState,
        sampling_time: float,
        solve_points: int = 10,
    ) -> IDMAgentState:
        """The agent after a time, integrated finely (nuPlan: scipy's odeint)."""
        return self._integrated(agent, lead_agent, sampling_time, _STEPS * (solve_points - 1))

    def solve_ivp_idm_policy(
        self, agent: IDMAgentState, lead_agent: IDMLeadAgentState, sampling_time: float
    ) -> IDMAgentState:
        """The agent after a time, integrated finely (nuPlan: scipy's Runge-Kutta 45)."""
        return self._integrated(agent, lead_agent, sampling_time, _STEPS * 9)

    def _integrated(
        self, agent: IDMAgentState, lead_agent: IDMLeadAgentState, time_s: float, steps: int
    ) -> IDMAgentState:
        lead, params = lead_agent.to_array(), self.idm_params

        def slope(state: list[float]) -> list[float]:
            return self.idm_model([], state, lead, params)

        state = agent.to_array()
        for _ in range(steps):
            state = _runge_kutta(slope, state, time_s / steps)
        return IDMAgentState(*state)


def _runge_kutta(
    slope: Callable[[list[float]], list[float]], state: list[float], step: float
) -> list[float]:
    def after(slopes: list[float], time: float) -> list[float]:
        return [value + time * change for value, change in zip(state, slopes, strict=True)]

    first = slope(state)
    second = slope(after(first, 0.5 * step))
    third = slope(after(second, 0.5 * step))
    fourth = slope(after(third, step))
    return [
        value + step / 6.0 * (a + 2.0 * b + 2.0 * c + d)
        for value, a, b, c, d in zip(state, first, second, third, fourth, strict=True)
    ]
