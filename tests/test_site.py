"""Goal: the documentation becomes a site without a broken link, with search and its reference.

Method: build it once, strictly, as `make docs` does, and read what came out.
"""

import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from project_ghost.cli import COMMANDS

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder


class Sources(HTMLParser):
    """Collects what a page loads."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        loaded = {"script": "src", "img": "src", "link": "href", "iframe": "src"}
        if tag in loaded and named.get("rel") != "canonical":
            self.found.append(named.get(loaded[tag]) or "")


def test_every_page_of_the_docs_is_in_the_site(site: Path) -> None:
    pages = [page for page in (ROOT / "docs").rglob("*.md") if page.name != "README.md"]
    made = [site / page.relative_to(ROOT / "docs").with_suffix(".html") for page in pages]
    assert len(made) > 60
    assert [str(page) for page in made if not page.is_file()] == []


def test_pages_load_nothing_from_elsewhere(site: Path) -> None:
    parser = Sources()
    parser.feed((site / "index.html").read_text("utf-8"))
    assert len(parser.found) > 3
    assert [source for source in parser.found if re.match("(https?:)?//", source)] == []


def test_the_reference_has_every_command_message_and_public_name(site: Path) -> None:
    commands = (site / "reference" / "commands.html").read_text("utf-8")
    assert [c.name for c in COMMANDS if f'id="ghost-{c.name}"' not in commands] == []
    messages = (site / "reference" / "messages.html").read_text("utf-8")
    assert 'id="ghostcontact"' in messages
    assert "impulse_newton_s" in messages
    engine = (site / "reference" / "api" / "project_ghost.engine.html").read_text("utf-8")
    assert 'id="project_ghost.engine.Engine.snapshot"' in engine


def test_search_finds_pages_and_the_api(site: Path) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text("utf-8"))
    titles = {entry["title"]: entry["location"] for entry in index["docs"]}
    assert titles["Scenario keys"] == "scenario-keys.html"
    assert any("check_component" in entry["title"] for entry in index["docs"])
