"""Long work on a model: shown on a terminal, and ended after a time limit."""

import _thread
import argparse
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from project_ghost.core.duration import NS_PER_S, duration_text, parse_duration_ns
from project_ghost.core.errors import InputError

__all__ = ["NO_LIMIT", "working"]

NO_LIMIT = "none"

_AGAIN_S = 0.5


@contextmanager
def working(arguments: argparse.Namespace) -> Iterator[Callable[[str], None]]:
    """Show that work is being done; Ctrl-C and `--time-limit` end it.

    Yields a function that says what is being done. Print results after the block.
    """
    limit_ns = _limit_ns(arguments.time_limit)
    is_over = threading.Event()
    try:
        with _interrupted(limit_ns, is_over), _spinner(arguments.scenario) as show:
            yield show
    except KeyboardInterrupt:
        if limit_ns is None or not is_over.is_set():
            raise
        raise InputError(
            f"it is not done after {duration_text(limit_ns)}",
            arguments.scenario,
            "a model small enough for `--time-limit`",
            f"allow more, such as `--time-limit {10 * limit_ns / NS_PER_S:g}s`, or leave "
            "components out with --keep or --cut",
        ) from None


def _limit_ns(text: str) -> int | None:
    if text == NO_LIMIT:
        return None
    limit_ns = parse_duration_ns(text, "--time-limit")
    if limit_ns <= 0:
        raise InputError(
            f"the time limit is {text}", "--time-limit", f"a time, or {NO_LIMIT}", "write 5min"
        )
    return limit_ns


@contextmanager
def _interrupted(limit_ns: int | None, is_over: threading.Event) -> Iterator[None]:
    """Raise KeyboardInterrupt in the block on Ctrl-C and at the limit, until the block ends.

    Once is not enough: CasADi drops an exception that comes while it looks at its arguments.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    is_wanted, is_done = threading.Event(), threading.Event()

    def on_signal(_number: int, _frame: FrameType | None) -> None:
        is_wanted.set()
        raise KeyboardInterrupt

    def insist() -> None:
        # ghost: allow[timeout] the flag --time-limit asks for it
        if not is_wanted.wait(None if limit_ns is None else limit_ns * 1e-9):
            is_over.set()
            _thread.interrupt_main()
        # ghost: allow[timeout] a pause between two attempts to end
        while not is_done.wait(_AGAIN_S):
            _thread.interrupt_main()

    before = signal.signal(signal.SIGINT, on_signal)
    threading.Thread(target=insist, daemon=True, name="time limit").start()
    try:
        yield
    finally:
        is_done.set()
        is_wanted.set()
        signal.signal(signal.SIGINT, before)


@contextmanager
def _spinner(name: str) -> Iterator[Callable[[str], None]]:
    """A line with the time that went by, if stderr is a terminal; removed at the end."""
    if not sys.stderr.isatty():
        yield lambda _text: None
        return
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    from project_ghost.cli.terminal._console import TerminalConsole
    from project_ghost.cli.terminal._progress import compiling_text
    from project_ghost.core.compile_steps import observed_compilation

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=TerminalConsole(stderr=True), transient=True) as bar:
        task = bar.add_task(name, total=None)

        def show(text: str) -> None:
            bar.update(task, description=f"{name}: {text}", refresh=True)

        with observed_compilation(
            lambda step: bar.update(task, description=compiling_text(name, step))
        ):
            yield show
