"""JSON Schemas of messages: of dataclasses by their annotations, of signals by their shapes."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import numpy as np

JsonSchema: TypeAlias = dict[str, Any]

_PLAIN: dict[Any, str] = {
    str: "string",
    bool: "boolean",
    int: "integer",
    float: "number",
    NoneType: "null",
}


def json_schema_of(cls: type) -> JsonSchema:
    """The schema of a message class, as its messages are encoded."""
    hints = get_type_hints(cls, include_extras=True)
    found = {each.name: _described(hints[each.name]) for each in fields(cls)}
    schema = object_schema({name: each for name, each in found.items() if _is_plain(each)})
    others = {f"^{name}$": each for name, each in found.items() if not _is_plain(each)}
    if others:
        # As patterns they hold all the same, and viewers show the rest instead of nothing.
        schema |= {"patternProperties": others, "required": sorted(found)}
    return {"title": cls.__name__, "description": _first_line(cls), **schema}


def _is_plain(schema: JsonSchema) -> bool:
    """Whether Foxglove and Lichtblick read such a property: of one type, no lists of lists."""
    if schema.get("type") == "array":
        return "type" in schema.get("items", {}) and schema["items"]["type"] != "array"
    inner = schema.get("properties", {})
    return "type" in schema and all(_is_plain(each) for each in inner.values())


def _first_line(cls: type) -> str:
    return (cls.__doc__ or "").partition("\n")[0]


def _described(hint: Any) -> JsonSchema:  # noqa: ANN401 - an annotation
    """The schema of a field, with what it means."""
    if get_origin(hint) is not Annotated:
        return _of(hint)
    of, about = get_args(hint)
    return {**_of(of, about.shape), "description": _with_unit(about.meaning, about.unit)}


def object_schema(properties: Mapping[str, JsonSchema]) -> JsonSchema:
    """An object with exactly these properties."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": sorted(properties),
        "additionalProperties": False,
    }


def signals_schema(title: str, shapes: Mapping[str, Sequence[int]]) -> JsonSchema:
    """The schema of a publication: a number, or nested lists of them, for each signal."""
    return {
        "title": title,
        **object_schema({name: _nested(tuple(shape)) for name, shape in shapes.items()}),
    }


def described_schema(title: str, about: str, properties: Mapping[str, JsonSchema]) -> JsonSchema:
    """The schema of messages with exactly these properties, and what the messages are."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "description": about,
        **object_schema(properties),
    }


def number_schema(
    meaning: str, unit: str = "", shape: Sequence[int] = (), *, whole: bool = False
) -> JsonSchema:
    """The schema of a number, or of nested lists of them in a shape: what it means, in what unit.

    Whole numbers may be negative, and be written with a point: 2.0.
    """
    entry: JsonSchema = {"type": "number", "multipleOf": 1} if whole else {"type": "number"}
    for length in reversed(tuple(shape)):
        entry = {"type": "array", "items": entry, "minItems": length, "maxItems": length}
    return {**entry, "description": _with_unit(meaning, unit)}


def _with_unit(meaning: str, unit: str) -> str:
    return f"{meaning} [{unit}]" if unit else meaning


def table_schema(meaning: str, rows: int, columns: Mapping[str, JsonSchema]) -> JsonSchema:
    """The schema of a list of so many records."""
    return {
        "type": "array",
        "items": object_schema(columns),
        "minItems": rows,
        "maxItems": rows,
        "description": meaning,
    }


def _nested(shape: tuple[int, ...]) -> JsonSchema:
    if not shape:
        return {"type": "number"}
    items = _nested(shape[1:])
    return {"type": "array", "items": items, "minItems": shape[0], "maxItems": shape[0]}


def _of(hint: Any, shape: tuple[int, ...] = ()) -> JsonSchema:  # noqa: ANN401 - an annotation
    """The schema of a type; of an array with its shape, where that is known."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return {"anyOf": [_of(each, shape) for each in arguments]}
    if origin is np.ndarray or hint is np.ndarray:
        numbers = _nested(shape) if shape else {"type": "array"}
        return object_schema({"__dtype": {"type": "string"}, "__array": numbers})
    if origin is Literal:
        return {"type": _PLAIN[type(arguments[0])], "enum": list(arguments)}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "properties": {}, "additionalProperties": _of(arguments[1])}
    if origin in (list, tuple):
        return _of_sequence(arguments)
    if isinstance(hint, type) and issubclass(hint, Enum):
        values = [each.value for each in hint]
        return {
            "type": _PLAIN[type(values[0])],
            "enum": values,
            "description": _first_line(hint),
        }
    if isinstance(hint, type) and is_dataclass(hint):
        return json_schema_of(hint)
    return {"type": _PLAIN[hint]} if hint in _PLAIN else {}


def _of_sequence(arguments: tuple[Any, ...]) -> JsonSchema:
    if arguments[-1] is Ellipsis or len(arguments) == 1:
        return {"type": "array", "items": _of(arguments[0])}
    return {"type": "array", "minItems": len(arguments), "maxItems": len(arguments)}
