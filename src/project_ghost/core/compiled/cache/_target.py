"""What machine code is made for: this processor, or any of its kind."""

import hashlib
from functools import cache


# Kept: a process stays on its machine.
@cache
def this_target() -> str:
    """Return a short digest of the system, the processor and its features."""
    from project_ghost.core.compiled._numba_internals import target

    return _digest(target())


# Kept: a process stays on its machine.
@cache
def any_target() -> str:
    """Return the same of a generic processor, with only what all of its kind have."""
    from project_ghost.core.compiled._numba_internals import target

    return _digest((target()[0], "generic", ""))


def target_text() -> str:
    """Return the system and the processor that this process makes machine code for."""
    from project_ghost.core.compiled._numba_internals import target

    return " ".join(target()[:2])


def _digest(target: tuple[str, str, str]) -> str:
    return hashlib.sha256(repr(target).encode()).hexdigest()[:16]
