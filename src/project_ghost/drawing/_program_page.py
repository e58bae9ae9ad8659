"""A page with a program in it: data, style and script in one file that needs no other."""

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256

from ._element import Element, element
from ._page import colour_rules
from ._theme import DARK, LIGHT, Theme, themed

__all__ = ["program_page"]

# The ground under a scene, light and dark.
_SCENE = {
    LIGHT: "--field:#eef1ea;--road:#c6cad0;--walk:#e4ddd0;--paint:#ffffff;--block:#5b5148;"
    "--focus:#0b63c5",
    DARK: "--field:#1b2118;--road:#3a4048;--walk:#322e26;--paint:#aeb6bf;--block:#8d8175;"
    "--focus:#6cb2ff",
}


def program_page(
    title: str,
    description: str,
    body: Sequence[Element],
    *,
    style: str,
    script: str,
    data: str,
    is_served: bool = False,
) -> str:
    """The page as the text of a file; `data` is JSON that the script finds under `run-data`.

    It follows the light or dark of the screen, unless `data-theme` of the root chooses. The browser
    runs no other script in it and makes no request for it; a page that `is_served` may ask its
    server.
    """
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=_policy(script, is_served)),
        element("meta", name="viewport", content="width=device-width,initial-scale=1"),
        element("title", title),
        element("meta", name="description", content=description),
        element("style", f"{_colours()}{style}"),
    )
    parts = (
        *body,
        element("script", data, type="application/json", id="run-data"),
        element("script", script),
    )
    page = element("html", head, element("body", *parts), lang="en")
    return f"<!doctype html>\n{page}\n"


def _policy(script: str, is_served: bool) -> str:  # noqa: FBT001 - of the page
    """What a browser may do with the page, whatever names are in it."""
    digest = b64encode(sha256(script.encode()).digest()).decode()
    parts = ("default-src 'none'", "style-src 'unsafe-inline'", f"script-src 'sha256-{digest}'")
    return "; ".join((*parts, "connect-src 'self'") if is_served else parts)


def _colours() -> str:
    chosen = "".join(
        _rules(theme).replace(":root", f":root[data-theme={name}]")
        for name, theme in (("light", LIGHT), ("dark", DARK))
    )
    return themed(_rules) + chosen


def _rules(theme: Theme) -> str:
    series = " ".join(theme.series)
    return f"{colour_rules(theme)}:root{{{_SCENE[theme]};--series:{series}}}"
