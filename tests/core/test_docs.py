"""Goal: what the pages on time and the bus show is what happens."""

import doctest
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", ["time.md", "bus.md"])
def test_the_examples_of_a_page_run_as_shown(page):
    blocks = re.findall(
        r"^```pycon\n(.*?)^```", (DOCS / page).read_text(encoding="utf-8"), re.M | re.S
    )
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page, page, 0)
    assert test.examples
    report: list[str] = []
    doctest.DocTestRunner().run(test, out=report.append)
    assert not report, "".join(report)
