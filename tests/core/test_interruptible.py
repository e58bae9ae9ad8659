"""Goal: a long call gives its result or its error, and a signal ends the wait for it."""

import subprocess
import sys
import threading

import pytest

from project_ghost.core.interruptible import interruptible

INTERRUPTED = """
import signal, threading
from project_ghost.cli._leaving import leave_with
from project_ghost.core.interruptible import interruptible

def call():
    signal.raise_signal(signal.SIGINT)
    threading.Event().wait()

try:
    interruptible(call)
except KeyboardInterrupt:
    print("interrupted")
    leave_with(130)
"""


def test_a_call_gives_its_result_and_runs_beside_the_main_thread() -> None:
    assert interruptible(divmod, 7, 2) == (3, 1)
    assert interruptible(threading.current_thread) is not threading.main_thread()
    assert interruptible(int, "11", base=2) == 3


def test_an_error_is_raised_where_the_call_is_made() -> None:
    with pytest.raises(ZeroDivisionError):
        interruptible(divmod, 1, 0)


def test_in_another_thread_it_is_a_plain_call() -> None:
    seen: list[threading.Thread] = []
    thread = threading.Thread(target=lambda: seen.append(interruptible(threading.current_thread)))
    thread.start()
    thread.join()
    assert seen == [thread]


@pytest.mark.slow
def test_a_call_that_never_ends_is_interrupted_and_does_not_keep_the_process() -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (130, "interrupted\n"), done.stderr
