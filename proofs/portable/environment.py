"""An environment: a Python, started in a certain way."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from project_ghost.doctor.selfcheck import BOTH, Mode


class NotRunnableError(Exception):
    """This machine lacks a requirement of an environment, which the message names."""


@dataclass(frozen=True)
class Interpreter:
    """The command that starts a Python, and the variables that it needs."""

    command: tuple[str, ...]
    variables: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Environment:
    """One row of the proof.

    `prepare` makes the interpreter ready, or raises `NotRunnableError`; it runs only
    when the environment is about to. `variables` are set for the run. `load` is the
    share of all cores that others keep busy meanwhile. `must_change` names a witness:
    where its value is that of the native environment, the environment made no
    difference on this machine and does not count as run. `cpu_limit_s` is the CPU time after which
    the scenarios that are left are not run: an emulator would need hours for all.
    """

    name: str
    group: str
    summary: str
    prepare: Callable[[], Interpreter]
    variables: Mapping[str, str] = field(default_factory=dict)
    modes: tuple[Mode, ...] = BOTH
    load: float = 0.0
    with_numba: bool = True
    must_change: str | None = None
    cpu_limit_s: float | None = None
