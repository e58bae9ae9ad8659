"""Check a piece of source as the linter would check a file."""

import re
from dataclasses import replace
from pathlib import Path

from project_ghost.core.level import Level
from project_ghost.lint import Config, Finding, Severity
from project_ghost.lint._check import check_file

HERE = Path(__file__).parent
FIXTURES = HERE / "fixtures"
SAMPLES = HERE / "samples"

_CODE = re.compile(r"GHO\d{3}")
_LEVEL = re.compile(r"# level: (\w+)")


def lint(
    source: str,
    level: Level | None = None,
    select: tuple[str, ...] = (),
    *,
    show_info: bool = False,
    module: str = "sample",
) -> list[Finding]:
    """The findings in some source, at the level its content says or the one given."""
    config = Config(root=HERE).with_options(select, ())
    settings = replace(config.settings(HERE / "sample.py"), level=level, module=module)
    found = check_file(source.encode(), settings)
    return [each for each in found if show_info or each.severity is not Severity.INFO]


def codes(source: str, level: Level | None = None, select: tuple[str, ...] = ()) -> list[str]:
    return [finding.code for finding in lint(source, level, select)]


def level_of(source: str) -> Level | None:
    """The level that a fixture asks for in its first line."""
    found = _LEVEL.match(source)
    return Level[found[1].upper()] if found else None


def expected(source: str) -> list[tuple[int, str]]:
    """The findings that trailing comments announce: line and code, in the order of reports."""
    return sorted(
        (number, code)
        for number, line in enumerate(source.splitlines(), 1)
        if "  # " in line
        for code in _CODE.findall(line.rpartition("  # ")[2])
    )


def near_misses(source: str) -> list[int]:
    """The lines that look suspicious, are not, and say so: `# ok` and why."""
    return [n for n, line in enumerate(source.splitlines(), 1) if re.search(r"  # ok\b", line)]
