"""Generated source, compiled once and kept on disk for every process to come.

Numba's own cache looks at the time stamp of one file and misses an edit in a function
that is called from another. So generated source is stored under the hash of all the
source it rests on, and Numba's cache beside it is then never stale.
"""

import hashlib
import importlib.util
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

from ._fingerprint import fingerprint, has_modules
from ._registration import MODULES, register, register_function
from ._separate_function import SeparateFunction


def cache_directory() -> Path:
    """Where compiled code is kept: `GHOST_CACHE_DIR`, else below the user's cache folder."""
    chosen = os.environ.get("GHOST_CACHE_DIR")
    if chosen:
        return Path(chosen).absolute() / "compiled"
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if not base.is_absolute():  # unset, or not to be used, as the XDG specification has it
        base = _home() / ".cache"
    return base / "ghost-sim" / "compiled"


def _home() -> Path:
    """The user's home, or a folder of the user's own where there is none (in a container, say)."""
    try:
        home = Path.home()
    except RuntimeError:
        home = Path()
    return home if home.is_absolute() else Path(tempfile.gettempdir()) / f"ghost-{os.getuid()}"


def compile_source(
    source: str,
    name: str,
    namespace: Mapping[str, Callable[..., Any]] | None = None,
    *,
    inlined: Iterable[Callable[..., Any]] = (),
    separate: Mapping[str, SeparateFunction] | None = None,
) -> Callable[..., Any]:
    """The function `name` of `source`, compiled by Numba, from the cache where it is there.

    `namespace` has the functions that it calls beyond what it imports; they, and what they
    call in turn, are compiled too. The machine code of the `inlined` ones goes into their
    callers, which then share what is the same in several calls. The `separate` ones, which it
    calls by these names, are compiled once for all callers, and kept separate.
    Where nothing can be stored, all is compiled for this process only.
    """
    register()
    called = dict(namespace or {})
    for function in inlined:
        register_function(function, inlined=True)
    key = _caller_key(source, called, separate or {})
    for function in called.values():
        register_function(function)
    called |= {each: _compiled_separately(found) for each, found in (separate or {}).items()}
    compiled: Callable[..., Any] = _dispatcher(source, name, called, key)
    return compiled


def is_cached(
    source: str,
    name: str,
    namespace: Mapping[str, Callable[..., Any]],
    separate: Mapping[str, SeparateFunction],
) -> bool:
    """Whether `compile_source` would find machine code of this function in the cache."""
    key = _caller_key(source, namespace, separate)
    return any((cache_directory() / "__pycache__").glob(f"{_module_name(name, key)}.*.nbi"))


# Kept: a symbol has one address, and the code behind it has to stay.
@cache
def _compiled_separately(function: SeparateFunction) -> Any:  # noqa: ANN401
    """What compiled code calls instead of a function, which is compiled or loaded before."""
    from ._separate import called_by_symbol

    register()
    called = dict(function.called)
    for each in called.values():
        register_function(each)
    # One choice of arguments to a file: Numba's index of several is not safe where two
    # processes write it.
    key = _separate_key(function)
    options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    dispatcher = _dispatcher(function.source, "separate", called, key, options)
    return called_by_symbol(dispatcher, function.kinds, f"ghost_{key}")


def _separate_key(function: SeparateFunction) -> str:
    return _key(function.source, dict(function.called), repr(function.kinds))


def _caller_key(
    source: str,
    called: Mapping[str, Callable[..., Any]],
    separate: Mapping[str, SeparateFunction],
) -> str:
    keys = {name: _separate_key(separate[name]) for name in sorted(separate)}
    return _key(source, called, repr(keys))


def _key(source: str, called: Mapping[str, Any], rest: str) -> str:
    """The hash of all that machine code rests on."""
    texts = [source, _vocabulary_digest(), _processor(), rest]
    texts += [f"{each}={fingerprint(called[each])}" for each in sorted(called)]
    return hashlib.sha256("\0".join(texts).encode("utf-8")).hexdigest()[:32]


def _module_name(name: str, key: str) -> str:
    return f"_ghost_{name}_{key}"


def _dispatcher(
    source: str,
    name: str,
    called: Mapping[str, Any],
    key: str,
    options: Mapping[str, Any] = MappingProxyType({}),
) -> Any:  # noqa: ANN401 - Numba's
    """The function of a module that is stored under the key, for Numba to compile or load."""
    from numba import njit

    module_name = _module_name(name, key)
    # Who loads machine code from Numba's cache imports the modules of its functions.
    path = _store(module_name, source) if all(map(has_modules, called.values())) else None
    if path is None:
        globals_: dict[str, Any] = dict(called)
        exec(source, globals_)  # noqa: S102 - source that the caller generated
        function = globals_[name]
    else:
        module = _load(module_name, path)
        vars(module).update(called)
        function = getattr(module, name)
    return njit(cache=path is not None, error_model="python", **options)(function)


# ghost: allow[cached-state] the package's own source does not change under a process
@cache
def _vocabulary_digest() -> str:
    digest = hashlib.sha256(version("numba").encode())
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
    """What machine code is made for."""
    from llvmlite import binding

    return f"{binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()}"


def _store(module_name: str, source: str) -> Path | None:
    """Write the source unless it is there; whole or not at all, whoever else writes it."""
    path = cache_directory() / f"{module_name}.py"
    temporary = path.with_name(f"{module_name}.{os.getpid()}")
    try:
        if not path.exists() or path.read_text(encoding="utf-8") != source:
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_text(source, encoding="utf-8")
            temporary.replace(path)
        return path if os.access(path.parent, os.W_OK) else None
    except (OSError, UnicodeDecodeError):
        with suppress(OSError):
            temporary.unlink()
        return None


def _load(module_name: str, path: Path) -> ModuleType:
    if module_name in sys.modules:
        return sys.modules[module_name]
    spec = importlib.util.spec_from_file_location(module_name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    spec.loader.exec_module(module)
    return module
