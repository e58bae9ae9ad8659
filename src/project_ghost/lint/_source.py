"""A source file: its bytes, its text, its syntax tree."""

import ast
import io
import tokenize
import warnings
from typing import NamedTuple

__all__ = ["Source", "SourceError", "decode", "parse"]


class SourceError(Exception):
    """Source that is not Python; where and why."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message, line, column)
        self.message = message
        self.line = line
        self.column = column


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
    """Decode and parse as Python itself would; raise `SourceError` for all that it refuses."""
    try:
        text = decode(data)
        with warnings.catch_warnings():
            # An invalid escape in somebody's string is not ours to tell.
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except SyntaxError as error:
        raise SourceError(error.msg, error.lineno or 1, error.offset or 1) from None
    except (RecursionError, MemoryError):
        raise SourceError("too deeply nested to be parsed", 1, 1) from None
    except ValueError as error:
        # Null bytes, and bytes that are not in the declared encoding.
        raise SourceError(str(error), 1, 1) from None
    return Source(text, tuple(text.split("\n")), tree)


def decode(data: bytes) -> str:
    """The text of a source file, in the encoding that it declares."""
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    return data.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
