"""Simulations that ask a planner.

General layout: `_simulation` (a simulation, step by step), `_setup` (what it is made of),
`_time_controller` and `_iteration` (its iterations), `_loop` (one planner's samples and plans, the
same for all who drive a run), `_seat` (a planner's place in a run), `_plan_checks` (what can be
driven), `_session` (a planner that answers by itself while the engine runs), `_run_arrays` (the
samples of a run, for metrics).
"""

from typing import TYPE_CHECKING

from project_ghost.core.lazy import lazy_names

from ._iteration import SimulationIteration as SimulationIteration

if TYPE_CHECKING:
    from ._loop import PlanningLoop as PlanningLoop
    from ._plan_checks import PlanError as PlanError
    from ._run_arrays import run_arrays as run_arrays
    from ._seat import PlannerSeat as PlannerSeat
    from ._session import PlannerSession as PlannerSession
    from ._session import initialization_of as initialization_of
    from ._setup import SimulationSetup as SimulationSetup
    from ._setup import validate_planner_setup as validate_planner_setup
    from ._simulation import Simulation as Simulation
    from ._time_controller import (
        AbstractSimulationTimeController as AbstractSimulationTimeController,
    )
    from ._time_controller import StepSimulationTimeController as StepSimulationTimeController

__all__ = [
    "AbstractSimulationTimeController",
    "PlanError",
    "PlannerSeat",
    "PlannerSession",
    "PlanningLoop",
    "Simulation",
    "SimulationIteration",
    "SimulationSetup",
    "StepSimulationTimeController",
    "initialization_of",
    "run_arrays",
    "validate_planner_setup",
]

# Imported when they are first used: planners need the iteration, simulations need planners.
__getattr__ = lazy_names(
    __name__,
    {
        "_loop": ("PlanningLoop",),
        "_plan_checks": ("PlanError",),
        "_run_arrays": ("run_arrays",),
        "_seat": ("PlannerSeat",),
        "_session": ("PlannerSession", "initialization_of"),
        "_setup": ("SimulationSetup", "validate_planner_setup"),
        "_simulation": ("Simulation",),
        "_time_controller": ("AbstractSimulationTimeController", "StepSimulationTimeController"),
    },
)
