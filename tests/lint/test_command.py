"""`ghost lint` as a user meets it: exit codes, messages, options."""

import json
import subprocess
import sys

import pytest

from project_ghost.cli import main

CLEAN = "x = 1\n"
CLOCK = "import time\nx = time.time()\n"
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
    assert "1 hint in 2 files" in capsys.readouterr().out
    (project / "clock.py").write_text(CLOCK, encoding="utf-8")
    assert lint() == 1
    assert "clock.py:2:5: GHO101" in capsys.readouterr().out


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
        (["--jobs", "0"], "at least one"),
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


def test_an_unreadable_file_is_2(project, capsys) -> None:
    (project / "link.py").symlink_to(project / "gone.py")
    assert lint() == 2
    assert "link.py" in capsys.readouterr().err


def test_select_and_ignore(project, capsys) -> None:
    (project / "a.py").write_text("import time\ntime.sleep(time.time())\n", encoding="utf-8")
    assert lint("--select", "sleep", "--statistics", "--format", "json") == 1
    assert json.loads(capsys.readouterr().out) == {"GHO102": 1}
    assert lint("--select", "GHO1,order", "--ignore", "wall-clock", "--ignore", "GHO102") == 0


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
