"""Goal: decisions are found from the code they explain, and the code from the decisions.

Method: citations (`ADR 12`) in the package, files in docs/adr and rows of the index must agree.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "adr"
RECORDS = {int(path.name[:4]): path for path in sorted(FOLDER.glob("[0-9]*.md"))}
CITATION = re.compile(r"\bADR (\d+)")
CITING = [
    *ROOT.glob("*.md"),
    *ROOT.glob("docs/**/*.md"),
    *(
        path
        for room in ("src", "tests", "proofs", "tools")
        for path in ROOT.glob(f"{room}/**/*.py")
    ),
]


def cited_in(paths: list[Path]) -> dict[int, set[str]]:
    """The numbers of the cited decisions, and where each is cited."""
    cited: dict[int, set[str]] = {}
    for path in paths:
        for number in CITATION.findall(path.read_text(encoding="utf-8")):
            cited.setdefault(int(number), set()).add(str(path.relative_to(ROOT)))
    return cited


def test_decisions_are_numbered_in_reading_order() -> None:
    assert list(RECORDS) == list(range(1, len(RECORDS) + 1))


def test_a_decision_is_cited_by_the_module_that_embodies_it() -> None:
    cited = cited_in(list(ROOT.glob("src/**/*.py")))
    uncited = [path.name for number, path in RECORDS.items() if number not in cited]
    assert uncited == [], "add `Why: ADR N.` to the docstring of the module that embodies it"


def test_every_citation_names_a_decision() -> None:
    unknown = {
        number: sorted(places)
        for number, places in cited_in(CITING).items()
        if number not in RECORDS
    }
    assert unknown == {}


@pytest.mark.parametrize("number", RECORDS)
def test_a_decision_has_the_common_form(number: int) -> None:
    text = RECORDS[number].read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.*)", text, re.M)
    title = headings[0]
    assert title.startswith(f"{number}. ")
    assert headings[1:] == ["Context", "Decision", "Consequences"]
    assert re.search(r"^Status: (accepted|superseded by ADR \d+)$", text, re.M)


def test_the_index_lists_every_decision_once_with_its_title() -> None:
    index = (FOLDER / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"\| \[(.*)\]\(([0-9].*\.md)\) \|", index)
    titles = [
        (path.read_text(encoding="utf-8").splitlines()[0].removeprefix("# "), path.name)
        for path in RECORDS.values()
    ]
    assert listed == titles
