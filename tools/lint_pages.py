"""Write the linter's reference from its rules and fixtures: `make lint-pages`.

docs/lint-rules.md has the documentation of every rule. A section of docs/lint.md counts, over
the linter's fixtures, how many of the lines that our rules must find ruff's related rules find.
With --check nothing is written, and the exit code is 1 where a page is out of date.
"""

import argparse
import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

from project_ghost.lint import Rule, Severity, all_rules

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.lint.helpers import FIXTURES, expected, near_misses  # noqa: E402

GUIDE = ROOT / "docs" / "lint.md"
BEGIN, END = "<!-- made by make lint-pages: begin -->", "<!-- made by make lint-pages: end -->"
FAMILIES = {
    "time": "Time",
    "randomness": "Randomness",
    "order": "Order",
    "numbers": "Numbers",
    "state": "State",
    "linter": "The linter itself",
}
# ruff's rules that are about the same thing, as far as it has any.
RELATED = {
    "wall-clock": ("DTZ002", "DTZ003", "DTZ005", "DTZ011"),
    "sleep": ("ASYNC251",),
    "float-time-equality": ("RUF069",),
    "global-random": ("S311",),
    "numpy-global-random": ("NPY002",),
    "unseeded-generator": ("S311",),
    "varying-seed": ("S311",),
    "set-iteration": ("PLC0208",),
    "unsorted-listing": ("PTH207", "PTH208"),
    "global-state": ("PLW0603",),
    "class-state": ("RUF012",),
    "mutable-default": ("B006", "B008"),
    "cached-state": ("B019",),
}


def rules_page() -> str:
    """All rules: a table, then each one's own page."""
    parts = [
        "# Lint rules",
        "This page is made from the rules' docstrings by `make lint-pages`; `ghost lint --explain "
        "RULE` prints one of them. A rule applies at its level and above "
        "([levels](lint.md#levels)); hints are shown with `--hints` and infos with `--info`, and "
        "neither fails a run.",
    ]
    for family, title in FAMILIES.items():
        rules = [rule for rule in all_rules() if rule.family == family]
        rows = [
            f"| {rule.code} | [{rule.name}](#{_anchor(rule)}) | {rule.level} | {rule.summary} |"
            for rule in rules
        ]
        head = ["| code | name | level | what |", "| --- | --- | --- | --- |"]
        parts += [f"## {title}", "\n".join([*head, *rows])]
    for family in FAMILIES:
        parts += [_rule(rule) for rule in all_rules() if rule.family == family]
    return "\n\n".join(parts) + "\n"


def _anchor(rule: Rule) -> str:
    return f"{rule.name}-{rule.code.lower()}"


def _rule(rule: Rule) -> str:
    kind = ", hint" if rule.severity is Severity.HINT else ""
    page = rule.page.replace("\n## ", "\n#### ")
    return f"### {rule.name} ({rule.code})\n\nFrom level `{rule.level}`{kind}. {page}"


def guide_page() -> str:
    """The guide, with its comparison with ruff made again."""
    before, _, rest = GUIDE.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    return f"{before}{BEGIN}\n\n{_comparison_with_ruff()}\n\n{END}{after}"


def _comparison_with_ruff() -> str:
    version = _ruff("--version").strip()
    reported = _reported()
    rows = []
    must, finds = 0, 0
    for rule in all_rules():
        if rule.family == "linter":
            continue
        path = FIXTURES / rule.family / f"{rule.name.replace('-', '_')}.py"
        source = path.read_text(encoding="utf-8")
        wanted = {line for line, code in expected(source) if code == rule.code}
        codes = RELATED.get(rule.name, ())
        lines = {line for code in codes for line in reported[path.name, code]}
        near = len(lines & set(near_misses(source)))
        must, finds = must + len(wanted), finds + len(lines & wanted)
        rows.append(
            f"| {rule.name} | {', '.join(codes) or 'none'} | {len(wanted)} "
            f"| {len(lines & wanted)} | {near} |"
        )
    return "\n".join(
        [
            f"In total ruff finds {finds} of {must} lines ({version}, preview rules included). "
            "`ghost lint` finds all of them and no near miss, as its tests require.",
            "",
            "| rule | related rules of ruff | must be found | ruff finds | false alarms of ruff |",
            "| --- | --- | ---: | ---: | ---: |",
            *rows,
        ]
    )


def _reported() -> dict[tuple[str, str], set[int]]:
    codes = sorted({code for related in RELATED.values() for code in related})
    options = ("--isolated", "--no-cache", "--preview", "--exit-zero", "--output-format", "json")
    text = _ruff("check", *options, "--select", ",".join(codes), str(FIXTURES))
    found: defaultdict[tuple[str, str], set[int]] = defaultdict(set)
    for report in json.loads(text):
        found[Path(report["filename"]).name, report["code"]].add(report["location"]["row"])
    return found


def _ruff(*arguments: str) -> str:
    command = [str(Path(sys.executable).with_name("ruff")), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
    return done.stdout


PAGES = {ROOT / "docs" / "lint-rules.md": rules_page, GUIDE: guide_page}


def main() -> int:
    """Write the pages, or check them."""
    parser = argparse.ArgumentParser(prog="python tools/lint_pages.py", description=__doc__)
    parser.add_argument("--check", action="store_true", help="only say what is out of date")
    only_check = parser.parse_args().check
    stale = 0
    for path, make in PAGES.items():
        text = make()
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale += 1
            print(f"{path.relative_to(ROOT)} {'is out of date' if only_check else 'written'}")
            if not only_check:
                path.write_text(text, encoding="utf-8")
    return 1 if only_check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
