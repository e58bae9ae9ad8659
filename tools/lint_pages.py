"""Write the linter's reference pages from its rules and fixtures: `make lint-pages`.

docs/lint-rules.md is every rule's own page. docs/lint-and-ruff.md counts, over the
linter's fixtures, what ruff's related rules find of what ours must find. With
--check nothing is written, and the exit code is 1 where a page is out of date.
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
        "# The rules of `ghost lint`",
        "Made from the rules' own documentation by `make lint-pages`; `ghost lint --explain RULE` "
        "prints one of them. A rule applies at its level and above ([levels](lint.md#levels)); "
        "a hint never fails a run.",
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


def ruff_page() -> str:
    """What ruff finds of what our fixtures must give."""
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
            "# What ruff already finds, and what `ghost lint` adds",
            "",
            "ruff is a fine linter, and Ghost uses it. Some of its rules touch determinism from "
            "another side: security (S311), time zones (DTZ), style (PTH). The table counts, over "
            "the fixtures that every rule of `ghost lint` is tested with, how many of the lines "
            f"that must be found ruff's related rules find ({version}, preview rules included), "
            "and how many near misses, which are fine, they report too.",
            "",
            f"Together: ruff finds {finds} of {must} lines; `ghost lint` finds all of them and no "
            "near miss, which is what its tests require of it (the fixtures are ours, so this is "
            "where it has to be perfect; how it does on others' code is in "
            "[the guide](lint.md#how-sure-it-is)).",
            "",
            "| rule | related rules of ruff | must be found | ruff finds | it reports, wrongly |",
            "| --- | --- | ---: | ---: | ---: |",
            *rows,
            "",
            "PLW0603 reports the `global` statement and RUF012 the attribute where it is defined, "
            "not the places that change them, so they count none here. Neither follows a change "
            "of a list or dictionary, or one through `type(self)` or `cls`. No rule of ruff knows "
            "about levels, steps, components or snapshots.",
            "",
            "Made by `make lint-pages`.",
            "",
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


PAGES = {
    ROOT / "docs" / "lint-rules.md": rules_page,
    ROOT / "docs" / "lint-and-ruff.md": ruff_page,
}


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
