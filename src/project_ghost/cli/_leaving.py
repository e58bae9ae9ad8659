"""Leave the process although threads of a user's code are still running."""

import os
import sys
import threading
from contextlib import suppress

from project_ghost.core.interruptible import has_abandoned_calls

# How long threads have to end by themselves, after the results are written.
_GRACE_S = 2.0


def leave_with(code: int) -> None:
    """Let the process end with this exit code, whatever threads of others still do.

    Python waits for all threads that are no daemons. Pools that are idle end then; a thread that
    waits for ever would keep the command alive, so after a while the process ends without it. If
    a call was interrupted that cannot be stopped, the process ends at once.
    """
    if has_abandoned_calls():
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)
    others = [
        each
        for each in threading.enumerate()
        if each is not threading.main_thread() and not each.daemon
    ]
    if others:
        threading.Thread(target=_end_late, args=(code, others), daemon=True).start()


def _end_late(code: int, others: list[threading.Thread]) -> None:
    # ghost: allow[timeout] after all results are written
    threading.Event().wait(_GRACE_S)
    names = ", ".join(each.name for each in others if each.is_alive())
    with suppress(OSError, ValueError):
        print(f"ghost: note: ended threads that were still running: {names}", file=sys.stderr)
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)
