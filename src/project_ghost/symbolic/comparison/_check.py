"""A symbolic model beside the engine: the first signal that differs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from project_ghost.core.errors import InputError

from ._held_run import HeldRun
from ._noise import noise_of

if TYPE_CHECKING:
    from project_ghost.core.arrays import Floats
    from project_ghost.engine import Engine
    from project_ghost.symbolic.model._model import SymbolicModel, Variable


@dataclass(frozen=True)
class Difference:
    """The first number in which a model and a run differ."""

    name: str
    time_ns: int
    engine: float
    model: float


@dataclass(frozen=True)
class Comparison:
    """How many numbers of how many periods were compared, and the first difference, if any."""

    periods: int
    numbers: int
    worst: float
    difference: Difference | None


def check(
    model: SymbolicModel, engine: Engine, periods: int = 10, tolerance: float | None = None
) -> Comparison:
    """Run a model and the engine that it was made from side by side, period by period.

    The model goes on from its own results. Bits are compared if its mathematics is portable;
    otherwise numbers may differ by the tolerance (1e-12) times their size. An embedded model of all
    components is compared with the engine itself. Otherwise the components of the model run as its
    period says, interpreted, with the inputs that the engine has where a period begins.
    """
    if engine.now_ns != model.t0_ns:
        raise InputError(
            f"the engine is at {engine.now_ns} ns, and the model begins at {model.t0_ns} ns",
            "check",
            "the engine where the model was exported from it",
            "check the model before the engine runs on",
        )
    if tolerance is None:
        tolerance = 0.0 if model.math == "portable" else 1e-12
    is_whole = model.rate_transitions == "embedded" and not (model.without or model.held)
    run = EngineRun(model, engine) if is_whole else HeldRun(model, engine)
    # A signal among the states is the last one before the outputs, which the engine has made.
    signals = {each.name for each in model.outputs}
    states = tuple(each for each in model.states if each.name not in signals)
    x, count, worst = model.x0, 0, 0.0
    for _ in range(periods):
        u, now, noise = run.begin()
        after, y, _ = model.step(x, u, model.p0, now, noise)
        pairs = [*_pairs(run, model.outputs, y.full().ravel())]
        run.end()
        x = after.full().ravel()
        pairs += _pairs(run, states, x)
        for name, theirs, ours in pairs:
            count += 1
            worst = max(worst, abs(theirs - ours))
            if not _is_same(theirs, ours, tolerance):
                return Comparison(periods, count, worst, Difference(name, now, theirs, ours))
    return Comparison(periods, count, worst, None)


def _is_same(a: float, b: float, tolerance: float) -> bool:
    if tolerance == 0.0:
        return np.float64(a).tobytes() == np.float64(b).tobytes()
    return abs(a - b) <= tolerance * max(1.0, abs(a))


def _pairs(
    run: EngineRun | HeldRun, variables: tuple[Variable, ...], values: Floats
) -> Iterator[tuple[str, float, float]]:
    """What the engine and the model have, of what the engine shows: no old samples."""
    for variable in variables:
        if variable.places:
            theirs = run.numbers(variable)
            for label, a, b in zip(variable.labels, theirs, values[variable.span], strict=True):
                yield label, float(a), float(b)


@final
class EngineRun:
    """An engine all of whose components are in the model."""

    def __init__(self, model: SymbolicModel, engine: Engine) -> None:
        self._model, self._engine = model, engine

    def begin(self) -> tuple[Floats, int, Floats]:
        """The exposed inputs, the time and the noise of a period."""
        u = [self.numbers(variable) for variable in self._model.inputs]
        noise = noise_of(self._engine, self._model)
        return np.concatenate([*u, np.zeros(0)]), self._engine.now_ns, noise

    def end(self) -> None:
        """Run to the end of the period."""
        self._engine.run(self._model.period_ns)

    def numbers(self, variable: Variable) -> Floats:
        """The present numbers of a variable."""
        return self._engine._store.values[list(variable.places)]
