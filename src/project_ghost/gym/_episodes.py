"""Episodes of many copies of a scene, which are run together."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum
from threading import Lock
from typing import final

import numpy as np

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.errors import GhostError, InputError
from project_ghost.engine import EngineBatch, Execution
from project_ghost.models.actions import TOTALS
from project_ghost.scenario.controlled import ACTIONS

from ._scene import Scene, seed_of

__all__ = ["Done", "Ended", "Episodes", "Flags"]

_COLLISIONS, _OFFROAD = TOTALS.index("collisions"), TOTALS.index("offroad_s")
_RED, _ARRIVED = TOTALS.index("red_lights"), TOTALS.index("arrived")


class Ended(IntEnum):
    """Why an episode ended; the first that holds."""

    NOT = 0
    COLLISION = 1
    OFFROAD = 2
    RED_LIGHT = 3
    ARRIVAL = 4
    STOP = 5  # the scenario has ended the run itself
    TIME = 6


_BY_TOTAL = (
    ("collision", _COLLISIONS, Ended.COLLISION),
    ("offroad", _OFFROAD, Ended.OFFROAD),
    ("red_light", _RED, Ended.RED_LIGHT),
    ("arrival", _ARRIVED, Ended.ARRIVAL),
)

Flags = np.ndarray[tuple[int, ...], np.dtype[np.bool_]]


@final
@dataclass(frozen=True)
class Done:
    """An episode as far as it has come: everything that it takes to run it again."""

    seed: int
    layout: int
    actions: Floats  # (samples, cars, width), with the one that the last tick had
    duration_ns: int
    digest: str


@final
class Episodes:
    """Episodes of some copies of a scene: reset each, step all of them, look at all of them.

    `seen` and `totals` have what each car sees and has done, (copies, cars, numbers), and change
    with every step; `increase` is what the last step has added to the totals.
    """

    def __init__(self, scene: Scene, copies: int, execution: Execution | str) -> None:
        self.scene = scene
        graphs = [assembly.graph for assembly in scene.assemblies]
        self.batch = EngineBatch(
            graphs[0], [scene.file.seed] * copies, execution=execution, starts=graphs[1:]
        )
        self._seen = [self.batch.view(car.seen) for car in scene.cars]
        self._totals = [self.batch.view(car.totals) for car in scene.cars]
        shape = (copies, len(scene.cars))
        self.totals: Floats = np.zeros((*shape, len(TOTALS)))
        self.increase: Floats = np.zeros((*shape, len(TOTALS)))
        self.steps: Integers = np.zeros(copies, dtype=np.int64)
        self.ended: Integers = np.full(shape, -1, dtype=np.int64)  # -1 before the first reset
        self._log: Floats = np.zeros(
            (copies, min(64, scene.steps + 1), len(scene.cars), scene.width)
        )
        # For each copy the seed of the last reset that had one, and the episodes since.
        self._seeds = [scene.file.seed] * copies
        self._numbers = [-1] * copies
        self._everyone = np.arange(copies)
        self._lock = Lock()

    @property
    def copies(self) -> int:
        """The number of copies."""
        return len(self.steps)

    @property
    def is_over(self) -> Flags:
        """For each copy whether its episode is over, or has not begun."""
        over: Flags = (self.ended != Ended.NOT).all(axis=1)
        return over

    def seen(self, car: int) -> Floats:
        """What a car sees in each copy, (copies, numbers)."""
        return self._seen[car]

    def seed(self, copy: int) -> int:
        """The seed of the present episode."""
        return seed_of(self._seeds[copy], max(self._numbers[copy], 0))

    def reset(self, copies: Integers, seeds: list[int | None]) -> None:
        """Begin new episodes; one without a seed follows from the last seed that was given."""
        with self._alone():
            for copy, seed in zip(copies.tolist(), seeds, strict=True):
                if seed is not None:
                    self._seeds[copy], self._numbers[copy] = seed, 0
                else:
                    self._numbers[copy] += 1
                own = self.seed(copy)
                self.batch.reset(copy, own, self.scene.layout_of(own))
            self.batch.run(0, copies)
            self.steps[copies] = 0
            self.ended[copies] = Ended.NOT
            self._read(copies)
            self.increase[copies] = 0.0

    def step(self, actions: Floats, copies: Integers | None = None) -> None:
        """Give each copy its actions, (copies, cars, width), and run to the next ones."""
        rows = self._everyone if copies is None else copies
        with self._alone():
            self._note(rows, actions)
            self.batch.answer(ACTIONS, actions, rows)
            before = self.totals[rows]
            self.batch.run(self.scene.period_ns, rows)
            self.steps[rows] += 1
            self._read(rows)
            self.increase[rows] = self.totals[rows] - before
            self._judge(rows)

    def _read(self, rows: Integers) -> None:
        for car, totals in enumerate(self._totals):
            self.totals[rows, car] = totals[rows]

    def _judge(self, rows: Integers) -> None:
        """Find which episodes have ended, and why."""
        ended, ends = self.ended[rows], self.scene.options.ends
        is_new = ended == Ended.NOT
        stopped = self.batch.stopped[rows] != 0
        ended[is_new & (self.steps[rows] >= self.scene.steps)[:, None]] = Ended.TIME
        ended[is_new & stopped[:, None]] = Ended.STOP
        for name, column, reason in reversed(_BY_TOTAL):
            if name in ends:
                ended[is_new & (self.totals[rows, :, column] > 0.0)] = reason
        self.ended[rows] = ended

    def _note(self, rows: Integers, actions: Floats) -> None:
        """Keep the actions of a sample."""
        steps = self.steps[rows]
        if len(steps) and steps.max() >= self._log.shape[1]:
            more = min(2 * self._log.shape[1], self.scene.steps + 1)
            longer = np.zeros((self.copies, more, *self._log.shape[2:]))
            longer[:, : self._log.shape[1]] = self._log
            self._log = longer
        self._log[rows, steps] = actions

    def actions_of(self, copy: int) -> Floats:
        """The actions of the present episode so far."""
        return self._log[copy, : int(self.steps[copy])].copy()

    def finish(self, copy: int) -> Done:
        """The episode up to its last step, with the last tick completed by its last action again.

        So the run has the bits, and the digest, of a recorded run of the same time. An episode that
        is not over goes on from where it was.
        """
        seed = self.seed(copy)
        samples = int(self.steps[copy])
        if samples == 0:
            raise InputError(
                "the episode has no step yet", "project_ghost.gym", "an episode", "step it first"
            )
        with self._alone():
            own = np.array([copy])
            before = None if self.is_over[copy] else self.batch.snapshot(copy)
            if self.batch.waiting[copy]:
                last = self._log[own, samples - 1]
                self.batch.answer(ACTIONS, last, own)
                self.batch.run(0, own)
            engine = self.batch.engine(copy)
            taken = self.actions_of(copy)
            done = Done(
                seed,
                self.scene.layout_of(seed),
                np.concatenate([taken, taken[-1:]]),
                engine.now_ns,
                engine.digest,
            )
            if before is not None:
                self.batch.restore(copy, before)
        return done

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Refuse a second thread: two would drive the same cars."""
        if not self._lock.acquire(blocking=False):
            raise GhostError(
                "another thread uses this environment",
                "project_ghost.gym",
                "one thread for each environment",
                "make an environment in each thread, or a vector environment for all",
            )
        try:
            yield
        finally:
            self._lock.release()

    # ---------------------------------------------------------------- pickling

    def memory(self) -> list[tuple[int, int, Floats | None]]:
        """For each copy the last seed, the number of its episode, and its actions so far."""
        return [
            (
                self._seeds[copy],
                self._numbers[copy],
                None if self.ended[copy, 0] < 0 else self.actions_of(copy),
            )
            for copy in range(self.copies)
        ]

    def remember(self, memory: list[tuple[int, int, Floats | None]]) -> None:
        """Go to where another set of episodes was, by the same actions."""
        for copy, (seed, number, actions) in enumerate(memory):
            if actions is None:
                continue
            own = np.array([copy])
            self._seeds[copy], self._numbers[copy] = seed, number - 1
            self.reset(own, [None])
            for action in actions:
                self.step(action[None], own)
