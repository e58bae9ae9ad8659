"""The same findings, written for people, programs, code hosts and annotations."""

import json
from pathlib import Path

import pytest

from project_ghost import __version__
from project_ghost.lint import (
    FORMATS,
    Finding,
    Report,
    Severity,
    all_rules,
    write_statistics,
    write_text,
)

FINDING = Finding(
    "a.py", 2, 5, "GHO101", 2, 16, "wall-clock", Severity.ERROR, "`time.time` reads: 50%, a\nclock"
)
HINT = Finding("b, c.py", 1, 1, "GHO309", 3, 4, "sort-ties", Severity.HINT, "can tie")
REPORT = Report(3, (FINDING, HINT))
EMPTY = Report(1, ())


def test_text_shows_the_line_and_a_caret(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.py").write_text("import time\n\tx = time.time()\n", encoding="utf-8")
    finding = FINDING._replace(column=6, end_column=17, message="a clock")
    assert FORMATS["text"](Report(1, (finding,))) == (
        "a.py:2:6: GHO101 [wall-clock] a clock\n"
        "  |\n"
        "2 | \tx = time.time()\n"
        "  | \t    ^^^^^^^^^^^\n"
        "\n"
        "1 finding in 1 file\n"
    )


@pytest.mark.parametrize("before", [0, 10, 190, 5000])
@pytest.mark.parametrize("after", [0, 10, 5000])
def test_text_shows_the_part_of_a_long_line_around_the_caret(
    before, after, tmp_path, monkeypatch
) -> None:
    monkeypatch.chdir(tmp_path)
    line = "a" * before + "time.time()" + "b" * after
    Path("a.py").write_text(f"\n{line}\n", encoding="utf-8")
    finding = FINDING._replace(column=before + 1, end_column=before + 12)
    *_, source, caret, _, _ = FORMATS["text"](Report(1, (finding,))).splitlines()
    assert len(source) <= len("2 | ") + 200 + 2 * len("...")
    assert len(caret) <= len(source)
    start, end = caret.index("^"), caret.rindex("^") + 1
    assert source[start:end] == "time.time()"
    assert (source[4:] == line) is (len(line) <= 200)


def test_text_says_what_is_a_hint_and_counts_apart() -> None:
    text = write_text(REPORT)
    assert "b, c.py:1:1: GHO309 [sort-ties] hint: can tie" in text
    assert text.endswith("1 finding and 1 hint in 3 files\n")
    assert write_text(EMPTY) == "no findings in 1 file\n"
    assert write_text(Report(1, (HINT,))).endswith("1 hint in 1 file\n")


def test_colour_only_when_asked_for() -> None:
    assert "\x1b[" not in write_text(REPORT)
    assert "\x1b[1;31mGHO101\x1b[0m" in write_text(REPORT, colour=True)


def test_statistics_count_by_rule_most_often_first() -> None:
    lines = write_statistics(Report(2, (HINT, FINDING, FINDING))).splitlines()
    assert lines[0].split()[:3] == ["2", "GHO101", "wall-clock"]
    assert lines[1].split()[:3] == ["1", "GHO309", "sort-ties"]


def test_json_is_canonical_and_complete() -> None:
    text = FORMATS["json"](REPORT)
    document = json.loads(text)
    assert text == json.dumps(document, indent=2, sort_keys=True) + "\n"
    assert document["version"] == 1
    assert document["files"] == 3
    assert document["findings"][0] == {**FINDING._asdict(), "severity": "error"}


def test_github_escapes_what_its_syntax_uses() -> None:
    first, second = FORMATS["github"](REPORT).splitlines()
    assert first == (
        "::error file=a.py,line=2,endLine=2,title=GHO101 wall-clock,col=5,endColumn=15"
        "::`time.time` reads: 50%25, a%0Aclock"
    )
    assert second == "::notice file=b%2C c.py,line=1,endLine=3,title=GHO309 sort-ties::can tie"


def test_sarif_has_the_structure_of_2_1_0() -> None:
    """The properties that the specification requires, and its constraints on their values."""
    log = json.loads(FORMATS["sarif"](REPORT))
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-schema-2.1.0.json")
    [run] = log["runs"]
    assert run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints")
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["semanticVersion"]) == ("ghost lint", __version__)
    assert [rule["id"] for rule in driver["rules"]] == [rule.code for rule in all_rules()]
    for rule in driver["rules"]:
        assert rule["shortDescription"]["text"]
        assert rule["help"]["text"]
        assert rule["defaultConfiguration"]["level"] in ("none", "note", "warning", "error")
    for result in run["results"]:
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("none", "note", "warning", "error")
        assert result["message"]["text"]
        [location] = result["locations"]
        place = location["physicalLocation"]
        assert " " not in place["artifactLocation"]["uri"]
        region = place["region"]
        assert region["startLine"] >= 1
        assert region["startColumn"] >= 1
        assert region["endLine"] >= region["startLine"]
    assert [result["level"] for result in run["results"]] == ["error", "note"]


def test_sarif_names_a_file_outside_the_working_directory_by_its_scheme() -> None:
    log = json.loads(FORMATS["sarif"](Report(1, (FINDING._replace(path="/x/a b.py"),))))
    [result] = log["runs"][0]["results"]
    location = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert location == {"uri": "file:///x/a%20b.py"}


@pytest.mark.parametrize("name", ["json", "sarif"])
def test_an_empty_report_is_still_a_document(name) -> None:
    assert json.loads(FORMATS[name](EMPTY))
