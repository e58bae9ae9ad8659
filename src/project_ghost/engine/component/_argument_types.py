"""The types of the arguments that a component's functions get, and whether they agree."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from project_ghost.core.agreement import (
    Agreement,
    Array,
    Float,
    Int,
    Tuple,
    Type,
    agreement_of,
    is_trusted,
)

from ._bundles import is_array
from ._consistency import CONTEXT, DT_S, fields_of
from ._declarations import Input, Noise, Parameter, Size

if TYPE_CHECKING:
    from ._components import AbstractComponent

# Times and sample numbers stay below 2**60: 36 years in nanoseconds.
_TIME = Int(60)
_SIZE = Int(31)


def agreement(component: "AbstractComponent", name: str, function: Callable[..., Any]) -> Agreement:
    """Examine one of a component's functions for the arguments that it gets."""
    if is_trusted(function):
        return Agreement(function)
    return agreement_of(function, argument_types(component, name))


def argument_types(component: "AbstractComponent", function: str) -> tuple[tuple[str, Type], ...]:
    """The type of each argument by name; `*inputs` stands for all that are not named."""
    return tuple((name, _type(component, name)) for name in component.signatures[function])


def context_type(name: str) -> Type | None:
    """The type of a time or a sample number; None for anything else."""
    if name not in CONTEXT:
        return None
    return Float() if name == DT_S else _TIME


def _type(component: "AbstractComponent", name: str) -> Type:
    if name in component.bundles:
        fields = fields_of(component, name)
        return Tuple(tuple(_type(component, field) for field in fields), fields)
    context = context_type(name)
    if context is not None:
        return context
    declaration = component.declarations[name]
    if isinstance(declaration, Size):
        return _SIZE
    shape = component.shape_of(name)
    if component.writes_arrays and is_array(declaration):
        is_read = isinstance(declaration, Input | Parameter | Noise)
        return Array(Float(), max(1, len(shape)), name if is_read else "")
    return Tuple((Float(),) * shape[0]) if shape else Float()
