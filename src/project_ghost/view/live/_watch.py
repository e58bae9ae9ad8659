"""Those who watch a run: they never change its bits, and their failures never end it."""

import ipaddress
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import wraps

from project_ghost.core.errors import InputError
from project_ghost.engine import Engine

__all__ = ["LOOPBACK", "AbstractWatch", "is_loopback", "unbindable"]

LOOPBACK = "127.0.0.1"


class AbstractWatch(ABC):
    """Watches a run from before its first tick to its end.

    A failure ends the watching and is kept in `failure`; the run goes on.
    """

    failure: Exception | None = None

    @property
    @abstractmethod
    def address(self) -> str:
        """Where to look."""

    @abstractmethod
    def attach(self, engine: Engine) -> None:
        """Watch the engine from now on; called before the first tick."""

    @abstractmethod
    def advance(self, now_ns: int) -> None:
        """Show what has happened up to now; called between ticks."""

    @abstractmethod
    def finish(self, outcome: str) -> None:
        """Show the rest; the run is over, and `outcome` says how it ended."""

    @abstractmethod
    def close(self) -> None:
        """End all connections."""

    def guarded(self, function: Callable[..., object]) -> Callable[..., None]:
        """Wrap a function so that its failure ends the watching but not the run."""

        @wraps(function)
        def guarded(*arguments: object) -> None:
            if self.failure is None:
                try:
                    function(*arguments)
                except Exception as error:
                    self.failure = error

        return guarded


def is_loopback(host: str) -> bool:
    """Whether an address reaches this machine only."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def unbindable(host: str, port: int, reason: object, flag: str) -> InputError:
    """The error about an address that no server can take."""
    return InputError(
        f"no server can be started on {host}, port {port}: {reason}",
        f"ghost run {flag}",
        "an address of this machine and a free port",
        f"choose another with --bind and {flag}-port",
    )
