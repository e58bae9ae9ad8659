"""Files of another Python: told as hints with the Python that reads them, and counted."""

import json
import sys

import pytest

from project_ghost.cli import main
from project_ghost.lint import Severity
from project_ghost.lint.python._dialects import dialect_of

from .helpers import lint

RUNNING = f"Python 3.{sys.version_info[1]}"

PYTHON_2 = [
    'print "text"',
    "print x, y",
    'exec "x = 1"',
    'exec "x = 1" in scope',
    "try:\n    f()\nexcept ValueError, e:\n    pass",
    "try:\n    f()\nexcept (ValueError, KeyError), e:\n    pass",
    'raise ValueError, "text"',
    "chmod(name, 0744)",
    "x = 10L",
    "x = 0xFFL",
    "f = lambda (x, y): x",
    "def f(a, (x, y)): return x",
    "if x <> y: pass",
    "text = `x`",
    "text = ur'x'",
]
NEWER = [
    (12, "type Name = str"),
    (12, "type Pair[T] = tuple[T, T]"),
    (12, "def first[T](row: list[T]) -> T: ..."),
    (12, "async def first[T](row: list[T]) -> T: ..."),
    (12, "class Stack[T]: ..."),
    (12, "class Stack[\n    T\n]: ..."),
    (12, 'x = f"{row["name"]}"'),
    (12, 'x = f"a {{b}} {names.get("x"):>10} {"yes" if y else "no"}"'),
    (12, 'x = f"{f(\n    y)}"'),
    (12, "x = f\"{'\\n'.join(rows)}\""),
    (13, "class Stack[T = int]: ..."),
    (14, 'x = t"{name}"'),
]
BROKEN = [
    "def step(self:",
    "x = (",
    "x = 08",
    "<<<<<<< HEAD",
    "class A:\nx = 1",
    'x = f"{row["',
    'x = f"{row["name"}"',
    'x = f"{row"\ny = {"z": 1}',
    "x = 'text",
    "type = = str",
    "except ValueError:",
    "print(1",
    "x = f'{a b}'",
]


def fault(source: str) -> SyntaxError:
    with pytest.raises(SyntaxError) as raised:
        compile(source, "", "exec")
    return raised.value


@pytest.mark.parametrize("source", PYTHON_2)
def test_python_2_is_a_hint(source) -> None:
    [finding] = lint(source)
    assert (finding.code, finding.severity) == ("GHO001", Severity.HINT)
    assert finding.message.startswith(f"not checked by {RUNNING}, because it is Python 2 (")


@pytest.mark.parametrize(("minor", "source"), NEWER)
def test_newer_python_is_a_hint_under_an_older_one(minor, source) -> None:
    found = lint(source)
    if sys.version_info[1] >= minor:
        assert found == []
    elif minor == 13 and sys.version_info[1] == 12:
        pytest.skip("3.12 gives up at a place of its own")
    else:
        [finding] = found
        assert (finding.code, finding.severity) == ("GHO001", Severity.HINT)
        assert f"because it is Python 3.{minor} or newer: run ghost with it" in finding.message


@pytest.mark.parametrize("source", BROKEN)
def test_what_no_python_reads_is_an_error_and_says_which_one_tried(source) -> None:
    [finding] = lint(source)
    assert (finding.code, finding.severity) == ("GHO001", Severity.ERROR)
    assert finding.message.startswith("not Python: ")
    assert finding.message.endswith(f"(parsed by {RUNNING})")
    assert dialect_of(source, fault(source)) == ""


def test_what_is_not_checked_is_counted_in_the_last_line(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old.py").write_text('print "x"\n', encoding="utf-8")
    (tmp_path / "new.py").write_text("x = 1\n", encoding="utf-8")
    assert main(["lint", "."]) == 0
    last = "no findings in 2 files; not shown: 1 hint (--hints); not checked: 1 file\n"
    assert capsys.readouterr().out == last
    assert main(["lint", ".", "--hints"]) == 0
    assert capsys.readouterr().out.endswith("1 hint in 2 files; not checked: 1 file\n")
    assert main(["lint", ".", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["unchecked_files"] == 1
    (tmp_path / "broken.py").write_text("x = (\n", encoding="utf-8")
    assert main(["lint", "."]) == 1
    assert capsys.readouterr().out.endswith("; not checked: 2 files\n")
    assert main(["lint", ".", "--ignore", "syntax-error"]) == 0
