"""Goal: the documentation shows what happens, and its links lead somewhere."""

import doctest
import io
import re
from pathlib import Path

import pytest

from project_ghost.cli import main
from tools.scenario_pages import keys_text

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.slow
@pytest.mark.parametrize("page", [p for p in PAGES if "```pycon" in text_of(p)], ids=name_of)
def test_the_examples_of_a_page_run_as_shown(page: Path, monkeypatch) -> None:
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"^```pycon\n(.*?)^```", text_of(page), re.M | re.S)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.name, page.name, 0)
    assert test.examples
    report: list[str] = []
    doctest.DocTestRunner().run(test, out=report.append)
    assert not report, "".join(report)


def anchors_of(page: Path) -> set[str]:
    """The anchors that a page's headings get on the usual forges."""
    bare = re.sub(r"^```.*?^```", "", text_of(page), flags=re.M | re.S)
    headings = re.findall(r"^#+ (.*)", bare, re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:\s]*)(?:#([^)\s]*))?\)", text_of(page))
    missing = []
    for target, anchor in links:
        path = page.parent / target if target else page
        if not path.exists() or (anchor and anchor not in anchors_of(path)):
            missing.append(f"{target}#{anchor}" if anchor else target)
    assert missing == []


def test_the_page_map_lists_every_page() -> None:
    rows = re.findall(r"^\| \[.*\]\(([\w-]+\.md)\) \|", text_of(ROOT / "docs" / "index.md"), re.M)
    listed = [f"docs/{row}" for row in rows]
    assert sorted([*listed, "docs/index.md"]) == sorted(map(name_of, ROOT.glob("docs/*.md")))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_make_targets_that_are_named_exist(page: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):.*##", text_of(ROOT / "Makefile"), re.M))
    named = set(re.findall(r"`make ([a-z-]+)", text_of(page)))
    assert named <= targets


@pytest.mark.parametrize("name", ["run.md", "verify.md"])
def test_digests_of_a_scenario_are_current(name: str) -> None:
    stored = text_of(ROOT / "tests" / "scenario" / "golden" / "t-junction-4.json")
    shown = re.findall(r"\b[0-9a-f]{16,64}\b", text_of(ROOT / "docs" / name))
    assert shown
    assert [digest for digest in shown if digest not in stored] == []


def help_of(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    """The help of a command and its subcommands."""
    with pytest.raises(SystemExit):
        main([command, "--help"])
    text = capsys.readouterr().out
    for subcommand in re.findall(r"^    ([a-z]+)  ", text, re.M):
        with pytest.raises(SystemExit):
            main([command, subcommand, "--help"])
        text += capsys.readouterr().out
    return text


def test_commands_and_flags_that_are_named_exist(capsys) -> None:
    """Method: compare each command line on any page with the help of its command."""
    used: dict[str, set[str]] = {}
    for page in PAGES:
        for line in re.findall(r"(?:^|`|\$ )(ghost [a-z-]+(?: [^`\n#|]*)?)", text_of(page), re.M):
            command, flags = line.split()[1], re.findall(r"(?<= )--?[a-z][a-z-]*", line)
            used.setdefault(command, set()).update(flags)
    assert len(used) > 20
    unknown = {
        f"{command} {flag}"
        for command, flags in used.items()
        for help_text in [help_of(command, capsys)]
        for flag in flags
        if not re.search(rf"(?<![\w-]){flag}(?![\w-])", help_text)
    }
    assert unknown == set()


def test_the_reference_of_scenario_keys_is_current() -> None:
    page = text_of(ROOT / "docs" / "scenario-keys.md")
    assert page == keys_text(), "run `python tools/scenario_pages.py --keys`"


@pytest.mark.slow
def test_the_commands_of_the_readme_give_its_results(tmp_path, monkeypatch, capsys) -> None:
    """Method: its commands one after the other, and what it says they come to."""
    tour = (
        text_of(ROOT / "README.md")
        .partition("## Verify, rerun and reopen a run")[2]
        .partition("## From Python")[0]
    )
    lines = [line.partition("#")[0].split() for line in tour.splitlines() if "ghost " in line]
    commands = [words[words.index("ghost") + 1 :] for words in lines if "ghost" in words[:2]]
    names = [command[0] for command in commands]
    assert names == ["run", "verify", "rerun", "checkpoint", "run", "diff", "replay", "debug"]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    said = {}
    for command in commands:
        if command[0] != "verify":  # verify has its own tests, and takes a while under load
            assert main(command) == (1 if command[0] == "diff" else 0), command
            said[" ".join(command[:2])] = capsys.readouterr().out
    assert "car2 and pedestrian at 6.1 s" in said["run t-junction-4"]
    assert "The first difference" in said["rerun first"]
    assert "contacts │ 0" in said["run --from"]
    assert "B starts at 4 s" in said["diff first"]
    assert "The same: 11,228 numbers, bit for bit." in said["replay first"]
