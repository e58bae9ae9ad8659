"""A source file: its bytes, its text, its syntax tree."""

import ast
import io
import sys
import tokenize
import warnings
from typing import NamedTuple

from ._dialects import dialect_of

__all__ = ["Source", "SourceError", "decode", "parse"]


class SourceError(Exception):
    """Source that cannot be checked, with the place and the reason.

    One of another Python is not broken: that Python reads it.
    """

    def __init__(
        self, message: str, line: int, column: int, *, is_of_other_python: bool = False
    ) -> None:
        super().__init__(message, line, column)
        self.message = message
        self.line = line
        self.column = column
        self.is_of_other_python = is_of_other_python


class Source(NamedTuple):
    """Python source that parses."""

    text: str
    lines: tuple[str, ...]
    tree: ast.Module

    def character(self, line: int, byte_offset: int) -> int:
        """The one-based column, in characters, of the parser's offset in UTF-8 bytes."""
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        if text.isascii():
            return byte_offset + 1
        return len(text.encode()[:byte_offset].decode(errors="replace")) + 1


def parse(data: bytes) -> Source:
    """Decode and parse as Python does; raises `SourceError` for what Python rejects."""
    text = ""
    try:
        with warnings.catch_warnings():
            # Warnings about invalid escapes are not findings.
            warnings.simplefilter("ignore")
            text = decode(data)
            tree = ast.parse(text)
    except SyntaxError as error:
        raise _unparsable(text, error) from None
    except (RecursionError, MemoryError):
        raise SourceError("too deeply nested to be parsed", 1, 1) from None
    except ValueError as error:
        # Such as half a surrogate pair from an escape of the declared encoding.
        raise SourceError(f"not Python: {error}", 1, 1) from None
    return Source(text, tuple(text.split("\n")), tree)


def _unparsable(text: str, error: SyntaxError) -> SourceError:
    running = f"Python {sys.version_info[0]}.{sys.version_info[1]}"
    dialect = dialect_of(text, error)
    message = f"not Python: {error.msg} (parsed by {running})"
    if dialect:
        newer = "" if dialect == "Python 2" else " or newer: run ghost with it"
        message = f"not checked by {running}, because it is {dialect}{newer} ({error.msg})"
    line, column = error.lineno or 1, error.offset or 1
    return SourceError(message, line, column, is_of_other_python=bool(dialect))


def decode(data: bytes) -> str:
    """The text of a source file, in the encoding that it declares."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        text = _normalised_newlines(data.decode(encoding))
    except UnicodeDecodeError as error:
        raise _undecodable(error) from None
    except (SyntaxError, LookupError, UnicodeError) as error:
        # Without a declaration UTF-8 failed; `rot13` is an encoding that decodes no bytes.
        try:
            data.decode()
        except UnicodeDecodeError as undecodable:
            raise _undecodable(undecodable) from None
        raise SourceError(f"not Python: {error}", _declaration_line(data), 1) from None
    if "\0" in text:
        line, column = _end(text[: text.index("\0")])
        raise SourceError("not Python: a null character", line, column)
    return text


def _undecodable(error: UnicodeDecodeError) -> SourceError:
    line, column = _end(
        _normalised_newlines(error.object[: error.start].decode(error.encoding, "replace"))
    )
    byte = error.object[error.start]
    return SourceError(f"not Python: byte 0x{byte:02x} is not {error.encoding}", line, column)


def _declaration_line(data: bytes) -> int:
    first = data.split(b"\n", 1)[0]
    return 1 if b"coding" in first else 2


def _normalised_newlines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _end(text: str) -> tuple[int, int]:
    """The line and column after the last character of a text."""
    return text.count("\n") + 1, len(text) - text.rfind("\n")
