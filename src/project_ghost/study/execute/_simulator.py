"""The interface between a study and a simulator.

In Python a simulator is one function, `prepare(settings) -> PreparedSimulator`, named in study.yaml
as `package.module:function`. The study calls it once in each process, then `run(seed, repeat)` for
each repeat, always with the same seed: the number of a repeat is for logs only.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Protocol, TypeAlias, runtime_checkable

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.study.results._trace import Trace

__all__ = [
    "BUILTIN_SIMULATORS",
    "Facts",
    "Prepare",
    "PreparedSimulator",
    "Settings",
    "find_simulator",
]

# A fact with this prefix and an actor's name is the kind of that actor: `kind.ego: car`.
KIND = "kind."

Fact: TypeAlias = str | int | float | bool | None
Facts: TypeAlias = Mapping[str, Fact]

# The settings of study.yaml: plain values, lists and mappings. These keys always exist: `scenario`
# (its name in study.yaml, unless the settings have another), `duration_ns` (an int, or None for
# the simulator's own), `end_at_first_collision` and `end_at_last_waypoint` (bool). A simulator
# that cannot end early may continue: the study removes the samples after the duration and, if
# asked to, after the first collision.
Settings: TypeAlias = Mapping[str, object]


@runtime_checkable
class PreparedSimulator(Protocol):
    """A simulator with a loaded scenario, which this process can run repeatedly.

    One that holds a resource (a connection, a window) may also have a method `close()`, which is
    called at the end.
    """

    def run(self, seed: int, repeat: int) -> Trace:
        """Run from the start. If it raises, the study keeps the repeats before it."""
        ...

    def facts(self) -> Facts:
        """What the result depends on besides the seed: version, step_ns, synchronous, solver ...

        Called after each run, so that they may include what the run found out, and recorded with
        its trace; equal facts are stored once. A study checks `step_ns` (the fixed step) and
        `synchronous` (the simulator waits for its client at each step). `kind.ACTOR` is the kind
        of an actor: {"kind.ego": "car"}.
        """
        ...


Prepare: TypeAlias = Callable[[Settings], PreparedSimulator]

# Short names for study.yaml, and the functions behind them, which are imported when needed.
BUILTIN_SIMULATORS: Mapping[str, str] = MappingProxyType(
    {
        "ghost": "project_ghost.study.execute._ghost:prepare",
        "sumo": "project_ghost.study.simulators.sumo:prepare",
        "mujoco": "project_ghost.study.simulators.mujoco:prepare",
        "highway-env": "project_ghost.study.simulators.highway_env:prepare",
        "control": "project_ghost.study.simulators.control:prepare",
    }
)


@checked_arguments
def find_simulator(name: str) -> Prepare:
    """Import the `prepare` function of a built-in simulator or of `package.module:function`."""
    module_name, colon, function_name = BUILTIN_SIMULATORS.get(name, name).partition(":")
    if not colon:
        raise InputError(
            f"there is no simulator {name!r}{did_you_mean(name, BUILTIN_SIMULATORS)}",
            "simulator",
            f"{', '.join(BUILTIN_SIMULATORS)}, or package.module:function",
            "use `command:` for a program that is not Python",
        )
    try:
        module = import_module(module_name)
    except ImportError as error:
        raise InputError(
            f"the simulator {name!r} cannot be imported: {error}",
            "simulator",
            "a module that Python can import, with its dependencies installed",
            "install it, or add its folder to PYTHONPATH",
        ) from None
    prepare = getattr(module, function_name, None)
    if not callable(prepare):
        raise InputError(
            f"the module {module_name} has no function {function_name!r}",
            "simulator",
            "a function prepare(settings) that returns a PreparedSimulator",
            "see docs/study.md",
        )
    checked: Prepare = prepare
    return checked
