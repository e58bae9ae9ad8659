"""The errors that users see.

An error says what was wrong, where, what was expected, and the usual fix. Each is a
separate field, for commands that lay them out and for tests. They are positional, so
that an error survives pickling between processes and can be raised by compiled code.

No code reads these texts to decide something. What an error is about is in its type and,
where that is an argument or a key of a file, in `key`.

Why: ADR 1.
"""

from __future__ import annotations

from typing import ClassVar

__all__ = [
    "DomainError",
    "GhostError",
    "InputError",
    "InputTypeError",
    "RunError",
    "SubscriberError",
]


class GhostError(Exception):
    """The root of every error that Ghost raises on purpose.

    `key` is the name of the argument, parameter or key of a file that the error is about. An error
    that `is_difference` is the result of a comparison, not a wrong input.
    """

    is_difference: ClassVar[bool] = False

    def __init__(
        self, what: str, where: str = "", expected: str = "", fix: str = "", key: str = ""
    ) -> None:
        super().__init__(what, where, expected, fix)
        self.what = what
        self.where = where
        self.expected = expected
        self.fix = fix
        self.key = key

    def __str__(self) -> str:
        details = (("where", self.where), ("expected", self.expected), ("fix", self.fix))
        return "\n".join([self.what, *(f"  {name}: {text}" for name, text in details if text)])


class InputError(GhostError, ValueError):
    """A value that cannot be used: out of range, malformed, contradictory."""


class InputTypeError(GhostError, TypeError):
    """A value of the wrong type, such as a float where integer nanoseconds are expected."""


class DomainError(InputError, ArithmeticError):
    """A mathematical function has no value at its arguments.

    Compiled code raises this too, and can only pass a name, a domain and numbers; so the
    message is composed here.
    """

    def __init__(self, function: str, domain: str, *arguments: float) -> None:
        called = ", ".join(repr(float(argument)) for argument in arguments)
        super().__init__(
            f"{function.rpartition('.')[2]}({called}) has no value",
            where=function,
            expected=domain,
            fix="check the value before the call; a NaN comes from an earlier mistake",
        )
        self._made_from: tuple[str | float, ...] = (function, domain, *arguments)

    def at(self, where: str) -> DomainError:
        """Return the same error with a more exact place."""
        error = type(self)(*self._made_from)  # type: ignore[arg-type]
        error.where = where
        return error

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), self._made_from, vars(self)


class RunError(GhostError):
    """A component failed while the simulation ran; its own exception is the cause."""


class SubscriberError(GhostError):
    """A bus subscriber raised; its exception is the cause."""
