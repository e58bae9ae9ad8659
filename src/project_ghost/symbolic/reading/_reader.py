"""The way in: functions as expressions, and what was met while they were read."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType
from typing import Any, NamedTuple, final

import casadi
import numpy as np
from casadi import SX

from project_ghost.core.agreement import source_of
from project_ghost.core.dmath._exact import power_of_two
from project_ghost.core.errors import GhostError
from project_ghost.engine.ops import clip

from ._algebra import Algebra, Scalar, binary, both
from ._arrays import looked_up, read, symbolic_axes
from ._calls import MAKERS, STANDING_FOR, has_symbols
from ._paths import Path
from ._refusals import FunctionError, RefusedError, SizeError
from ._statements import Frame

# A function that selects more often searches a long route or sorts many rows: no graph to want.
MOST_SELECTIONS = 100_000


class Stop(NamedTuple):
    """A check at which the engine would stop: where it holds, and what it says."""

    condition: Scalar
    what: str


class Clipped(NamedTuple):
    """A value that `clip` would limit, where it would, and the bounds."""

    condition: Scalar
    value: Scalar
    low: Scalar
    high: Scalar


class Partial(NamedTuple):
    """What stands for a function that is not defined everywhere.

    `harmless` are its arguments on a path that is not taken, where it is smooth.
    """

    call: Callable[..., Any]
    outside: Callable[..., Scalar]
    harmless: tuple[float, ...] = ()


@final
class Reader:
    """Reads functions; `functions` has what to call in the place of some of them.

    `stops` collects where the engine would stop. With `frees_limits`, `clip` gives its argument as
    it is, and `clipped` collects what it would have limited.
    """

    def __init__(
        self,
        functions: Mapping[Callable[..., Any], Callable[..., Any] | Partial],
        algebra: Algebra,
        *,
        frees_limits: bool = False,
        most_selections: int = MOST_SELECTIONS,
    ) -> None:
        self._functions = functions
        self.algebra = algebra
        self.root = Path()
        self.frees_limits = frees_limits
        self.stops: list[Stop] = []
        self.clipped: list[Clipped] = []
        self._selections = 0
        self._most_selections = most_selections

    def call(
        self,
        function: Callable[..., Any],
        arguments: Sequence[Any],
        keywords: Mapping[str, Any] | None = None,
        path: Path | None = None,
    ) -> Any:  # noqa: ANN401 - what the function returns
        """What a function returns, on a path."""
        path = self.root if path is None else path
        keywords = keywords or {}
        given = [*arguments, *keywords.values()]
        if any(each is POISON for each in given):
            return POISON
        if not any(map(has_symbols, given)) and not _is_in(function, MAKERS):
            return self.computed(function, arguments, path, keywords)
        if function is clip and self.frees_limits:
            return self._freed(path, *arguments, **keywords)
        if _is_in(function, self._functions):
            return self._called(function, arguments, keywords, path)
        if _is_in(function, STANDING_FOR):
            return STANDING_FOR[function](self, path, *arguments, **keywords)
        if isinstance(function, FunctionType):
            return self._read(function, arguments, keywords, path)
        if isinstance(function, type) and issubclass(function, tuple):
            return function(*arguments, **keywords)  # a named tuple
        if isinstance(function, type) and issubclass(function, Exception):
            return function
        name = getattr(function, "__qualname__", repr(function))
        raise FunctionError(name, getattr(function, "__module__", None) or "")

    def computed(
        self,
        function: Callable[..., Any],
        arguments: Sequence[Any],
        path: Path,
        keywords: Mapping[str, Any] | None = None,
    ) -> Any:  # noqa: ANN401 - what the function returns
        """The result for numbers alone, as the interpreter computes it."""
        try:
            return function(*arguments, **(keywords or {}))
        except (RefusedError, NotImplementedError):
            raise
        except (GhostError, ArithmeticError, ValueError) as error:
            self.stop(path.whole, str(error).splitlines()[0])
            return POISON

    def _called(
        self,
        function: Callable[..., Any],
        arguments: Sequence[Any],
        keywords: Mapping[str, Any],
        path: Path,
    ) -> Any:  # noqa: ANN401 - what the function returns
        """What stands for a function; of one with a domain, with its check."""
        found = self._functions[function]
        if not isinstance(found, Partial):
            return found(*arguments, **keywords)
        what = f"{function.__name__} outside of its domain"
        self.stop(both(path.whole, found.outside(*arguments)), what)
        if found.harmless:
            pairs = zip(arguments, found.harmless, strict=True)
            arguments = [self._safe(each, path, harmless) for each, harmless in pairs]
        return found.call(*arguments)

    def _read(
        self,
        function: FunctionType,
        arguments: Sequence[Any],
        keywords: Mapping[str, Any],
        path: Path,
    ) -> Any:  # noqa: ANN401 - what the function returns
        source = source_of(function)
        if source is None:
            raise NotImplementedError(f"the source of `{function.__qualname__}` cannot be read")
        bound = inspect.signature(function).bind(*arguments, **keywords)
        bound.apply_defaults()
        return Frame(self, source, dict(bound.arguments), path).run()

    def stop(self, condition: Scalar, what: str) -> None:
        """Note that the engine would stop where a condition holds."""
        if condition is not False:
            self.stops.append(Stop(condition, what))

    def _freed(self, path: Path, x: Scalar, low: Scalar, high: Scalar) -> Scalar:
        self.clipped.append(Clipped(path.whole, x, low, high))
        return x

    def safe(self, x: Scalar, path: Path) -> Scalar:
        """x where the path is taken and 1 elsewhere, so that no derivative there divides by 0."""
        return self._safe(x, path, 1.0)

    def _safe(self, x: Scalar, path: Path, harmless: float) -> Scalar:
        condition = path.whole
        return self.select(condition, x, harmless) if isinstance(x, SX) else x

    def select(self, condition: Scalar, a: Any, b: Any) -> Any:  # noqa: ANN401 - values alike
        """`a if condition else b`, of numbers, expressions and tuples of them."""
        if not isinstance(condition, SX):
            return a if condition else b
        if a is b or b is POISON:
            return a
        if a is POISON:
            return b
        if isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b):
            return _like(a, [self.select(condition, x, y) for x, y in zip(a, b, strict=True)])
        if not (_is_number(a) and _is_number(b)):
            raise NotImplementedError(
                f"a signal decides between {_kind(a)} and {_kind(b)}",
            )
        self.count_selection()
        return self.algebra.select(condition, a, b)

    def count_selection(self) -> None:
        """Refuse a function that selects too often."""
        self._selections += 1
        if self._selections > self._most_selections:
            raise SizeError(f"more than {self._most_selections:,} selections")

    def divisor(self, b: Scalar, path: Path) -> Scalar:
        """The divisor of a quotient, with the check for 0."""
        is_zero = binary(casadi.OP_EQ, b, 0.0) if isinstance(b, SX) else b == 0
        self.stop(both(path.whole, is_zero), "division by zero")
        return self.safe(b, path)

    def element(self, array: Any, index: Any, path: Path) -> Any:  # noqa: ANN401
        """An element of an array, at a known place or at one that an expression names."""
        if symbolic_axes(index):
            return looked_up(self, array, index, path)
        return read(self, array, index, path)

    def power_of_two(self, exponent: SX) -> SX:
        """2 to the power of a whole number."""
        return self.call(power_of_two, [exponent])

    @property
    def poison(self) -> Any:  # noqa: ANN401
        """What stands for the result of a computation that stops the run."""
        return POISON


def _is_in(function: Callable[..., Any], table: Mapping[Any, Any]) -> bool:
    """Whether a table has something for a function, which may not be hashable."""
    try:
        return function in table
    except TypeError:
        return False


class _Poison:
    """The result of a computation that stops the run."""


POISON: Any = _Poison()


def _is_number(value: object) -> bool:
    return isinstance(value, SX | int | float | np.number | np.bool_)


def _kind(value: object) -> str:
    return "nothing" if value is None else f"a {type(value).__name__}"


def _like(value: tuple[Any, ...], elements: list[Any]) -> tuple[Any, ...]:
    return type(value)(*elements) if hasattr(value, "_fields") else tuple(elements)
