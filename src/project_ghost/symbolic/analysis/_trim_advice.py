"""What to leave out, or to let move, where a model as it is has no trim."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import casadi as ca

from project_ghost.symbolic.model._step import called, symbols

from ._followers import closure, component_of_state, leaders, main_loop, readers, sources_of
from ._trim import Numbers, TrimError, trim

if TYPE_CHECKING:
    from project_ghost.symbolic.model._model import SymbolicModel

__all__ = ["TrimAdvice", "trim_advice"]

_ROUNDS_MAX = 8
# With more states that move there is hardly anything left that a trim is about.
_MOVING_MAX = 2


class TrimAdvice(NamedTuple):
    """Components to cut and states to let move, with which there is a trim."""

    cut: tuple[str, ...]
    moving: tuple[str, ...]


def trim_advice(
    model: SymbolicModel,
    error: TrimError,
    without: Callable[[Sequence[str]], SymbolicModel],
    *,
    fixed: Mapping[str, Numbers],
    moving: Collection[str],
) -> TrimAdvice | None:
    """Return what makes a trim possible after this error, or None; `without` cuts components.

    Cut are components that only follow and do not settle, with all that depend on them, and others
    that never rest. States of the largest component of the main loop may move.
    """
    cut: list[str] = []
    free = list(moving)
    asked = {component_of_state(name) for name in (*fixed, *moving)}
    for _ in range(_ROUNDS_MAX):
        sources = sources_of(model, _slopes(model))
        reading, kept = readers(sources), {_heart(model, main_loop(sources)), *asked}
        too_large = [max(error.slopes, key=lambda name: error.slopes[name])] if error.slopes else []
        states = [name for name in error.unbalanced if name and name not in free]
        to_cut = {*too_large, *map(component_of_state, states)} & set(sources) - kept
        following = closure(to_cut - leaders(sources, asked & set(sources)), reading)
        if to_cut:
            cut += sorted(to_cut | following)
            model = without(cut)
        elif states and not too_large and len(free) - len(moving) + len(states) <= _MOVING_MAX:
            free += states
        else:
            return None
        try:
            trim(model, fixed=fixed, moving=free)
        except TrimError as another:
            error = another
        else:
            return TrimAdvice(tuple(cut), tuple(free[len(moving) :]))
    return None


def _heart(model: SymbolicModel, components: Collection[str]) -> str:
    """The component with the most states."""
    owners = [component_of_state(each.name) for each in model.states for _ in range(each.size)]
    return max(sorted(components), key=owners.count, default="")


def _slopes(model: SymbolicModel) -> ca.Sparsity:
    x = symbols(model.step, "x", model.x0.size)
    noise = ca.DM.zeros(model.step.numel_in(4))
    following, *_ = called(model.step, (x, model.u0, model.p0, model.t0_ns, noise))
    return ca.jacobian_sparsity(following, x)
