"""The linter's configuration: `[tool.ghost.lint]` in a `pyproject.toml`."""

import os
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NoReturn

from project_ghost.core.errors import InputError
from project_ghost.core.level import Level
from project_ghost.lint._registry import all_rules, rules_by_name

from ._globs import matches
from ._paths import absolute, is_file, is_folder
from ._selection import expand

__all__ = ["Config", "FileSettings", "load_config"]

_TABLE = "tool.ghost.lint"
_TEST_FOLDERS = frozenset({"test", "testing", "tests", "testsuite", "pytests"})
_FOLDERS_BESIDE = frozenset(
    """
    demo demos devtools doc docs example examples tutorial tutorials
    """.split()
)
# Inside a package these may hold problems to solve; beside it they hold programs.
_BENCHMARKS = frozenset({"bench", "benchmark", "benchmarks"})


@dataclass(frozen=True)
class FileSettings:
    """The settings for checking one file."""

    module: str
    is_package: bool
    level: Level | None  # None: derived from its content
    codes: tuple[str, ...]
    step_functions: tuple[str, ...] = ()
    is_test: bool = False  # it lies in a folder of tests
    is_beside: bool = False  # it lies in a folder of demonstrations, benchmarks or documentation


@dataclass(frozen=True)
class Config:
    """The configuration of a project; patterns are relative to `root`."""

    root: Path
    selected: frozenset[str] = field(
        default_factory=lambda: frozenset(rule.code for rule in all_rules())
    )
    ignored: frozenset[str] = frozenset()
    exclude: tuple[str, ...] = ()
    levels: tuple[tuple[str, Level], ...] = ()
    path_ignores: tuple[tuple[str, frozenset[str]], ...] = ()
    step_functions: tuple[str, ...] = ()

    def with_options(self, select: Iterable[str], ignore: Iterable[str]) -> "Config":
        """With the options of the command line: `--select` replaces, `--ignore` adds."""
        select = list(select)
        return replace(
            self,
            selected=expand(select, "--select") if select else self.selected,
            ignored=self.ignored | expand(ignore, "--ignore"),
        )

    def relative(self, path: Path) -> str:
        """A path relative to the root, as patterns match it."""
        whole = absolute(path)
        inside = whole.is_relative_to(self.root)
        return (whole.relative_to(self.root) if inside else whole).as_posix()

    def excludes(self, path: Path) -> bool:
        """Whether a file or folder is excluded."""
        relative = self.relative(path)
        return any(matches(relative, pattern) for pattern in self.exclude)

    def settings(self, path: Path) -> FileSettings:
        """The settings for one file. The last pattern for a level wins; ignores add up."""
        relative = self.relative(path)
        level = None
        for pattern, configured in self.levels:
            if matches(relative, pattern):
                level = configured
        ignored = set(self.ignored)
        for pattern, codes in self.path_ignores:
            if matches(relative, pattern):
                ignored |= codes
        # A file that cannot be parsed is not checked, so every selection must report it.
        selected = self.selected | {rules_by_name()["syntax-error"].code}
        folders = relative.split("/")[:-1]
        module = _module_name(path)
        outside = set(folders).difference(module.split("."))
        is_beside = not _FOLDERS_BESIDE.isdisjoint(folders) or not _BENCHMARKS.isdisjoint(outside)
        return FileSettings(
            module=module,
            is_package=path.name == "__init__.py",
            level=level,
            codes=tuple(sorted(selected - ignored)),
            step_functions=self.step_functions,
            is_test=not _TEST_FOLDERS.isdisjoint(folders),
            is_beside=is_beside,
        )


def load_config(paths: Iterable[Path], explicit: Path | None = None) -> Config:
    """Read the configuration: the given file, or the nearest one above all the paths."""
    if explicit is not None:
        return _read(explicit)
    common = Path(os.path.commonpath([absolute(path) for path in paths]))
    nearest = None
    for folder in (common, *common.parents):
        candidate = folder / "pyproject.toml"
        if is_file(candidate):
            nearest = nearest or folder
            table = _table(candidate)
            if table is not None:
                return _Reader(candidate).config(table)
    return Config(root=nearest or (common if is_folder(common) else common.parent))


def _read(path: Path) -> Config:
    table = _table(path)
    return _Reader(path).config({} if table is None else table)


def _table(path: Path) -> object | None:
    """The linter's table in a file; None if there is none."""
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(
            f"the configuration cannot be read: {error.strerror}", where=str(path)
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"the configuration is not TOML: {error}", where=str(path)) from None
    table: object = document
    for key in _TABLE.split("."):
        table = table.get(key) if isinstance(table, dict) else None
    return table


class _Reader:
    """Reads and checks a configuration; errors name the file and the key."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def config(self, table: object) -> Config:
        values = self._table(table, "")
        known: dict[str, Callable[[str, object], object]] = {
            "select": self._selected,
            "ignore": self._codes,
            "exclude": self._words,
            "step-functions": self._words,
            "levels": self._levels,
            "per-path-ignores": self._path_ignores,
        }
        for key in values:
            if key not in known:
                self._fail(key, "there is no such key", f"one of {', '.join(known)}")
        fields = {
            "select": "selected",
            "ignore": "ignored",
            "step-functions": "step_functions",
            "per-path-ignores": "path_ignores",
        }
        read = {fields.get(key, key): known[key](key, value) for key, value in values.items()}
        return Config(root=absolute(self.path).parent, **read)  # type: ignore[arg-type]

    def _table(self, value: object, key: str) -> Mapping[str, object]:
        if not isinstance(value, dict):
            self._fail(key, f"{value!r} is not a table", "a table")
        return value

    def _words(self, key: str, value: object) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            self._fail(key, f"{value!r} is not a list of strings", "a list of strings")
        return tuple(value)

    def _codes(self, key: str, value: object) -> frozenset[str]:
        return expand(self._words(key, value), self._where(key))

    def _selected(self, key: str, value: object) -> frozenset[str]:
        if value == []:
            self._fail(key, "nothing is selected", "at least one rule; leave it out for all")
        return self._codes(key, value)

    def _levels(self, key: str, value: object) -> tuple[tuple[str, Level], ...]:
        levels = []
        for pattern, word in self._table(value, key).items():
            if not isinstance(word, str) or word.upper() not in Level.__members__:
                expected = ", ".join(str(level) for level in Level)
                self._fail(f'{key}."{pattern}"', f"{word!r} is not a level", f"one of {expected}")
            levels.append((pattern, Level[word.upper()]))
        return tuple(levels)

    def _path_ignores(self, key: str, value: object) -> tuple[tuple[str, frozenset[str]], ...]:
        return tuple(
            (pattern, self._codes(f'{key}."{pattern}"', words))
            for pattern, words in self._table(value, key).items()
        )

    def _where(self, key: str) -> str:
        return f"{self.path}, key {_TABLE}.{key}".rstrip(".")

    def _fail(self, key: str, what: str, expected: str) -> NoReturn:
        raise InputError(
            f"bad configuration: {what}", self._where(key), expected, "see docs/lint.md"
        )


def _module_name(path: Path) -> str:
    """The dotted name of a file, from the packages that contain it."""
    path = absolute(path)
    parts = [] if path.name == "__init__.py" else [path.stem]
    folder = path.parent
    while is_file(folder / "__init__.py"):
        parts.append(folder.name)
        folder = folder.parent
    return ".".join(reversed(parts)) or path.stem
