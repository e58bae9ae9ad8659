"""The reference of messages: the channels that built-in scenarios record, from their schemas."""

import re
from typing import Any

from project_ghost.runs import prepare
from project_ghost.runs.record._channels import bus_channels
from project_ghost.scenario import builtin_names

_HEAD = """\
# Messages

The messages that the built-in scenarios record, by schema. [Recordings](../recordings.md) tells
how to read them. In names of channels, `*` stands for an actor or a component.
"""


def messages_text() -> str:
    """One section for each schema, with its fields and the channels that have it."""
    schemas: dict[str, dict[str, Any]] = {}
    channels: dict[str, set[str]] = {}
    for name in builtin_names():
        prepared = prepare(name)
        for spec in bus_channels(prepared.runnable):
            assert isinstance(spec.schema, dict)
            schemas.setdefault(spec.schema_name, spec.schema)
            channels.setdefault(spec.schema_name, set()).add(_pattern(spec.name))
    lines = [_HEAD]
    for name in sorted(schemas):
        schema = schemas[name]
        on = ", ".join(f"`{channel}`" for channel in sorted(channels[name]))
        lines += [f"## {name}", "", f"{schema.get('description', '')} On {on}.", ""]
        lines += ["| field | type | meaning |", "| --- | --- | --- |"]
        fields = dict(schema.get("properties", {}))
        patterns = schema.get("patternProperties", {})
        fields |= {pattern.strip("^$"): each for pattern, each in patterns.items()}
        lines += [f"| `{key}` | {_type(each)} | {_meaning(each)} |" for key, each in fields.items()]
        lines.append("")
    return "\n".join(lines)


def _pattern(channel: str) -> str:
    """A channel's name with the actor or component in it left open."""
    return re.sub(r"^(/[a-z_]+/)[A-Za-z0-9_]+(?=/|$)", r"\1*", channel)


def _type(schema: dict[str, Any]) -> str:
    kind = schema.get("type")
    if kind == "array":
        return f"list of {_type(schema.get('items', {}))}"
    if "enum" in schema:
        return " or ".join(f"`{value}`" for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(_type(each) for each in schema["anyOf"])
    return str(kind or "any")


def _meaning(schema: dict[str, Any]) -> str:
    text = str(schema.get("description", "")).replace("|", "\\|")
    inner = schema.get("properties") or schema.get("items", {}).get("properties") or {}
    parts = [
        f"`{key}`: {_type(each)} {each.get('description', '')}".strip()
        for key, each in inner.items()
    ]
    return "<br>".join([text, *parts])
