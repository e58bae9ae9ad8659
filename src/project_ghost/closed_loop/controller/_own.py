"""Controllers of one's own: a class in Python that drives plans."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, final

from project_ghost.closed_loop.errors import ClosedLoopValueError
from project_ghost.closed_loop.states import EgoState, TimePoint, VehicleParameters
from project_ghost.closed_loop.trajectory import InterpolatedTrajectory
from project_ghost.core.arrays import Floats
from project_ghost.core.duration import NS_PER_S
from project_ghost.models.ego_control import AbstractEgoControl

from ._abstract import AbstractEgoController

if TYPE_CHECKING:
    from project_ghost.closed_loop.scenario import AbstractScenario

__all__ = ["AbstractStateController", "OwnController"]


class AbstractStateController(AbstractEgoControl):
    """Drives a plan: the ego's state at the next iteration, from its present one and the plan.

    class Halfway(AbstractStateController):
        def next_state(self, ego_state, trajectory, next_time):
            return trajectory.get_state_at_time(next_time)

    It is a component of the engine, so that its answers are in the hash chain and in recordings;
    with a state of its own it has `save` and `load`. `AbstractEgoControl` is the same with arrays.
    """

    def next_state(
        self, ego_state: EgoState, trajectory: InterpolatedTrajectory, next_time: TimePoint
    ) -> EgoState:
        """The state of the ego at `next_time`."""
        raise NotImplementedError

    def output(  # type: ignore[override]
        self,
        ego: Floats,
        plan: Floats,
        count: float,
        wheelbase_m: float,
        rear_axle_m: float,
        length_m: float,
        width_m: float,
        time_ns: int,
        dt_s: float,
    ) -> Floats:
        """Ask for the next state."""
        vehicle = VehicleParameters.from_sizes(
            "ego",
            length_m=length_m,
            width_m=width_m,
            wheelbase_m=wheelbase_m,
            rear_axle_to_center_m=rear_axle_m,
        )
        following = self.next_state(
            EgoState.from_row(ego.copy(), time_ns, vehicle),
            InterpolatedTrajectory(plan[: int(count)].copy(), vehicle),
            TimePoint.from_ns(time_ns + round(dt_s * NS_PER_S)),
        )
        if not isinstance(following, EgoState):
            raise ClosedLoopValueError(
                f"next_state returned {following!r:.80}",
                type(self).__name__,
                "an EgoState",
                "return the state, for example EgoState.build_from_rear_axle(...)",
            )
        return following.array


@final
class OwnController(AbstractEgoController):
    """The ego drives its plans by a class: `package.module:Class`, or `file.py:Class`.

    The file is beside the scenario, or in the current folder; `options` are parameters that the
    class declares.
    """

    def __init__(
        self,
        scenario: "AbstractScenario",
        controller: str,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(scenario)
        self._keys = {"controller": controller, "controller_options": dict(options or {})}

    def driver_keys(self) -> Mapping[str, Any]:
        """Keys of the driver's section."""
        return self._keys
