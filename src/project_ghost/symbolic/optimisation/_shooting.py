"""Multiple shooting: a trajectory of a model that is the best one, by IPOPT.

The state at each node and the input over each interval are variables; a constraint a node says
that the model leads from one to the next. What the engine clips is a constraint, too, where the
model was exported with `limits: constraints`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import casadi as ca
import numpy as np

from project_ghost.core.errors import InputError
from project_ghost.core.interruptible import interruptible
from project_ghost.symbolic.analysis._derivative import whole_derivative
from project_ghost.symbolic.model._labels import places_of, require_places

if TYPE_CHECKING:
    from project_ghost.symbolic.model._model import SymbolicModel

__all__ = ["Shooting", "Trajectory"]

Numbers = float | Sequence[float]


@dataclass(frozen=True)
class Trajectory:
    """A solution: states at the nodes, inputs over the intervals between them."""

    states: np.ndarray
    inputs: np.ndarray
    duration_s: float
    cost: float
    iterations: int

    @property
    def times_s(self) -> np.ndarray:
        """The times of the nodes."""
        return np.linspace(0.0, self.duration_s, len(self.states))


class Shooting:
    """A problem over so many intervals, to be completed and solved.

    Where all states have a derivative, an interval is `substeps` steps of Runge and Kutta's rule,
    and the duration may be free: give its bounds. Otherwise an interval is `substeps` periods of
    the model, and the duration follows from that.

    `opti` is CasADi's problem, `x` (states by nodes), `u` (inputs by intervals) and `duration_s`
    its variables, for constraints and costs of one's own.
    """

    def __init__(
        self,
        model: SymbolicModel,
        intervals: int,
        *,
        duration_s: float | tuple[float, float] | None = None,
        substeps: int = 1,
        p: Sequence[float] | np.ndarray | None = None,
    ) -> None:
        if intervals < 1 or substeps < 1:
            raise InputError(
                f"{intervals} intervals of {substeps} substeps",
                "Shooting",
                "one of each, or more",
                "choose larger numbers",
                key="intervals" if intervals < 1 else "substeps",
            )
        self.model = model
        self._rates = whole_derivative(model)
        self.opti = ca.Opti()
        self.x = self.opti.variable(model.x0.size, intervals + 1)
        self.u = self.opti.variable(model.u0.size, intervals)
        self._intervals, self._substeps = intervals, substeps
        self._p = np.asarray(model.p0 if p is None else p, dtype=float)
        self.duration_s = self._duration(duration_s)
        self._connect()
        self._limit()
        self.opti.set_initial(self.x, np.tile(model.x0[:, None], intervals + 1))
        self.opti.set_initial(self.u, np.tile(model.u0[:, None], intervals))

    def state(self, name: str) -> ca.MX:
        """Return a state over the nodes, one row for each of its numbers."""
        return self.x[require_places(self.model.states, name, "Shooting"), :]

    def input(self, name: str) -> ca.MX:
        """Return an input over the intervals."""
        return self.u[require_places(self.model.inputs, name, "Shooting"), :]

    def start(self, values: Mapping[str, Numbers]) -> None:
        """Fix states at the first node."""
        self._fix(values, 0)

    def end(self, values: Mapping[str, Numbers]) -> None:
        """Fix states at the last node."""
        self._fix(values, -1)

    def bound(self, name: str, low: float, high: float) -> None:
        """Keep a state or an input between two values."""
        if not low <= high:
            raise InputError(
                f"{name} has the bounds {low:g} and {high:g}",
                "Shooting",
                "a lower and an upper bound in this order",
                "exchange them",
                key=name,
            )
        row = self.input(name) if places_of(self.model.inputs, name) else self.state(name)
        self.opti.subject_to(self.opti.bounded(low, ca.vec(row), high))

    def guess(self, values: Mapping[str, Numbers]) -> None:
        """Begin the search with states that go straight from the model's own to these."""
        nodes = np.linspace(0.0, 1.0, self._intervals + 1)
        for name, value in values.items():
            places = require_places(self.model.states, name, "Shooting")
            ends = np.broadcast_to(np.asarray(value, dtype=float), (len(places),))
            for place, end in zip(places, ends, strict=True):
                start = self.model.x0[place]
                self.opti.set_initial(self.x[place, :], start + (end - start) * nodes)

    def solve(self, *, max_iterations: int = 500) -> Trajectory:
        """Return the solution; set a cost with `opti.minimize` before."""
        self.opti.solver(
            "ipopt",
            {
                "print_time": False,
                "ipopt.print_level": 0,
                "ipopt.sb": "yes",
                "ipopt.max_iter": max_iterations,
            },
        )
        try:
            found = interruptible(self.opti.solve)
        except RuntimeError:
            status = self.opti.return_status()
            raise InputError(
                f"no trajectory was found: {status}",
                "Shooting",
                "a start, an end and bounds that a trajectory can meet",
                "give a better guess, more intervals or more time",
                key=status,
            ) from None
        return Trajectory(
            np.array(found.value(self.x), ndmin=2).T,
            np.array(found.value(self.u), ndmin=2).T,
            float(found.value(self.duration_s)),
            float(found.value(self.opti.f)),
            int(found.stats()["iter_count"]),
        )

    def _duration(self, given: float | tuple[float, float] | None) -> Any:  # noqa: ANN401 - MX
        periods = self._intervals * self._substeps * self.model.period_ns * 1e-9
        if self._rates is not None:
            if isinstance(given, tuple):
                low, high = given
                duration = self.opti.variable()
                self.opti.subject_to(self.opti.bounded(low, duration, high))
                self.opti.set_initial(duration, 0.5 * (low + high))
                return duration
            return ca.MX(periods if given is None else given)
        if given is not None:
            raise InputError(
                "the duration of a model with discrete states is given by its period",
                "Shooting",
                f"{periods:g} s for this number of intervals and substeps",
                "leave the duration out, or export components with derivatives only",
                key="duration_s",
            )
        return ca.MX(periods)

    def _connect(self) -> None:
        """The model leads from each node to the next."""
        interval = self._interval()
        h = self.duration_s / (self._intervals * self._substeps)
        for k in range(self._intervals):
            time = self.model.t0_ns + 1e9 * k * self._substeps * h
            following = interval(self.x[:, k], self.u[:, k], self._p, time, h)
            self.opti.subject_to(self.x[:, k + 1] == following)

    def _interval(self) -> ca.Function:
        """One interval as a function of state, inputs, parameters, time and length of a step."""
        model = self.model
        x, u, p = (ca.MX.sym(n, size) for n, size in zip("xup", self._sizes(), strict=True))
        t, h = ca.MX.sym("t_ns"), ca.MX.sym("h")
        w = ca.DM.zeros(model.step.numel_in(4))
        at = x
        for step in range(self._substeps):
            time = t + 1e9 * step * h
            if self._rates is None:
                at = model.step(at, u, p, time, w)[0]
                continue
            k1 = self._rates(at, u, p, time, w)
            k2 = self._rates(at + 0.5 * h * k1, u, p, time, w)
            k3 = self._rates(at + 0.5 * h * k2, u, p, time, w)
            k4 = self._rates(at + h * k3, u, p, time, w)
            at = at + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
        return ca.Function("interval", [x, u, p, t, h], [at])

    def _sizes(self) -> tuple[int, int, int]:
        return self.model.x0.size, self.model.u0.size, self._p.size

    def _limit(self) -> None:
        """What the engine clips stays in its bounds, at each node."""
        if self.model.limits is None:
            return
        noise = ca.DM.zeros(self.model.step.numel_in(4))
        low = np.array([limit.low for limit in self.model.limited])
        high = np.array([limit.high for limit in self.model.limited])
        for k in range(self._intervals):
            limited = self.model.limits(
                self.x[:, k], self.u[:, k], self._p, self.model.t0_ns, noise
            )
            self.opti.subject_to(self.opti.bounded(low, limited, high))

    def _fix(self, values: Mapping[str, Numbers], node: int) -> None:
        for name, value in values.items():
            places = require_places(self.model.states, name, "Shooting")
            numbers = np.broadcast_to(np.asarray(value, dtype=float), (len(places),))
            self.opti.subject_to(self.x[places, node] == numbers)
