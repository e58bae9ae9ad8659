"""A scenario as one text: every default filled in, every duration in nanoseconds."""

import hashlib
import json
from typing import Any

from project_ghost.core.document import Node
from project_ghost.core.errors import InputError
from project_ghost.core.files import pretty_json
from project_ghost.scenario.spec import ScenarioSpec

from .section import Section

__all__ = [
    "canonical_document",
    "canonical_json",
    "scenario_digest",
    "scenario_from_canonical",
    "scenario_schema",
]


def canonical_json(spec: ScenarioSpec) -> str:
    """The resolved scenario, with sorted keys.

    What the file names (actors, sensors, ...) becomes a list whose items have a `name`:
    their order decides the order of rows, and sorted keys would lose it.
    """
    return pretty_json(_plain(spec))


def scenario_digest(spec: ScenarioSpec) -> str:
    """SHA-256 of the canonical text."""
    return hashlib.sha256(canonical_json(spec).encode()).hexdigest()


def scenario_from_canonical(text: str) -> ScenarioSpec:
    """The scenario that `canonical_json` wrote down."""
    try:
        return ScenarioSpec.model_validate(_named(json.loads(text)))
    except ValueError as error:
        raise InputError(
            f"this is not a resolved scenario: {error}",
            "scenario_from_canonical",
            "what canonical_json gave, unchanged",
            "take it from the recording again",
        ) from None


def canonical_document(text: str, name: str) -> Node:
    """The text of `canonical_json` as a file of that scenario would be; it has no lines."""
    try:
        document = _node(_named(json.loads(text)), name, "")
    except (ValueError, LookupError, TypeError, RecursionError):
        document = Node(None, name, 0, "")
    if not isinstance(document.content, dict):
        raise document.refused(
            "this is not a resolved scenario",
            "what canonical_json gave, unchanged",
            "take it from the recording again",
        )
    return document


def scenario_schema() -> str:
    """The JSON Schema of scenario files, for editors."""
    return pretty_json(
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            **ScenarioSpec.model_json_schema(),
        }
    )


def _plain(value: Any) -> Any:  # noqa: ANN401 - whatever a scenario holds
    if isinstance(value, Section):
        return {name: _plain(getattr(value, name)) for name in type(value).model_fields}
    if isinstance(value, dict):
        return [{"name": name, **_plain(each)} for name, each in value.items()]
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value


def _node(value: Any, file: str, key: str) -> Node:  # noqa: ANN401 - whatever JSON holds
    if isinstance(value, dict):
        below = f"{key}." if key else ""
        value = {name: _node(each, file, f"{below}{name}") for name, each in value.items()}
    elif isinstance(value, tuple):
        value = [_node(each, file, f"{key}[{i}]") for i, each in enumerate(value)]
    return Node(value, file, 0, key)


# The keys whose values are mappings from names.
_MAPPINGS = ("actors", "populations", "scenery", "lights", "friction", "sensors", "estimators")


def _named(value: Any, key: str = "") -> Any:  # noqa: ANN401 - whatever JSON holds
    if isinstance(value, dict):
        return {name: _named(each, name) for name, each in value.items()}
    if isinstance(value, list) and key in _MAPPINGS:
        return {
            each["name"]: {k: _named(v, k) for k, v in each.items() if k != "name"}
            for each in value
        }
    if isinstance(value, list):
        return tuple(_named(each) for each in value)
    return value
