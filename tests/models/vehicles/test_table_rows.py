"""Goal: whoever comes and goes, serials are never used again and the lowest free row is taken.

Method: a state machine that spawns and despawns at random through the tables' own `update`,
beside a model in a few lines of plain Python.
"""

from typing import Any

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from project_ghost.core.errors import RunError
from project_ghost.models.pedestrians import Walkers
from project_ghost.models.vehicles import KinematicBicycles, SingleTracks
from project_ghost.world.bodies import ALIVE, BODY_WIDTH, ROUTE, SERIAL, X

CAPACITY, SLOTS, FIRST = 4, 3, 2
SIZES: dict[str, Any] = {
    "capacity": CAPACITY,
    "first_row": FIRST,
    "scene": FIRST + CAPACITY + 1,
    "slots": SLOTS,
}


def make(kind):
    if kind is Walkers:
        return Walkers([[(0.0, 0.0, 1.0), (9.0, 0.0, 1.0)]], actors=[(1.0, 0.0, 0.0)], **SIZES)
    return kind(actors=[(1.0, 0.0, 0.0)], **SIZES)


class Table:
    """A table's functions, called as the engine calls them."""

    def __init__(self, component) -> None:
        self.component = component
        self.values: dict[str, Any] = {}
        for name in [*component.parameters, *component.initial, *component.inputs()]:
            shape = component.shape_of(name)
            given = {**component.parameters, **component.initial}.get(name)
            if given is None:
                given = component.inputs()[name].default or 0.0
            is_number = not shape and name in component.parameters
            self.values[name] = (
                float(given) if is_number else np.broadcast_to(given, shape or (1,)).copy()
            )
        for name in component.outputs():
            self.values[name] = np.zeros(component.shape_of(name))
        self.values["dt_s"] = 0.05

    def tick(self, spawns, despawn):
        self.values["spawns"][:] = spawns
        self.values["despawn"][:] = despawn
        for name in ("output", "update", "output"):
            self.component.function(name)(*self.component.arguments(name, self.values))
        return self.values["bodies"]


class Rows(RuleBasedStateMachine):
    kind: Any = KinematicBicycles

    @initialize()
    def begin(self):
        self.table = Table(make(self.kind))
        self.alive = {0: 0}  # row -> serial
        self.following = 1
        self.seen = {0}
        self.bodies = np.zeros((CAPACITY, BODY_WIDTH))

    @rule(
        wanted=st.lists(st.booleans(), min_size=SLOTS, max_size=SLOTS),
        gone=st.sets(st.integers(0, CAPACITY - 1)),
    )
    def tick(self, wanted, gone):
        spawns = np.zeros((SLOTS, 6))
        for slot, want in enumerate(wanted):
            if want:
                spawns[slot] = (1.0, 100.0 + slot, 0.0, 0.0, 1.0, slot)
        despawn = np.zeros(FIRST + CAPACITY + 1)
        for row in gone:
            despawn[FIRST + row] = 1.0
        alive = {row: serial for row, serial in self.alive.items() if row not in gone}
        following, placed = self.following, {}
        for slot in range(SLOTS):
            if wanted[slot]:
                free = [row for row in range(CAPACITY) if row not in alive]
                if not free:
                    with pytest.raises(RunError, match="the table is full"):
                        self.table.tick(spawns, despawn)
                    self.begin()
                    return
                alive[free[0]], placed[free[0]] = following, slot
                following += 1
        self.bodies = self.table.tick(spawns, despawn)
        self.alive, self.following = alive, following
        for row, slot in placed.items():
            assert self.bodies[row, X] == 100.0 + slot
            assert self.bodies[row, ROUTE] == slot
            assert self.bodies[row, SERIAL] not in self.seen
            self.seen.add(self.bodies[row, SERIAL])

    @invariant()
    def rows_are_as_the_model_has_them(self):
        if self.bodies.any():
            found = {
                row: int(self.bodies[row, SERIAL])
                for row in range(CAPACITY)
                if self.bodies[row, ALIVE] != 0.0
            }
            assert found == self.alive


class DynamicRows(Rows):
    kind = SingleTracks


class WalkerRows(Rows):
    kind = Walkers


TestKinematicRows = Rows.TestCase
TestDynamicRows = DynamicRows.TestCase
TestWalkerRows = WalkerRows.TestCase
for case in (TestKinematicRows, TestDynamicRows, TestWalkerRows):
    case.settings = settings(max_examples=25, stateful_step_count=20)
del case
