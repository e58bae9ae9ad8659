"""The configuration decides what is checked where; a bad one names its file and key."""

from pathlib import Path

import pytest

from project_ghost.core.errors import InputError
from project_ghost.core.level import Level
from project_ghost.lint import Config, load_config
from project_ghost.lint.settings._globs import matches


def config(tmp_path: Path, text: str) -> Config:
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    (tmp_path / "src").mkdir(exist_ok=True)
    return load_config([tmp_path / "src"])


def test_without_a_file_everything_is_checked_as_its_content_says(tmp_path) -> None:
    settings = load_config([tmp_path]).settings(tmp_path / "a.py")
    assert settings.level is None
    assert "GHO101" in settings.codes


def test_a_file_that_does_not_speak_of_the_linter_is_passed_over(tmp_path) -> None:
    part = tmp_path / "part" / "src"
    part.mkdir(parents=True)
    (tmp_path / "part" / "pyproject.toml").write_text("[tool.other]\nx = 1\n", encoding="utf-8")
    alone = load_config([part])
    assert (alone.root, alone.exclude) == (tmp_path / "part", ())
    (tmp_path / "pyproject.toml").write_text("[tool.ghost.lint]\nexclude = ['x']\n")
    found = load_config([part])
    assert (found.root, found.exclude) == (tmp_path, ("x",))
    (tmp_path / "part" / "pyproject.toml").write_text("[tool.ghost.lint]\n", encoding="utf-8")
    assert load_config([part]).root == tmp_path / "part"


def test_the_last_level_wins_and_ignores_add_up(tmp_path) -> None:
    read = config(
        tmp_path,
        """
[tool.ghost.lint]
select = ["time", "GHO2", "set-pop"]
ignore = ["sleep"]
step-functions = ["advance_*"]
[tool.ghost.lint.levels]
"src/**" = "host"
"src/models" = "portable"
[tool.ghost.lint.per-path-ignores]
"src/models/*.py" = ["wall-clock"]
"**/old.py" = ["randomness"]
""",
    )
    plain = read.settings(tmp_path / "src" / "a.py")
    assert (plain.level, plain.step_functions) == (Level.HOST, ("advance_*",))
    assert {"GHO101", "GHO201", "GHO302"} <= set(plain.codes)
    assert not {"GHO102", "GHO301", "GHO501"} & set(plain.codes)
    old = read.settings(tmp_path / "src" / "models" / "old.py")
    assert old.level is Level.PORTABLE
    assert not {"GHO101", "GHO201"} & set(old.codes)
    assert "GHO103" in old.codes


@pytest.mark.parametrize(
    ("text", "key", "what"),
    [
        ("[tool.ghost.lint]\nselct = []", "tool.ghost.lint.selct", "no such key"),
        ("[tool.ghost.lint]\nselect = []", "tool.ghost.lint.select", "nothing is selected"),
        ("[tool.ghost.lint]\nselect = 'all'", "tool.ghost.lint.select", "list of strings"),
        ("[tool.ghost.lint]\nignore = ['wal-clock']", "tool.ghost.lint.ignore", "wall-clock"),
        ("[tool.ghost.lint.levels]\n'a' = 'best'", 'levels."a"', "not a level"),
        ("[tool.ghost.lint.levels]\n'a' = 3", 'levels."a"', "not a level"),
        ("[tool.ghost.lint]\nlevels = 3", "tool.ghost.lint.levels", "not a table"),
        ("[tool.ghost]\nlint = 3", "tool.ghost.lint", "not a table"),
        (
            "[tool.ghost.lint.per-path-ignores]\n'a' = 'x'",
            'per-path-ignores."a"',
            "list of strings",
        ),
        ("[tool.ghost.lint", "pyproject.toml", "not TOML"),
    ],
)
def test_a_bad_configuration_is_refused_with_its_file_and_key(tmp_path, text, key, what) -> None:
    with pytest.raises(InputError) as caught:
        config(tmp_path, text)
    assert "pyproject.toml" in caught.value.where
    assert key in caught.value.where
    assert what in str(caught.value)


@pytest.mark.parametrize(
    ("path", "pattern", "expected"),
    [
        ("a.py", "a.py", True),
        ("src/a.py", "*.py", False),
        ("src/a.py", "**/*.py", True),
        ("a.py", "**/*.py", True),
        ("src/m/a.py", "src", True),
        ("src/m/a.py", "src/**", True),
        ("src/m/a.py", "src/*", True),
        ("src/m/a.py", "src/*.py", False),
        ("srcs/a.py", "src", False),
        ("src/ab.py", "src/a?.py", True),
        ("src/a+b.py", "src/a+b.py", True),
        ("src/m/a.py", "./src", True),
        ("src/m/a.py", "./src/", True),
        ("src/m/a.py", "src/./m//a.py", True),
        ("src/m/a.py", "./**/a.py", True),
        ("src/m/a.py", ".", True),
        ("src/m/a.py", "./m", False),
        (".src/a.py", "src", False),
    ],
)
def test_patterns(path, pattern, expected) -> None:
    assert matches(path, pattern) is expected
