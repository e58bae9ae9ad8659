"""Formats of a report: `text`, `json`, `sarif`, and annotations for `github`."""

from collections.abc import Callable

from project_ghost.lint._run import Report

from . import github, json, sarif, text

__all__ = ["FORMATS"]

FORMATS: dict[str, Callable[[Report], str]] = {
    "text": text.write,
    "json": json.write,
    "sarif": sarif.write,
    "github": github.write,
}
