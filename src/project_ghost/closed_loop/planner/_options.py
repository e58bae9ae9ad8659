"""The options of planners: the arguments of their classes, by name and type."""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ConfigDict, TypeAdapter, ValidationError

from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean

from ._abstract import AbstractPlanner

__all__ = ["SCENARIO", "option_names", "require_options"]

# The argument of planners that `requires_scenario`, which no file gives.
SCENARIO = "scenario"

# Types that a file can give; arguments of other types are left to the class.
_PLAIN = (float, int, str, bool, types.NoneType)
_CONTAINERS = (list, tuple, dict, Sequence, Mapping)


def option_names(cls: type[AbstractPlanner]) -> str:
    """The names of the options, for errors."""
    return ", ".join(name for name in _named(cls) if name != SCENARIO) or "none: it has no options"


def require_options(cls: type[AbstractPlanner], text: str, given: Mapping[str, Any]) -> None:
    """Refuse options that the class does not take, and demand those that it needs."""
    named, where = _named(cls), f"planner {text}"
    if cls.requires_scenario:
        named.pop(SCENARIO, None)
    unknown = [name for name in given if name not in named]
    if unknown and not _takes_any(cls):
        raise InputError(
            f"{cls.__name__} has no option {unknown[0]!r}{did_you_mean(unknown[0], named)}",
            where,
            f"options: {option_names(cls)}",
            f"remove {unknown[0]!r} from driver.options, or --option",
            unknown[0],
        )
    missing = [
        name for name, each in named.items() if each.default is each.empty and name not in given
    ]
    if missing:
        raise InputError(
            f"{cls.__name__} needs the option {missing[0]!r}",
            where,
            f"options: {option_names(cls)}",
            f"give {missing[0]!r} in driver.options, or with --option",
            missing[0],
        )
    annotations = _annotations(cls)
    for name, value in given.items():
        if name in named and value is not named[name].default:
            _require_type(cls, where, name, value, annotations.get(name))


def _named(cls: type[AbstractPlanner]) -> dict[str, inspect.Parameter]:
    return {
        name: each
        for name, each in inspect.signature(cls.__init__).parameters.items()
        if name != "self" and each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)
    }


def _takes_any(cls: type[AbstractPlanner]) -> bool:
    parameters = inspect.signature(cls.__init__).parameters.values()
    return any(each.kind is each.VAR_KEYWORD for each in parameters)


def _annotations(cls: type[AbstractPlanner]) -> dict[str, Any]:
    try:
        return typing.get_type_hints(cls.__init__)
    except Exception:  # a name that only type checkers import, for example
        return {}


def _is_plain(annotation: Any) -> bool:  # noqa: ANN401 - what a class wrote
    """Whether an annotation is made of numbers, texts, and lists and mappings of them."""
    origin, inner = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is None:
        return annotation in _PLAIN or annotation in _CONTAINERS
    if origin is typing.Literal:
        return True
    is_known = origin in (typing.Union, types.UnionType) or origin in _CONTAINERS
    return is_known and all(each is Ellipsis or _is_plain(each) for each in inner)


def _require_type(
    cls: type[AbstractPlanner],
    where: str,
    name: str,
    value: Any,  # noqa: ANN401 - what was given
    annotation: Any,  # noqa: ANN401 - what a class wrote
) -> None:
    if not _is_plain(annotation):
        return
    # Strict, or a text of digits would do for a number; lists of files do for tuples.
    adapter: TypeAdapter[Any] = TypeAdapter(annotation, config=ConfigDict(strict=True))
    try:
        adapter.validate_python(_as_numbers(value, annotation))
    except ValidationError as error:
        shown = getattr(annotation, "__name__", None) or str(annotation)
        is_nested = typing.get_origin(annotation) is not None
        reason = error.errors()[0]["msg"]
        raise InputError(
            f"the option {name!r} of {cls.__name__} is {value!r}: {reason.lower()}",
            where,
            f"{name}: {str(annotation) if is_nested else shown}; options: {option_names(cls)}",
            f"correct {name!r} in driver.options, or --option",
            name,
        ) from None


def _as_numbers(value: Any, annotation: Any) -> Any:  # noqa: ANN401
    """The value with lists as tuples where those are wanted, and 8.0 as 8 where a whole one is."""
    if isinstance(value, float) and value.is_integer() and annotation is int:
        return int(value)
    if isinstance(value, list) and typing.get_origin(annotation) is tuple:
        return tuple(value)
    return value
