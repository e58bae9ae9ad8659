"""The reference of the Python API: a page for each public package."""

import re
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src"


@cache
def api_pages() -> tuple[tuple[str, str, str], ...]:
    """Title, path in the site and text of each page."""
    pages = []
    for name in public_packages():
        title = name.removeprefix("project_ghost.")
        pages.append((title, f"reference/api/{name}.md", f"# {name}\n\n::: {name}\n"))
    return tuple(pages)


def public_packages() -> list[str]:
    """Packages and modules without a leading underscore that say what they export."""
    found = []
    for file in sorted((SOURCE / "project_ghost").rglob("*.py")):
        parts = file.relative_to(SOURCE).with_suffix("").parts
        parts = parts[:-1] if parts[-1] == "__init__" else parts
        is_private = any(part.startswith("_") for part in parts) or parts[1:2] == ("cli",)
        if not is_private and re.search(r"^__all__ = ", file.read_text("utf-8"), re.M):
            found.append(".".join(parts))
    return found
