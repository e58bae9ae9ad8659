"""Functions of components as functions of CasADi, which are made once and called.

A function is read for the values that it gets: those that are numbers stay constants in it, those
that are expressions become its inputs. So components that are alike share one function.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from math import copysign
from typing import TYPE_CHECKING, Any, NamedTuple, final

import casadi
import numpy as np
from casadi import SX

from project_ghost.symbolic.reading import (
    MOST_SELECTIONS,
    Reader,
    RefusedError,
    resolved_elements,
    symbol_of,
)

from ._vocabulary import reader_for

if TYPE_CHECKING:
    from project_ghost.symbolic.model._model import Math


class Made(NamedTuple):
    """A function of CasADi; `results` are places of its result, or numbers that do not change."""

    function: casadi.Function | None  # None where all results are numbers
    results: tuple[Any, ...]
    written: tuple[int, ...]  # which elements of the arguments' arrays the results go to
    structure: Any
    stops: tuple[str, ...]  # what the checks say, from 1 on
    limits: tuple[tuple[float, float], ...]


@dataclass
class Stops:
    """The checks of some calls: the number of the first that failed, 0 for none, and the names."""

    code: SX = field(default_factory=lambda: SX(0.0))
    names: list[str] = field(default_factory=list)

    def numbered(self, where: str, checks: Sequence[str]) -> int:
        """The number before those of the checks of a function."""
        names = [f"{where}: {what}" for what in checks]
        if names[0] not in self.names:
            self.names += names
        return self.names.index(names[0])


class Limited(NamedTuple):
    """An expression that was freed of its limits, and these."""

    expression: SX
    low: float
    high: float


@final
class ComponentFunctions:
    """The functions of components in one export."""

    def __init__(
        self,
        math: Math,
        *,
        inline: bool = False,
        frees_limits: bool = False,
        with_stops: bool = True,
        most_selections: int = MOST_SELECTIONS,
    ) -> None:
        self._most_selections = most_selections
        self._math = math
        self._inline = inline
        self._frees_limits = frees_limits
        self._with_stops = with_stops
        self._made: dict[Hashable, Made] = {}

    def call(
        self,
        name: str,
        function: Callable[..., Any],
        arguments: tuple[Any, ...],
        stops: Stops,
        where: str,
    ) -> tuple[Any, list[Limited]]:
        """What a function returns, and what it would have limited; arrays are written to.

        The numbers of checks go through the calls, so that a call costs one operation.
        """
        leaves = Leaves(arguments)
        values = leaves.values()
        key = (name, function, leaves.shape, tuple(map(_constant, values)))
        if key not in self._made:
            self._made[key] = self._make(f"{name}_{len(self._made)}", function, leaves, values)
        return self._called(self._made[key], leaves, values, stops, where)

    def _make(
        self,
        name: str,
        function: Callable[..., Any],
        leaves: Leaves,
        values: list[Any],
    ) -> Made:
        inputs = [
            SX.sym(f"i{place}") if isinstance(value, SX) else value
            for place, value in enumerate(values)
        ]
        arguments, arrays = leaves.rebuilt(inputs)
        reader = reader_for(
            self._math,
            frees_limits=self._frees_limits,
            most_selections=self._most_selections,
        )
        returned = reader.call(function, arguments)
        try:
            after = resolved_elements(reader, arrays)
        except NotImplementedError as error:
            raise RefusedError(
                str(error),
                function.__qualname__,
                "few places that signals name",
                getattr(error, "instead", "cut or freeze the component"),
            ) from error
        written = [place for place, value in after.items() if value is not inputs[place]]
        flat: list[Any] = [after[place] for place in written]
        structure = _flattened(returned, flat)
        stop, stops = self._stop(reader, flat)
        limited, limits = _limits(reader)
        expressions = [each for each in flat if isinstance(each, SX)]
        numbering = iter(range(len(expressions)))
        results = tuple(_Place(next(numbering)) if isinstance(e, SX) else e for e in flat)
        # The check that failed before, and the number before those of this function.
        chain = [] if stop is None else [SX.sym("earlier"), SX.sym("first")]
        if stop is not None:
            numbered = SX.binary(casadi.OP_IF_ELSE_ZERO, stop, stop + chain[1])
            none_yet = SX.unary(casadi.OP_NOT, chain[0])
            stop = chain[0] + SX.binary(casadi.OP_IF_ELSE_ZERO, none_yet, numbered)
        outputs = [*expressions, *([] if stop is None else [stop]), *limited]
        made = None
        if outputs:
            symbols = [*(each for each in inputs if isinstance(each, SX)), *chain]
            options = {"always_inline": True} if self._inline else {"never_inline": True}
            made = casadi.Function(
                name, [casadi.vertcat(*symbols)], [casadi.vertcat(*outputs)], options
            )
        return Made(made, results, tuple(written), structure, stops, limits)

    def _stop(self, reader: Reader, results: list[Any]) -> tuple[SX | None, tuple[str, ...]]:
        """The number of the first check that fails, 0 for none; and what the checks say."""
        if not self._with_stops:
            return None, ()
        checks = [(each.condition, each.what) for each in reader.stops]
        nan: Any = False
        for each in results:
            if isinstance(each, SX):
                is_nan = SX.binary(casadi.OP_NE, each, each)
                nan = is_nan if nan is False else SX.binary(casadi.OP_OR, nan, is_nan)
        if nan is not False:
            checks.append((nan, "not a number was written"))
        names = tuple(dict.fromkeys(what for _, what in checks))
        code: SX | None = None
        for number, what in reversed([*enumerate(names, 1)]):
            condition: Any = None
            for each, said in checks:
                if said == what:
                    here = symbol_of(each)
                    condition = (
                        here if condition is None else SX.binary(casadi.OP_OR, condition, here)
                    )
            own = SX.binary(casadi.OP_IF_ELSE_ZERO, condition, SX(float(number)))
            if code is not None:
                others = SX.unary(casadi.OP_NOT, condition)
                own = own + SX.binary(casadi.OP_IF_ELSE_ZERO, others, code)
            code = own
        return code, names

    def _called(
        self, made: Made, leaves: Leaves, values: list[Any], stops: Stops, where: str
    ) -> tuple[Any, list[Limited]]:
        parts: list[SX] = []
        if made.function is not None:
            given = [each for each in values if isinstance(each, SX)]
            if made.stops:
                given += [stops.code, SX(float(stops.numbered(where, made.stops)))]
            parts = casadi.vertsplit(made.function(casadi.vertcat(*given)))
        results = [parts[e.number] if isinstance(e, _Place) else e for e in made.results]
        for place, value in zip(made.written, results, strict=False):
            leaves.write(place, value)
        returned = _structured(made.structure, iter(results[len(made.written) :]))
        rest = parts[sum(isinstance(e, _Place) for e in made.results) :]
        if made.stops:
            stops.code = rest.pop(0)
        return returned, [
            Limited(each, *bounds) for each, bounds in zip(rest, made.limits, strict=True)
        ]


class _Place(NamedTuple):
    """The place of a result in what a function of CasADi gives."""

    number: int


def _constant(value: Any) -> Any:  # noqa: ANN401
    """A number in a key; None for an expression."""
    return None if isinstance(value, SX) else (value, copysign(1.0, value))


def _limits(reader: Reader) -> tuple[list[SX], tuple[tuple[float, float], ...]]:
    """What `clip` would limit, and its bounds; bounds that are expressions are subtracted."""
    expressions: list[SX] = []
    bounds: list[tuple[float, float]] = []
    infinity = float("inf")
    for condition, value, low, high in reader.clipped:
        if isinstance(low, SX) or isinstance(high, SX):
            freed = [(value - low, (0.0, infinity)), (high - value, (0.0, infinity))]
        else:
            freed = [(value, (float(low), float(high)))]
        for expression, (least, most) in freed:
            inside = least if least > -infinity else min(most, 0.0)
            expressions.append(symbol_of(reader.select(condition, expression, inside)))
            bounds.append((least, most))
    return expressions, tuple(bounds)


# ------------------------------------------------------------------ arguments


@final
class Leaves:
    """The single values in a function's arguments: each once, however many arrays hold it."""

    def __init__(self, arguments: tuple[Any, ...]) -> None:
        self._arguments = arguments
        self._numbers: dict[Hashable, int] = {}
        self._found: list[tuple[Any, Any]] = []  # an array and an index, or None and a value
        self.shape: Hashable = tuple(self._walk(each) for each in arguments)

    def _walk(self, value: Any) -> Hashable:  # noqa: ANN401
        if isinstance(value, np.ndarray) and value.dtype == object:
            numbers = tuple(
                self._number(address, value, index) for address, index in _addressed(value)
            )
            return (value.shape, numbers, value.flags.writeable)
        if isinstance(value, np.ndarray):
            return (value.shape, value.tobytes())
        if isinstance(value, tuple):
            return (type(value), tuple(self._walk(each) for each in value))
        return self._number(("single", len(self._found)), None, value)

    def _number(self, key: Hashable, array: Any, index: Any) -> int:  # noqa: ANN401
        if key not in self._numbers:
            self._numbers[key] = len(self._found)
            self._found.append((array, index))
        return self._numbers[key]

    def values(self) -> list[Any]:
        """The present values."""
        return [each if array is None else array[each] for array, each in self._found]

    def write(self, place: int, value: Any) -> None:  # noqa: ANN401
        """Store an element of an array."""
        array, index = self._found[place]
        array[index] = value

    def rebuilt(self, values: list[Any]) -> tuple[list[Any], dict[int, tuple[Any, Any]]]:
        """The arguments with other values, and where each element of an array is in them.

        Arrays that share elements share them again: all are views of one.
        """
        memory = np.empty(len(values), dtype=object)
        for place, value in enumerate(values):
            memory[place] = value
        holders: dict[int, tuple[Any, Any]] = {}
        made = [
            self._rebuilt(value, shape, memory, holders)
            for value, shape in zip(self._arguments, self.shape, strict=True)  # type: ignore[call-overload]
        ]
        return made, holders

    def _rebuilt(self, value: Any, shape: Any, memory: Any, holders: Any) -> Any:  # noqa: ANN401
        if isinstance(value, np.ndarray) and value.dtype == object:
            numbers = shape[1]
            if not numbers:
                return np.empty(value.shape, dtype=object)
            first = numbers[0]
            if numbers != tuple(range(first, first + len(numbers))):
                raise RefusedError("arrays of a component overlap in part")
            view = memory[first : first + len(numbers)].reshape(value.shape)
            for each in numbers:
                holders[each] = (memory, each)
            return view
        if isinstance(value, np.ndarray):
            return value
        if isinstance(value, tuple):
            parts = [
                self._rebuilt(each, part, memory, holders)
                for each, part in zip(value, shape[1], strict=True)
            ]
            return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
        return memory[shape]


def _addressed(array: Any) -> Iterator[tuple[int, Any]]:  # noqa: ANN401
    """The address of each element, and its index."""
    start = int(array.__array_interface__["data"][0])
    for index in np.ndindex(array.shape):
        offset = sum(i * stride for i, stride in zip(index, array.strides, strict=True))
        yield start + offset, index


def _flattened(value: Any, into: list[Any]) -> Any:  # noqa: ANN401
    """The structure of a result, whose values are appended to a list."""
    if value is None:
        return None
    if isinstance(value, tuple):
        return tuple(_flattened(each, into) for each in value)
    into.append(value)
    return ...


def _structured(structure: Any, values: Iterator[Any]) -> Any:  # noqa: ANN401
    if structure is None:
        return None
    if isinstance(structure, tuple):
        return tuple(_structured(each, values) for each in structure)
    return next(values)
