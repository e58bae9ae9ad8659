"""Bundles: named tuples of declarations, which a Kernel's functions take as one argument."""

from collections.abc import Mapping
from typing import Any, Protocol, TypeGuard, cast, overload

from project_ghost.core.arguments import require_type
from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError

from ._declarations import Declaration, Input, Noise, Output, Parameter, Size, State


class Bundle(Protocol):
    """The class of a named tuple whose fields have declarations as their defaults."""

    _fields: tuple[str, ...]
    _field_defaults: dict[str, Any]

    def __call__(self, *values: Any) -> tuple[Any, ...]:  # noqa: ANN401 - arrays and numbers
        """Create the bundle from its values."""
        ...


def is_array(declaration: Declaration) -> bool:
    """Whether a Kernel's function receives an array for it; otherwise it receives a number."""
    if isinstance(declaration, Size):
        return False
    return isinstance(declaration, Output | State | Noise) or bool(declaration.shape)


def array(declaration: Input | Output | State | Parameter | Noise) -> Floats:
    """A bundle's field that a function receives as an array: `alive: Floats = array(State())`.

    The field's default is the declaration itself; only type checkers see an array.
    """
    require_type("declaration", declaration, Declaration, "project_ghost.engine.array")
    if not is_array(declaration):
        raise _refused("array", declaration, "number")
    return cast(Floats, declaration)


@overload
def number(declaration: Input | Parameter) -> float: ...
@overload
def number(declaration: Size) -> int: ...
def number(declaration: Input | Parameter | Size) -> float:
    """A bundle's field that a function receives as a number: `gain: float = number(Parameter())`.

    The field's default is the declaration itself; only type checkers see a number.
    """
    require_type("declaration", declaration, Declaration, "project_ghost.engine.number")
    if is_array(declaration):
        raise _refused("number", declaration, "array")
    return cast(float, declaration)


def _refused(word: str, declaration: Declaration, other: str) -> InputError:
    return InputError(
        f"a Kernel's function receives {'an' if other == 'array' else 'a'} {other} for "
        f"{declaration!r}",
        f"{word}(...), a field of a bundle",
        "array for states, outputs, noise and anything with a shape; number for scalar inputs "
        "and parameters, and for sizes",
        f"write {other}(...)",
    )


def is_bundle(value: object) -> TypeGuard[Bundle]:
    """Whether it is the class of a named tuple with a declaration among its fields."""
    if not isinstance(value, type) or not issubclass(value, tuple):
        return False
    defaults: Mapping[str, object] = getattr(value, "_field_defaults", {})
    return any(isinstance(each, Declaration) for each in defaults.values())


def bundle_declarations(name: str, bundle: Bundle, where: str) -> dict[str, Declaration]:
    """The declarations of a bundle's fields, in order."""
    for field in bundle._fields:
        if not isinstance(bundle._field_defaults.get(field), Declaration):
            raise InputError(
                f"the field {field!r} of the bundle {name!r} declares nothing",
                where,
                "a declaration as the default of every field",
                f"write `{field}: Floats = array(State(...))`, or remove the field",
            )
    return dict(bundle._field_defaults)
