"""The ports of a run: what they read, and the answers that they get from outside.

Why: ADR 27.
"""

from collections.abc import Callable
from typing import TypeAlias, final

from project_ghost.core.arrays import Floats
from project_ghost.core.errors import GhostError, InputError
from project_ghost.engine.plan._layout import PAUSE, PHASE, TICK, Layout, input_slot
from project_ghost.engine.plan._pauses import output_pauses
from project_ghost.engine.plan._schedule import Schedule
from project_ghost.engine.run._store import Store

from ._answers import Answers
from ._host_arguments import read_only

# Answers a port: returns the value of its only output, a tuple of all, or a mapping by name.
Answerer: TypeAlias = Callable[["OpenPort"], object]


@final
class OpenPort:
    """A port in a run: its inputs at the present sample, and the way to answer it."""

    def __init__(self, number: int, plan: Schedule, layout: Layout, store: Store) -> None:
        row = plan.rows[number]
        self.name = row.name
        self.answerer: Answerer | None = None
        self._plan = plan
        self._store = store
        self._tick = 0
        self._pause = output_pauses(plan).index(number) + 1
        self._answers = Answers(row, layout, store.values)
        slots = {
            port: input_slot(plan, layout, f"{row.name}.{port}") for port in row.component.inputs()
        }
        self._scalars = {port: slot.start for port, slot in slots.items() if not slot.shape}
        self._inputs: dict[str, float | Floats] = {
            port: read_only(store.values, slot) if slot.shape else 0.0
            for port, slot in slots.items()
        }

    def __repr__(self) -> str:
        return f"OpenPort({self.name!r})"

    @property
    def inputs(self) -> dict[str, float | Floats]:
        """The values of the inputs: numbers, and read-only arrays that change as the run goes on.

        They belong to the present sample while the port waits; copy what is to be kept.
        """
        values = self._store.values.data
        return {**self._inputs, **{port: values[i] for port, i in self._scalars.items()}}

    @property
    def time_ns(self) -> int:
        """The time of the sample that the port waits with, or had its last one at."""
        return self._tick * self._plan.step_ns

    @property
    def is_waiting(self) -> bool:
        """Whether the run has paused here and needs an answer."""
        counters = self._store.numbers
        return counters[PAUSE] == -self._pause and counters[PHASE] == 0

    def answer(self, *values: object, **named: object) -> None:
        """Give the values of all outputs, in the order of declaration or by name.

        The run goes on with the next `Engine.run`. Nothing is written if a value is refused.
        """
        self._require_waiting()
        if values and named:
            raise InputError(
                "some outputs are given in order and some by name",
                f"port {self.name!r}",
                "all of them in one way",
                f"name all of them: {', '.join(self._answers.names)}",
            )
        given: object = named or (values[0] if len(values) == 1 else values)
        self._answers.write(given, "the answer has")
        self._store.numbers[PAUSE] = self._pause

    def serve(self, tick: int) -> bool:
        """Let the attached function answer; returns whether there is one."""
        self._tick = tick
        if self.answerer is None:
            return False
        self._answers.write(self.answerer(self), "the attached function returned")
        return True

    def go_to(self) -> None:
        """Take the time from the store, which has been restored."""
        self._tick = self._store.numbers[TICK]

    def _require_waiting(self) -> None:
        if self.is_waiting:
            return
        where = f"port {self.name!r}"
        if self._store.numbers[PAUSE] == self._pause:
            raise GhostError(
                f"{self.name} has been answered already",
                where,
                "one answer a sample",
                "go on with Engine.run",
            )
        raise GhostError(
            f"{self.name} does not wait for an answer",
            where,
            "an answer while Engine.waiting is this port",
            "run until it waits"
            if self.answerer is None
            else "return the answer from the attached function",
        )
