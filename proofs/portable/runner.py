"""Run the self-check in an environment, and keep its output."""

import json
import subprocess
import threading
import time
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import TypedDict

from project_ghost.batch import background_load
from project_ghost.doctor.selfcheck import WORKLOADS, Mode

from . import processes, witnesses
from .environment import Environment, Interpreter, NotRunnableError
from .machine import BUILD, ROOT, cores
from .scenarios import scenario_paths

_MODULE = "project_ghost.doctor.selfcheck"
# An entry of None is Python's own way to say that a module cannot be imported.
_WITHOUT_NUMBA = (
    "import runpy, sys; sys.modules['numba'] = None; "
    f"runpy.run_module({_MODULE!r}, run_name='__main__', alter_sys=True)"
)
_RUN_TIMEOUT_S = 5400.0
_WITNESS = "witness "
_prepare_lock = threading.Lock()


class _Outcome(TypedDict):
    digest: str | None
    error: str | None


class _Said(TypedDict):
    host: dict[str, object]
    workloads: dict[str, _Outcome]


class Status(StrEnum):
    """How a run ended, before anything is compared."""

    RAN = "ran"
    NOT_RUN = "not run"
    FAILED = "failed"


@dataclass(frozen=True)
class Run:
    """One environment in one mode: its digests, or the reason why there are none."""

    environment: Environment
    mode: Mode
    status: Status
    reason: str = ""
    seconds: float = 0.0
    host: dict[str, object] = field(default_factory=dict)
    digests: dict[str, str] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)
    witnesses: dict[str, str] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True)
class Selection:
    """The workloads to run everywhere: by name, further ones by import path, and the scenarios."""

    names: tuple[str, ...]
    extra: dict[str, str] = field(default_factory=dict)
    scenarios: bool = False

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of all workloads but scenarios, as in the report."""
        return (*self.names, *self.extra)

    @property
    def paths(self) -> dict[str, str]:
        """The workloads that come by import path."""
        return {**self.extra, **self.scenario_paths}

    @property
    def scenario_paths(self) -> dict[str, str]:
        """The scenarios among them."""
        return scenario_paths() if self.scenarios else {}

    def due(self, mode: Mode) -> tuple[str, ...]:
        """The names of those that must give a digest in this mode."""
        return (*(name for name in self.names if mode in WORKLOADS[name].modes), *self.paths)


def run(environment: Environment, mode: Mode, selection: Selection) -> Run:
    """Prepare the environment if need be, and run the workloads in it."""
    try:
        with _prepare_lock:
            interpreter = environment.prepare()
    except NotRunnableError as error:
        return Run(environment, mode, Status.NOT_RUN, str(error))
    # ghost: allow[wall-clock] how long it took is shown, and in no digest
    begin = time.perf_counter()
    try:
        with background_load(environment.load, cores()):
            done = processes.run(
                _command(environment, interpreter, mode, selection),
                variables=_variables(environment, interpreter),
                cwd=ROOT,
                timeout_s=_RUN_TIMEOUT_S,
            )
    except OSError as error:
        return Run(environment, mode, Status.FAILED, str(error))
    except subprocess.TimeoutExpired:
        return Run(environment, mode, Status.FAILED, f"no answer after {_RUN_TIMEOUT_S:.0f} s")
    # ghost: allow[wall-clock] as above
    seconds = time.perf_counter() - begin
    try:
        said: _Said = json.loads(done.stdout)
    except ValueError:
        return Run(environment, mode, Status.FAILED, _last_words(done), seconds)
    # Only scenarios may be left out: all else is small, and the witnesses run before them.
    absent = [name for name in selection.scenario_paths if name not in said["workloads"]]
    left_out = tuple(absent if environment.cpu_limit_s else ())
    return replace(_as_run(environment, mode, said, seconds), left_out=left_out)


def _command(
    environment: Environment, interpreter: Interpreter, mode: Mode, selection: Selection
) -> list[str]:
    start = ("-m", _MODULE) if environment.with_numba else ("-c", _WITHOUT_NUMBA)
    command = [*interpreter.command, *start, "--json", "--mode", mode]
    for name in selection.names:
        command += ["--workload", name]
    for name, path in (_witness_paths() | selection.paths).items():
        command += ["--extra-workload", f"{name}={path}"]
    if environment.cpu_limit_s:
        command += ["--cpu-limit", str(environment.cpu_limit_s)]
    return command


def _variables(environment: Environment, interpreter: Interpreter) -> dict[str, str]:
    return {
        "PYTHONHASHSEED": "0",
        # Each environment must compile its own code.
        "GHOST_CACHE_DIR": str(BUILD / "cache" / environment.name),
        "GHOST_PREBUILT": str(BUILD / "cache" / "no-archive"),
        **interpreter.variables,
        **environment.variables,
    }


def _witness_paths() -> dict[str, str]:
    file = Path(witnesses.__file__)
    return {_WITNESS + name: f"{file}:{f.__name__}" for name, f in witnesses.WITNESSES.items()}


def _as_run(environment: Environment, mode: Mode, said: _Said, seconds: float) -> Run:
    digests = {name: w["digest"] for name, w in said["workloads"].items() if w["digest"]}
    return Run(
        environment,
        mode,
        Status.RAN,
        seconds=seconds,
        host=said["host"],
        digests={name: d for name, d in digests.items() if not name.startswith(_WITNESS)},
        errors={name: w["error"] for name, w in said["workloads"].items() if w["error"]},
        witnesses={
            name.removeprefix(_WITNESS): digest
            for name, digest in digests.items()
            if name.startswith(_WITNESS)
        },
    )


def _last_words(done: subprocess.CompletedProcess[str]) -> str:
    if done.returncode < 0:
        return f"ended by signal {-done.returncode}"
    lines = done.stderr.strip().splitlines() or ["it said nothing"]
    return f"exit code {done.returncode}: {lines[-1]}"
