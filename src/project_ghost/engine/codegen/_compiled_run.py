"""What compiled code works on, and how it is called: the same for every form of it."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import NamedTuple, Protocol

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.compiled import keep_note, note_of

# Continues to a tick: with its outputs, or to just before them.
CompiledRun = Callable[[int, bool], None]


class RunArrays(NamedTuple):
    """The arrays of a run, which stay where they are as long as the run lasts."""

    values: Floats
    parameters: Floats
    counters: Integers
    chain_keys: Floats
    links: Integers
    messages: Floats
    heads: Integers


class Part(NamedTuple):
    """Machine code that is compiled and cached as one."""

    made_of: Hashable  # equal for the same machine code of this process
    rows: frozenset[int]  # the rows of the schedule that run it; none if every tick does
    is_shared: bool  # with other kinds of components
    note: Callable[[], bytes | None]  # reads the note that the cache keeps with it
    keep_note: Callable[[bytes], None]


def part(
    made_of: Hashable, rows: Iterable[int], key: Callable[[], str], *, is_shared: bool = False
) -> Part:
    """A part that the cache keeps under a key, which takes time to compute."""
    return Part(
        made_of,
        frozenset(rows),
        is_shared,
        lambda: note_of(key()),
        lambda note: keep_note(key(), note),
    )


class Compilable(Protocol):
    """A schedule that can be compiled."""

    def is_cached(self) -> bool:
        """Whether it was compiled before."""

    def parts(self) -> Sequence[Part]:
        """The machine code that it consists of."""

    def load(self, arrays: RunArrays) -> CompiledRun:
        """Its machine code, from the cache if it is there; whatever the compiler raises."""
