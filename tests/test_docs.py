"""Goal: what the documentation shows is what happens, and what it points to is there."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", [p for p in PAGES if "```pycon" in text_of(p)], ids=name_of)
def test_the_examples_of_a_page_run_as_shown(page: Path, monkeypatch) -> None:
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"^```pycon\n(.*?)^```", text_of(page), re.M | re.S)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.name, page.name, 0)
    assert test.examples
    report: list[str] = []
    doctest.DocTestRunner().run(test, out=report.append)
    assert not report, "".join(report)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text_of(page))
    missing = [target for target in targets if not (page.parent / target).exists()]
    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_make_targets_that_are_named_exist(page: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):.*##", text_of(ROOT / "Makefile"), re.M))
    named = set(re.findall(r"`make ([a-z-]+)", text_of(page)))
    assert named <= targets
