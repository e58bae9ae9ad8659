"""Goal: nothing outside `drawing` writes SVG or HTML by hand."""

import ast
import re
from pathlib import Path

import pytest

import project_ghost

PACKAGE = Path(project_ghost.__file__).parent
TAGS = "svg|path|rect|circle|polygon|polyline|text|style|html|div|p|table|tr|td|th|h[1-6]|ul|li"
MARKUP = re.compile(rf"<({TAGS})( [a-zA-Z-]+=|/?>)|</({TAGS})>")


def markup(source: str) -> list[str]:
    """Texts with tags in them, f-strings included and docstrings left out."""
    tree = ast.parse(source)
    strings = [node for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    described = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    return [
        s.value
        for s in strings
        if isinstance(s.value, str) and id(s) not in described and MARKUP.search(s.value)
    ]


def test_only_drawing_writes_tags() -> None:
    others = [path for path in PACKAGE.rglob("*.py") if PACKAGE / "drawing" not in path.parents]
    result = {
        str(path.relative_to(PACKAGE)): tags
        for path in others
        if (tags := markup(path.read_text(encoding="utf-8")))
    }
    assert result == {}


@pytest.mark.parametrize(
    "source",
    [
        "x = f'<svg width=\"{w}\">'",
        "x = '<path d=\"M0,0\"/>'",
        "def f():\n    return '<rect/>'",
        "x = '</table>'",
    ],
)
def test_tags_are_found(source) -> None:
    assert markup(source)


def test_a_docstring_may_show_a_tag() -> None:
    assert not markup('"""Writes <svg>."""')
