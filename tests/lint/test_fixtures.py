"""Every rule finds what it must, and nothing else.

A fixture announces its findings in trailing comments (`# GHO101`), marks its near
misses (`# ok: why`), and is checked with all rules, so that no rule steps on
another's ground.
"""

import re
from pathlib import Path

import pytest

from project_ghost.core.level import Level
from project_ghost.lint import Finding, Rule, Severity, all_rules
from tests.lint.helpers import FIXTURES, expected, level_of, lint, near_misses

RULES = all_rules()
SECTIONS = ["What it does", "Why is this bad", "Example", "Use instead"]


def fixture_of(rule: Rule) -> Path:
    return FIXTURES / rule.family / f"{rule.name.replace('-', '_')}.py"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_rule_finds_what_its_fixture_announces(rule: Rule) -> None:
    source = fixture_of(rule).read_text(encoding="utf-8")
    announced = expected(source)
    assert rule.code in {code for _, code in announced}, "the fixture has nothing to find"
    assert near_misses(source), "the fixture has no near miss"
    found = sorted((f.line, f.code) for f in lint_with(rule, source, level_of(source)))
    assert found == announced


def lint_with(rule: Rule, source: str, level: Level | None) -> list[Finding]:
    """The findings that fail a run, and those of a rule that has infos only."""
    found = lint(source, level, show_info=True)
    return [each for each in found if each.severity is not Severity.INFO or is_info(rule, each)]


def is_info(rule: Rule, finding: Finding) -> bool:
    return rule.severity is Severity.INFO and finding.code == rule.code


def test_no_fixture_is_left_over() -> None:
    assert set(FIXTURES.rglob("*.py")) == {fixture_of(rule) for rule in RULES}


def test_near_misses_are_not_announced_as_findings() -> None:
    for path in sorted(FIXTURES.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        both = {line for line, _ in expected(source)} & set(near_misses(source))
        assert not both, f"{path.name}: lines {sorted(both)} say both"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_page_has_its_sections_and_its_examples_are_true(rule: Rule) -> None:
    """The example is found, by this rule; what to use instead is found by none."""
    parts = re.split(r"^## (.+)$", rule.page, flags=re.MULTILINE)
    sections = dict(zip(parts[1::2], parts[2::2], strict=True))
    assert list(sections) == SECTIONS
    assert rule.summary.endswith(".")
    level = max(rule.level, Level.HOST)
    example = lint_with(rule, python(sections["Example"]), level)
    assert rule.code in [finding.code for finding in example]
    assert lint(python(sections["Use instead"]), level) == []


def python(section: str) -> str:
    block = re.search(r"```python\n(.*?)```", section, flags=re.DOTALL)
    assert block is not None
    return block[1]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_rule_is_silent_below_its_level(rule: Rule) -> None:
    source = fixture_of(rule).read_text(encoding="utf-8")
    below = Level(max(rule.level - 1, 0))
    if below < rule.level:
        assert rule.code not in [finding.code for finding in lint(source, below)]


def test_codes_and_names_are_well_formed() -> None:
    families = ["linter", "time", "randomness", "order", "numbers", "state"]
    for rule in RULES:
        assert re.fullmatch(r"GHO\d{3}", rule.code)
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", rule.name)
        assert families.index(rule.family) == int(rule.code[3])
