"""Goal: one scenario, one text, one digest, however its file spells it."""

import json
from typing import Any

import pytest

from project_ghost.core.document import Node
from project_ghost.core.errors import InputError
from project_ghost.scenario import (
    builtin_names,
    canonical_json,
    load_scenario,
    parse_scenario,
    scenario_digest,
    scenario_from_canonical,
    scenario_schema,
)
from project_ghost.scenario.file._explain import find

TEXT = """\
version: 1
name: one
step: 10ms
duration: 1s
actors:
  zoe: {kind: car, speed_mps: 4, route: {waypoints: [[0, 0], [9, 0]]}}
  ann: {kind: car, speed_mps: 4, route: {waypoints: [[0, 9], [9, 9]]}}
"""


def test_spelling_does_not_matter_and_meaning_does() -> None:
    digest = scenario_digest(parse_scenario(TEXT).spec)
    same = (
        TEXT.replace("10ms", "10_000us")
        .replace("duration: 1s\n", "")
        .replace("step:", "duration: 1000 ms\nstep:")
    )
    assert scenario_digest(parse_scenario(same).spec) == digest
    assert scenario_digest(parse_scenario(TEXT.replace("[9, 0]", "[9, 1]")).spec) != digest


def test_the_order_of_actors_matters() -> None:
    first, second = TEXT.splitlines()[-2:]
    swapped = TEXT.replace(f"{first}\n{second}", f"{second}\n{first}")
    assert list(parse_scenario(swapped).spec.actors) == ["ann", "zoe"]
    assert scenario_digest(parse_scenario(swapped).spec) != scenario_digest(
        parse_scenario(TEXT).spec
    )


@pytest.mark.parametrize("name", builtin_names())
def test_the_text_gives_the_scenario_back(name) -> None:
    spec = load_scenario(name).spec
    text = canonical_json(spec)
    again = scenario_from_canonical(text)
    assert again == spec
    assert list(again.actors) == list(spec.actors)
    assert canonical_json(again) == text
    assert text == json.dumps(json.loads(text), sort_keys=True, indent=2, ensure_ascii=False) + "\n"


def test_a_name_that_is_a_number_is_found_at_what_holds_it() -> None:
    """A checkpoint that somebody changed may hold one; files do not."""
    names: Any = {1: Node("rock", "run.ghost", 2, "scenery.1")}
    root = Node(names, "run.ghost", 1, "scenery")
    assert find(root, (1, "[key]")) is root


def test_text_that_is_not_a_resolved_scenario_is_refused() -> None:
    with pytest.raises(InputError, match="not a resolved scenario"):
        scenario_from_canonical("{}")


def test_the_schema_knows_the_kinds() -> None:
    schema = json.loads(scenario_schema())
    assert schema["required"] == ["version", "name", "step", "duration"]
    (actor,) = schema["properties"]["actors"]["patternProperties"].values()
    assert sorted(actor["discriminator"]["mapping"]) == ["car", "pedestrian", "quadrotor"]
    assert schema["additionalProperties"] is False
