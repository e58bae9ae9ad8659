"""From source to something that runs: interpreted, or compiled to the same bits."""

import hashlib
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from types import CodeType
from typing import Any, NamedTuple, final

from project_ghost.core.compiled import (
    SeparateFunction,
    cache_key,
    compile_source,
    fingerprint,
    is_cached,
    separate,
)
from project_ghost.engine.component._components import Host, Kernel
from project_ghost.engine.plan._layout import Layout
from project_ghost.engine.plan._schedule import Schedule

from ._compiled_run import CompiledRun, Part, RunArrays, part
from ._float_errors import with_python_division_errors
from ._helpers import HELPERS, SEPARATE
from .source._integrators import FUNCTION, integrator
from .source._tick import ScheduleSource

# The module that the source of an interpreted schedule is in.
_MODULE = "ghost_schedule"


def functions(source: ScheduleSource) -> dict[str, Callable[..., Any]]:
    """Everything that the source calls except for hosts, by name, as plain Python."""
    found = {helper: HELPERS[helper] for helper in sorted(source.helpers)}
    for component in source.names.variants:
        if isinstance(component, Host):
            continue
        for name in component.functions:
            found[source.names.function(component, name)] = component.function(name)
        if "derivative" in component.functions:
            found[source.names.function(component, FUNCTION)] = integrator(component)
    return found


def schedule_fingerprint(source: ScheduleSource, plan: Schedule, layout: Layout) -> str:
    """A hash of what the arrays of a run mean: the source that works on them, names and code."""
    names = [row.name for row in plan.rows]
    names += [*layout.signals, *layout.states, *layout.parameters]
    code = [f"{name}={fingerprint(f)}" for name, f in sorted(functions(source).items())]
    text = "\n".join([source.text, *names, *code])
    return hashlib.sha256(text.encode()).hexdigest()


def interpreted(
    source: ScheduleSource, hosts: Mapping[str, Callable[..., Any]]
) -> Callable[..., Any]:
    """`run` as plain Python; `hosts` are the functions that call hosts."""
    namespace: dict[str, Any] = {**functions(source), **hosts}
    for component in source.names.variants:
        if isinstance(component, Kernel):
            for name in component.functions:
                called = source.names.function(component, name)
                namespace[called] = with_python_division_errors(namespace[called])
            for name, bundle in component.bundles.items():
                namespace[source.names.bundle(component, name)] = bundle
    namespace |= {"__name__": _MODULE, "__loader__": _Loader(source.text)}
    exec(_bytecode(source.text), namespace)  # noqa: S102 - our own source
    run: Callable[..., Any] = namespace["run"]
    return run


@final
class _Loader:
    """The loader of a generated module: debuggers and tracebacks ask it for the text."""

    def __init__(self, source: str) -> None:
        self._source = source

    def get_source(self, _name: str) -> str:
        return self._source


# Kept: a function of its argument alone.
@lru_cache(maxsize=64)
def _bytecode(source: str) -> CodeType:
    # A name of its own for each source, because debuggers cache the text by the file's name.
    digest = hashlib.sha256(source.encode()).hexdigest()[:12]
    return compile(source, f"{_MODULE}_{digest}.py", "exec")


class Compilation(NamedTuple):
    """All that the machine code of a schedule depends on."""

    source: str
    called: tuple[tuple[str, Callable[..., Any]], ...]
    inlined: tuple[Callable[..., Any], ...]
    separate: tuple[tuple[str, SeparateFunction], ...]
    rows: int  # of the schedule

    def parts(self) -> list[Part]:
        """All of it, which runs every row."""
        return [part(self, range(self.rows), self.key)]

    def key(self) -> str:
        """The hash of all that the machine code depends on."""
        return cache_key(self.source, dict(self.called), dict(self.separate))

    def is_cached(self) -> bool:
        """Whether this schedule was compiled before."""
        return is_cached(self.source, "run", dict(self.called), dict(self.separate))

    def load(self, arrays: RunArrays) -> CompiledRun:
        """`run` as machine code, from the cache if it is there."""
        values, parameters, *others = arrays
        run = partial(_machine_code(self), values, values, parameters, parameters, *others)
        run(-1, False)  # noqa: FBT003 - compiles it, and runs no tick
        return run


def compilation(source: ScheduleSource, rows: int) -> Compilation:
    """All that has to be compiled for a schedule of blocks, of this many rows."""
    called = functions(source)
    # An integrator calls the derivative several times, with inputs that are held: inline,
    # what depends on these alone is computed once.
    continuous = [c for c in source.names.variants if "derivative" in c.functions]
    inlined = [c.function("derivative") for c in continuous]
    inlined += [called[source.names.function(c, FUNCTION)] for c in continuous]
    found = {
        helper: separate(HELPERS[helper], kinds)
        for helper, kinds in SEPARATE.items()
        if helper in source.helpers
    }
    rest = [(name, each) for name, each in called.items() if name not in found]
    return Compilation(source.text, tuple(rest), tuple(inlined), tuple(found.items()), rows)


# Kept: the same functions give the same code, and loading it again takes time.
@lru_cache(maxsize=64)
def _machine_code(made_of: Compilation) -> Callable[..., Any]:
    called, separate = dict(made_of.called), dict(made_of.separate)
    return compile_source(made_of.source, "run", called, inlined=made_of.inlined, separate=separate)
