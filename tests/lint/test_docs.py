"""The linter's reference pages are made from its rules and fixtures, and are current."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from project_ghost.cli import COMMANDS
from project_ghost.lint import all_rules
from tests.lint.helpers import codes

ROOT = Path(__file__).parents[2]


def test_the_reference_pages_are_current() -> None:
    if not Path(sys.executable).with_name("ruff").exists():
        pytest.skip("ruff is not installed beside this Python")
    command = [sys.executable, str(ROOT / "tools" / "lint_pages.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.stdout, done.returncode) == ("", 0), "run `make lint-pages`"


def test_the_guide_names_only_rules_that_exist() -> None:
    guide = (ROOT / "docs" / "lint.md").read_text(encoding="utf-8")
    known = {word for rule in all_rules() for word in (rule.code, rule.name)}
    named = set(re.findall(r"allow\[([^\]]+)\]", guide)) | set(re.findall(r"GHO\d{3}", guide))
    words = {word.strip() for names in named for word in names.split(",")}
    assert words - {"rule-name", "name"} <= known


def test_the_examples_of_the_guide_are_allowed_and_would_be_found_without_the_comments() -> None:
    guide = (ROOT / "docs" / "lint.md").read_text(encoding="utf-8")
    [example] = re.findall(r"^```python\n(.*?)^```", guide, re.DOTALL | re.MULTILINE)
    assert codes(example) == []
    assert codes(re.sub(r"# ghost: .*", "", example)) == ["GHO101", "GHO101", "GHO206"]


def test_no_linter_that_people_use_beside_it_has_its_prefix() -> None:
    """ruff carries the codes of some sixty flake8 plugins."""
    ruff = Path(sys.executable).with_name("ruff")
    if not ruff.exists():
        pytest.skip("ruff is not installed beside this Python")
    linters = subprocess.run([str(ruff), "linter"], capture_output=True, text=True).stdout
    prefixes = {word for line in linters.splitlines() for word in line.split()[0].split("/")}
    assert len(prefixes) > 40
    assert "GHO" not in prefixes


def test_the_pre_commit_hook_calls_a_command_that_exists() -> None:
    text = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    entry = re.search(r"^  entry: ghost (\w+)$", text, re.MULTILINE)
    assert entry is not None
    assert entry[1] in [command.name for command in COMMANDS]
    assert {"id", "name", "language", "types"} <= set(
        re.findall(r"^[- ] (\w+):", text, re.MULTILINE)
    )
