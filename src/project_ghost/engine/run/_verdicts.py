"""Whether machine code was seen to agree with the interpreter: kept with it, in the cache.

Why: ADR 28.
"""

from collections.abc import Hashable

from project_ghost.engine.codegen._compiled_run import Part

# Of the way in which the two are compared: another one compares again.
_VERSION = 1
_AGREES = f"agrees {_VERSION}\n"
_DIFFERS = f"differs {_VERSION}\n"

# The verdicts of this process, which holds machine code that no cache keeps, too.
_VERDICTS: dict[Hashable, str] = {}
_VERDICTS_MAX = 4096

# The verdict about machine code that gives the interpreter's bits.
AGREES = ""


def verdict_of(part: Part) -> str | None:
    """`AGREES`, or how the part was seen to differ; None if it was never compared."""
    if part.made_of not in _VERDICTS:
        note = (part.note() or b"").decode(errors="replace")
        if note == _AGREES:
            _remember(part, AGREES)
        elif note.startswith(_DIFFERS):
            _remember(part, note.removeprefix(_DIFFERS))
    return _VERDICTS.get(part.made_of)


def keep_verdict(part: Part, verdict: str) -> None:
    """Keep a verdict for this process and, beside the machine code, for others."""
    _remember(part, verdict)
    part.keep_note(f"{_DIFFERS if verdict else _AGREES}{verdict}".encode())


def _remember(part: Part, verdict: str) -> None:
    if len(_VERDICTS) >= _VERDICTS_MAX:
        # ghost: allow[global-state] of machine code, which is the process's too
        _VERDICTS.clear()
    # ghost: allow[global-state] of machine code, which is the process's too
    _VERDICTS[part.made_of] = verdict
