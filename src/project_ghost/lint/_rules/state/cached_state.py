"""GHO504."""

import ast
from collections.abc import Iterator

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint._rules.time.wall_clock import clock_readings
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Binding, Function, Kind

from ._host import ENVIRONMENT, FILE_METHODS, FILES
from ._writes import global_writes

__all__ = ["CachedState"]

_CACHES = frozenset(
    {
        "functools.lru_cache",
        "functools.cache",
        "cachetools.cached",
        "cachetools.func.lru_cache",
        "cachetools.func.ttl_cache",
        "joblib.Memory.cache",
        "methodtools.lru_cache",
    }
)
_IMMUTABLE_BASES = ("NamedTuple", "Enum", "IntEnum", "StrEnum", "Flag", "tuple", "str", "frozenset")


class CachedState(Rule):
    """The result of a function that depends on state is cached.

    ## What it does
    Finds `lru_cache` and `cache` on (or around) methods of mutable objects and on functions
    that read a changing global, the environment, a file or a clock, and `cached_property` on
    components. A method whose attributes only `__init__` sets, or whose class defines `__eq__`
    and `__hash__`, is an info, and any other outside of a component a hint; so is a function that
    reads a file or the environment, which rarely change, unless a step calls it.

    ## Why is this bad
    The cache returns results of an earlier state: of an object that has changed, of an
    earlier run in the same process, or of a run before a snapshot was restored.

    ## Example
    ```python
    from functools import lru_cache

    class Lane:
        @lru_cache(maxsize=None)
        def length(self):
            return self.end - self.start
    ```

    ## Use instead
    ```python
    from functools import lru_cache

    @lru_cache(maxsize=None)
    def length(start, end):
        return end - start
    ```
    """

    code = "GHO504"
    name = "cached-state"

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every cache that can become stale."""
        changing = {
            binding
            for binding, node in global_writes(module)
            if not any(each.kind in (Kind.IMPORT, Kind.FUNCTION) for each in binding.definitions)
            and not _is_cached(module, node)
        }
        outside: set[ast.AST] = {use.node for use in clock_readings(module)}
        files: set[ast.AST] = {use.node for use in module.uses_of((*FILES, *ENVIRONMENT))}
        for method in FILE_METHODS:
            files |= set(module.method_calls.get(method, ()))
        for function, where in (*self._decorated(module), *self._wrapped(module)):
            if not self._state(function, module, changing, outside):
                if self._state(function, module, changing, files):
                    yield Problem(
                        where,
                        "the cached function reads the host, whose changes the cache ignores: "
                        "cache a function of its arguments only",
                        None if function in module.steps else Severity.HINT,
                    )
                continue
            reason = self._state(function, module, changing, outside)
            if reason:
                yield Problem(
                    where,
                    f"the cached function {reason}, which the cache ignores: "
                    "cache a function of its arguments only",
                    _severity(module, function),
                )

    def _decorated(self, module: Module) -> Iterator[tuple[Function, ast.expr]]:
        for kind in (ast.FunctionDef, ast.AsyncFunctionDef):
            for function in module.nodes(kind):
                assert isinstance(function, Function)
                decorator = self._cache(function, module)
                if decorator is not None:
                    yield function, decorator

    def _wrapped(self, module: Module) -> Iterator[tuple[Function, ast.expr]]:
        """Functions in `cache(f)` and `lru_cache(None)(self.f)`."""
        for use in module.uses_of(_CACHES):
            calls = [use.call] if use.call else []
            outer = module.parent(use.call) if use.call else None
            if isinstance(outer, ast.Call) and outer.func is use.call:
                calls.append(outer)
            for call in calls:
                for argument in call.args[:1]:
                    for function in module.types.functions.get(module.qualify(argument), ()):
                        yield function, call

    def _cache(self, function: Function, module: Module) -> ast.expr | None:
        for decorator in function.decorator_list:
            called = decorator.func if isinstance(decorator, ast.Call) else decorator
            name = module.qualify(called)
            if name in _CACHES:
                return decorator
            if name == "functools.cached_property" and module.parent(function) in module.components:
                return decorator
        return None

    def _state(
        self,
        function: Function,
        module: Module,
        changing: set[Binding],
        outside: set[ast.AST],
    ) -> str:
        if _has_object(module, function):
            return f"depends on the state of `{function.args.args[0].arg}`"
        for node in ast.walk(function):
            if node in outside:
                return "reads something outside its arguments"
            if isinstance(node, ast.Name) and module.tree.binding(node) in changing:
                return f"reads the changing global `{node.id}`"
        return ""


def _is_cached(module: Module, node: ast.AST) -> bool:
    """Whether a cached function fills a table itself, as a part of what it computes once."""
    function = module.tree.function(node)
    is_entry = isinstance(node, ast.Subscript) and isinstance(function, Function)
    return is_entry and any(
        module.qualify(each.func if isinstance(each, ast.Call) else each) in _CACHES
        for each in getattr(function, "decorator_list", [])
    )


def _severity(module: Module, function: Function) -> Severity | None:
    """Info for a cache that is always valid, a hint where nothing is seen to change the object."""
    if _is_settled(module, function) or function.name.startswith(("_repr_", "_ipython_")):
        return Severity.INFO
    if not _has_object(module, function):
        return None
    owner = module.parent(function)
    is_component = isinstance(owner, ast.ClassDef) and owner in module.components
    return None if is_component and _changes(module, function) else Severity.HINT


def _changes(module: Module, function: Function) -> bool:
    """Whether a method changes what a cached one reads, other than at its first use."""
    owner = module.parent(function)
    assert isinstance(owner, ast.ClassDef)
    info = module.names.classes[owner]
    return any(
        getattr(module.tree.function(definition.node), "name", "__init__") != "__init__"
        and not _is_first_use(module, definition.node, name)
        for name in _read(module, function)
        for definition in info.instance.get(name, ())
    )


def _is_first_use(module: Module, node: ast.AST, attribute: str) -> bool:
    """Whether an attribute is assigned where it is not made yet: `if self.shape is None:`."""
    return any(
        isinstance(parent, ast.If)
        and any(
            isinstance(part, ast.Attribute) and part.attr == attribute
            for part in ast.walk(parent.test)
        )
        for parent in module.tree.ancestors(node)
    )


def _has_object(module: Module, function: Function) -> bool:
    """Whether a function is a method of an object that can change."""
    owner = module.parent(function)
    is_method = isinstance(owner, ast.ClassDef) and bool(function.args.args)
    return is_method and isinstance(owner, ast.ClassDef) and not _is_static(function, owner)


def _read(module: Module, function: Function) -> set[str]:
    """The attributes of its object that a method reads."""
    return {
        node.attr
        for node in ast.walk(function)
        if isinstance(node, ast.Attribute) and module.names.receiver(node.value) is not None
    }


def _is_settled(module: Module, function: Function) -> bool:
    """Whether the attributes that a method reads are set by `__init__` alone, or decide equality.

    A cache compares objects by `__eq__` and `__hash__`, so a class that has both may say when the
    cached results are valid.
    """
    owner = module.parent(function)
    if not isinstance(owner, ast.ClassDef):
        return False
    info = module.names.classes[owner]
    if {"__eq__", "__hash__"} <= info.scope.bindings.keys():
        return True
    definitions = [d for name in _read(module, function) for d in info.instance.get(name, ())]
    makers = [module.tree.function(definition.node) for definition in definitions]
    return bool(definitions) and all(getattr(m, "name", "") == "__init__" for m in makers)


def _is_static(function: Function, owner: ast.ClassDef) -> bool:
    """Whether there is no state: a static method, or a class of immutable objects."""
    decorators = [ast.unparse(decorator) for decorator in function.decorator_list]
    if "staticmethod" in decorators or "classmethod" in decorators:
        return True
    bases = [ast.unparse(base).rpartition(".")[2] for base in owner.bases]
    frozen = any("frozen=True" in ast.unparse(decorator) for decorator in owner.decorator_list)
    return frozen or any(base in _IMMUTABLE_BASES for base in bases)
