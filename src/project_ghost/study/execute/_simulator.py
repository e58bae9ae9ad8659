"""What a study needs of a simulator, in Python or as any program.

In Python a simulator is one function, `prepare(settings) -> scene`, named in study.yaml as
`package.module:function`. The study calls it once in each process, then `scene.run(seed,
repeat)` for each repeat, always with the same seed: a repeat's number is there for logs only.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Protocol, TypeAlias, runtime_checkable

from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.study.results._trace import Trace

__all__ = ["BUILTIN_SIMULATORS", "Facts", "Prepare", "Scene", "Settings", "find_simulator"]

Fact: TypeAlias = str | int | float | bool | None
Facts: TypeAlias = Mapping[str, Fact]

# What is set, as study.yaml has it: plain values, lists and mappings. These keys are always
# there: `scenario` (the experiment's name for it, unless its settings say another),
# `duration_ns` (an int, or None: the scene's own), `end_at_first_collision` and
# `end_at_last_waypoint` (bool; a scene that cannot end early may go on: the study leaves out
# what comes after the duration and, where wanted, after the first collision).
Settings: TypeAlias = Mapping[str, object]


@runtime_checkable
class Scene(Protocol):
    """A scene that stands ready and can be run again and again in this process.

    One that holds something (a connection, a window) may have a method `close()` besides,
    which is called at the end.
    """

    def run(self, seed: int, repeat: int) -> Trace:
        """Run from the start. What fails raises; the study keeps the repeats before it."""
        ...

    def facts(self) -> Facts:
        """What decides the result besides the seed: version, step_ns, synchronous, solver ...

        Recorded with every trace. Called after each run, so that what a run found out may be
        among them; the same facts each time cost nothing.
        """
        ...


Prepare: TypeAlias = Callable[[Settings], Scene]

# Short names for study.yaml, and where they are. Nothing is imported until it is wanted.
BUILTIN_SIMULATORS: Mapping[str, str] = MappingProxyType(
    {
        "ghost": "project_ghost.study.execute._ghost:prepare",
        "sumo": "project_ghost.study.simulators.sumo:prepare",
        "mujoco": "project_ghost.study.simulators.mujoco:prepare",
        "highway-env": "project_ghost.study.simulators.highway_env:prepare",
        "control": "project_ghost.study.simulators.control:prepare",
    }
)


def find_simulator(name: str) -> Prepare:
    """The function of a simulator: a built-in one's, or `package.module:function`."""
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
            "a module that Python finds, and what it needs installed",
            "install it, or add its folder to PYTHONPATH",
        ) from None
    prepare = getattr(module, function_name, None)
    if not callable(prepare):
        raise InputError(
            f"the module {module_name} has no function {function_name!r}",
            "simulator",
            "a function prepare(settings) that gives a scene",
            "see docs/study.md",
        )
    found: Prepare = prepare
    return found
