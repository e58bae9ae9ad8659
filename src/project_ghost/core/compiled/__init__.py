"""The core's functions inside Numba-compiled code, and code compiled once for all processes.

Numba is imported only when something here is called: the interpreter, which is the
reference, works without it.

Why: ADR 5.
"""

from ._cache import cache_directory as cache_directory
from ._cache import compile_source as compile_source
from ._cache import is_cached as is_cached
from ._fingerprint import fingerprint as fingerprint
from ._kind import Kind as Kind
from ._registration import is_available as is_available
from ._registration import register as register
from ._view import viewed as viewed

__all__ = [
    "Kind",
    "cache_directory",
    "compile_source",
    "fingerprint",
    "is_available",
    "is_cached",
    "register",
    "viewed",
]
