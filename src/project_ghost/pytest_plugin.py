"""The fixture `ghost` for tests of a user's own: run, repeat, compare with a stored recording.

    def test_my_driver(ghost):
        run = ghost.run("scene.yaml")
        assert run.contacts == ()
        ghost.golden(run)

    def test_it_repeats(ghost):
        ghost.assert_deterministic("scene.yaml")

pytest loads it where the package is installed. A failure prints the first difference with its
actor, field and time, as `ghost diff` does, and names both recordings, which are kept.
"""

import io
import shutil
from collections.abc import Iterable, Mapping
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, final

import pytest

if TYPE_CHECKING:
    from project_ghost.engine import Execution, Graph
    from project_ghost.runs import Source
    from project_ghost.view import Run

__all__ = ["GhostTester"]

_UPDATE = "--ghost-update"
_GOLDEN = "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the flag that stores runs as the golden ones."""
    group = parser.getgroup("ghost")
    group.addoption(
        _UPDATE, action="store_true", help="store the runs of ghost.golden as the expected ones"
    )


@pytest.fixture
def ghost(request: pytest.FixtureRequest, tmp_path: Path) -> "GhostTester":
    """Run scenarios in a test, and compare every bit."""
    return GhostTester(
        tmp_path,
        request.path.parent / _GOLDEN,
        request.node.name,
        update=bool(request.config.getoption(_UPDATE)),
    )


@final
class GhostTester:
    """What the fixture `ghost` does; files that it writes are below the test's own folder."""

    def __init__(self, folder: Path, golden: Path, name: str, *, update: bool) -> None:
        self._folder = folder
        self._golden = golden
        self._name = _file_name(name)
        self._update = update
        self._count = 0

    def run(
        self,
        source: "Source | Graph",
        set: "Mapping[str, object] | str | Iterable[str]" = (),  # noqa: A002 - as in --set
        *,
        execution: "Execution | str" = "auto",
        **settings: object,
    ) -> "Run":
        """Run and record a scenario, a schedule file or a graph, as `project_ghost.run` does."""
        from project_ghost.view import run_recorded

        return run_recorded(
            source,
            set,
            settings,
            output=self._next("run"),
            force=False,
            components=None,
            execution=execution,
        )

    def assert_deterministic(
        self,
        source: "Source",
        set: "Mapping[str, object] | str | Iterable[str]" = (),  # noqa: A002 - as in --set
        *,
        n: int = 2,
        **settings: object,
    ) -> None:
        """Run a file `n` times, in fresh processes with other hash seeds; no bit may differ."""
        from project_ghost.batch import ProcessPool, verify
        from project_ghost.runs import load, settings_from

        file = load(source, [*settings_from(set, "set"), *settings_from(settings, "settings")])
        folder = self._next("verify")
        folder.mkdir()
        pool = ProcessPool(1, fresh=True, vary_hash_seed=True)
        done = verify(file, pool, folder, executions=["auto"] * n)
        if not done.is_same:
            last = done.runs[-1]
            self._fail(
                f"run {last.number} of {n} differs from the first", done.reference, last.recording
            )

    def golden(self, run: "Run", name: str = "") -> None:
        """Compare a run with the one stored in `golden/` beside the test; every bit must be equal.

        It is stored under the test's name, and under `name` where a test has several.
        `--ghost-update` stores the run instead.
        """
        from project_ghost.core.errors import InputError
        from project_ghost.runs import fingerprint_of
        from project_ghost.telemetry import Recording

        suffix = f"-{_file_name(name)}" if name else ""
        stored = self._golden / f"{self._name}{suffix}.mcap"
        if self._update:
            stored.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(run.path, stored)
            return
        if not stored.is_file():
            pytest.fail(
                f"there is no golden run {stored}\n  fix: look at the run, then store it with "
                f"pytest {_UPDATE}\n  run: {run.path}",
                pytrace=False,
            )
        try:
            with Recording(stored) as expected:
                difference = fingerprint_of(expected).difference(fingerprint_of(run))
            if difference:
                self._fail("the run differs from the golden one", stored, Path(run.path))
        except InputError as error:
            pytest.fail(
                f"the golden run cannot be read\n\n{error}\n\nrun: {run.path}\n"
                f"`pytest {_UPDATE}` stores a new golden run",
                pytrace=False,
            )

    def _next(self, what: str) -> Path:
        self._count += 1
        return self._folder / f"{what}-{self._count}"

    def _fail(self, what: str, first: Path, second: Path) -> None:
        """Fail the test with the first difference; both recordings stay where they are."""
        from project_ghost.analysis.divergence import compare_recordings
        from project_ghost.cli.diff import show_comparison
        from project_ghost.telemetry import Recording

        shown = io.StringIO()
        with Recording(first) as a, Recording(second) as b, redirect_stdout(shown):
            show_comparison(compare_recordings(a, b))
        pytest.fail(
            f"{what}\n\n{shown.getvalue().rstrip()}\n\nA: {first}\nB: {second}\n"
            f"`ghost view A B` shows both; `pytest {_UPDATE}` stores a new golden run",
            pytrace=False,
        )


def _file_name(name: str) -> str:
    """A name of a test as that of a file: the parameters of a test may hold anything."""
    return "".join(each if each.isalnum() or each in "-_." else "-" for each in name).strip("-")
