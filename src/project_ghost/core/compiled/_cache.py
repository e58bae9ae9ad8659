"""Generated source that is compiled once, and cached on disk for later processes.

Numba's own cache looks at the time stamp of one file and misses an edit of a function that
is called from another file. So generated source is stored under the hash of all the source
that it depends on, and Numba's cache beside it is never stale.
"""

import hashlib
import importlib.util
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

from project_ghost.core.errors import InputError
from project_ghost.core.files import write_whole

from ._fingerprint import fingerprint, modules_of
from ._registration import MODULES, may_allocate, register, register_function
from ._separate_function import SeparateFunction


def cache_directory() -> Path:
    """Return the folder of the cache: `GHOST_CACHE_DIR`, else below the user's cache folder."""
    chosen = os.environ.get("GHOST_CACHE_DIR")
    if chosen:
        return Path(chosen).absolute() / "compiled"
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if not base.is_absolute():  # unset, or relative, which the XDG specification ignores
        base = _home() / ".cache"
    return base / "ghost-sim" / "compiled"


def _home() -> Path:
    """Return the user's home, or a temporary folder of the user where there is none."""
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
    """Return the function `name` of `source` as machine code, from the cache if it is there.

    `namespace` has the functions that it calls beyond what it imports; they and the functions
    that they call are compiled too. The machine code of the `inlined` ones goes into their
    callers, so that several calls share work. The `separate` ones, which it calls by these
    names, are compiled once for all callers and cached on their own. Where nothing can be
    stored, everything is compiled for this process only.
    """
    register()
    called = dict(namespace or {})
    for function in inlined:
        register_function(function, is_inlined=True)
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
    """Tell whether `compile_source` would find the machine code in the cache."""
    key = _caller_key(source, namespace, separate)
    return any((cache_directory() / "__pycache__").glob(f"{_module_name(name, key)}.*.nbi"))


# Kept: a symbol has one address, and the code behind it has to stay.
@cache
def _compiled_separately(function: SeparateFunction) -> Any:  # noqa: ANN401
    """Return what compiled code calls in place of a function that is compiled on its own."""
    from ._separate import callable_by_symbol

    register()
    called = dict(function.called)
    for each in called.values():
        register_function(each)
    # One choice of argument types for each file: Numba's index of several is not safe where
    # two processes write it.
    key = _separate_key(function)
    options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    forms = [options]
    # Numba counts references to arrays at every call, for those that own their memory. Ours are
    # views: without memory management (`_nrt`) calls that pass many arrays take less time.
    if not any(map(may_allocate, called.values())):
        forms.insert(0, {**options, "_nrt": False})
    made = [_dispatcher(function.source, "separate", called, key, each) for each in forms]
    return callable_by_symbol(made, function.kinds, f"ghost_{key}")


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
    """Return the hash of everything that the machine code depends on."""
    texts = [source, _vocabulary_digest(), _processor(), rest]
    texts += [f"{each}={fingerprint(called[each])}" for each in sorted(called)]
    # Loading machine code from Numba's cache imports the modules of its functions, so that a
    # function that was moved must be compiled again.
    texts += sorted({module for function in called.values() for module in modules_of(function)})
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
    """Return the function of a module stored under the key, for Numba to compile or load."""
    from numba import njit

    module_name = _module_name(name, key)
    modules = {module for function in called.values() for module in modules_of(function)}
    path = _store(module_name, source) if modules <= sys.modules.keys() else None
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
    """Return the processor that machine code is made for."""
    from llvmlite import binding

    return f"{binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()}"


def _store(module_name: str, source: str) -> Path | None:
    """Write the source unless it is there already; None where the cache is not writable."""
    path = cache_directory() / f"{module_name}.py"
    try:
        if not path.exists() or path.read_text(encoding="utf-8") != source:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, source)
        return path if os.access(path.parent, os.W_OK) else None
    except (InputError, OSError, UnicodeDecodeError):
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
