"""Components in plain Python, and how a snapshot stores and restores them.

A host with `save` and `load` is stored by them. One without is rebuilt from a copy of the
graph's object by repeating all calls, and its results must have the same bits. So a planner from
another project needs no extra code to be restored. The calls are kept as numbers, and only up to
a limit: after that such a host has no snapshot.
"""

from array import array
from typing import Any, final

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.errors import GhostError, InputError
from project_ghost.engine.component._components import Host
from project_ghost.engine.component._copies import fresh_copy
from project_ghost.engine.plan._layout import Layout
from project_ghost.engine.plan._schedule import Row, Schedule
from project_ghost.engine.run._store import Store

from ._answers import Answers
from ._host_arguments import HostArguments

# The calls of a host without `save` are kept up to this many numbers, which are 64 MB.
HISTORY_NUMBERS_MAX = 1 << 23

_FUNCTIONS = ("output", "update")
_STORING = ("save", "load")


@final
class HostRunner:
    """One host in one run: calls it, checks its results, keeps the data for a restore."""

    def __init__(self, row: Row, plan: Schedule, layout: Layout, store: Store, seed: int) -> None:
        assert isinstance(row.component, Host)
        self.name = row.name
        # A copy: the graph's own object stays as it was made, so that a graph can be run again.
        self._live: Host = fresh_copy(row.component, f"component {row.name!r}")
        self._saves = _saves(row.name, row.component)
        self._answers = Answers(row, layout, store.values)
        self._arguments = {
            function: HostArguments(row, function, plan, layout, store, seed)
            for function in row.component.functions
        }
        # Of a host without `save`, for each call: the function, the tick, the arguments, the
        # results. None where the limit is exceeded.
        self._history: array[float] | None = None if self._saves else array("d")

    def call(self, function: str, tick: int) -> None:
        """Call one of the host's functions; the results of `output` go to the store."""
        arguments = self._arguments[function].at(tick)
        result = getattr(self._live, function)(*arguments)
        if function == "output":
            self._answers.write(result, "output returned")
        elif result is not None:
            raise InputError(
                f"update returned {result!r}", self.name, "nothing", "return results in `output`"
            )
        if self._history is not None:
            self._keep(function, tick, arguments)

    def _keep(self, function: str, tick: int, arguments: list[Any]) -> None:
        history = self._history
        assert history is not None
        history.extend((_FUNCTIONS.index(function), tick))
        history.frombytes(self._arguments[function].kept(arguments))
        if function == "output":
            history.frombytes(self._answers.stored())
        if len(history) > HISTORY_NUMBERS_MAX:
            self._history = None

    def save(self) -> bytes:
        """The state of the host, for `load`."""
        if self._saves:
            data = self._storing("save")
            if not isinstance(data, bytes):
                raise InputError(
                    f"`save` returned {data!r:.60}, of the type {type(data).__name__}",
                    f"component {self.name!r}, {type(self._live).__name__}",
                    "bytes, which `load` takes",
                    "encode the state, for example with json.dumps(...).encode()",
                )
            return data
        if self._history is None:
            raise GhostError(
                f"{self.name} has no `save`, and has had more calls than a restore can repeat",
                f"Engine.snapshot, component {self.name!r}",
                f"calls with up to {HISTORY_NUMBERS_MAX:_} numbers in all",
                "give it `save` and `load`",
            )
        return np.array(self._history, dtype="<f8").tobytes()

    def load(self, data: bytes) -> None:
        """Restore the state of the host in a new runner."""
        if self._saves:
            self._storing("load", data)
            return
        numbers = np.frombuffer(data[: len(data) // 8 * 8], dtype="<f8").astype(float)
        start = 0
        while start < len(numbers):
            start = self._repeat(numbers, start)
        self._history = array("d", numbers.tobytes())

    def _repeat(self, numbers: Floats, start: int) -> int:
        """Repeat the call that is kept from `start` on; return where the next one is."""
        which, *tick = numbers[start : start + 2]
        known = [each for each in self._arguments if _FUNCTIONS.index(each) == which]
        function = next(iter(known), "")
        size = self._arguments[function].kept_size if known else 0
        results = start + 2 + size
        stop = results + (self._answers.size if function == "output" else 0)
        if not known or stop > len(numbers):
            raise InputError(
                f"the kept calls of {self.name} are damaged",
                f"restoring the host {self.name!r}",
                "a snapshot as Engine.snapshot makes it",
                "make the snapshot again",
            )
        kept = numbers[start + 2 : results]
        again = getattr(self._live, function)(*self._arguments[function].again(int(tick[0]), kept))
        found = np.zeros(0)
        if function == "output":
            answers = self._answers.checked(again, "output returned")
            found = np.concatenate([np.zeros(0), *(np.ravel(value) for _, value in answers)])
        if found.tobytes() != numbers[results:stop].tobytes():
            raise GhostError(
                f"{self.name} returned {found.tolist()} where it had returned "
                f"{numbers[results:stop].tolist()}",
                f"restoring the host {self.name!r}, {function}",
                "the same results for the same inputs",
                "give it `save` and `load`, or remove the cause of the difference",
            )
        return stop

    def _storing(self, method: str, *arguments: object) -> object:
        try:
            return getattr(self._live, method)(*arguments)
        except Exception as error:
            raise GhostError(
                f"`{method}` failed: {type(error).__name__}: {error}",
                f"component {self.name!r}, {type(self._live).__name__}",
                "a state that can be stored and restored",
                "check that `load` takes what `save` returns",
            ) from error


def _saves(name: str, component: Host) -> bool:
    """Whether a host stores its state itself."""
    saves, loads = (getattr(type(component), e) is not getattr(Host, e) for e in _STORING)
    if saves and not loads:
        raise InputError(
            "it has `save` but no `load`",
            f"component {name!r}, {type(component).__name__}",
            "both, to store its state in snapshots, or neither",
            "define `load`, or remove `save`: then a restore repeats all calls",
        )
    return saves
