"""JSON with sorted keys, a version and an object for each finding, in ASCII."""

import json
from typing import Any

from project_ghost.lint._finding import Finding
from project_ghost.lint._run import Report

__all__ = ["write"]

_VERSION = 1


def _row(finding: Finding) -> dict[str, Any]:
    fix = finding.fix
    edits = [edit._asdict() for edit in fix.edits] if fix else []
    return finding._asdict() | {"fix": fix._asdict() | {"edits": edits} if fix else None}


def write(report: Report) -> str:
    """The whole report as one document."""
    document = {
        "files": report.files,
        "findings": [_row(finding) for finding in report.findings],
        "hidden_hints": report.hidden_hints,
        "hidden_infos": report.hidden_infos,
        "unchecked_files": report.unchecked,
        "version": _VERSION,
    }
    return json.dumps(document, indent=2, sort_keys=True) + "\n"
