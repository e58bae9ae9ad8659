"""`ghost lint` as a user meets it: exit codes, messages, options."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from project_ghost.cli import main
from project_ghost.lint import _run

CLEAN = "x = 1\n"
CLOCK = "import time\ndef step(): return time.time()\n"
HINT = "def f(xs):\n    return sorted(xs, key=lambda x: x.cost)\n"


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "clean.py").write_text(CLEAN, encoding="utf-8")
    return tmp_path


def lint(*arguments: str) -> int:
    return main(["lint", *arguments])


def test_clean_is_0_findings_are_1_hints_alone_are_0(project, capsys) -> None:
    assert lint() == 0
    assert capsys.readouterr().out == "no findings in 1 file\n"
    (project / "hint.py").write_text(HINT, encoding="utf-8")
    assert lint() == 0
    assert "no findings in 2 files; not shown: 1 hint (--hints)" in capsys.readouterr().out
    assert lint("--hints") == 0
    assert "1 hint in 2 files" in capsys.readouterr().out
    (project / "clock.py").write_text(CLOCK, encoding="utf-8")
    assert lint() == 1
    assert "clock.py:2:20: GHO101" in capsys.readouterr().out


def test_a_file_that_is_not_python_is_a_finding_with_its_line(project, capsys) -> None:
    (project / "broken.py").write_text("x = 1\ny = (\n", encoding="utf-8")
    (project / "bytes.py").write_bytes(b"x = '\xff'\n")
    (project / "null.py").write_bytes(b"x = 1\x00\n")
    assert lint() == 1
    out = capsys.readouterr().out
    assert "broken.py:2:5: GHO001" in out
    assert "bytes.py:1:" in out
    assert "null.py:1:" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere"], "no such file"),
        (["--select", "wal-clock"], "did you mean 'wall-clock'"),
        (["--ignore", "GHO9"], "no rule 'GHO9'"),
        (["--explain", "nonsense"], "no rule 'nonsense'"),
        (["--config", "missing.toml"], "cannot be read"),
        (["--jobs", "0"], "1 or more"),
        (["--statistics", "--format", "sarif"], "--format json"),
    ],
)
@pytest.mark.usefixtures("project")
def test_bad_input_is_2_with_one_message(arguments, message, capsys) -> None:
    assert lint(*arguments) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.out == ""


@pytest.mark.parametrize("arguments", [["--format", "xml"], ["--jobs", "many"], ["--nonsense"]])
@pytest.mark.usefixtures("project")
def test_a_bad_flag_is_2(arguments) -> None:
    with pytest.raises(SystemExit) as caught:
        lint(*arguments)
    assert caught.value.code == 2


@pytest.mark.parametrize(
    ("data", "place", "message"),
    [
        *(
            (f"# coding: {name}\nx = 1\n".encode(), "1:1", name)
            for name in ("rot13", "hex", "base64", "zlib", "uu", "bz2", "quopri", "klingon")
        ),
        (b"#!/usr/bin/python\n# coding: rot13\nx = 1\n", "2:1", "rot13"),
        (b"# coding: undefined\nx = 1\n", "1:1", "undefined"),
        (b"a = 1\nb = 2\nc = 3\nd = '\xff'\n", "4:6", "byte 0xff is not utf-8"),
        (b"a = 1\r\nd = '\xc3\xa4\xff'\r\n", "2:7", "byte 0xff is not utf-8"),
        (b"\xff\n", "1:1", "byte 0xff is not utf-8"),
        (b"# coding: ascii\n\nd = '\xff'\n", "3:6", "byte 0xff is not ascii"),
        (b"a = 1\nb = 2\n\nc = 3\x00\n", "4:6", "a null character"),
    ],
)
def test_what_cannot_be_decoded_is_a_finding_at_its_place(
    data, place, message, project, capsys
) -> None:
    (project / "broken.py").write_bytes(data)
    assert lint("broken.py") == 1
    first, *_ = capsys.readouterr().out.splitlines()
    assert first.startswith(f"broken.py:{place}: GHO001 [syntax-error] not Python: ")
    assert message in first


@pytest.mark.parametrize("name", ["src", "src/a.py", "pyproject.toml", "__init__.py"])
def test_a_place_that_may_not_be_looked_at_is_2(name, project, capsys, monkeypatch) -> None:
    (project / "src").mkdir()
    (project / "src" / "a.py").write_text(CLOCK, encoding="utf-8")
    original = os.stat

    def stat(path, **options):
        if isinstance(path, str | os.PathLike) and Path(path).match(f"*/{name}"):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return original(path, **options)

    monkeypatch.setattr(os, "stat", stat)
    assert lint(str(project / "src" / "a.py"), str(project / "src")) == 2
    err = capsys.readouterr().err
    assert "cannot be read: Permission denied" in err
    assert name in err


@pytest.mark.parametrize("style", ["text", "json", "sarif", "github"])
def test_a_file_name_that_is_not_utf_8(style, project) -> None:
    name = os.fsdecode(b"a\xff.py")
    (project / name).write_text(CLOCK, encoding="utf-8")
    command = [sys.executable, "-m", "project_ghost", "lint", "--format", style]
    done = subprocess.run(command, capture_output=True, cwd=project)
    assert (done.returncode, done.stderr) == (1, b"")
    if style == "json":
        assert json.loads(done.stdout)["findings"][0]["path"] == name
    if style == "sarif":
        assert "a%FF.py" in json.dumps(json.loads(done.stdout))


@pytest.mark.parametrize("style", ["text", "json", "sarif", "github"])
def test_a_terminal_that_cannot_write_a_source_line(style, project) -> None:
    source = "import time\ndef step(): return 'ä\u2192', time.time()\n"
    (project / "ä.py").write_text(source, encoding="utf-8")
    command = [sys.executable, "-m", "project_ghost", "lint", "--format", style]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, capture_output=True, cwd=project, env=environment)
    assert (done.returncode, done.stderr) == (1, b"")
    if style in ("json", "sarif"):
        assert json.loads(done.stdout)
    if style == "text":
        assert b"return '\\xe4\\u2192', time.time()" in done.stdout


@pytest.mark.usefixtures("project")
def test_a_defect_of_the_linter_names_the_file_and_is_2(capsys, monkeypatch) -> None:
    def fail(*_):
        raise ZeroDivisionError("of all things")

    monkeypatch.setattr(_run, "check", fail)
    assert lint() == 2
    err = capsys.readouterr().err
    assert "the linter failed: ZeroDivisionError: of all things" in err
    assert "clean.py" in err


def test_an_unreadable_file_is_2(project, capsys) -> None:
    (project / "link.py").symlink_to(project / "gone.py")
    assert lint("link.py") == 2
    assert "link.py" in capsys.readouterr().err
    os.mkfifo(project / "pipe.py")
    assert lint("pipe.py") == 2
    assert "pipe.py" in capsys.readouterr().err


def test_a_folder_gives_its_regular_files_only(project, capsys) -> None:
    """No pipe, whose reading would never end, and no editor's lock, a link to nowhere."""
    os.mkfifo(project / "pipe.py")
    (project / "link.py").symlink_to(project / "gone.py")
    (project / ".#clean.py").symlink_to("somebody@host")
    (project / ".hidden.py").write_text(CLOCK, encoding="utf-8")
    (project / "folder.py").mkdir()
    (project / "good_link.py").symlink_to(project / "clean.py")
    assert lint() == 0
    assert capsys.readouterr().out == "no findings in 2 files\n"


def test_select_and_ignore(project, capsys) -> None:
    (project / "a.py").write_text(
        "import time\nfrom project_ghost.engine import Host\nclass Planner(Host):\n"
        "    def output(self, state):\n        time.sleep(time.time())\n",
        encoding="utf-8",
    )
    assert lint("--select", "sleep", "--statistics", "--format", "json") == 1
    assert json.loads(capsys.readouterr().out) == {"GHO102": 1}
    assert lint("--select", "GHO1,order", "--ignore", "wall-clock", "--ignore", "GHO102") == 0


def test_a_selection_does_not_call_a_file_clean_that_was_not_checked(project, capsys) -> None:
    (project / "broken.py").write_text("x = (\n", encoding="utf-8")
    assert lint("--select", "time") == 1
    assert "broken.py:1:5: GHO001" in capsys.readouterr().out
    assert lint("--select", "time", "--ignore", "syntax-error") == 0
    (project / "pyproject.toml").write_text('[tool.ghost.lint]\nselect = ["time"]\n')
    assert lint() == 1


def test_a_folder_is_searched_and_an_excluded_or_hidden_one_is_not(project, capsys) -> None:
    for folder in ("src", ".hidden", "vendor", "build", "src/node_modules"):
        (project / folder).mkdir()
        (project / folder / "a.py").write_text(CLOCK, encoding="utf-8")
    (project / "pyproject.toml").write_text('[tool.ghost.lint]\nexclude = ["vendor"]\n')
    assert lint("--format", "json", ".", "src", "vendor/a.py") == 1
    document = json.loads(capsys.readouterr().out)
    assert [finding["path"] for finding in document["findings"]] == ["src/a.py"]
    assert document["files"] == 2


def test_explain_prints_the_page_by_code_or_name(capsys) -> None:
    assert lint("--explain", "GHO101") == 0
    by_code = capsys.readouterr().out
    assert lint("--explain", "wall-clock") == 0
    assert capsys.readouterr().out == by_code
    assert by_code.startswith("# wall-clock (GHO101)")
    assert "## Use instead" in by_code


def test_list_rules_names_all(capsys) -> None:
    assert lint("--list-rules") == 0
    assert len(capsys.readouterr().out.splitlines()) > 40


def test_the_overview_imports_neither_the_linter_nor_its_libraries() -> None:
    script = (
        "import sys, contextlib\n"
        "from project_ghost.cli import main\n"
        "with contextlib.suppress(SystemExit): main(['--help'])\n"
        "names = ('numpy', 'rich', 'numba', 'project_ghost.lint')\n"
        "heavy = [name for name in names if name in sys.modules]\n"
        "print(heavy)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]"
