"""What is printed cannot command the terminal: every text passes `safe_text`.

Names of channels, actors, files and keys may come from elsewhere, and a terminal obeys escape
sequences in them: they move the cursor, change the title, hide lines. Colours and progress bars
are Ghost's own, and pass beside.

Why: ADR 29.
"""

import io
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Any, final

__all__ = ["SafeStream", "safe_output", "safe_text"]

# Almost all texts are of these characters only, which one search shows.
_HARMLESS = re.compile(r"[\n\t -~]*")


def safe_text(text: str) -> str:
    """Escape all characters but printable ones, tabs and line ends, as JSON does: `\\u001b`."""
    if _HARMLESS.fullmatch(text):
        return text
    return "".join(c if c.isprintable() or c in "\n\t" else _escaped(c) for c in text)


def _escaped(character: str) -> str:
    code = ord(character)
    if code <= 0xFFFF:
        return f"\\u{code:04x}"
    high, low = divmod(code - 0x10000, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"


@final
class SafeStream:
    """A text stream that escapes what it gets; in all else it is the stream beneath."""

    def __init__(self, stream: Any) -> None:  # noqa: ANN401 - any text stream
        self._stream = stream
        # What rich writes to: the texts in its tables were escaped before it coloured them.
        self.rich_proxied_file = getattr(stream, "rich_proxied_file", stream)

    def write(self, text: str) -> int:
        """Write the text, escaped."""
        self._stream.write(safe_text(text))
        return len(text)

    def writelines(self, lines: Iterator[str]) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - as the stream
        return getattr(self._stream, name)


@contextmanager
def safe_output() -> Iterator[None]:
    """Escape everything that is printed in the block, results and errors.

    That includes characters that the encoding of the terminal lacks.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    out: Any = SafeStream(sys.stdout)
    err: Any = SafeStream(sys.stderr)
    with redirect_stdout(out), redirect_stderr(err):
        yield
