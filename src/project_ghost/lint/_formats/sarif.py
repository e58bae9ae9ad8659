"""SARIF 2.1.0, the format of code hosts and editors."""

import json
import os
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import quote

from project_ghost import __version__
from project_ghost.lint._finding import Finding, Fix, Severity
from project_ghost.lint._registry import all_rules
from project_ghost.lint._rule import Rule
from project_ghost.lint._run import Report

__all__ = ["write"]

_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_LEVELS = {Severity.ERROR: "error", Severity.HINT: "note", Severity.INFO: "note"}


def write(report: Report) -> str:
    """One run, with the pages of all rules in its metadata."""
    rules = all_rules()
    indices = {rule.code: index for index, rule in enumerate(rules)}
    run = {
        "tool": {
            "driver": {
                "name": "ghost lint",
                "semanticVersion": __version__,
                "rules": [_rule(rule) for rule in rules],
            }
        },
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, indices[finding.code]) for finding in report.findings],
    }
    document = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(document, indent=2, sort_keys=True) + "\n"


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "help": {"text": rule.page, "markdown": rule.page},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
        "properties": {"family": rule.family, "level": str(rule.level)},
    }


def _result(finding: Finding, index: int) -> dict[str, Any]:
    path = PurePosixPath(finding.path)
    # The bytes of a file's name need not be UTF-8.
    quoted = quote(os.fsencode(path))
    place = {"uri": f"file://{quoted}" if path.is_absolute() else quoted}
    fixes = {"fixes": [_fix(finding.fix, place)]} if finding.fix and finding.fix.edits else {}
    return fixes | {
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": _LEVELS[finding.severity],
        "message": {"text": finding.message},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": place,
                    "region": {
                        "startLine": finding.line,
                        "startColumn": finding.column,
                        "endLine": finding.end_line,
                        "endColumn": finding.end_column,
                    },
                }
            }
        ],
    }


def _fix(fix: Fix, place: dict[str, str]) -> dict[str, Any]:
    replacements = [
        {
            "deletedRegion": {
                "startLine": edit.line,
                "startColumn": edit.column,
                "endLine": edit.end_line,
                "endColumn": edit.end_column,
            },
            "insertedContent": {"text": edit.text},
        }
        for edit in fix.edits
    ]
    return {
        "description": {"text": fix.message},
        "artifactChanges": [{"artifactLocation": place, "replacements": replacements}],
    }
