"""Subscribers of the bus and their channels."""

from collections.abc import Callable, Iterable
from fnmatch import fnmatchcase
from typing import Any, Literal, TypeAlias, final

from project_ghost.core.errors import InputError, InputTypeError

from ._message import Message

OnError: TypeAlias = Literal["stop", "isolate"]
Subscriber: TypeAlias = Callable[[Message], object]
TakeBlock: TypeAlias = Callable[[Any], object]  # called with a `Block` of the publisher's class


@final
class Subscription:
    """The handle of one subscriber; `unsubscribe` ends it."""

    __slots__ = ("_callback", "_on_end", "_take_block", "name", "on_error", "patterns")

    def __init__(
        self,
        name: str,
        callback: Subscriber,
        patterns: tuple[str, ...],
        on_error: OnError,
        on_end: Callable[["Subscription"], None],
        take_block: TakeBlock | None = None,
    ) -> None:
        self.name = name
        self.patterns = patterns
        self.on_error = on_error
        self._callback: Subscriber | None = callback
        self._on_end = on_end
        self._take_block = take_block

    def is_active(self) -> bool:
        """Tell whether the subscriber still gets messages."""
        return self._callback is not None

    def unsubscribe(self) -> None:
        """End the subscription at once, even during a delivery. Repeating it does nothing."""
        if self._callback is not None:
            self._callback = None
            self._on_end(self)

    def matches(self, channel: str) -> bool:
        """Tell whether a channel matches one of the patterns."""
        return any(fnmatchcase(channel, pattern) for pattern in self.patterns)


def require_name(name: object) -> None:
    """Refuse a name that is not a text or is empty."""
    if not isinstance(name, str) or not name:
        raise InputTypeError(
            f"name is {name!r}",
            "Bus.subscribe",
            "the subscriber's name, which decides the order of delivery",
            "give a name that no other subscriber of this bus has, such as 'recorder'",
        )


def require_callback(callback: object, name: str) -> None:
    """Refuse a callback that cannot be called."""
    if not callable(callback):
        raise InputTypeError(
            f"callback is {callback!r}, of type {type(callback).__name__}",
            f"Bus.subscribe({name!r})",
            "a function of one argument, the message",
            "pass the function itself, `show` and not `show()`",
        )


def require_on_error(on_error: object, name: str) -> None:
    """Refuse an unknown error policy."""
    if on_error not in ("stop", "isolate"):
        raise InputError(
            f"on_error is {on_error!r}",
            f"Bus.subscribe({name!r})",
            "'stop', which ends the run, or 'isolate', which reports on /observer/errors",
            "give one of the two, or leave it out for 'stop'",
        )


def require_patterns(channels: str | Iterable[str], name: str) -> tuple[str, ...]:
    """Return the channel patterns; refuse one that cannot match a channel."""
    where = f"Bus.subscribe({name!r})"
    if not isinstance(channels, Iterable):
        raise _not_text("channels is", channels, where)
    patterns = (channels,) if isinstance(channels, str) else tuple(channels)
    if not patterns:
        raise InputError(
            "channels is empty",
            where,
            "one pattern or more",
            "leave it out for all channels, '*'",
        )
    for pattern in patterns:
        if not isinstance(pattern, str):
            raise _not_text("channels has", pattern, where)
        if not pattern.startswith(("/", "*", "?", "[")):
            raise InputError(
                f"channels has {pattern!r}, which matches no channel",
                where,
                "a pattern that matches a leading '/', which every channel has",
                with_slash(pattern),
            )
    return patterns


def with_slash(channel: str) -> str:
    """Return the fix for a channel or a pattern without its leading slash."""
    bare = channel.strip().lstrip("/")
    return f"write '/{bare}'" if bare else "give it a name, such as '/vehicle/pose'"


def _not_text(what: str, value: object, where: str) -> InputTypeError:
    return InputTypeError(
        f"{what} {value!r}, of type {type(value).__name__}",
        where,
        "texts, such as '/vehicle/*'",
        "give one pattern, or a list of them",
    )
