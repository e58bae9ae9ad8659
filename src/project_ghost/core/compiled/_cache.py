"""Generated source that is compiled once, and cached on disk for later processes.

Numba's own cache looks at one file and misses an edit of a function that is called from
another file, and it runs whatever is in its files. So machine code is stored under the hash of
all the source that it depends on, and sealed (`_sealed`): it is neither stale nor another's.
"""

import hashlib
import importlib.util
import linecache
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any, final

from ._fingerprint import InexactError, fingerprint, modules_of
from ._keys import is_kept, key_of_this_use
from ._observer import CompileStep, announce
from ._registration import MODULES, may_allocate, register, register_function
from ._sealed import read_sealed, sealed_names, write_sealed
from ._separate_function import SeparateFunction


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
    steps = _Steps(len(_missing(key, name, separate)))
    called |= {each: _compiled_separately(found, each, steps) for each, found in separate.items()}
    storage = _Storage(name, key, name, steps, stored=is_kept(key) and _is_importable(called))
    compiled: Callable[..., Any] = _dispatcher(source, name, called, storage)
    return compiled


def is_cached(
    source: str,
    name: str,
    namespace: Mapping[str, Callable[..., Any]],
    separate: Mapping[str, SeparateFunction],
) -> bool:
    """Tell whether `compile_source` would find the machine code in the cache."""
    return not _missing(cache_key(source, namespace, separate), name, separate)


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


def _missing(key: str, name: str, separate: Mapping[str, SeparateFunction]) -> list[str]:
    """Return the names of what has to be compiled: the caller, and what is separate from it."""
    return _not_stored({_entry(name, key): name}) + _missing_separate(separate)


def _missing_separate(separate: Mapping[str, SeparateFunction]) -> list[str]:
    return _not_stored(
        {
            _entry("separate", _separate_key(function)): each
            for each, function in separate.items()
            if function not in _SEPARATE
        }
    )


def _not_stored(wanted: Mapping[str, str]) -> list[str]:
    """Return the names of the entries that the cache does not have."""
    stored = {each.rpartition("_")[0] for each in sealed_names()}
    return [each for entry, each in wanted.items() if entry not in stored]


def entry_addresses(entries: Mapping[str, SeparateFunction]) -> list[int]:
    """Return the addresses of the machine code of functions of `ENTRY_KINDS`, for `call_at`."""
    from ._numba_internals import code_address

    steps = _Steps(len(_missing_separate(entries)))
    found = [_compiled_separately(each, name, steps) for name, each in entries.items()]
    return [code_address(each.compiled) for each in found]


def are_entries_cached(entries: Mapping[str, SeparateFunction]) -> bool:
    """Tell whether `entry_addresses` would find all machine code in the cache."""
    return not _missing_separate(entries)


# The separate functions of this process. A symbol has one address, and the code behind it has
# to stay.
_SEPARATE: dict[SeparateFunction, Any] = {}


def _compiled_separately(function: SeparateFunction, name: str, steps: "_Steps") -> Any:  # noqa: ANN401
    """Return what compiled code calls in place of a function that is compiled on its own."""
    if function not in _SEPARATE:
        # ghost: allow[global-state] the loaded machine code is the process's too
        _SEPARATE[function] = _load_separate(function, name, steps)
    return _SEPARATE[function]


def _load_separate(function: SeparateFunction, name: str, steps: "_Steps") -> Any:  # noqa: ANN401
    from ._separate import callable_by_symbol

    register()
    for each in function.inlined:
        register_function(each, is_inlined=True)
    called = dict(function.called)
    for each in called.values():
        register_function(each)
    key = _separate_key(function)
    stored = is_kept(key) and _is_importable(called)
    storage = _Storage("separate", key, name, steps, stored=stored)
    options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    forms = [options]
    # Numba counts references to arrays at every call, for those that own their memory. Ours are
    # views: without memory management (`_nrt`) calls that pass many arrays take less time.
    if not any(map(may_allocate, called.values())):
        forms.insert(0, {**options, "_nrt": False})
    called |= {each: _compiled_separately(found, each, steps) for each, found in function.separate}
    made = [_dispatcher(function.source, "separate", called, storage, each) for each in forms]
    return callable_by_symbol(made, function.kinds, f"ghost_{key}")


def _separate_key(function: SeparateFunction) -> str:
    keys = {name: _separate_key(each) for name, each in function.separate}
    return _key(function.source, dict(function.called), repr((function.kinds, keys)))


def _key(source: str, called: Mapping[str, Any], rest: str) -> str:
    texts = [source, _vocabulary_digest(), _processor(), rest]
    try:
        texts += [f"{each}={fingerprint(called[each])}" for each in sorted(called)]
    except InexactError:
        return key_of_this_use()
    # Loading machine code imports the modules of its functions, so that a function that was
    # moved must be compiled again.
    texts += sorted({module for function in called.values() for module in modules_of(function)})
    return hashlib.sha256("\0".join(texts).encode("utf-8")).hexdigest()[:32]


def _is_importable(called: Mapping[str, Any]) -> bool:
    """Tell whether another process can load machine code of these functions."""
    modules = {module for function in called.values() for module in modules_of(function)}
    return modules <= sys.modules.keys()


def _entry(name: str, key: str) -> str:
    return f"_ghost_{name}_{key}"


@final
class _Steps:
    """Counts what a caller needs compiled."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._done = 0

    def announce(self, name: str) -> None:
        self._done += 1
        announce(CompileStep(name, self._done, max(self._done, self._count)))


@final
class _Storage:
    """Where the machine code of one function is kept; one file for each choice of types."""

    def __init__(self, name: str, key: str, label: str, steps: _Steps, *, stored: bool) -> None:
        self.entry = _entry(name, key)
        self._label = label
        self._steps: _Steps | None = steps
        self._stored = stored

    def load(self, signature: str) -> bytes | None:
        code = read_sealed(self._file(signature)) if self._stored else None
        if code is None and self._steps is not None:
            self._steps.announce(self._label)
            self._steps = None  # announced once, whatever forms of it are tried
        return code

    def save(self, signature: str, code: bytes) -> None:
        if self._stored:
            write_sealed(self._file(signature), code)

    def _file(self, signature: str) -> str:
        return f"{self.entry}_{hashlib.sha256(signature.encode()).hexdigest()[:16]}"


def _dispatcher(
    source: str,
    name: str,
    called: Mapping[str, Any],
    storage: _Storage,
    options: Mapping[str, Any] = MappingProxyType({}),
) -> Any:  # noqa: ANN401 - Numba's
    """Return the function of a module named by its key, for Numba to compile or load."""
    from numba import njit

    from ._numba_internals import keep_code_in

    function = getattr(_module(storage.entry, source, called), name)
    dispatcher = njit(error_model="python", **options)(function)
    keep_code_in(dispatcher, storage)
    return dispatcher


def _module(name: str, source: str, called: Mapping[str, Any]) -> ModuleType:
    """Return a module made of the source, importable by its name as machine code needs it."""
    if name not in sys.modules:
        module = ModuleType(name)
        vars(module).update(called)
        vars(module)["__loader__"] = _Loader(source)
        linecache.lazycache(f"{name}.py", vars(module))
        exec(compile(source, f"{name}.py", "exec"), vars(module))  # noqa: S102 - generated source
        sys.modules[name] = module
    return sys.modules[name]


@final
class _Loader:
    """Has the text of a generated module, for tracebacks and for Numba's messages."""

    def __init__(self, source: str) -> None:
        self._source = source

    def get_source(self, _name: str) -> str:
        return self._source


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
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


# Kept: the processor does not change either.
@cache
def _processor() -> str:
    """Return the processor that machine code is made for."""
    from ._numba_internals import target

    return " ".join(target())
