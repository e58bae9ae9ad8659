"""The defaults of components as defaults of keys, so that each number is in one place."""

from typing import Any

from project_ghost.engine import AbstractComponent, Parameter

__all__ = ["default_of"]


def default_of(component: type[AbstractComponent], parameter: str) -> Any:  # noqa: ANN401
    """The number, or the numbers, that a parameter of a component has by default."""
    declared = component.declarations[parameter]
    assert isinstance(declared, Parameter), f"{parameter} is not a parameter"
    assert declared.default is not None, f"{parameter} has no default"
    return declared.default
