"""Call callbacks, and survive their errors."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, final
from warnings import warn

from ._callback import StartedSweep, SweepCallback, SweepStatus

__all__ = ["Calls", "Messages"]


@final
@dataclass(frozen=True)
class Messages:
    """Where lines of callbacks go, and what is to be said about their errors."""

    say: Callable[[str], object] = print
    warn: Callable[[str], object] = warn


@final
class Calls:
    """Calls callbacks in their order. Of each, the first error at each place is reported.

    What is no `Exception`, such as Ctrl-C, ends the sweep as it would elsewhere.
    """

    def __init__(self, callbacks: Sequence[SweepCallback], messages: Messages) -> None:
        self._callbacks = tuple(callbacks)
        self._warn = messages.warn
        self._errors: dict[tuple[int, str], int] = {}

    def __bool__(self) -> bool:
        return bool(self._callbacks)

    def start(self, sweep: StartedSweep) -> None:
        """Call all at the start."""
        self._call("on_sweep_start", sweep)

    def run_end(self, row: Mapping[str, Any]) -> None:
        """Call all after a run."""
        self._call("on_run_end", row)

    def end(self, status: SweepStatus) -> None:
        """Call all at the end, and report errors that came more than once."""
        self._call("on_sweep_end", status)
        for (place, method), count in self._errors.items():
            if count > 1:
                name = type(self._callbacks[place]).__name__
                self._warn(f"{name}.{method} raised {count:,} errors; the first one is above")

    def _call(self, method: str, argument: object) -> None:
        for place, callback in enumerate(self._callbacks):
            try:
                getattr(callback, method)(argument)
            except Exception as error:
                key = (place, method)
                self._errors[key] = self._errors.get(key, 0) + 1
                if self._errors[key] == 1:
                    name = f"{type(callback).__name__}.{method}"
                    self._warn(f"{name} raised {type(error).__name__}: {error}")
