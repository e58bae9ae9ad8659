"""The random numbers of a run as the noise of a symbolic model."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from project_ghost.engine.codegen._helpers import draw, draw_uniform

if TYPE_CHECKING:
    from project_ghost.core.arrays import Floats
    from project_ghost.engine import Engine
    from project_ghost.symbolic.model._model import SymbolicModel


def noise_of(engine: Engine, model: SymbolicModel, time_ns: int | None = None) -> Floats:
    """The numbers that a run draws in the period that begins at a time; now, if none is given."""
    tick = (engine.now_ns if time_ns is None else time_ns) // engine.plan.step_ns
    counters, keys = engine._store.counters, engine.layout.keys
    found = np.zeros(len(model.draws))
    for place, each in enumerate(model.draws):
        key = keys[each.component]
        sample = engine.plan.groups[each.group].pattern.count_before(tick) + each.later
        take = draw_uniform if each.is_uniform else draw
        found[place] = take(int(counters[key]), int(counters[key + 1]), sample, each.place)
    return found
