"""Generated source that is compiled once, and cached on disk for later processes.

Numba's own cache looks at one file and misses an edit of a function that is called from
another file, and it runs whatever is in its files. So machine code is stored under the hash of
all the source that it depends on, and sealed (`_sealed`): it is neither stale nor another's.
"""

import hashlib
import importlib.util
import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache, partial
from importlib.metadata import version
from pathlib import Path
from types import MappingProxyType
from typing import Any, final

from project_ghost.core.compile_steps import CompileStep, announce
from project_ghost.core.compiled._registration import (
    MODULES,
    may_allocate,
    register,
    register_function,
)
from project_ghost.core.compiled._separate_function import SeparateFunction

from ._claims import claimed
from ._fingerprint import InexactError, fingerprint, modules_of
from ._generated_module import generated_module
from ._keys import is_kept, key_of_this_use
from ._storage import Storage, entry_name, stored_entries


def compile_source(
    source: str,
    name: str,
    namespace: Mapping[str, Callable[..., Any]] | None = None,
    *,
    inlined: Iterable[Callable[..., Any]] = (),
    separate: Mapping[str, SeparateFunction] | None = None,
) -> Callable[..., Any]:
    """Return the function `name` of `source` as machine code, from the cache if it is there.

    `namespace` has the functions that it calls beyond what it imports; they and the functions
    that they call are compiled too. The machine code of the `inlined` ones goes into their
    callers, so that several calls share work. The `separate` ones, which it calls by these
    names, are compiled once for all callers and cached on their own. Where nothing can be
    stored, everything is compiled for this process only.
    """
    register()
    called = dict(namespace or {})
    separate = dict(separate or {})
    for function in inlined:
        register_function(function, is_inlined=True)
    key = cache_key(source, called, separate)
    for function in called.values():
        register_function(function)
    missing = _missing(name, key, separate)
    steps = _Steps(len(missing))
    called |= _compiled_separately(separate, missing, steps)
    storage = _storage(name, key, called, partial(steps.announce, name))
    compiled: Callable[..., Any] = _dispatcher(source, name, called, storage)
    return compiled


def is_cached(
    source: str,
    name: str,
    namespace: Mapping[str, Callable[..., Any]],
    separate: Mapping[str, SeparateFunction],
) -> bool:
    """Tell whether `compile_source` would find the machine code in the cache."""
    return not _missing(name, cache_key(source, namespace, separate), separate)


def cache_key(
    source: str,
    namespace: Mapping[str, Callable[..., Any]],
    separate: Mapping[str, SeparateFunction],
) -> str:
    """Return the hash of everything that the machine code of a source depends on.

    Where no exact fingerprint can be made of that, the key is of this use only: nothing is ever
    stored or found under it.
    """
    keys = {name: _separate_key(separate[name]) for name in sorted(separate)}
    if not all(map(is_kept, keys.values())):
        return key_of_this_use()
    return _key(source, namespace, repr(keys))


def entry_addresses(entries: Mapping[str, SeparateFunction]) -> list[int]:
    """Return the addresses of the machine code of functions of `ENTRY_KINDS`, for `call_at`."""
    from project_ghost.core.compiled._numba_internals import code_address

    register()
    missing = _missing_entries(entries)
    found = _compiled_separately(entries, missing, _Steps(len(missing)))
    return [code_address(found[name].compiled) for name in entries]


def entry_key(entry: SeparateFunction) -> str:
    """Return the key of a function of `ENTRY_KINDS`, as `cache_key` does of a source."""
    return _separate_key(entry)


def are_entries_cached(entries: Mapping[str, SeparateFunction]) -> bool:
    """Tell whether `entry_addresses` would find all machine code in the cache."""
    return not _missing_entries(entries)


def _missing(name: str, key: str, separate: Mapping[str, SeparateFunction]) -> set[str]:
    """Return the entries that have to be made: the caller's, and of what is separate from it."""
    return ({entry_name(name, key)} | _needed_entries(separate.values())) - stored_entries()


def _missing_entries(separate: Mapping[str, SeparateFunction]) -> set[str]:
    return _needed_entries(separate.values()) - stored_entries()


def _needed_entries(functions: Iterable[SeparateFunction]) -> set[str]:
    """Return the entries of functions that are not loaded, and of those that they call."""
    found: set[str] = set()
    for function in functions:
        if function not in _SEPARATE:
            found.add(_separate_entry(function))
            found |= _needed_entries(each for _, each in function.separate)
    return found


# The separate functions of this process. A symbol has one address, and the code behind it has
# to stay.
_SEPARATE: dict[SeparateFunction, Any] = {}


def _compiled_separately(
    functions: Mapping[str, SeparateFunction], missing: Collection[str], steps: "_Steps"
) -> dict[str, Any]:
    """Return what compiled code calls in place of functions that are compiled on their own.

    What another process is compiling comes last: by then it may be in the cache.
    """
    for wait in (False, True):
        for name, function in functions.items():
            if function in _SEPARATE:
                continue
            entry = _separate_entry(function)
            if entry not in missing:
                _load_separate(function, name, missing, steps)
                continue
            with claimed(entry, wait=wait) as free:
                if free:
                    _load_separate(function, name, missing, steps)
    return {name: _SEPARATE[function] for name, function in functions.items()}


def _load_separate(
    function: SeparateFunction, name: str, missing: Collection[str], steps: "_Steps"
) -> None:
    """Load the machine code of a function, or compile it."""
    from project_ghost.core.compiled._separate import callable_by_symbol

    for each in function.inlined:
        register_function(each, is_inlined=True)
    called = dict(function.called)
    for each in called.values():
        register_function(each)
    key = _separate_key(function)
    storage = _storage(_SEPARATE_NAME, key, called, partial(steps.announce, name))
    options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    forms = [options]
    # Numba counts references to arrays at every call, for those that own their memory. Ours are
    # views: without memory management (`_nrt`) calls that pass many arrays take less time.
    if not any(map(may_allocate, called.values())):
        forms.insert(0, {**options, "_nrt": False})
    called |= _compiled_separately(dict(function.separate), missing, steps)
    made = [_dispatcher(function.source, _SEPARATE_NAME, called, storage, each) for each in forms]
    # ghost: allow[global-state] the loaded machine code is the process's too
    _SEPARATE[function] = callable_by_symbol(made, function.kinds, f"ghost_{key}")


# The name of the function in the source of each of them.
_SEPARATE_NAME = "separate"


def _separate_entry(function: SeparateFunction) -> str:
    return entry_name(_SEPARATE_NAME, _separate_key(function))


def _separate_key(function: SeparateFunction) -> str:
    keys = {name: _separate_key(each) for name, each in function.separate}
    if not all(map(is_kept, keys.values())):
        return key_of_this_use()
    return _key(function.source, dict(function.called), repr((function.kinds, keys)))


def _key(source: str, called: Mapping[str, Any], rest: str) -> str:
    texts = [source, _vocabulary_digest(), rest]
    try:
        texts += [f"{each}={fingerprint(called[each])}" for each in sorted(called)]
    except InexactError:
        return key_of_this_use()
    # Loading machine code imports the modules of its functions, so that a function that was
    # moved must be compiled again.
    texts += sorted({module for function in called.values() for module in modules_of(function)})
    return hashlib.sha256("\0".join(texts).encode("utf-8")).hexdigest()[:32]


def _storage(
    name: str, key: str, called: Mapping[str, Any], on_missing: Callable[[], None]
) -> Storage:
    modules = {module for function in called.values() for module in modules_of(function)}
    # Another process can load machine code of functions whose modules it can import.
    return Storage(name, key, importable=modules <= sys.modules.keys(), on_missing=on_missing)


@final
class _Steps:
    """Counts what a caller needs compiled."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._done = 0

    def announce(self, name: str) -> None:
        self._done += 1
        announce(CompileStep(name, self._done, max(self._done, self._count)))


def _dispatcher(
    source: str,
    name: str,
    called: Mapping[str, Any],
    storage: Storage,
    options: Mapping[str, Any] = MappingProxyType({}),
) -> Any:  # noqa: ANN401 - Numba's
    """Return the function of a module named by its key, for Numba to compile or load."""
    from numba import njit

    from project_ghost.core.compiled._numba_internals import keep_code_in

    function = getattr(generated_module(storage.entry, source, called), name)
    # Without Python's lock, so that what a run publishes is encoded and written meanwhile.
    dispatcher = njit(error_model="python", nogil=True, **options)(function)
    keep_code_in(dispatcher, storage)
    return dispatcher


# ghost: allow[cached-state] the package's own source does not change under a process
@cache
def _vocabulary_digest() -> str:
    """Return a digest of what any machine code may use: our source, and releases of the others."""
    import numba

    flags = (numba.config.BOUNDSCHECK, numba.config.OPT, numba.config.FULL_TRACEBACKS)  # type: ignore[attr-defined]
    releases = [f"{name} {version(name)}" for name in ("llvmlite", "numba", "numpy")]
    digest = hashlib.sha256(repr((sys.version, releases, flags)).encode())
    for name in MODULES:
        spec = importlib.util.find_spec(name)
        assert spec is not None
        assert spec.origin is not None
        digest.update(Path(spec.origin).read_bytes())
    for path in sorted(Path(__file__).parents[1].rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()
