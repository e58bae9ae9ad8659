"""Trim: a state and inputs at which nothing changes but what should."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import casadi as ca
import numpy as np

from project_ghost.core.errors import InputError
from project_ghost.core.interruptible import interruptible
from project_ghost.engine import Kind
from project_ghost.symbolic.model._labels import labels_of, places_of, require_places
from project_ghost.symbolic.model._step import called, symbols

from ._derivative import whole_derivative
from ._followers import component_of_state, leaders, sources_of
from ._tangent import attitude_slopes, error_axes, known_kinds

if TYPE_CHECKING:
    from project_ghost.symbolic.model._model import SymbolicModel

__all__ = ["MOST_SLOPES", "Trim", "TrimError", "trim"]

Numbers = float | Sequence[float]

# With more slopes a solver takes minutes.
MOST_SLOPES = 100_000
_SETTLING_PERIODS = 3_000
_START_PERIODS = (10, 90, 900)


@dataclass(frozen=True)
class Trim:
    """An operating point, and what is left to zero in each equation, by name.

    A residual of a state is its change a second, in the state's unit.
    """

    x: np.ndarray
    u: np.ndarray
    residuals: dict[str, float]
    iterations: int

    @property
    def residual(self) -> float:
        """The largest residual."""
        return max(map(abs, self.residuals.values()), default=0.0)


class TrimError(InputError):
    """There is no trim, or the equations are too many to look for one.

    `unbalanced` are the states that change, by name, the fastest first. `slopes` are how many
    slopes the equations of each component have; it is empty where a trim was looked for.
    """

    def __init__(
        self,
        what: str,
        where: str = "",
        expected: str = "",
        fix: str = "",
        key: str = "",
        unbalanced: Sequence[str] = (),
        slopes: Mapping[str, int] | None = None,
    ) -> None:
        super().__init__(what, where, expected, fix, key)
        self.unbalanced = tuple(unbalanced)
        self.slopes = dict(slopes or {})


def trim(
    model: SymbolicModel,
    *,
    fixed: Mapping[str, Numbers],
    moving: Collection[str] = (),
    bounds: Mapping[str, tuple[float, float]] | None = None,
    p: Sequence[float] | np.ndarray | None = None,
    tolerance: float = 1e-8,
    most_slopes: int = MOST_SLOPES,
) -> Trim:
    """Find a state and inputs at which no state changes, except for those that are `moving`.

    `fixed` gives values of states, inputs or outputs, `bounds` keeps some in an interval; names
    may be of one number (`Plant.velocity[0]`). All others are free, and stay as near to the
    model's own values as they can. The change is a derivative where all states have one,
    otherwise that of one period. Noise is zero. Equations with more than `most_slopes` are
    refused; their number is known before any of them is computed.
    """
    model = known_kinds(model)
    problem = _Problem(model, np.asarray(model.p0 if p is None else p, dtype=float))
    problem.fix(fixed)
    problem.bound(bounds or {})
    problem.hold(moving)
    return problem.solve(tolerance, most_slopes)


class _Problem:
    """Unknowns z = (x, u), and named equations."""

    def __init__(self, model: SymbolicModel, p: np.ndarray) -> None:
        self._model = model
        self._x = symbols(model.step, "x", model.x0.size)
        self._u = symbols(model.step, "u", model.u0.size)
        noise = np.zeros(model.step.numel_in(4))
        arguments = (self._x, self._u, p, model.t0_ns, noise)
        self._next, self._y, *_ = called(model.step, arguments)
        self._change = (self._next - self._x) / (model.period_ns * 1e-9)
        rates = whole_derivative(model)
        if rates is not None:
            (self._change,) = called(rates, arguments)
        self._equations: dict[str, ca.SX | ca.MX] = {}
        self._owners: dict[str, str] = {}  # the state of each equation; "" for that of an output
        self._asked: set[str] = set()
        self._start = np.concatenate([model.x0, model.u0]).astype(float)
        self._low = np.full(self._start.size, -np.inf)
        self._high = np.full(self._start.size, np.inf)

    def fix(self, fixed: Mapping[str, Numbers]) -> None:
        """Give states, inputs and outputs values."""
        for name, value in fixed.items():
            where, span, labels = self._find(name)
            self._asked.add(component_of_state(name))
            numbers = self._numbers(name, value, len(labels))
            if where == "y":
                for label, row, number in zip(labels, span, numbers, strict=True):
                    self._add(f"{label} = {number:g}", self._y[row] - number, "")
            else:
                self._low[span] = self._high[span] = self._start[span] = numbers

    @staticmethod
    def _numbers(name: str, value: Numbers, size: int) -> np.ndarray:
        numbers = np.asarray(value, dtype=float)
        if numbers.size not in (1, size) or not np.isfinite(numbers).all():
            raise InputError(
                f"{name} is fixed at {numbers.tolist()}",
                "trim",
                "a finite number" + ("" if size == 1 else f", or {size}"),
                "correct the value",
                key=name,
            )
        return np.broadcast_to(numbers.ravel(), (size,))

    def bound(self, bounds: Mapping[str, tuple[float, float]]) -> None:
        """Keep states and inputs in intervals."""
        for name, (low, high) in bounds.items():
            where, span, _ = self._find(name)
            self._asked.add(component_of_state(name))
            if where == "y" or not low <= high:
                raise InputError(
                    f"{name} has the bounds {low:g} and {high:g}",
                    "trim",
                    "a state or an input, and a lower and an upper bound in this order",
                    "correct the bounds; fix an output instead",
                    key=name,
                )
            self._low[span], self._high[span] = low, high

    def hold(self, moving: Collection[str]) -> None:
        """Let no state change, except for those that are moving."""
        free = {label for name in moving for label in self._state_labels(name)}
        for state in self._model.states:
            change = self._change[state.span]
            labels = list(state.labels)
            if state.kind is Kind.QUATERNION:
                attitude = self._x[state.span]
                self._add(f"|{state.name}| = 1", ca.sumsqr(attitude) - 1.0, state.name)
                slopes = attitude_slopes(*ca.vertsplit(attitude))
                change = 4.0 * ca.vertcat(*(ca.horzcat(*row) for row in slopes)).T @ change
                labels = [name for name, _ in error_axes([state])]
            for label, rate in zip(labels, ca.vertsplit(change), strict=True):
                if label not in free and state.name not in free:
                    self._add(f"d/dt {label}", rate, state.name)

    def solve(self, tolerance: float, most_slopes: int) -> Trim:
        """Solve the equations, near the start."""
        found = self._in_order(tolerance, most_slopes)
        if isinstance(found, Trim):
            return found
        components = {component_of_state(each.name) for each in self._model.states}
        try:
            _require_size(self._slopes(self._equations), len(self._equations), most_slopes)
            return self._solved(self._equations, tolerance, components)
        except TrimError:
            if found is None:
                raise
            raise found from None

    def _in_order(self, tolerance: float, most_slopes: int) -> Trim | TrimError | None:
        """Solve for what leads; then run the model until all that only follows has settled.

        An error where the followers do not settle; None where all components lead.
        """
        sources = sources_of(self._model, interruptible(ca.jacobian_sparsity, self._next, self._x))
        leading = leaders(sources, self._asked & set(sources))
        chosen = [
            label
            for label, owner in self._owners.items()
            if not owner or component_of_state(owner) in leading
        ]
        if len(chosen) == len(self._equations):
            return None
        _require_size(self._slopes(chosen), len(chosen), most_slopes)
        found = self._solved(chosen, tolerance, leading)
        x = self._run(found.x, found.u, _SETTLING_PERIODS, set(sources) - leading)
        equations = ca.Function(
            "equations", [self._x, self._u], [ca.vertcat(*self._equations.values())]
        )
        left = equations(x, found.u).full().ravel()
        residuals = dict(zip(self._equations, map(float, left), strict=True))
        if _is_balanced(left, tolerance):
            return Trim(x, found.u, residuals, found.iterations)
        return self._not_found(residuals, tolerance)

    def _solved(
        self, labels: Collection[str], tolerance: float, components: Collection[str]
    ) -> Trim:
        """Solve the equations with these labels, which are about these components.

        Where a limit acts, an equation has no slope that shows the way. Then the model's own
        motion may lead out of it.
        """
        z = ca.vertcat(self._x, self._u)
        equations = ca.vertcat(*(self._equations[label] for label in labels))
        solver = interruptible(_solver, z, equations, self._start.size, tolerance)
        tried: list[np.ndarray] = []
        stuck = np.ones(len(labels), dtype=bool)  # without a slope wherever the model goes
        for start in self._starts(components):
            left, slopes = _at(solver, start)
            is_stuck = (np.abs(left) >= tolerance) & (slopes == 0.0)
            stuck &= is_stuck
            if is_stuck.any():
                continue
            found = self._attempt(solver, labels, start, tolerance, tried)
            if found is not None:
                return found
        if stuck.any():
            chosen = {label: float(left[i]) for i, label in enumerate(labels) if stuck[i]}
            raise self._not_found(chosen, tolerance)
        if not tried:
            found = self._attempt(solver, labels, start, tolerance, tried)
            if found is not None:
                return found
        nearest = min(tried, key=lambda left: np.count_nonzero(~(np.abs(left) < tolerance)))
        raise self._not_found(dict(zip(labels, map(float, nearest), strict=True)), tolerance)

    def _attempt(
        self,
        solver: ca.Function,
        labels: Collection[str],
        start: np.ndarray,
        tolerance: float,
        tried: list[np.ndarray],
    ) -> Trim | None:
        """The solution that is found from a start, if any; what is left there joins `tried`."""
        found = interruptible(
            solver.call,
            {
                "x0": start,
                "p": self._start,
                "lbx": self._low,
                "ubx": self._high,
                "lbg": 0.0,
                "ubg": 0.0,
            },
        )
        left = found["g"].full().ravel()
        tried.append(left)
        if not _is_balanced(left, tolerance):
            return None
        x, u = np.split(found["x"].full().ravel(), [self._model.x0.size])
        residuals = dict(zip(labels, map(float, left), strict=True))
        return Trim(x, u, residuals, solver.stats()["iter_count"])

    def _starts(self, components: Collection[str]) -> Iterator[np.ndarray]:
        """The model's own point, and those that these components reach from there."""
        yield self._start
        x, u = np.split(self._start, [self._model.x0.size])
        for periods in _START_PERIODS:
            x = self._run(x, u, periods, components)
            reached = np.clip(np.concatenate([x, u]), self._low, self._high)
            if not np.isfinite(reached).all():
                return
            yield reached

    def _add(self, label: str, equation: ca.SX | ca.MX, owner: str) -> None:
        self._equations[label], self._owners[label] = equation, owner

    def _slopes(self, labels: Collection[str]) -> dict[str, int]:
        """How many slopes the equations with these labels have, by component."""
        z = ca.vertcat(self._x, self._u)
        equations = ca.vertcat(*(self._equations[label] for label in labels))
        rows = interruptible(ca.jacobian_sparsity, equations, z).row()
        found: dict[str, int] = {}
        counts = np.bincount(rows, minlength=len(labels)).tolist()
        for label, count in zip(labels, counts, strict=True):
            component = component_of_state(self._owners[label])
            found[component] = found.get(component, 0) + count
        return found

    def _run(
        self, x: np.ndarray, u: np.ndarray, periods: int, components: Collection[str]
    ) -> np.ndarray:
        """The state that these components reach after a while; all else is held."""
        places = [
            place
            for state in self._model.states
            if component_of_state(state.name) in components
            for place in range(state.start, state.start + state.size)
        ]
        motion = ca.Function("motion", [self._x, self._u], [self._next[places]])
        x = x.copy()
        for _ in range(periods):
            following = motion(x, u).full().ravel()
            is_settled = np.array_equal(following, x[places])
            x[places] = following
            if is_settled or not np.isfinite(following).all():
                break
        return x

    def _not_found(self, residuals: Mapping[str, float], tolerance: float) -> TrimError:
        changing = [name for name in residuals if not abs(residuals[name]) < tolerance]
        changing.sort(key=lambda name: (-abs(residuals[name]), name))
        return TrimError(
            "no trim was found: "
            + ", ".join(f"{name} is {residuals[name]:.3g}" for name in changing[:3]),
            "trim",
            "values that the model can keep",
            "fix less, let these states move, or begin nearer to the trim",
            key=changing[0],
            unbalanced=list(dict.fromkeys(self._owners[name] for name in changing)),
        )

    def _state_labels(self, name: str) -> Sequence[str]:
        where, _, labels = self._find(name)
        if where != "x":
            raise InputError(
                f"{name} is not a state", "trim", "a state that may move", "name a state", key=name
            )
        return [name, *labels]

    def _find(self, name: str) -> tuple[str, list[int], Sequence[str]]:
        """Return where a name is, the places in z or y, and a label for each."""
        model = self._model
        for where, variables, offset in (
            ("x", model.states, 0),
            ("u", model.inputs, model.x0.size),
            ("y", model.outputs, 0),
        ):
            if places := places_of(variables, name):
                labels = labels_of(variables)
                return where, [offset + at for at in places], [labels[at] for at in places]
        every = (*model.states, *model.inputs, *model.outputs)
        require_places(every, name, "trim")
        raise AssertionError(name)


def _require_size(slopes: Mapping[str, int], equations: int, most: int) -> None:
    total = sum(slopes.values())
    if total > most:
        largest = max(slopes, key=lambda name: slopes[name])
        raise TrimError(
            f"the {equations:,} equations have {total:,} slopes, those of {largest} "
            f"{slopes[largest]:,}",
            "trim",
            f"at most {most:,} slopes, for which a solver takes a minute",
            f"leave out what the trim does not need, such as `--cut {largest}`",
            key=largest,
            slopes=slopes,
        )


def _is_balanced(left: np.ndarray, tolerance: float) -> bool:
    return bool(np.abs(left).max(initial=0.0) < tolerance)


def _at(solver: ca.Function, point: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What is left of each equation at a point, and the sum of the sizes of its slopes."""
    left, slopes = interruptible(solver.get_function("nlp_jac_g").call, [point, point])
    return left.full().ravel(), ca.sum2(ca.fabs(slopes)).full().ravel()


def _solver(z: ca.SX | ca.MX, equations: ca.SX | ca.MX, size: int, tolerance: float) -> ca.Function:
    """IPOPT for the solution of the equations that is nearest to the point `p`.

    The curvature of the equations is left out of the Hessian (Gauss-Newton): it takes most of the
    time, and at the solution of equations it is not needed.
    """
    kind = type(z)
    near = kind.sym("p", size)
    multipliers, factor = kind.sym("lam_g", equations.numel()), kind.sym("lam_f")
    scale = 1.0 / (1.0 + ca.fabs(near))
    hessian = ca.Function(
        "curvature",
        [z, near, factor, multipliers],
        [ca.diag(2e-6 * factor * scale**2)],
        ["x", "p", "lam_f", "lam_g"],
        ["triu_hess_gamma_x_x"],
    )
    return ca.nlpsol(
        "trim",
        "ipopt",
        {"x": z, "p": near, "f": 1e-6 * ca.sumsqr(scale * (z - near)), "g": equations},
        {
            "hess_lag": hessian,
            "print_time": False,
            "show_eval_warnings": False,
            "ipopt.print_level": 0,
            "ipopt.sb": "yes",
            "ipopt.tol": 1e-12,
            "ipopt.constr_viol_tol": 0.01 * tolerance,
            "ipopt.acceptable_iter": 0,
            "ipopt.max_iter": 100,
            "ipopt.fixed_variable_treatment": "make_parameter",
            "ipopt.bound_relax_factor": 0.0,
        },
    )
