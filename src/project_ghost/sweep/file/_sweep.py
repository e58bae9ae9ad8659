"""The content of a sweep's file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import final

from ._hypercube import Hypercube
from ._values import Value

__all__ = ["CallbackChoice", "PlannerChoice", "Sweep"]


@final
@dataclass(frozen=True)
class PlannerChoice:
    """A planner with its options; `name` is what the tables call it."""

    name: str
    planner: str
    options: Mapping[str, Value] = field(default_factory=dict)


@final
@dataclass(frozen=True)
class CallbackChoice:
    """A callback with its options: a name, `package.module:Class` or `file.py:Class`."""

    callback: str
    options: Mapping[str, Value] = field(default_factory=dict)


@final
@dataclass(frozen=True)
class Sweep:
    """Which runs there are: scenarios x planners x parameters x seeds, and how they are judged.

    Scenarios and planners are looked for in `folder`, that of the file, and in the
    current one.
    """

    name: str
    scenarios: tuple[str, ...]
    planners: tuple[PlannerChoice, ...] = ()
    seeds: Sequence[int] = (1,)
    parameters: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    hypercube: Hypercube | None = None
    settings: Mapping[str, Value] = field(default_factory=dict)  # of all runs
    description: str = ""
    challenge: str | None = None
    controller: str | None = None
    observation: str | None = None
    period: str | int | float | None = None
    nuplan_names: bool = False
    is_recorded: bool = False
    time_limit_s: float | None = None
    callbacks: tuple[CallbackChoice, ...] = ()
    folder: Path = Path()
    source: str = "sweep.yaml"  # its name in errors
