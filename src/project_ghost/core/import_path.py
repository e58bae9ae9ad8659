"""Folders whose modules can be imported for a while."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["importable", "kept_import_path"]


@contextmanager
def importable(folders: Iterable[Path]) -> Iterator[None]:
    """Make the modules of these folders importable, after all others, until the block ends."""
    added = [str(folder.resolve()) for folder in folders]
    sys.path.extend(added)
    try:
        yield
    finally:
        for folder in added:
            sys.path.remove(folder)


@contextmanager
def kept_import_path() -> Iterator[None]:
    """Undo at the end of the block whatever the block did to the path of modules."""
    before = [*sys.path]
    try:
        yield
    finally:
        # ghost: allow[global-state] as it was
        sys.path[:] = before
