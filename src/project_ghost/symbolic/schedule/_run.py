"""One period of the engine's generated schedule, run over symbols."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, final

import casadi
import numpy as np
from casadi import SX

from project_ghost.engine import Host, Kernel, Port
from project_ghost.engine.codegen._build import functions
from project_ghost.engine.codegen._helpers import HELPERS
from project_ghost.engine.codegen.source._integrators import FUNCTION, integrator_arguments
from project_ghost.engine.codegen.source._tick import symbolic_source
from project_ghost.engine.plan._layout import ROW
from project_ghost.symbolic.reading import MOST_SELECTIONS, RefusedError

from ._functions import ComponentFunctions, Limited, Stops
from ._obstacles import ComponentError
from ._plan import counters_before
from ._vocabulary import reader_for

if TYPE_CHECKING:
    from project_ghost.engine.plan._schedule import Row
    from project_ghost.symbolic.model._model import Math

    from ._plan import Period


class Draw(NamedTuple):
    """A random number: the component, the sample after the first of the period, the place."""

    component: str
    group: str
    later: int
    place: int
    is_uniform: bool


@dataclass
class Found:
    """What a run over symbols has met."""

    noise: list[tuple[SX, Draw]] = field(default_factory=list)
    stops: Stops = field(default_factory=Stops)
    limited: list[tuple[str, Limited]] = field(default_factory=list)
    slopes: dict[int, Any] = field(default_factory=dict)  # of continuous states, by place
    refused: dict[str, ComponentError] = field(default_factory=dict)  # Kernels that cannot be read


@dataclass(frozen=True)
class Settings:
    """How a period becomes a graph."""

    math: Math
    inline: bool = False
    frees_limits: bool = False
    with_stops: bool = True
    with_slopes: bool = False
    most_selections: int = MOST_SELECTIONS


@final
class SymbolicRun:
    """Runs a schedule; `values` are the arrays of a run, with symbols in them."""

    def __init__(
        self,
        period: Period,
        values: Any,  # noqa: ANN401 - an array of numbers and expressions
        parameters: Any,  # noqa: ANN401
        time_ns: SX,
        settings: Settings,
        without: Collection[str] = (),
        held: Collection[str] = (),
    ) -> None:
        self._period = period
        self._plan, self._layout = period.plan, period.layout
        self.values = values
        self._parameters = parameters
        self._time_ns = time_ns
        self._settings = settings
        self._held = values.copy()
        self._counters = counters_before(period)
        for name, start in self._layout.keys.items():
            self._counters[start : start + 2] = (name, 0)  # what `draw` gets to know
        self._functions = ComponentFunctions(
            settings.math,
            inline=settings.inline,
            frees_limits=settings.frees_limits,
            with_stops=settings.with_stops,
            most_selections=settings.most_selections,
        )
        self.found = Found()
        source = symbolic_source(self._plan, self._layout, without, held)
        namespace = self._namespace(source)
        exec(source.text, namespace)  # noqa: S102 - our own source
        self._run: Callable[..., None] = namespace["run"]

    def sample(self, group: str) -> int:
        """The number of a group's last sample."""
        return int(self._counters[self._layout.groups[group] + 2])

    def until_outputs(self) -> None:
        """Run the outputs of the first tick."""
        self._advance(self._period.first, with_outputs=True)

    def until_end(self) -> None:
        """Run up to the outputs of the tick after the period."""
        self._advance(self._period.first + self._period.ticks, with_outputs=False)

    def _advance(self, last: int, *, with_outputs: bool) -> None:
        links = range(self._period.ticks + 2)
        self._run(
            *(self.values, self.values, self._parameters, self._parameters, self._counters),
            *(None, links, None, None, last, with_outputs),
        )

    # -------------------------------------------------------------- namespace

    def _namespace(self, source: Any) -> dict[str, Any]:  # noqa: ANN401
        found: dict[str, Any] = {
            name: self._inlined(function) if name in _BETWEEN_SAMPLES else function
            for name, function in HELPERS.items()
        }
        plain = functions(source)
        for component in source.names.variants:
            if isinstance(component, Host | Port):
                continue
            is_kernel = isinstance(component, Kernel)
            called = [*component.functions]
            if "derivative" in component.functions:
                called.append(FUNCTION)
            for each in called:
                name = source.names.function(component, each)
                make = self._kernel if is_kernel else self._block
                found[name] = make(name, each, plain[name], component)
            for name, bundle in component.bundles.items():
                found[source.names.bundle(component, name)] = bundle
        for name in ("require_numbers", "require_readable"):
            found[name] = _nothing  # checked with what components write
        return found | {
            "time_at": self._time_at,
            "sample_at": self._sample_at,
            "hold": self._hold,
            "draw": self._draw,
            "draw_uniform": self._draw_uniform,
            "draw_into": lambda name, _, sample, out: self._draws(name, sample, 0, out),
            "draw_normals_into": lambda name, _, *rest: self._draws(name, *rest),
            "draw_uniforms_into": lambda name, _, *rest: self._draws(name, *rest, is_uniform=True),
        }

    def _row(self) -> Row:
        return self._plan.rows[int(self._counters[ROW])]

    def _block(
        self,
        name: str,
        kind: str,
        function: Callable[..., Any],
        component: Any,  # noqa: ANN401
    ) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:  # noqa: ANN401
            if kind == FUNCTION and self._settings.with_slopes:
                self._note_slopes(component, arguments)
            return self._called(name, kind, function, arguments)

        return call

    def _kernel(
        self,
        name: str,
        kind: str,
        function: Callable[..., Any],
        _component: Any,  # noqa: ANN401
    ) -> Callable[..., None]:
        def call(_written: Any, *arguments: Any) -> None:  # noqa: ANN401
            # What a refused Kernel writes stays as it was: so all refusals are found at once.
            refused, own = self.found.refused, self._row().name
            if own in refused:
                return
            try:
                self._called(name, kind, function, arguments)
            except ComponentError as error:
                refused[own] = error

        return call

    def _called(
        self, name: str, kind: str, function: Callable[..., Any], arguments: tuple[Any, ...]
    ) -> Any:  # noqa: ANN401
        row = self._row()
        where = f"{row.name}, {'derivative' if kind == FUNCTION else kind}"
        try:
            returned, limited = self._functions.call(
                name, function, arguments, self.found.stops, where
            )
        except RefusedError as error:
            raise ComponentError.of(error, row) from error
        for each in limited:
            number = 1 + sum(name.startswith(where) for name, _ in self.found.limited)
            self.found.limited.append((f"{where}, clip {number}", each))
        return returned

    def _note_slopes(self, component: Any, arguments: tuple[Any, ...]) -> None:  # noqa: ANN401
        """Keep the derivatives of continuous states."""
        row = self._row()
        given = dict(zip(integrator_arguments(component), arguments, strict=False))
        taken = [given[name] for name in component.functions["derivative"]]
        name = f"slope_{row.name}".replace("/", "_")
        derivative = component.function("derivative")
        # The same checks are those of the integrator.
        slopes, _ = self._functions.call(name, derivative, tuple(taken), Stops(), row.name)
        states = list(component.states(continuous=True))
        for state, slope in zip(states, slopes if len(states) > 1 else (slopes,), strict=True):
            slot = self._layout.states[f"{row.name}.{state}"]
            parts = slope if isinstance(slope, tuple) else (slope,)
            for place, part in zip(range(slot.start, slot.stop), parts, strict=True):
                self.found.slopes.setdefault(place, part)

    def _inlined(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A value between two samples, as part of the graph."""

        def call(*arguments: Any) -> Any:  # noqa: ANN401
            return reader_for(self._settings.math).call(function, arguments)

        return call

    # -------------------------------------------------------- time and noise

    def _time_at(self, tick: int) -> SX:
        later = (tick - self._period.first) * self._plan.step_ns
        return self._time_ns + float(later) if later else self._time_ns

    def _sample_at(self, group: int, sample: int) -> SX:
        """The number of a sample, from the time at which the period begins."""
        name = [*self._plan.groups][group]
        pattern = self._plan.groups[name].pattern
        before = pattern.count_before(self._period.first)
        step = self._time_ns / float(self._plan.step_ns)
        instants = ((step - 1.0) * float(pattern.denominator) - float(pattern.phase)) / float(
            pattern.interval
        )
        return casadi.floor(instants) + float(1 + sample - before)

    def _hold(self, start: int, stop: int) -> None:
        self.values[start:stop] = self._held[start:stop]

    def _draw(self, component: str, _key: int, sample: int, place: int) -> SX:
        return self._drawn(component, sample, place, is_uniform=False)

    def _draw_uniform(self, component: str, _key: int, sample: int, place: int) -> SX:
        return self._drawn(component, sample, place, is_uniform=True)

    def _drawn(self, component: str, sample: int, place: int, *, is_uniform: bool) -> SX:
        group = self._plan.row(component).group
        later = sample - group.pattern.count_before(self._period.first)
        draw = Draw(component, group.name, later, place, is_uniform)
        symbol = SX.sym(f"w{len(self.found.noise)}")
        self.found.noise.append((symbol, draw))
        return symbol

    def _draws(
        self,
        component: str,
        sample: int,
        first: int,
        out: Any,  # noqa: ANN401
        *,
        is_uniform: bool = False,
    ) -> None:
        for place in range(out.shape[0]):
            out[place] = self._drawn(component, sample, first + place, is_uniform=is_uniform)


_BETWEEN_SAMPLES = frozenset(
    {
        *("interpolated", "extrapolated", "extrapolated_by_rate", "interpolated_angle"),
        *("extrapolated_angle", "extrapolated_angle_by_rate", "blended_quaternion"),
    }
)


def _nothing(*_: object) -> None:
    pass


def array_of(values: Sequence[Any]) -> Any:  # noqa: ANN401
    """An array of objects."""
    array = np.empty(len(values), dtype=object)
    for place, value in enumerate(values):
        array[place] = value
    return array
