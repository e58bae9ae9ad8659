"""Check many files in parallel and with a cache; neither changes the report."""

import gc
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from project_ghost.core.errors import GhostError, InputError
from project_ghost.lint.project._link import Linker
from project_ghost.lint.project._modules import Modules
from project_ghost.lint.project._summary import Summary
from project_ghost.lint.python._facts import Fact
from project_ghost.lint.settings._config import Config, FileSettings
from project_ghost.lint.settings._files import display_path, find_files
from project_ghost.lint.settings._paths import absolute

from ._cache import Cache, Entry, content_key, findings_key
from ._check import Checked, check
from ._finding import Finding, Severity
from ._fixes import fixed

__all__ = ["Report", "fix_paths", "lint_paths"]

# A pool is slower for fewer files than this.
_POOL_FILES_MIN = 16

Progress = Callable[[int, int], None]


class Report(NamedTuple):
    """The result of a run."""

    files: int
    findings: tuple[Finding, ...]
    hidden_hints: int = 0
    hidden_infos: int = 0
    unchecked: int = 0  # files that could not be read or parsed

    @property
    def errors(self) -> int:
        """The number of findings that fail the run, which hints and infos do not."""
        return self.count(Severity.ERROR)

    def count(self, severity: Severity) -> int:
        """The number of findings of one severity."""
        return sum(finding.severity is severity for finding in self.findings)

    def without(self, severity: Severity) -> "Report":
        """The report with the findings of one severity counted instead of listed."""
        count = self.count(severity)
        kept = tuple(each for each in self.findings if each.severity is not severity)
        hints, infos = self.hidden_hints, self.hidden_infos
        if severity is Severity.HINT:
            return self._replace(findings=kept, hidden_hints=hints + count)
        return self._replace(findings=kept, hidden_infos=infos + count)


class _Task(NamedTuple):
    path: Path
    data: bytes
    settings: FileSettings
    content: str  # the key of the summary
    key: str  # that of the findings
    answers: dict[str, Fact]


def lint_paths(
    paths: Iterable[Path],
    config: Config,
    *,
    jobs: int | None = None,
    use_cache: bool = True,
    show_hints: bool = False,
    show_info: bool = False,
    progress: Progress | None = None,
) -> Report:
    """Check all files of some paths; the findings are sorted.

    Infos are shown with the hints. The cache holds all findings, so that runs with hints and infos
    and runs without share it.
    """
    files = find_files(paths, config)
    run = _Run(config, Cache(config.root) if use_cache else None, progress)
    tasks = [run.read(path) for path in files]
    new = [task for task in tasks if not run.knows(task)]
    with _mapper(jobs or _processors(), len(new)) as map_all:
        run.check(new, map_all)
        # An answer may lead to new questions, in practice once or twice.
        pending = tasks
        while pending := run.outdated(pending):
            run.check(pending, map_all)
    findings = tuple(sorted(each for task in tasks for each in run.findings(task)))
    unchecked = {each.path for each in findings if each.name == "syntax-error"}
    report = Report(len(files), findings, unchecked=len(unchecked))
    if not (show_hints or show_info):
        report = report.without(Severity.HINT)
    return report if show_info else report.without(Severity.INFO)


def fix_paths(
    paths: Iterable[Path], config: Config, *, jobs: int | None = None, use_cache: bool = True
) -> Iterator[tuple[Path, bytes, bytes, int]]:
    """The files that safe fixes change: the path, old and new content, and the number of fixes.

    The fixes of infos are among them: replacing a clock that can jump is safe there too.
    """
    paths = list(paths)
    report = lint_paths(paths, config, jobs=jobs, use_cache=use_cache, show_info=True)
    by_path: dict[str, list[Finding]] = {}
    for finding in report.findings:
        by_path.setdefault(finding.path, []).append(finding)
    for path in find_files(paths, config):
        findings = by_path.get(display_path(path), [])
        if any(finding.fix is not None and finding.fix.is_safe for finding in findings):
            data = _read(path)
            changed, count = fixed(data, findings, config.settings(path))
            if count:
                yield path, data, changed, count


class _Run:
    """The entries of all files of a run, from the cache or made anew."""

    def __init__(self, config: Config, cache: Cache | None, progress: Progress | None) -> None:
        self._config = config
        self._cache = cache
        self._progress = progress
        self._entries: dict[Path, Entry] = {}
        self._summaries: dict[str, Summary] = {}
        self._linker = Linker(Modules(config.root), self._summary, self._checked)

    def read(self, path: Path) -> _Task:
        """The task for checking a file, without answers."""
        path = absolute(path)
        data, settings = _read(path), self._config.settings(path)
        content = content_key(data, settings)
        return _Task(path, data, settings, content, findings_key(content, settings), {})

    def knows(self, task: _Task) -> bool:
        """Whether an entry of the cache has the findings, or at least the summary."""
        entry = self._cache.get(task.path) if self._cache else None
        if entry is None or entry.content != task.content:
            return False
        self._entries[task.path] = entry
        return entry.key == task.key

    def check(self, tasks: list[_Task], map_all: Callable[..., Iterable[Checked]]) -> None:
        """Check files in parallel, and store the results."""
        # The largest first, so that all workers end at about the same time.
        tasks = sorted(tasks, key=lambda task: (-len(task.data), str(task.path)))
        for done, (task, checked) in enumerate(zip(tasks, map_all(_work, tasks), strict=True), 1):
            known = self._entries.get(task.path)
            is_known = known is not None and known.content == task.content
            summary = known.summary if known is not None and is_known else checked.summary
            # An answer may make a question superfluous: it counts all the same, or the two
            # states would alternate for ever.
            asked = tuple(sorted({*checked.asked, *task.answers}))
            entry = Entry(task.content, summary, task.key, checked.findings, asked, task.answers)
            self._entries[task.path] = entry
            if self._cache:
                self._cache.put(task.path, entry)
            if self._progress is not None:
                self._progress(done, len(tasks))

    def outdated(self, tasks: list[_Task]) -> list[_Task]:
        """The tasks with other answers than those that their findings depend on."""
        found = []
        for task in tasks:
            entry = self._entries[task.path]
            answers = self._linker.answers(str(task.path), entry.asked)
            if answers != entry.answers:
                found.append(task._replace(answers=answers))
        return found

    def findings(self, task: _Task) -> list[Finding]:
        """The findings with their path, which the cache lacks: the working directory decides it."""
        name = display_path(task.path)
        return [finding._replace(path=name) for finding in self._entries[task.path].findings]

    def _checked(self) -> list[str]:
        """The files of the run, in a fixed order."""
        return sorted(str(path) for path, entry in self._entries.items() if entry.key)

    def _summary(self, name: str) -> Summary:
        """The summary of a file, also of one that is not checked."""
        if name not in self._summaries:
            path = Path(name)
            if path not in self._entries:
                self._summarise(self.read(path))
            self._summaries[name] = self._entries[path].summary
        return self._summaries[name]

    def _summarise(self, task: _Task) -> None:
        if self.knows(task) or task.path in self._entries:
            return
        unchecked = task._replace(settings=replace(task.settings, codes=()))
        entry = Entry(task.content, _work(unchecked).summary, "", [], (), {})
        self._entries[task.path] = entry
        if self._cache:
            self._cache.put(task.path, entry)


def _work(task: _Task) -> Checked:
    try:
        return check(task.data, task.settings, task.answers)
    except Exception as error:
        raise GhostError(
            f"the linter failed: {type(error).__name__}: {error}",
            where=str(task.path),
            fix="exclude the file and report this defect of the linter",
        ) from error


@contextmanager
def _mapper(jobs: int, count: int) -> Iterator[Callable[..., Iterable[Checked]]]:
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
