"""Goal: `ghost scenario` lists, shows, validates and creates scenarios."""

import json
from contextlib import redirect_stdout
from io import StringIO
from xml.etree import ElementTree

import jsonschema
import pytest
import yaml

from project_ghost.cli import main
from project_ghost.scenario import builtin_names, builtin_path, load_scenario, scenario_digest
from tests.cli.command import shown_on_terminal


def test_all_built_in_scenarios_are_listed(capsys, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert main(["scenario", "list"]) == 0
    output = capsys.readouterr().out
    assert len(builtin_names()) == 13
    for name in builtin_names():
        assert name in output


@pytest.mark.parametrize("columns", ["80", "40"])
def test_nothing_is_cut_in_a_narrow_terminal(columns, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setenv("TERM", "xterm")
    output = shown_on_terminal("scenario", "list")
    assert "…" not in output
    assert max(map(len, output.splitlines())) <= int(columns)
    if columns == "80":
        assert all(name in output for name in builtin_names())
    shown = shown_on_terminal("scenario", "show", "quadrotor-figure-eight")
    assert "…" not in shown
    digest = scenario_digest(load_scenario("quadrotor-figure-eight").spec)
    values = [line.split("│")[2].strip() for line in shown.splitlines() if "│" in line]
    assert digest in "".join(values)


def test_the_help_says_where_keys_are_explained(capsys) -> None:
    with pytest.raises(SystemExit):
        main(["scenario", "--help"])
    output = capsys.readouterr().out
    for word in ("docs/scenario-keys.md", "schema print the JSON Schema"):
        assert word in " ".join(output.split())


def exit_code(arguments: list[str]) -> object:
    try:
        return main(arguments)
    except SystemExit as left:  # what the parser of flags says itself
        return left.code


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["run", "t-junction-4", "--seed", "x"], ["seed is 'x'", "where: --seed x"]),
        (["run", "t-junction-4", "--seed", "-1"], ["seed is -1", "from 0 to"]),
        (["run", "t-junction-4", "--duration", "x"], ["duration is 'x'", "where: --duration x"]),
        (["run", "t-junction-4", "--duration", "1"], ["1 ns", "where: --duration 1", "write 1s"]),
        (["run", "t-junction-4", "--duration", "2.5"], ["without a unit", "write 2.5s"]),
        (
            ["run", "t-junction-4", "--set", "actors={}"],
            ["no actors", "where: --set actors={}"],
        ),
        (["run", "t-junction-4", "-o", ""], ["-o", "empty"]),
        (["run", "mine"], ["no built-in scenario 'mine', but a file 'mine.yaml'"]),
        (["run", "mien.yaml"], ["did you mean 'mine.yaml'?"]),
        (["run", "mine.yml"], ["cannot be read"]),
        (["run", "t-junction-4.yaml"], ["no file 't-junction-4.yaml'", "write t-junction-4 "]),
        (["run", "./t-junction-4"], ["cannot be read"]),
        (["run", "there/mine.yaml"], ["there is no folder 'there'"]),
        (["scenario", "new", "t-junction-4"], ["built-in", "my-t-junction-4"]),
    ],
)
def test_an_error_quotes_the_flag_as_written(
    arguments, words, tmp_path, monkeypatch, capsys
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.yaml").write_text("version: 1\n", encoding="utf-8")
    assert exit_code(arguments) == 2
    output = capsys.readouterr().err
    for word in words:
        assert word in output
    assert "--set" in " ".join(arguments) or "--set" not in output
    assert [path.name for path in tmp_path.iterdir()] == ["mine.yaml"]


def test_one_is_shown_and_drawn(tmp_path, capsys) -> None:
    picture = tmp_path / "x.svg"
    assert main(["scenario", "show", "t-junction-6", "--svg", str(picture)]) == 0
    assert "t_junction" in capsys.readouterr().out
    root = ElementTree.fromstring(picture.read_text(encoding="utf-8"))  # noqa: S314 - our own
    assert "pedestrian1" in [e.text for e in root.iter("{http://www.w3.org/2000/svg}text")]
    assert main(["scenario", "show", "t-junction-6", "--json", "--seed", "5"]) == 0
    assert json.loads(capsys.readouterr().out)["seed"] == 5


def test_what_new_writes_is_valid_and_not_overwritten(tmp_path, capsys) -> None:
    arguments = ["scenario", "new", "my-crossing", "--dir", str(tmp_path)]
    assert main(arguments) == 0
    assert main(["scenario", "validate", str(tmp_path / "my-crossing.yaml")]) == 0
    assert "is a valid scenario: my-crossing, 1 car, 1 pedestrian" in capsys.readouterr().out
    assert main(arguments) == 2
    assert "already exists" in capsys.readouterr().err
    assert main(["scenario", "new", "My Crossing"]) == 2
    assert "call it my-crossing" in capsys.readouterr().err


def test_validate_finds_what_is_wrong(capsys) -> None:
    assert main(["scenario", "validate", "t-junction-4", "--set", "map=nowhere"]) == 2
    assert "there is no map 'nowhere'" in capsys.readouterr().err


@pytest.fixture(scope="module")
def schema():
    """What `ghost scenario schema` prints, as a validator."""
    with redirect_stdout(StringIO()) as printed:
        assert main(["scenario", "schema"]) == 0
    document = json.loads(printed.getvalue())
    validator = jsonschema.validators.validator_for(document)
    validator.check_schema(document)
    return validator(document)


@pytest.mark.slow
@pytest.mark.parametrize("name", builtin_names())
def test_the_schema_accepts_what_we_ship(name, schema) -> None:
    schema.validate(yaml.safe_load(builtin_path(name).read_text(encoding="utf-8")))


@pytest.mark.slow
def test_the_schema_refuses_a_misspelt_key(schema) -> None:
    document = yaml.safe_load(builtin_path("t-junction-4").read_text(encoding="utf-8"))
    document["actors"]["car1"]["sped_mps"] = 4
    with pytest.raises(jsonschema.ValidationError):
        schema.validate(document)
