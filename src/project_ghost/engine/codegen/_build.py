"""From source to something that runs: interpreted, or compiled to the same bits."""

import hashlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import CodeType
from typing import Any, NamedTuple, final

from project_ghost.core.arrays import Floats
from project_ghost.core.compiled import (
    Kind,
    SeparateFunction,
    compile_source,
    fingerprint,
    is_cached,
    separate,
)
from project_ghost.core.errors import RunError
from project_ghost.core.randomness import normal_at, normals_into, uniform_at
from project_ghost.engine.component._components import Host, Kernel
from project_ghost.engine.run import _hash_chain as _chain
from project_ghost.engine.run import _interpolation as _reading
from project_ghost.engine.run._float_errors import with_python_division_errors

from ._integrators import FUNCTION, integrator_source
from ._kernel_entry import kernel_entry
from ._tick import Generator

# The module that the source of an interpreted schedule is in.
_MODULE = "ghost_schedule"


def refuse_nan() -> None:
    """Stop the run: what a component wrote is not a number."""
    raise RunError("not a number was written")


def require_numbers(values: Floats, start: int, stop: int) -> None:
    """Refuse NaN in a range of values."""
    for i in range(start, stop):
        if values[i] != values[i]:
            raise RunError("not a number was written")


def require_readable(values: Floats, start: int, stop: int) -> None:
    """Refuse NaN in what delay, policy, gain and offset have made of an input."""
    for i in range(start, stop):
        if values[i] != values[i]:
            raise RunError("an input is not a number after delay, policy, gain and offset")


def draw(k0: int, k1: int, sample: int, index: int) -> float:
    """One standard normal number of a component's stream."""
    return normal_at((k0, k1), 0, sample, index)


def draw_into(k0: int, k1: int, sample: int, out: Floats) -> None:
    """The first standard normal numbers of a component's sample."""
    normals_into((k0, k1), 0, sample, out)


def draw_uniform(k0: int, k1: int, sample: int, index: int) -> float:
    """One number between 0 and 1 of a component's stream."""
    return uniform_at((k0, k1), 0, sample, index)


def draw_normals_into(k0: int, k1: int, sample: int, first: int, out: Floats) -> None:
    """Standard normal numbers of a component's sample, from a place in its stream on."""
    for i in range(out.shape[0]):
        out[i] = normal_at((k0, k1), 0, sample, first + i)


def draw_uniforms_into(k0: int, k1: int, sample: int, first: int, out: Floats) -> None:
    """Numbers between 0 and 1 of a component's sample, from a place in its stream on."""
    for i in range(out.shape[0]):
        out[i] = uniform_at((k0, k1), 0, sample, first + i)


def event_count(count: float, capacity: int) -> int:
    """How many rows of a table are events."""
    if not 0.0 <= count <= capacity or int(count) != count:
        raise RunError("the count of events is not a whole number within the table's capacity")
    return int(count)


HELPERS: Mapping[str, Callable[..., Any]] = {
    "refuse_nan": refuse_nan,
    "require_numbers": require_numbers,
    "require_readable": require_readable,
    "draw": draw,
    "draw_into": draw_into,
    "draw_uniform": draw_uniform,
    "draw_normals_into": draw_normals_into,
    "draw_uniforms_into": draw_uniforms_into,
    "event_count": event_count,
    "folded": _chain.folded,
    "folded_range": _chain.folded_range,
    "linked": _chain.linked,
    "interpolated": _reading.interpolated,
    "extrapolated": _reading.extrapolated,
    "extrapolated_by_rate": _reading.extrapolated_by_rate,
    "interpolated_angle": _reading.interpolated_angle,
    "extrapolated_angle": _reading.extrapolated_angle,
    "extrapolated_angle_by_rate": _reading.extrapolated_angle_by_rate,
    "blended_quaternion": _reading.blended_quaternion,
}


# Those of them that are worth no place in each schedule's machine code, with the kinds of their
# arguments: they loop, or are long.
SEPARATE: Mapping[str, tuple[Kind, ...]] = {
    "require_numbers": (1, int, int),
    "require_readable": (1, int, int),
    "draw": (int, int, int, int),
    "draw_into": (int, int, int, 1),
    "draw_uniform": (int, int, int, int),
    "draw_normals_into": (int, int, int, int, 1),
    "draw_uniforms_into": (int, int, int, int, 1),
    "event_count": (float, int),
    "folded_range": (int, 1, int, int, int),
}


def functions(generator: Generator) -> dict[str, Callable[..., Any]]:
    """Everything that the source calls, by name, as plain Python."""
    found = dict(HELPERS)
    for component in generator.calls.variants():
        if isinstance(component, Host):
            continue
        for name in component.functions:
            found[generator.calls.function_name(component, name)] = component.function(name)
        if "derivative" in component.functions:
            integrate = _integrator(integrator_source(component), component.function("derivative"))
            found[generator.calls.function_name(component, FUNCTION)] = integrate
    return found


# Kept, so that it is compiled once.
@lru_cache(maxsize=1024)
def _integrator(source: str, derivative: Callable[..., Any]) -> Callable[..., Any]:
    namespace: dict[str, Any] = {"derivative": derivative}
    exec(source, namespace)  # noqa: S102 - our own source
    integrate: Callable[..., Any] = namespace[FUNCTION]
    integrate.__module__ = derivative.__module__  # stored, and trusted, as the derivative is
    return integrate


def schedule_fingerprint(generator: Generator) -> str:
    """A hash of what the arrays of a run mean: the source that works on them, names and code."""
    plan, layout = generator.plan, generator.layout
    names = [row.name for row in plan.rows]
    names += [*layout.signals, *layout.states, *layout.parameters]
    code = [f"{name}={fingerprint(f)}" for name, f in sorted(functions(generator).items())]
    text = "\n".join([generator.source(), *names, *code])
    return hashlib.sha256(text.encode()).hexdigest()


def interpreted(
    generator: Generator, replaced: Mapping[str, Callable[..., Any]]
) -> Callable[..., Any]:
    """`run` as plain Python, with some functions replaced: those of hosts, say."""
    namespace: dict[str, Any] = {**functions(generator), **replaced}
    for component in generator.calls.variants():
        if isinstance(component, Kernel):
            for name in component.functions:
                called = generator.calls.function_name(component, name)
                namespace[called] = with_python_division_errors(namespace[called])
            for name, bundle in component.bundles.items():
                namespace[generator.calls.bundle_name(component, name)] = bundle
    source = generator.source()
    namespace |= {"__name__": _MODULE, "__loader__": _Source(source)}
    exec(_bytecode(source), namespace)  # noqa: S102 - our own source
    run: Callable[..., Any] = namespace["run"]
    return run


@final
class _Source:
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
    """All that the machine code of a schedule is made of."""

    source: str
    called: tuple[tuple[str, Callable[..., Any]], ...]
    inlined: tuple[Callable[..., Any], ...]
    separate: tuple[tuple[str, SeparateFunction], ...]

    def is_cached(self) -> bool:
        """Whether this schedule was compiled before."""
        return is_cached(self.source, "run", dict(self.called), dict(self.separate))

    def run(self) -> Callable[..., Any]:
        """`run` as machine code, from the cache where it is there."""
        loaded: list[Callable[..., Any]] = []

        # Only when it is called: who calls knows what to do where a kernel cannot be compiled.
        def run(*arguments: Any) -> None:  # noqa: ANN401 - as the source has them
            if not loaded:
                loaded.append(_machine_code(self))
            loaded[0](*arguments)

        return run


def compilation(generator: Generator) -> Compilation:
    """What to compile for a schedule."""
    called = functions(generator)
    # An integrator calls the derivative several times, with inputs that are held: inline,
    # what depends on these alone is computed once.
    continuous = [c for c in generator.calls.variants() if "derivative" in c.functions]
    inlined = [c.function("derivative") for c in continuous]
    inlined += [called[generator.calls.function_name(c, FUNCTION)] for c in continuous]
    source = generator.source()
    found = {n: separate(called[n], kinds) for n, kinds in SEPARATE.items() if f"{n}(" in source}
    for component in generator.calls.variants():
        if isinstance(component, Kernel):
            for function in component.functions:
                name = generator.calls.function_name(component, function)
                found[name] = kernel_entry(component, function)
    rest = [(name, each) for name, each in called.items() if name not in found]
    return Compilation(source, tuple(rest), tuple(inlined), tuple(found.items()))


# Kept: the same functions give the same code, and loading it again takes time.
@lru_cache(maxsize=64)
def _machine_code(made_of: Compilation) -> Callable[..., Any]:
    called, separate = dict(made_of.called), dict(made_of.separate)
    return compile_source(made_of.source, "run", called, inlined=made_of.inlined, separate=separate)
