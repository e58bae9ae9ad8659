"""Named random streams: the same path gives the same numbers, whatever else draws."""

from __future__ import annotations

import hashlib
import operator
from collections.abc import MutableSequence, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, final

from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError, InputTypeError
from project_ghost.core.level import Level

from ._blocks import normal_block, uniform_block
from ._draws import INDEX_LIMIT, LANE_LIMIT, STEP_LIMIT, Key, integer_at, normal_at, uniform_at

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

T = TypeVar("T")

_MAX_SPAN = (1 << 63) - 1
_SEED_LIMIT = 1 << 256


class _Staging:
    """Shared by all sources of one root: the paths in use, and those with numpy generators."""

    def __init__(self) -> None:
        self.taken: set[tuple[str, ...]] = set()
        self.host_level: set[tuple[str, ...]] = set()
        self.generators: set[tuple[str, ...]] = set()


@final
class RandomSource:
    """A stream of random numbers, and the parent of further streams.

    `RandomSource(seed)` is the root of a run. Every consumer takes its own `child`, and every
    number is a function of (seed, path, lane, step, index) alone. Each path can be taken once;
    a new run creates a new root.

        noise = RandomSource(seed=42).child("imu")
        for step in range(3):
            draws = noise.at(step)
            print(draws.normal(), draws.normal())
    """

    def __init__(self, seed: int) -> None:
        number = _required_integer(seed, "seed", "RandomSource")
        if number >= _SEED_LIMIT:
            raise InputError(
                "seed has too many digits",
                "RandomSource",
                "a seed below 2**256",
                "choose a smaller one",
            )
        self._stage(number, (), 0, _Staging())

    def _stage(self, seed: int, path: tuple[str, ...], lane: int, staging: _Staging) -> None:
        self._seed = seed
        self._path = path
        self._lane = lane
        self._staging = staging
        self._key = _key(seed, path)

    @classmethod
    def _derive(
        cls, seed: int, path: tuple[str, ...], lane: int, staging: _Staging
    ) -> RandomSource:
        source = cls.__new__(cls)
        source._stage(seed, path, lane, staging)
        return source

    @property
    def seed(self) -> int:
        """The seed of the root."""
        return self._seed

    @property
    def path(self) -> tuple[str, ...]:
        """The labels from the root to here."""
        return self._path

    @property
    def key(self) -> Key:
        """The key of the cipher, for compiled code that calls `uniform_at` and the like."""
        return self._key

    @property
    def lane_number(self) -> int:
        """The lane as `uniform_at` and the like take it: 0 for none, otherwise serial + 1."""
        return self._lane

    @property
    def level(self) -> Level:
        """`HOST` if `numpy_rng` was called here or below, else `PORTABLE`."""
        depth = len(self._path)
        below = (path[:depth] == self._path for path in self._staging.host_level)
        return Level.HOST if any(below) else Level.PORTABLE

    def child(self, label: str) -> RandomSource:
        """Return the stream of a label: a fixed name, used once below one parent."""
        where = f"RandomSource.child, below {_show(self._path)}"
        if self._lane:
            raise InputError(
                f"a lane has no children, so it cannot have {label!r}",
                where,
                "children of a labelled stream",
                "take the child first, then its lane: child('a').child('b').lane(serial)",
            )
        if not isinstance(label, str):
            raise InputTypeError(
                f"the label is {label!r}, of type {type(label).__name__}",
                where,
                "a string",
                "give each consumer a fixed name",
            )
        if not label or not label.isprintable():
            raise InputError(
                "the label is empty" if not label else f"the label is {label!r}",
                where,
                "a name of printable characters",
                "give each consumer a different name",
            )
        path = (*self._path, label)
        if path in self._staging.taken:
            raise InputError(
                f"the random stream {_show(path)} is taken twice",
                where,
                "one consumer for each path",
                "give each consumer its own label; for a new run, make a new RandomSource(seed)",
            )
        self._staging.taken.add(path)
        return self._derive(self._seed, path, 0, self._staging)

    def lane(self, serial: int) -> RandomSource:
        """Return the stream of one dynamic actor by its serial number; calls may repeat."""
        where = f"RandomSource.lane, below {_show(self._path)}"
        number = _required_integer(serial, "serial", where)
        if self._lane or number >= LANE_LIMIT:
            raise InputError(
                f"there is no lane {number} here",
                where,
                f"a serial below {LANE_LIMIT}, on a source that is not a lane itself",
                "ask the labelled stream for its lanes",
            )
        return self._derive(self._seed, self._path, number + 1, self._staging)

    def at(self, step: int) -> Draws:
        """Return the draws of one step."""
        return Draws(self._key, self._lane, self._required_step(step), _show(self._path))

    def uniforms(self, first_step: int, steps: int, draws: int) -> Floats:
        """Return the first `draws` uniforms of each of `steps` steps, one row per step."""
        return uniform_block(self._key, self._lane, *self._block(first_step, steps, draws))

    def normals(self, first_step: int, steps: int, draws: int) -> Floats:
        """Return the first `draws` normals of each of `steps` steps, one row per step."""
        return normal_block(self._key, self._lane, *self._block(first_step, steps, draws))

    def numpy_rng(self) -> np.random.Generator:
        """Return a numpy generator with the key of this stream.

        Its numbers may change with numpy's version and the CPU. So this lowers the level of the
        stream, and of the component that owns it, to `Level.HOST`.
        """
        import numpy as np

        taken = (*self._path, f"lane {self._lane}")
        if taken in self._staging.generators:
            raise InputError(
                f"the numpy generator of {_show(self._path)} is taken twice",
                "RandomSource.numpy_rng",
                "one generator for each stream: a second one would repeat its numbers",
                "keep the first one, or take a child for each",
            )
        self._staging.generators.add(taken)
        self._staging.host_level.add(self._path)
        # ghost: allow[library-random] this is the exit, and it lowers the component's level
        return np.random.Generator(np.random.Philox([*self._key, self._lane]))

    def _required_step(self, step: int) -> int:
        where = f"a draw of {_show(self._path)}"
        number = _required_integer(step, "step", where)
        if number >= STEP_LIMIT:
            raise InputError(
                f"step is {number}",
                where,
                f"a step below {STEP_LIMIT}",
                "count samples, not nanoseconds",
            )
        return number

    def _block(self, first_step: int, steps: int, draws: int) -> tuple[int, int, int]:
        where = f"a block of {_show(self._path)}"
        first = _required_integer(first_step, "first_step", where)
        rows = _required_integer(steps, "steps", where)
        columns = _required_integer(draws, "draws", where)
        self._required_step(first + max(rows - 1, 0))
        return first, rows, columns

    def __repr__(self) -> str:
        lane = f" lane {self._lane - 1}" if self._lane else ""
        return f"<RandomSource seed {self._seed} {_show(self._path)}{lane}>"


@final
class Draws:
    """The draws of one step of one stream, in order; made by `RandomSource.at`."""

    __slots__ = ("_index", "_key", "_lane", "_name", "_step")

    def __init__(self, key: Key, lane: int, step: int, name: str) -> None:
        self._key = key
        self._lane = lane
        self._step = step
        self._name = name
        self._index = 0

    def uniform(self, low: float = 0.0, high: float = 1.0) -> float:
        """Return a number between low and high; from 0 to 1 neither bound is ever drawn."""
        if not (-_LARGEST <= low <= high <= _LARGEST and high - low <= _LARGEST):
            raise self._bad(
                f"uniform({low!r}, {high!r})",
                "finite numbers, low <= high, a finite distance apart",
            )
        return low + (high - low) * uniform_at(self._key, self._lane, self._step, self._next())

    def normal(self, mean: float = 0.0, std: float = 1.0) -> float:
        """Return a normally distributed number."""
        # No draw is more than 8.3 standard deviations from the mean.
        if not (std >= 0.0 and abs(mean) + 9.0 * std <= _LARGEST):
            raise self._bad(f"normal({mean!r}, {std!r})", "finite numbers, std >= 0, no overflow")
        return mean + std * normal_at(self._key, self._lane, self._step, self._next())

    def integers(self, low: int, high: int) -> int:
        """Return an integer from [low, high), each equally likely."""
        where = f"integers, of {self._name}"
        first = _required_integer(low, "low", where, least=None)
        span = _required_integer(high, "high", where, least=None) - first
        if not 0 < span <= _MAX_SPAN:
            raise self._bad(f"integers({low}, {high})", "low < high, less than 2**63 apart")
        return first + integer_at(self._key, self._lane, self._step, self._next(), span)

    def choice(self, options: Sequence[T]) -> T:
        """Return one of the options, each equally likely."""
        if len(options) == 0:
            raise self._bad("choice of nothing", "at least one option")
        return options[self.integers(0, len(options))]

    def shuffle(self, items: MutableSequence[Any] | NDArray[Any]) -> None:
        """Shuffle the items in place, each order equally likely."""
        if not isinstance(items, MutableSequence) and getattr(items, "ndim", 0) != 1:
            # The rows of an array are views: swapping two would lose one of them.
            raise InputTypeError(
                f"{type(items).__name__} cannot be shuffled",
                f"shuffle, of the random stream {self._name}",
                "a list, or an array of one dimension",
                "shuffle a list of indices, and index with it",
            )
        for last in range(len(items) - 1, 0, -1):
            other = self.integers(0, last + 1)
            items[last], items[other] = items[other], items[last]

    def _next(self) -> int:
        index = self._index
        if index >= INDEX_LIMIT:
            raise self._bad(f"draw number {index} of step {self._step}", "fewer draws in a step")
        self._index = index + 1
        return index

    def _bad(self, what: str, expected: str) -> InputError:
        return InputError(
            f"{what} cannot be drawn",
            f"the random stream {self._name}",
            expected,
            "check the values",
        )


_LARGEST = 1.7976931348623157e308


def _key(seed: int, path: tuple[str, ...]) -> Key:
    """Return 64 bits of SHA-256 over the seed and the length-prefixed labels."""
    digest = hashlib.sha256(b"ghost random 1")
    for part in (str(seed), *path):
        data = part.encode("utf-8")
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    key = digest.digest()
    return int.from_bytes(key[0:4], "little"), int.from_bytes(key[4:8], "little")


def _show(path: tuple[str, ...]) -> str:
    return "/".join(path) if path else "the root"


def _required_integer(value: object, name: str, where: str, least: int | None = 0) -> int:
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or isinstance(value, bool):
        raise InputTypeError(
            f"{name} is {value!r}, of type {type(value).__name__}",
            where,
            "an integer",
            f"give {name} as a whole number",
        )
    if least is not None and number < least:
        raise InputError(
            f"{name} is {number}",
            where,
            f"{least} or more",
            f"choose a {name} that is not negative",
        )
    return number
