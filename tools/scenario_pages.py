"""Draw the built-in maps and scenarios for the docs, and write the reference of all keys.

python tools/scenario_pages.py             docs/pictures and docs/scenarios, docs/scenario-keys.md
python tools/scenario_pages.py --keys      only the reference
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from project_ghost.runs import prepare
from project_ghost.scenario import builtin_names
from project_ghost.scenario.file._schema import schema_document
from project_ghost.view import map_svg, run_svg
from project_ghost.world.maps import Bounds, builtin_maps, read_map

DOCS = Path(__file__).parents[1] / "docs"
KEYS = DOCS / "scenario-keys.md"
# The windows of large maps that the pictures show.
WINDOWS = {
    "t_junction": Bounds(-70.0, -25.0, 30.0, 40.0),
    "urban_crossing": Bounds(-40.0, -40.0, 40.0, 40.0),
}

_HEAD = """\
# Scenario keys

This page lists every key of a scenario file. `make pictures` makes it from the code that checks
the files; [Scenarios](scenarios.md) has examples. A key in bold is required. *duration* is `10ms`,
`1.5s` or integer nanoseconds; *rate* is `100`, `29.97` or `"30000/1001"` in hertz.
"""


def keys_text() -> str:
    """The reference, one table for each part of a file."""
    schema = schema_document()
    parts = {"scenario": schema, **_ordered(schema)}
    lines = [_HEAD]
    for name, part in parts.items():
        lines.append(f"## {name}\n")
        lines.append(f"{' '.join(part.get('description', '').split())}{_kind(part)}\n")
        lines.append("| key | what | default | meaning |\n| --- | --- | --- | --- |")
        lines += _rows(part)
        lines.append("")
    return "\n".join(lines)


def _ordered(schema: dict[str, Any]) -> dict[str, Any]:
    """The parts in the order in which a reader meets them."""
    found: dict[str, Any] = {}

    def walk(node: object) -> None:
        if isinstance(node, dict):
            reference = node.get("$ref")
            if isinstance(reference, str):
                name = reference.rpartition("/")[2]
                if name not in found:
                    found[name] = schema["$defs"][name]
                    walk(found[name])
            for key, value in node.items():
                if key not in ("$defs", "discriminator"):
                    walk(value)
        elif isinstance(node, list):
            for value in node:
                walk(value)

    walk({k: v for k, v in schema.items() if k != "$defs"})
    return found


def _kind(part: dict[str, Any]) -> str:
    kind = part["properties"].get("kind", {}).get("const")
    return f" Its kind is `{kind}`." if kind else ""


def _rows(part: dict[str, Any]) -> Iterator[str]:
    required = part.get("required", [])
    for key, value in part["properties"].items():
        shown = f"**`{key}`**" if key in required else f"`{key}`"
        default = "" if key in required else _default(value.get("default"))
        meaning = value.get("description", "").replace("|", "\\|")
        yield f"| {shown} | {_type(value)} | {default} | {meaning} |"


def _default(value: object) -> str:
    if value is None or value in ({}, [], ""):
        return ""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return "as below" if isinstance(value, dict) else f"`{text}`"


def _type(value: dict[str, Any]) -> str:
    if "const" in value:
        return f"`{value['const']}`"
    if "enum" in value:
        return ", ".join(f"`{each}`" for each in value["enum"])
    if "$ref" in value:
        name = value["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    choices = value.get("anyOf") or value.get("oneOf")
    if choices:
        patterns = [str(each.get("pattern", "")) for each in choices]
        if any("min" in pattern for pattern in patterns):
            return "duration"
        if any("/[0-9]" in pattern for pattern in patterns):
            return "rate"
        kept = dict.fromkeys(_type(each) for each in choices if each.get("type") != "null")
        return " or ".join(kept)
    if value.get("type") == "array":
        if "prefixItems" in value:
            return f"list of {len(value['prefixItems'])} numbers"
        return f"list of {_type(value['items'])}" if "items" in value else "list"
    if value.get("type") == "object":
        below: dict[str, Any] | bool = value.get("additionalProperties") or next(
            iter(value.get("patternProperties", {}).values()), {}
        )
        return f"names to {'anything' if isinstance(below, bool) else _type(below)}"
    names = {"number": "number", "integer": "whole number", "string": "text", "boolean": "truth"}
    found = names.get(str(value.get("type")), "")
    if "minimum" in value and "maximum" in value:
        low, high = (f"{value[end]:.12g}" for end in ("minimum", "maximum"))
        # 2**64 - 1 is not what a reader wants to count the digits of.
        found += f", {low} to {high}" if value["maximum"] < 1e12 else f", {low} or more"
    return found


def main() -> int:
    """Write the requested pages and pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", action="store_true", help="only the reference")
    parser.add_argument("names", nargs="*", help="only these pictures")
    arguments = parser.parse_args()
    KEYS.write_text(keys_text(), encoding="utf-8")
    if arguments.keys:
        return 0
    for name, path in builtin_maps().items():
        text = map_svg(read_map(path), WINDOWS.get(name))
        (DOCS / "pictures" / f"{name}.svg").write_text(text, encoding="utf-8")
    (DOCS / "scenarios").mkdir(exist_ok=True)
    for name in arguments.names or builtin_names():
        prepared = prepare(name)
        text = run_svg(prepared.assembly, prepared.run(keep_positions=True))
        (DOCS / "scenarios" / f"{name}.svg").write_text(text, encoding="utf-8")
        print(f"drew {name}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
