"""The derivative of a whole state."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import casadi as ca

    from project_ghost.symbolic.model._model import SymbolicModel

__all__ = ["whole_derivative"]


def whole_derivative(model: SymbolicModel) -> ca.Function | None:
    """Return the derivative of the state, or None where a part of it has none."""
    names = [state.name for state in model.states]
    return model.continuous if list(model.continuous_states) == names else None
