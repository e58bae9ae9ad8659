"""Results that come from outside: checked against the declared outputs, then written as floats."""

from collections.abc import Mapping, Sequence
from typing import Any, final

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError, RunError
from project_ghost.core.wording import did_you_mean
from project_ghost.engine.plan._layout import Layout
from project_ghost.engine.plan._schedule import Row

# The kinds of numpy's types that are numbers: flags, integers with and without sign, floats.
_NUMBERS = "biuf"


# The checked value of an output, and where it goes.
Answer = tuple[Floats, float | Floats]


@final
class Answers:
    """The outputs of one component, as somebody outside gives them."""

    def __init__(self, row: Row, layout: Layout, values: Floats) -> None:
        self.names = tuple(row.component.outputs())
        slots = [layout.signals[f"{row.name}.{port}"] for port in self.names]
        self._places = [values[slot.start : slot.stop].reshape(slot.shape) for slot in slots]
        self._row = row.name
        # ghost: allow[float-sum] sizes are whole numbers
        self.size = sum(slot.size for slot in slots)

    def write(self, given: object, how: str) -> None:
        """Write one value for each output, unless one of them is refused.

        They come by name, in their order, or as the only one itself. `how` begins the message
        about a wrong one: "output returned", for example.
        """
        for place, value in self.checked(given, how):
            place[...] = value

    def checked(self, given: object, how: str) -> list[Answer]:
        """The values with their places; refuses wrong ones."""
        if len(self.names) == 1 and not isinstance(given, Mapping):
            return [self._answer(0, given, how)]
        values = self._in_order(given, how)
        return [self._answer(i, value, how) for i, value in enumerate(values)]

    def _in_order(self, given: object, how: str) -> Sequence[object]:
        """One value for each output, in the order of declaration."""
        if isinstance(given, Mapping):
            return self._by_name(given, how)
        values = given if isinstance(given, tuple | list) else () if given is None else (given,)
        if len(values) != len(self.names):
            raise InputError(
                f"{how} {_short(given)}",
                f"component {self._row!r}",
                f"a value for each of the outputs {', '.join(self.names) or '(none)'}",
                "give every output, in the order of declaration",
            )
        return values

    def _by_name(self, given: Mapping[Any, object], how: str) -> list[object]:
        unknown = [name for name in given if name not in self.names]
        if unknown:
            raise InputError(
                f"{how} {unknown[0]!r}, which is not an output"
                f"{did_you_mean(str(unknown[0]), list(self.names))}",
                f"component {self._row!r}",
                f"the outputs {', '.join(self.names)}",
                "give every output by its declared name",
            )
        missing = [name for name in self.names if name not in given]
        if missing:
            raise InputError(
                f"{how} no {missing[0]!r}",
                f"component {self._row!r}",
                f"all of the outputs {', '.join(self.names)}",
                "give every output at every sample",
            )
        return [given[name] for name in self.names]

    def _answer(self, index: int, value: Any, how: str) -> Answer:  # noqa: ANN401
        place = self._places[index]
        if type(value) is float and place.ndim == 0:
            if value != value:
                raise self._not_a_number(index)
            return place, value
        array = _array(value)
        if array is None or array.shape != place.shape:
            found = "" if array is None else f", in the shape {array.shape}"
            raise InputError(
                f"{how} {_short(value)} for {self.names[index]!r}{found}",
                f"component {self._row!r}",
                f"numbers in the shape {place.shape}" if place.ndim else "a number",
                "give numbers in the declared shape",
            )
        # The place of the least number is that of the first NaN, if there is one.
        if array.size and (least := array.item(array.argmin())) != least:
            raise self._not_a_number(index)
        return place, array

    def _not_a_number(self, index: int) -> RunError:
        return RunError(
            "not a number was written",
            f"component {self._row!r}, output {self.names[index]!r}",
            "numbers",
            "give a number that stands for what is missing",
        )

    def stored(self) -> bytes:
        """The present values of all outputs."""
        return b"".join([place.tobytes() for place in self._places])


def _array(value: Any) -> Floats | None:  # noqa: ANN401
    """The value as an array of floats; None where it is something else."""
    try:
        found = np.asarray(value)
    except ValueError:  # lists of different lengths
        return None
    if found.dtype == float:
        return found
    return found.astype(float) if found.dtype.kind in _NUMBERS else None


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
