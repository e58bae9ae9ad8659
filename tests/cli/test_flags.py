"""Goal: -o, --json and --quiet on every command, one style of help, and examples that parse."""

import argparse
import json
import shlex

import pytest

from project_ghost.cli import COMMANDS, main, parser_of
from project_ghost.cli._parser import Parser, leaf_parsers
from tests.cli.command import run_command

LEAVES = {
    name: parser
    for command in COMMANDS
    for name, parser in leaf_parsers(parser_of(command)).items()
}
# A conversation with the debugger is no result.
WITHOUT_RESULT = {"debug"}


def flags_of(parser: argparse.ArgumentParser) -> set[str]:
    return {name for action in parser._actions for name in action.option_strings}


def test_all_commands_are_walked() -> None:
    assert len(LEAVES) > len(COMMANDS)
    assert {"run", "scenario list", "study report", "completion"} < set(LEAVES)


@pytest.mark.parametrize("name", [name for name in LEAVES if name not in WITHOUT_RESULT])
def test_every_command_has_the_common_flags(name) -> None:
    assert {"-o", "--output", "--json", "-q", "--quiet"} <= flags_of(LEAVES[name])


@pytest.mark.parametrize("name", LEAVES)
def test_every_help_has_a_description_examples_and_text_for_each_flag(name) -> None:
    parser = LEAVES[name]
    assert isinstance(parser, Parser)
    assert parser.examples
    assert parser.description
    assert parser.description.partition("\n")[0].rstrip().endswith(".")
    assert [action.dest for action in parser._actions if not action.help] == []
    help_text = parser.format_help()
    assert help_text.rstrip().endswith(parser.examples[-1].splitlines()[-1].strip())


@pytest.mark.parametrize("name", LEAVES)
def test_the_examples_of_a_help_parse(name) -> None:
    """An example may go on with another command."""
    shown = []
    for example in LEAVES[name].examples:  # type: ignore[attr-defined]
        words = shlex.split(example.replace("\\\n", " "))
        assert words.pop(0) == "ghost"
        command = next(each for each in COMMANDS if each.name == words[0])
        default = parser_of(command).default_command
        if default and " ".join(words[:2]) not in LEAVES:
            words.insert(1, default)
        leaf = words[0] if words[0] in LEAVES else " ".join(words[:2])
        LEAVES[leaf].parse_args(words[len(leaf.split()) :])
        shown.append(leaf)
    assert shown[0] == name


@pytest.mark.parametrize("command", [each.name for each in COMMANDS])
def test_help_names_no_private_module(command, capsys) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    assert "`_" not in capsys.readouterr().out


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_help_fits_a_terminal_of_80_columns(command, capsys, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit):
        main([command.name, "--help"])
    text = capsys.readouterr().out.partition("examples:")[0]
    assert [line for line in text.splitlines() if len(line) > 80] == []


PRINTING = [
    ("map", "plaza"),
    ("scenario", "list"),
    ("scenario", "show", "t-junction-4"),
    ("scenario", "validate", "t-junction-4"),
    ("schedule", "t-junction-4"),
    ("lint", "--list-rules"),
    ("lint", "--explain", "wall-clock"),
]


@pytest.mark.parametrize("command", PRINTING, ids=" ".join)
def test_a_printed_result_goes_to_a_file_or_nowhere(command, capsys, tmp_path) -> None:
    _, printed, _ = run_command(capsys, *command)
    assert run_command(capsys, *command, "-o", tmp_path / "result.txt") == (0, "", "")
    assert (tmp_path / "result.txt").read_text(encoding="utf-8") == printed
    assert run_command(capsys, *command, "--quiet") == (0, "", "")
    _, document, _ = run_command(capsys, *command, "--json")
    assert json.loads(document)
    assert run_command(capsys, *command, "-o", tmp_path / "new" / "result.json") == (0, "", "")
    assert (tmp_path / "new" / "result.json").read_text(encoding="utf-8") == document


def test_an_error_leaves_the_file_as_it_was_and_is_never_quiet(capsys, tmp_path) -> None:
    result = tmp_path / "result.json"
    result.write_text("before")
    code, printed, said = run_command(capsys, "map", "no_such_map", "--quiet", "-o", result)
    assert (code, printed) == (2, "")
    assert "there is no map 'no_such_map'" in said
    assert result.read_text() == "before"
    assert list(tmp_path.iterdir()) == [result]


def test_a_found_difference_is_written_to_the_file_too(capsys, tmp_path) -> None:
    (tmp_path / "clock.py").write_text("import time\n\n\ndef step(u):\n    return time.time()\n")
    code, printed, _ = run_command(
        capsys, "lint", tmp_path / "clock.py", "-o", tmp_path / "found.json"
    )
    assert (code, printed) == (1, "")
    assert "wall-clock" in (tmp_path / "found.json").read_text()


def test_new_files_are_listed_as_json(capsys, tmp_path) -> None:
    for command, names in (
        (["new", "driver", "Mine"], ["mine.py", "test_mine.py"]),
        (["scenario", "new", "crossing"], ["crossing.yaml"]),
        (["study", "new", "study.yaml"], ["study.yaml"]),
    ):
        _, printed, _ = run_command(capsys, *command, "-o", tmp_path / "new", "--json")
        assert json.loads(printed) == {"files": [str(tmp_path / "new" / name) for name in names]}
        assert all((tmp_path / "new" / name).exists() for name in names)


def test_the_documents_of_maps_and_studies(capsys, tmp_path) -> None:
    document = json.loads(run_command(capsys, "map", "urban_crossing", "--json")[1])
    (line,) = [each for each in document["stop_lines"] if each["id"] == "stop_south_in_1"]
    assert line["place_m"][:2] == [1.75, -16.5]
    assert len(document["lanes"]) == 44
    assert main(["study", "new", str(tmp_path / "study.yaml"), "--quiet"]) == 0
    dry = run_command(capsys, "study", "run", tmp_path / "study.yaml", "--dry-run", "--json")
    assert json.loads(dry[1])["experiments"][0].keys() == {"factor", "id", "level"}


def test_a_result_is_not_a_picture(capsys) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["map", "plaza", "-o", "plaza.svg"])
    assert "`--svg plaza.svg` writes the picture" in capsys.readouterr().err
