"""The canonical text of a scenario: every default filled in, every duration in nanoseconds."""

import hashlib
import json
from typing import Any

from pydantic.fields import FieldInfo

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.document import Node, document_of
from project_ghost.core.errors import InputError
from project_ghost.core.files import pretty_json
from project_ghost.scenario.kinds import AbstractKind
from project_ghost.scenario.spec import ScenarioSpec

from ._model import names_to, section_of, type_of_key
from ._schema import schema_document
from .section import OMITTED_IF_EMPTY, Section

__all__ = [
    "canonical_document",
    "canonical_json",
    "scenario_digest",
    "scenario_from_canonical",
    "scenario_schema",
]


@checked_arguments
def canonical_json(spec: ScenarioSpec) -> str:
    """The resolved scenario, with sorted keys.

    A mapping from names (actors, sensors, ...) becomes a list whose items have a `name`: their
    order decides the order of rows, and sorted keys would lose it.
    """
    return pretty_json(_plain(spec))


@checked_arguments
def scenario_digest(spec: ScenarioSpec) -> str:
    """SHA-256 of the canonical text."""
    return hashlib.sha256(canonical_json(spec).encode()).hexdigest()


@checked_arguments
def scenario_from_canonical(text: str) -> ScenarioSpec:
    """The scenario of a text of `canonical_json`."""
    try:
        return ScenarioSpec.model_validate(_named(json.loads(text)))
    except (ValueError, LookupError, TypeError) as error:
        raise InputError(
            f"this is not a resolved scenario: {error}",
            "scenario_from_canonical",
            "the unchanged output of canonical_json",
            "take it from the recording again",
        ) from None


def canonical_document(text: str, name: str) -> Node:
    """The text of `canonical_json` as a document without line numbers."""
    try:
        document = document_of(_named(json.loads(text)), name)
    except (ValueError, LookupError, TypeError, RecursionError):
        document = Node(None, name, 0, "")
    if not isinstance(document.content, dict):
        raise document.refused(
            "this is not a resolved scenario",
            "the unchanged output of canonical_json",
            "take it from the recording again",
        )
    return document


def scenario_schema() -> str:
    """The JSON Schema of scenario files, for editors."""
    return pretty_json(
        {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema_document()}
    )


def _plain(value: Any) -> Any:  # noqa: ANN401 - whatever a scenario holds
    if isinstance(value, AbstractKind) and value.is_short:
        return value.kind
    if isinstance(value, Section):
        known = {
            name: _plain(getattr(value, name))
            for name, field in type(value).model_fields.items()
            if getattr(value, name) or not _is_omitted(field)
        }
        return {**known, **{key: _plain(each) for key, each in (value.model_extra or {}).items()}}
    if isinstance(value, dict) and all(isinstance(each, Section) for each in value.values()):
        return [{"name": name, **_plain(each)} for name, each in value.items()]
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value


def _is_omitted(field: FieldInfo) -> bool:
    extra = field.json_schema_extra
    return isinstance(extra, dict) and bool(extra.get(OMITTED_IF_EMPTY))


def _named(value: Any, annotation: Any = ScenarioSpec) -> Any:  # noqa: ANN401 - whatever JSON holds
    """The inverse of `_plain`: lists of named items as mappings, where the model has those."""
    if isinstance(value, dict):
        section = section_of(annotation, value)
        # Recordings before the defaults were part of them have null for a default.
        return {
            key: _named(each, type_of_key(section, key))
            for key, each in value.items()
            if each is not None
        }
    if isinstance(value, list) and (item := names_to(annotation)) is not None:
        return {
            each["name"]: _named({key: v for key, v in each.items() if key != "name"}, item)
            for each in value
        }
    if isinstance(value, list):
        return tuple(_named(each, annotation) for each in value)
    return value
