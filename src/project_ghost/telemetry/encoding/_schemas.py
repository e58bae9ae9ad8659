"""JSON Schemas of messages, from dataclass annotations or from signal shapes."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import numpy as np

from project_ghost.core.arguments import checked_arguments

JsonSchema: TypeAlias = dict[str, Any]

_PLAIN: dict[Any, str] = {
    str: "string",
    bool: "boolean",
    int: "integer",
    float: "number",
    NoneType: "null",
}


@checked_arguments
def json_schema_of(cls: type) -> JsonSchema:
    """Return the schema of a message class's JSON encoding."""
    hints = get_type_hints(cls, include_extras=True)
    properties = {each.name: _field_schema(hints[each.name]) for each in fields(cls)}
    schema = object_schema({name: each for name, each in properties.items() if _is_plain(each)})
    others = {f"^{name}$": each for name, each in properties.items() if not _is_plain(each)}
    if others:
        # Viewers reject a whole schema over one such property; as patterns they are skipped.
        schema |= {"patternProperties": others, "required": sorted(properties)}
    return {"title": cls.__name__, "description": _first_line(cls), **schema}


def _is_plain(schema: JsonSchema) -> bool:
    """Whether Foxglove and Lichtblick support the property: one type, no lists of lists."""
    if schema.get("type") == "array":
        return "type" in schema.get("items", {}) and schema["items"]["type"] != "array"
    inner = schema.get("properties", {})
    return "type" in schema and all(_is_plain(each) for each in inner.values())


def _first_line(cls: type) -> str:
    return (cls.__doc__ or "").partition("\n")[0]


def _field_schema(hint: Any) -> JsonSchema:  # noqa: ANN401 - an annotation
    """Return the schema of a field, with its description."""
    if get_origin(hint) is not Annotated:
        return _schema_of(hint)
    field_type, about = get_args(hint)
    schema = _schema_of(field_type, about.shape)
    return {**schema, "description": _with_unit(about.meaning, about.unit)}


def object_schema(properties: Mapping[str, JsonSchema]) -> JsonSchema:
    """Return the schema of an object with exactly these properties."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": sorted(properties),
        "additionalProperties": False,
    }


@checked_arguments
def signals_schema(title: str, shapes: Mapping[str, Sequence[int]]) -> JsonSchema:
    """Return the schema of a publication: a number or nested lists of numbers per signal."""
    return {
        "title": title,
        **object_schema({name: _array_schema(tuple(shape)) for name, shape in shapes.items()}),
    }


@checked_arguments
def described_schema(title: str, about: str, properties: Mapping[str, JsonSchema]) -> JsonSchema:
    """Return the schema of messages with exactly these properties, and a description."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "description": about,
        **object_schema(properties),
    }


@checked_arguments
def number_schema(
    meaning: str, unit: str = "", shape: Sequence[int] = (), *, whole: bool = False
) -> JsonSchema:
    """Return the schema of a number or array of numbers, with its meaning and unit.

    Whole numbers may be negative and may be written with a decimal point: 2.0.
    """
    entry: JsonSchema = {"type": "number", "multipleOf": 1} if whole else {"type": "number"}
    for length in reversed(tuple(shape)):
        entry = {"type": "array", "items": entry, "minItems": length, "maxItems": length}
    return {**entry, "description": _with_unit(meaning, unit)}


def _with_unit(meaning: str, unit: str) -> str:
    return f"{meaning} [{unit}]" if unit else meaning


@checked_arguments
def text_schema(meaning: str) -> JsonSchema:
    """Return the schema of a text, with its meaning."""
    return {"type": "string", "description": meaning}


@checked_arguments
def table_schema(
    meaning: str, least: int, most: int, columns: Mapping[str, JsonSchema]
) -> JsonSchema:
    """Return the schema of a list of records, with the least and the greatest length."""
    return {
        "type": "array",
        "items": object_schema(columns),
        "minItems": least,
        "maxItems": most,
        "description": meaning,
    }


def _array_schema(shape: tuple[int, ...]) -> JsonSchema:
    if not shape:
        return {"type": "number"}
    items = _array_schema(shape[1:])
    return {"type": "array", "items": items, "minItems": shape[0], "maxItems": shape[0]}


def _schema_of(hint: Any, shape: tuple[int, ...] = ()) -> JsonSchema:  # noqa: ANN401 - an annotation
    """Return the schema of a type; `shape` is that of an array, if known."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return {"anyOf": [_schema_of(each, shape) for each in arguments]}
    if origin is np.ndarray or hint is np.ndarray:
        numbers = _array_schema(shape) if shape else {"type": "array"}
        return object_schema({"__dtype": {"type": "string"}, "__array": numbers})
    if origin is Literal:
        return {"type": _PLAIN[type(arguments[0])], "enum": list(arguments)}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {
            "type": "object",
            "properties": {},
            "additionalProperties": _schema_of(arguments[1]),
        }
    if origin in (list, tuple):
        return _sequence_schema(arguments)
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


def _sequence_schema(arguments: tuple[Any, ...]) -> JsonSchema:
    if arguments[-1] is Ellipsis or len(arguments) == 1:
        return {"type": "array", "items": _schema_of(arguments[0])}
    return {"type": "array", "minItems": len(arguments), "maxItems": len(arguments)}
