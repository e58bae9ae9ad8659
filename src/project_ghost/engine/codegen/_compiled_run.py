"""What compiled code works on, and how it is called: the same for every form of it."""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from project_ghost.core.arrays import Floats, Integers

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


class Compilable(Protocol):
    """A schedule that can be compiled."""

    def is_cached(self) -> bool:
        """Whether it was compiled before."""

    def load(self, arrays: RunArrays) -> CompiledRun:
        """Its machine code, from the cache if it is there; whatever the compiler raises."""
