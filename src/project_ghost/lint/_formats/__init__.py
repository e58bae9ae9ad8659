"""The ways to write a report, one file each."""

from collections.abc import Callable

from project_ghost.lint._formats import github, json, sarif, text
from project_ghost.lint._run import Report

__all__ = ["FORMATS"]

FORMATS: dict[str, Callable[[Report], str]] = {
    "text": text.write,
    "json": json.write,
    "sarif": sarif.write,
    "github": github.write,
}
