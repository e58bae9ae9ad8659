"""The names under which generated source calls the functions of components.

Components that are alike share their functions: same class, same functions, same shapes. So
machine code is compiled once for all of them.
"""

import re
from collections.abc import Hashable, Iterable
from typing import final

from project_ghost.engine.component._components import AbstractComponent


@final
class FunctionNames:
    """The functions and bundles of some components; `variants` has one of those that are alike."""

    def __init__(self, components: Iterable[AbstractComponent]) -> None:
        found: dict[Hashable, tuple[int, AbstractComponent]] = {}
        # By identity: to compare the functions of two components takes longer.
        self._numbers: dict[int, int] = {}
        for component in components:
            number, _ = found.setdefault(_variant(component), (len(found), component))
            self._numbers[id(component)] = number
        self.variants: tuple[AbstractComponent, ...] = tuple(c for _, c in found.values())

    def number(self, component: AbstractComponent) -> int:
        """The number of a component's variant."""
        return self._numbers[id(component)]

    def function(self, component: AbstractComponent, function: str) -> str:
        """The name of a component's function."""
        return self._name("C", component, function)

    def bundle(self, component: AbstractComponent, bundle: str) -> str:
        """The name of a component's bundle, which the interpreter's source makes."""
        return self._name("B", component, bundle)

    def _name(self, prefix: str, component: AbstractComponent, name: str) -> str:
        # A class that `type(...)` made may have any name.
        kind = re.sub(r"\W", "_", type(component).__name__)
        return f"{prefix}{self._numbers[id(component)]}_{kind}_{name}"


def _variant(component: AbstractComponent) -> Hashable:
    """What components must have in common to share their functions."""
    functions = tuple(component.function(name) for name in component.functions)
    shapes = tuple(component.shape_of(name) for name in component.declarations)
    return type(component), functions, shapes, tuple(component.bundles.items())
