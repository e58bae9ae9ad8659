"""A component as a graph, beside the component itself."""

from dataclasses import dataclass
from random import Random
from typing import Any

import casadi
import numpy as np
from casadi import SX

from project_ghost.core.agreement._twins import ARRAYS
from project_ghost.core.errors import GhostError
from project_ghost.engine import AbstractComponent, Kernel
from project_ghost.engine.codegen._float_errors import PythonNumbers, _with_python_numbers
from project_ghost.symbolic.math._selection import exact_building
from project_ghost.symbolic.model._model import Math
from project_ghost.symbolic.reading import RefusedError
from project_ghost.symbolic.schedule._functions import ComponentFunctions, Stops

from .arguments import arguments, functions_of, is_written, symbols_in
from .library import FROZEN_COLUMNS, made

__all__ = ["Verdict", "bits", "compared", "flat", "graph_and_results"]


@dataclass(frozen=True)
class Verdict:
    """What became of a component: the reason of a refusal, or how many numbers were compared."""

    name: str
    refusal: str = ""
    rows_frozen: bool = False
    numbers: int = 0
    stopped: int = 0  # inputs at which the component stops
    difference: str = ""

    @property
    def text(self) -> str:
        """One line."""
        if self.refusal:
            return f"refused: {self.refusal}"
        if self.difference:
            return f"DIFFERS: {self.difference}"
        frozen = ", with rows frozen" if self.rows_frozen else ""
        return f"exported{frozen}: 0 of {self.numbers:,} numbers differ"


def compared(kind: type[AbstractComponent], inputs: int, math: Math = "portable") -> Verdict:
    """Compare a component with its graph on random inputs: in bits, or within 1e-12 if native."""
    component = made(kind)
    count = stopped = 0
    for name, (function, names) in functions_of(component).items():
        random = Random(f"{kind.__name__}.{name}")  # noqa: S311 - the same inputs every time
        drawn = arguments(component, names, random)
        try:
            graph = _Graph(component, name, drawn, math)
        except RefusedError as error:
            return Verdict(kind.__name__, f"{error.what} ({error.where.rpartition('/')[2]})")
        for _ in range(inputs):
            drawn = arguments(component, names, random)
            values, stop = graph(drawn)
            try:
                expected = _expected(component, names, function, drawn)
            except (ArithmeticError, GhostError):
                expected = [float("nan")]
            if any(map(np.isnan, expected)):  # the engine would stop
                stopped += 1
                if stop == 0.0:
                    return Verdict(kind.__name__, difference=f"{name} does not stop at {drawn}")
                continue
            if stop != 0.0:
                return Verdict(kind.__name__, difference=f"{name} stops at {drawn}")
            count += len(values)
            wrong = _differing(values, np.array(expected, dtype=float), math)
            if wrong.size:
                at = int(wrong[0])
                return Verdict(
                    kind.__name__,
                    difference=f"{name}, number {at}: {expected[at]!r}, as graph {values[at]!r}, "
                    f"at {drawn}",
                )
    frozen = kind.__name__ in FROZEN_COLUMNS
    return Verdict(kind.__name__, "", frozen, count, stopped)


def graph_and_results(
    component: AbstractComponent, name: str, drawn: list[Any], math: Math
) -> tuple[list[SX], SX]:
    """The symbols of a function's arguments, and all that it returns or writes."""
    graph = _Graph(component, name, drawn, math)
    return graph.symbols, graph.results


def _differing(values: Any, expected: Any, math: Math) -> Any:  # noqa: ANN401 - arrays
    if math == "portable":
        return np.flatnonzero(bits(values) != bits(expected))
    return np.flatnonzero(np.abs(values - expected) > 1e-12 * np.maximum(1.0, np.abs(expected)))


def bits(values: Any) -> Any:  # noqa: ANN401 - numbers
    """The bits of numbers, for comparisons that see the sign of zero."""
    return np.array(values, dtype=float).view(np.uint64)


def _expected(
    component: AbstractComponent,
    names: list[str],
    function: Any,  # noqa: ANN401 - a function
    drawn: list[Any],
) -> list[float]:
    """What a function returns, or what it has written; Python's numbers stop where code does."""
    if not isinstance(component, Kernel):
        return [float(x) for x in flat(function(*drawn))]
    with ARRAYS.used(PythonNumbers), np.errstate(all="ignore"):
        function(*map(_with_python_numbers, drawn))
    return [float(x) for x in _written(component, names, drawn)]


def _written(component: AbstractComponent, names: list[str], drawn: list[Any]) -> list[Any]:
    return [
        x
        for argument, field in is_written(component, names)
        for x in np.ravel(drawn[argument] if field is None else getattr(drawn[argument], field))
    ]


def flat(value: Any) -> list[Any]:  # noqa: ANN401
    """The numbers in nested tuples."""
    if value is None:
        return []
    return [each for part in value for each in flat(part)] if isinstance(value, tuple) else [value]


class _Graph:
    """A function of a component as a function of CasADi."""

    def __init__(
        self, component: AbstractComponent, name: str, drawn: list[Any], math: Math
    ) -> None:
        function, names = functions_of(component)[name]
        self.is_kernel = isinstance(component, Kernel)
        given, places = symbols_in(component, names, drawn)
        self._places = [place for _, place in places]
        self.symbols = [symbol for symbol, _ in places]
        with exact_building():
            stops = Stops()
            called = ComponentFunctions(math)
            returned, _ = called.call("tested", function, tuple(given), stops, "tested")
            numbers = _written(component, names, given) if self.is_kernel else flat(returned)
            self.results = casadi.vertcat(*(SX(each) for each in numbers))
            self._function = casadi.Function(
                "graph", [casadi.vertcat(*self.symbols)], [self.results, stops.code]
            )

    def __call__(self, drawn: list[Any]) -> tuple[Any, float]:
        values, stop = self._function([_number_at(drawn, place) for place in self._places])
        return values.full().ravel(), float(stop)


def _number_at(drawn: list[Any], place: tuple[int, Any, Any]) -> float:
    argument, field, index = place
    value = drawn[argument] if field is None else getattr(drawn[argument], field)
    if index is None:
        return float(value)
    return float(value[index] if isinstance(value, np.ndarray) else value[index[0]])
