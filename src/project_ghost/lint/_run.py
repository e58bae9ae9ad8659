"""Check many files in parallel and with a cache; neither changes the report."""

import gc
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from project_ghost.core.errors import GhostError, InputError
from project_ghost.lint.settings._config import Config, FileSettings
from project_ghost.lint.settings._files import display_path, find_files

from ._cache import Cache
from ._check import check_file
from ._finding import Finding, Severity

__all__ = ["Report", "lint_paths"]

# A pool is slower for fewer files than this.
_POOL_FILES_MIN = 16

Progress = Callable[[int, int], None]


class Report(NamedTuple):
    """The result of a run."""

    files: int
    findings: tuple[Finding, ...]

    @property
    def errors(self) -> int:
        """The number of findings that fail the run, which hints and infos do not."""
        return self.count(Severity.ERROR)

    def count(self, severity: Severity) -> int:
        """The number of findings of one severity."""
        return sum(finding.severity is severity for finding in self.findings)


class _Task(NamedTuple):
    path: Path
    data: bytes
    settings: FileSettings


def lint_paths(
    paths: Iterable[Path],
    config: Config,
    *,
    jobs: int | None = None,
    use_cache: bool = True,
    show_info: bool = False,
    progress: Progress | None = None,
) -> Report:
    """Check all files of some paths; the findings are sorted.

    The cache holds all findings, so that a run with infos and one without share it.
    """
    cache = Cache(config.root) if use_cache else None
    files = find_files(paths, config)
    findings: list[Finding] = []
    tasks = []
    for path in files:
        task = _Task(path, _read(path), config.settings(path))
        known = cache.get(path, cache.key(task.data, task.settings)) if cache else None
        if known is None:
            tasks.append(task)
        else:
            findings += _with_path(known, path)
    # The largest first, so that all workers end at about the same time.
    tasks.sort(key=lambda task: (-len(task.data), str(task.path)))
    with _mapper(jobs or _processors(), len(tasks)) as map_all:
        for done, (task, found) in enumerate(zip(tasks, map_all(_work, tasks), strict=True), 1):
            if cache:
                cache.put(task.path, cache.key(task.data, task.settings), found)
            findings += _with_path(found, task.path)
            if progress is not None:
                progress(done, len(tasks))
    shown = (each for each in findings if show_info or each.severity is not Severity.INFO)
    return Report(len(files), tuple(sorted(shown)))


def _with_path(findings: list[Finding], path: Path) -> list[Finding]:
    """Add the path, which cached findings lack because it depends on the working directory."""
    name = display_path(path)
    return [finding._replace(path=name) for finding in findings]


def _work(task: _Task) -> list[Finding]:
    try:
        return check_file(task.data, task.settings)
    except Exception as error:
        raise GhostError(
            f"the linter failed: {type(error).__name__}: {error}",
            where=str(task.path),
            fix="exclude the file and report this defect of the linter",
        ) from error


@contextmanager
def _mapper(jobs: int, count: int) -> Iterator[Callable[..., Iterable[list[Finding]]]]:
    if jobs == 1 or count < _POOL_FILES_MIN:
        yield map
        return
    with ProcessPoolExecutor(min(jobs, count), initializer=_start_worker) as pool:
        try:
            # `map` of a pool gives the results in the order of the tasks.
            yield lambda work, tasks: pool.map(work, tasks, chunksize=4)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _start_worker() -> None:
    # The first process handles interrupts and ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Syntax trees have few cycles: collecting them less often saves a fifth of the time.
    gc.set_threshold(50_000)


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"the file cannot be read: {error.strerror}", where=str(path)) from None
