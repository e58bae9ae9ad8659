"""Workflow commands, which GitHub Actions shows as annotations of a change."""

from project_ghost.lint._finding import Finding, Severity
from project_ghost.lint._run import Report

__all__ = ["write"]


def write(report: Report) -> str:
    """One command for each finding."""
    return "".join(_command(finding) for finding in report.findings)


def _command(finding: Finding) -> str:
    kind = "error" if finding.severity is Severity.ERROR else "notice"
    properties = {
        "file": finding.path,
        "line": finding.line,
        "endLine": finding.end_line,
        "title": f"{finding.code} {finding.name}",
    }
    if finding.line == finding.end_line:
        # GitHub rejects columns across lines. Its ends are inclusive.
        properties |= {
            "col": finding.column,
            "endColumn": max(finding.end_column - 1, finding.column),
        }
    listed = ",".join(f"{key}={_escaped(str(value))}" for key, value in properties.items())
    return f"::{kind} {listed}::{_message(finding.message)}\n"


def _message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escaped(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")
