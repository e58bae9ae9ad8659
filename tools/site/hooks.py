"""Build the site: its navigation, and the pages that are made from the source.

MkDocs calls the functions below (`mkdocs.yml`).
"""

import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))  # MkDocs runs this file by its path

from tools.site.api import api_pages  # noqa: E402 - found by the line above
from tools.site.commands import commands_text  # noqa: E402
from tools.site.messages import messages_text  # noqa: E402

# Files outside of docs that pages link to; they become part of the site.
_OUTSIDE = (
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "examples",
    "tests/README.md",
    "tests/view/golden/loop.svg",
)
_COMMANDS = "reference/commands.md"
_MESSAGES = "reference/messages.md"


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Take the navigation from the page map of the first page."""
    nav: list[Any] = [{"Ghost": "index.md"}]
    nav += [{section: pages} for section, pages in page_map().items()]
    for section in nav:
        if "Reference" in section:
            section["Reference"] += [
                {"Commands": _COMMANDS},
                {"Messages": _MESSAGES},
                {"Python API": [{name: path} for name, path, _ in api_pages()]},
            ]
        elif "Why" in section:
            records = sorted((ROOT / "docs" / "adr").glob("0*.md"))
            section["Why"].append({"Records": [f"adr/{record.name}" for record in records]})
            section["Why"].append({"Changes": "CHANGELOG.md"})
            section["Why"].append({"Contributing": "CONTRIBUTING.md"})
            section["Why"].append({"The tests": "tests/README.md"})
        elif "Guides" in section:
            section["Guides"].append({"A project of a user": "examples/your-project/README.md"})
    config["nav"] = nav
    return config


def page_map() -> dict[str, list[dict[str, str]]]:
    """The pages of each section of docs/index.md, in their order."""
    text = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    sections = re.split(r"^## ", text, flags=re.M)[1:]
    found = {
        section.partition("\n")[0]: [
            {title: path}
            for title, path in re.findall(r"^\| \[([^\]]*)\]\(([^)]*)\) \|", section, re.M)
        ]
        for section in sections
    }
    return {name: pages for name, pages in found.items() if pages}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages made from the source, and what pages show from outside of docs."""
    made = {_COMMANDS: commands_text(), _MESSAGES: messages_text()}
    made |= {path: text for _, path, text in api_pages()}
    for path, text in made.items():
        files.append(File.generated(config, path, content=text))
    for name in _OUTSIDE:
        found = [ROOT / name] if (ROOT / name).is_file() else sorted((ROOT / name).rglob("*"))
        for file in found:
            if file.is_file() and "__pycache__" not in file.parts:
                path = str(file.relative_to(ROOT))
                files.append(File.generated(config, path, abs_src_path=str(file)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001 - MkDocs passes them
    """Let links that leave docs lead to the copies within the site."""
    if "/" not in page.file.src_uri:
        markdown = markdown.replace("](../README.md", "](index.md").replace("](../", "](")
    if page.file.src_uri in {"CHANGELOG.md", "CONTRIBUTING.md"}:
        markdown = markdown.replace("](docs/", "](").replace("](README.md", "](index.md")
    return markdown
