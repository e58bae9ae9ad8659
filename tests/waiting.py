"""Wait for another process or thread, with a limit."""

import time
from collections.abc import Callable

# Generous: only a test that fails waits for so long.
LIMIT_S = 60.0
_PAUSE_S = 0.002


def wait_until(condition: Callable[[], object], what: str, limit_s: float = LIMIT_S) -> None:
    """Return as soon as the condition holds; fail, and say what was waited for, at the limit.

    The pause leaves the core to the process that is waited for. No result depends on it.
    """
    end_s = time.monotonic() + limit_s
    while not condition():
        assert time.monotonic() < end_s, f"{what}: not within {limit_s:g} s"
        time.sleep(_PAUSE_S)
