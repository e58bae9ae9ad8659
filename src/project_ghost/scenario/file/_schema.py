"""The JSON Schema of scenario files."""

from typing import Any

from project_ghost.scenario.kinds import KINDS_KEY, OWN, AbstractKind, all_kinds, kind_name
from project_ghost.scenario.spec import ScenarioSpec

__all__ = ["schema_document"]


def schema_document() -> dict[str, Any]:
    """The schema, with a definition for each kind."""
    kinds = all_kinds()
    definitions: dict[str, Any] = {}
    for cls in kinds:
        schema = cls.model_json_schema()
        definitions.update(schema.pop("$defs", {}))
        definitions[_name(cls)] = schema
    schema = ScenarioSpec.model_json_schema()
    definitions.update(schema.pop("$defs", {}))
    schema["$defs"] = definitions
    filled: dict[str, Any] = _filled(schema, kinds)
    return filled


def _filled(value: Any, kinds: tuple[type[AbstractKind], ...]) -> Any:  # noqa: ANN401
    """The same with each placeholder of a family replaced by references to its kinds."""
    if isinstance(value, list):
        return [_filled(each, kinds) for each in value]
    if not isinstance(value, dict):
        return value
    result = {key: _filled(each, kinds) for key, each in value.items() if key != KINDS_KEY}
    if KINDS_KEY in value:
        result.update(_choice([cls for cls in kinds if cls.family == value[KINDS_KEY]]))
        default = result.get("default", {})
        if "type" in result["oneOf"][0] and set(default) == {"kind"}:
            result["default"] = default["kind"]
    return result


def _choice(family: list[type[AbstractKind]]) -> dict[str, Any]:
    """The schema of a value that is one of some kinds; of a short one also the name alone."""
    references = {kind_name(cls): f"#/$defs/{_name(cls)}" for cls in family}
    sections = [{"$ref": reference} for reference in references.values()]
    if any(cls.has_short_form for cls in family):
        short = [name for name in references if name != OWN]  # which needs its `type`
        return {"oneOf": [{"type": "string", "enum": short}, *sections]}
    discriminator = {"mapping": references, "propertyName": "kind"}
    return {"discriminator": discriminator, "oneOf": sections}


def _name(cls: type[AbstractKind]) -> str:
    """The name of a kind's definition; one from elsewhere may be called like one of ours."""
    is_builtin = cls.__module__.startswith(f"{__name__.partition('.')[0]}.")
    return cls.__name__ if is_builtin else f"{cls.__module__}.{cls.__qualname__}"
