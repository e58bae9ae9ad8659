"""JSON with sorted keys, a version and an object for each finding, in ASCII."""

import json

from project_ghost.lint._run import Report

__all__ = ["write"]

_VERSION = 1


def write(report: Report) -> str:
    """The whole report as one document."""
    document = {
        "files": report.files,
        "findings": [finding._asdict() for finding in report.findings],
        "version": _VERSION,
    }
    return json.dumps(document, indent=2, sort_keys=True) + "\n"
