"""Goal: every example of docs/scenarios.md is one, and every part of a scenario has an example.

Method: an example that is not whole takes the place of the same keys in the first, which is;
actors that it names stand beside the others, or in place of those of the same name.
"""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from project_ghost.scenario import parse_scenario
from project_ghost.scenario.assembly import assemble
from project_ghost.scenario.spec import ScenarioSpec

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
EXAMPLES: list[dict[str, Any]] = [
    yaml.safe_load(text) for text in re.findall(r"^```yaml\n(.*?)^```", PAGE, re.M | re.S)
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: "+".join(example))
def test_an_example_is_a_scenario(example: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    whole = {**EXAMPLES[0], **example}
    whole["actors"] = {**EXAMPLES[0]["actors"], **example.get("actors", {})}
    # The other actors would stand where this map has a house.
    if example.get("map") == "urban_crossing":
        whole = {**whole, "actors": example["actors"], "scenery": {}}
    assembly = assemble(
        parse_scenario(yaml.safe_dump(whole, sort_keys=False), folder=ROOT / "examples")
    )
    assert assembly.graph.components


def test_every_part_has_an_example() -> None:
    shown = {key for example in EXAMPLES for key in example}
    assert shown == set(ScenarioSpec.model_fields)


@pytest.mark.slow
def test_the_sensor_of_the_documentation_measures(tmp_path: Path) -> None:
    """Method: a separate process, because a kind stays registered."""
    (block,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)
    (tmp_path / "altimeter.py").write_text(block, encoding="utf-8")
    sensors = {"height": {"kind": "altimeter", "rate_hz": 10}}
    car = {**EXAMPLES[0]["actors"]["car"], "sensors": sensors}
    scenario = {**EXAMPLES[0], "actors": {"car": car}}
    (tmp_path / "own.yaml").write_text(yaml.safe_dump(scenario, sort_keys=False), encoding="utf-8")
    program = (
        "import altimeter\n"
        "from project_ghost.runs import prepare\n"
        "from project_ghost.scenario.kinds import register\n"
        "register(altimeter.Altimeter)\n"
        "prepared = prepare('own.yaml', ['duration=1s'], execution='interpreted')\n"
        "channels = [each.channel for each in prepared.assembly.graph.publications]\n"
        "print('/sensors/car/height' in channels)\n"
        "print(prepared.run().ticks)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("True\n20\n", "")
