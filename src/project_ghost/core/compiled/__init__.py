"""The core's functions inside Numba-compiled code, and a cache of machine code for all processes.

General layout: `_registration` lists the functions that compiled code may call; `_overloads` has
the compiled form of functions that inspect a number's bits or a table; `_pure_calls` marks calls
as pure; `_twins` has the compiled form of operations that would differ; `_view` and
`_arrays_in_place` make arrays that own no memory; `_separate_function` and
`_separate` compile functions separately from their callers; `_numba_internals` has all uses of
Numba without a promise of stability.

`cache` keeps machine code for all processes.

Numba is imported only when something here is called: the interpreter, which is the
reference, works without it.

Why: ADR 5.
"""

from ._registration import borrowing as borrowing
from ._registration import inlined as inlined
from ._registration import is_available as is_available
from ._registration import register as register
from ._separate_function import ENTRY_KINDS as ENTRY_KINDS
from ._separate_function import Kind as Kind
from ._separate_function import SeparateFunction as SeparateFunction
from ._separate_function import separate as separate
from ._view import call_at as call_at
from ._view import copy_bytes as copy_bytes
from ._view import floats_at as floats_at
from ._view import integers_at as integers_at
from ._view import local_zeros as local_zeros
from ._view import viewed as viewed
from .cache._cache import are_entries_cached as are_entries_cached
from .cache._cache import cache_key as cache_key
from .cache._cache import compile_source as compile_source
from .cache._cache import entry_addresses as entry_addresses
from .cache._cache import entry_key as entry_key
from .cache._cache import is_cached as is_cached
from .cache._fingerprint import InexactError as InexactError
from .cache._fingerprint import fingerprint as fingerprint
from .cache._folder import cache_directory as cache_directory
from .cache._notes import keep_note as keep_note
from .cache._notes import note_of as note_of
from .cache._prebuilt import Prebuilt as Prebuilt
from .cache._prebuilt import about_prebuilt as about_prebuilt
from .cache._prebuilt import pack_prebuilt as pack_prebuilt
from .cache._prebuilt import prebuilt_path as prebuilt_path
from .cache._prebuilt import prebuilt_state as prebuilt_state
from .cache._prebuilt import source_digest as source_digest
from .cache._sealed import cache_state as cache_state
from .cache._shipped import received_code as received_code
from .cache._shipped import used_code as used_code

__all__ = [
    "ENTRY_KINDS",
    "InexactError",
    "Kind",
    "Prebuilt",
    "SeparateFunction",
    "about_prebuilt",
    "are_entries_cached",
    "borrowing",
    "cache_directory",
    "cache_key",
    "cache_state",
    "call_at",
    "compile_source",
    "copy_bytes",
    "entry_addresses",
    "entry_key",
    "fingerprint",
    "floats_at",
    "inlined",
    "integers_at",
    "is_available",
    "is_cached",
    "keep_note",
    "local_zeros",
    "note_of",
    "pack_prebuilt",
    "prebuilt_path",
    "prebuilt_state",
    "received_code",
    "register",
    "separate",
    "source_digest",
    "used_code",
    "viewed",
]
