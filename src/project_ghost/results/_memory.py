"""Memory of pyarrow that goes back to the system."""

import os
import sys

__all__ = ["import_pyarrow"]

_VARIABLE = "ARROW_DEFAULT_MEMORY_POOL"


def import_pyarrow() -> None:
    """Import pyarrow so that it takes its memory from the system.

    Its own allocators keep what they once had: several times what a window of a plan needs. Which
    one is used can be chosen only before it is imported. A program that has imported it, or whose
    environment names an allocator, has chosen.
    """
    if "pyarrow" in sys.modules or _VARIABLE in os.environ:
        import pyarrow

        return
    os.environ[_VARIABLE] = "system"
    try:
        import pyarrow

        pyarrow.default_memory_pool()
    finally:
        del os.environ[_VARIABLE]
