"""The interpreted schedule of a model's period, with what was cut or frozen held."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, final

import numpy as np

from project_ghost.engine.codegen._build import interpreted
from project_ghost.engine.codegen.source._tick import symbolic_source
from project_ghost.symbolic.schedule._places import places, present_values
from project_ghost.symbolic.schedule._plan import counters_before, period_of

from ._noise import noise_of

if TYPE_CHECKING:
    from project_ghost.core.arrays import Floats
    from project_ghost.engine import Engine
    from project_ghost.symbolic.model._model import SymbolicModel, Variable


@final
class HeldRun:
    """Runs the components of a model as they are, period by period, beside an engine.

    The engine gives the inputs where a period begins. Then they are held, as the model holds them;
    in the engine they go on to change.
    """

    def __init__(self, model: SymbolicModel, engine: Engine) -> None:
        self._model, self._engine = model, engine
        ticks = model.period_ns // engine.plan.step_ns
        self._period = period = period_of(engine.plan, model.rate_transitions, max(ticks, 1))
        self._values = present_values(period, engine)
        self._frozen = self._values.copy()
        self._parameters = engine._store.parameters.copy()
        self._counters = np.zeros(period.layout.counters_size, dtype=np.int64)
        self._noise: dict[tuple[str, int, int], float] = {}
        self._run = self._function()
        self._tick = 0
        self._place_in_engine = {
            place: theirs[name].start + offset
            for theirs, ours in (
                (engine.layout.signals, period.layout.signals),
                (engine.layout.inlets, period.layout.inlets),
            )
            for name, slot in ours.items()
            for offset, place in enumerate(range(slot.start, slot.stop))
        }

    def begin(self) -> tuple[Floats, int, Floats]:
        """Run the outputs where the period begins; the inputs, the time and the noise of it."""
        model, engine, period = self._model, self._engine, self._period
        now, noise = engine.now_ns, noise_of(engine, model)
        self._tick = now // engine.plan.step_ns
        u = model.u0.copy()
        for variable in model.inputs:
            for index, place in zip(range(len(u))[variable.span], variable.places, strict=True):
                u[index] = engine._store.values[self._place_in_engine[place]]
                self._values[place] = u[index]
        self._noise = {
            (each.component, each.later, each.place): value
            for each, value in zip(model.draws, noise, strict=True)
        }
        counters = counters_before(period)
        for number, start in enumerate(period.layout.keys.values()):
            counters[start : start + 2] = (number, 0)
        self._counters[:] = counters
        self._advance(period.first, with_outputs=True)
        return u, now, noise

    def end(self) -> None:
        """Run to the end of the period, and the engine with it."""
        period = self._period
        self._advance(period.first + period.ticks, with_outputs=False)
        samples = {
            name: int(self._counters[start + 2]) for name, start in period.layout.groups.items()
        }
        after = self._values.copy()
        for place in places(period, samples.__getitem__):
            self._values[list(place.before)] = after[list(place.after)]
        self._engine.run(self._model.period_ns)

    def numbers(self, variable: Variable) -> Floats:
        """The present numbers of a variable."""
        return self._values[list(variable.places)]

    def _advance(self, last: int, *, with_outputs: bool) -> None:
        links = np.zeros(self._period.ticks + 2, dtype=np.uint64)
        self._run(
            *(self._values, self._values, self._parameters, self._parameters, self._counters),
            *(None, links, None, None, last, with_outputs),
        )

    # --------------------------------------------------- what the schedule calls

    def _function(self) -> Any:  # noqa: ANN401 - a generated function
        period, model = self._period, self._model
        source = symbolic_source(period.plan, period.layout, model.without, model.held)
        helpers: dict[str, Callable[..., Any]] = {
            "time_at": self._time_at,
            "sample_at": self._sample_at,
            "hold": self._hold,
            "draw": self._draw,
            "draw_uniform": self._draw,
            "draw_into": lambda key, _, sample, out: self._draws(key, sample, 0, out),
            "draw_normals_into": lambda key, _, *rest: self._draws(key, *rest),
            "draw_uniforms_into": lambda key, _, *rest: self._draws(key, *rest),
        }
        return interpreted(source, helpers)

    def _time_at(self, tick: int) -> int:
        return int(self._tick + tick - self._period.first) * self._period.plan.step_ns

    def _sample_at(self, group: int, sample: int) -> int:
        name = [*self._period.plan.groups][group]
        before, since = (self._period.samples_before(name, t) for t in self._both_ticks())
        return int(sample - before + since)

    def _both_ticks(self) -> tuple[int, int]:
        return self._period.first, self._tick

    def _hold(self, start: int, stop: int) -> None:
        self._values[start:stop] = self._frozen[start:stop]

    def _draw(self, key: int, _: int, sample: int, place: int) -> float:
        component = [*self._period.layout.keys][key]
        group = self._period.plan.row(component).group.name
        later = int(sample) - self._period.samples_before(group, self._period.first)
        return float(self._noise[component, later, place])

    def _draws(self, key: int, sample: int, first: int, out: Floats) -> None:
        for place in range(out.shape[0]):
            out[place] = self._draw(key, 0, sample, first + place)
