"""How fast the linter is, beside parsing alone, on the installed numba and numpy."""

import ast
import tempfile
import time
import warnings
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from benchmarks import Result
from project_ghost.lint import Config, lint_paths

FILES = 1000
LIBRARIES = ("numba", "numpy")


def lint_cached() -> Result:
    """A thousand files on all processors, checked without and then with the cache."""
    files = _files()
    with tempfile.TemporaryDirectory() as folder:
        config = Config(root=Path(folder))
        cold = _seconds(lambda: lint_paths(files, config))
        cached = _seconds(lambda: lint_paths(files, config))
    return Result(
        name=f"lint {len(files):,} files from the cache",
        value=cached,
        unit="s",
        ratios={"the same files checked anew": cold / cached},
    )


def lint_anew() -> Result:
    """A thousand files without a cache, against one process, and against parsing them."""
    files = _files()
    config = Config(root=Path(tempfile.gettempdir()))
    parsing = _seconds(lambda: _parse(files))
    alone = _seconds(lambda: lint_paths(files, config, jobs=1, use_cache=False))
    parallel = _seconds(lambda: lint_paths(files, config, use_cache=False))
    return Result(
        name=f"lint {len(files):,} files on all processors",
        value=parallel,
        unit="s",
        ratios={"one process": alone / parallel, "ast.parse, one process": parsing / parallel},
    )


def _files() -> list[Path]:
    found: list[Path] = []
    for name in LIBRARIES:
        spec = find_spec(name)
        assert spec is not None
        assert spec.submodule_search_locations is not None
        found += sorted(Path(spec.submodule_search_locations[0]).rglob("*.py"))
    return found[:FILES]


def _parse(files: list[Path]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for path in files:
            ast.parse(path.read_bytes())


def _seconds(call: Callable[[], object]) -> float:
    """One run, not the best of many: the first one is what users wait for."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


BENCHMARKS = [lint_cached, lint_anew]
