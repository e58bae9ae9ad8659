"""Goal: `ghost scenario` lists, shows, checks and begins scenarios."""

import json
from xml.etree import ElementTree

import jsonschema
import pytest
import yaml

from project_ghost.cli import main
from project_ghost.scenario import builtin_names, builtin_path


def test_all_built_in_scenarios_are_listed(capsys, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert main(["scenario", "list"]) == 0
    told = capsys.readouterr().out
    assert len(builtin_names()) == 12
    for name in builtin_names():
        assert name in told


def test_one_is_shown_and_drawn(tmp_path, capsys) -> None:
    picture = tmp_path / "x.svg"
    assert main(["scenario", "show", "t-junction-6", "--svg", str(picture)]) == 0
    assert "t_junction" in capsys.readouterr().out
    root = ElementTree.fromstring(picture.read_text(encoding="utf-8"))  # noqa: S314 - our own
    texts = [e.text for e in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "pedestrian1" in texts
    assert "7.5 s" in texts
    assert main(["scenario", "show", "t-junction-6", "--json", "--seed", "5"]) == 0
    assert json.loads(capsys.readouterr().out)["seed"] == 5


def test_what_new_writes_is_valid_and_not_overwritten(tmp_path, capsys) -> None:
    arguments = ["scenario", "new", "my-crossing", "--dir", str(tmp_path)]
    assert main(arguments) == 0
    assert main(["scenario", "validate", str(tmp_path / "my-crossing.yaml")]) == 0
    assert "is a valid scenario: my-crossing, 1 car, 1 pedestrian" in capsys.readouterr().out
    assert main(arguments) == 2
    assert "exists already" in capsys.readouterr().err
    assert main(["scenario", "new", "My Crossing"]) == 2
    assert "call it my-crossing" in capsys.readouterr().err


def test_validate_finds_what_is_wrong(capsys) -> None:
    assert main(["scenario", "validate", "t-junction-4", "--set", "map=nowhere"]) == 2
    assert "there is no map 'nowhere'" in capsys.readouterr().err


@pytest.mark.parametrize("name", builtin_names())
def test_the_schema_accepts_what_we_ship(name, capsys) -> None:
    assert main(["scenario", "schema"]) == 0
    schema = json.loads(capsys.readouterr().out)
    document = yaml.safe_load(builtin_path(name).read_text(encoding="utf-8"))
    jsonschema.validate(document, schema)


def test_the_schema_refuses_a_misspelt_key(capsys) -> None:
    main(["scenario", "schema"])
    schema = json.loads(capsys.readouterr().out)
    document = yaml.safe_load(builtin_path("t-junction-4").read_text(encoding="utf-8"))
    document["actors"]["car1"]["sped_mps"] = 4
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, schema)
