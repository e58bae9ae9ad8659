"""Lists and queues that several threads fill, in the order in which they get there."""

import ast
import re
from collections import Counter
from collections.abc import Iterator

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function, Kind
from project_ghost.lint.python._syntax import word

from ._escape import kept, part_affects
from ._loops import Order

__all__ = ["filled_by_threads", "puts_of_threads"]

# The packages that start threads.
_THREADS = frozenset({"concurrent", "multiprocessing", "threading"})
_POOLS = frozenset({"ThreadPool", "ThreadPoolExecutor"})
_STARTING = frozenset({"apply_async", "imap", "map", "starmap", "submit"})
_GROWING = frozenset({"append", "appendleft", "extend"})
# What people read, or what says how it went.
_MESSAGES = re.compile(r"error|exception|fail|log|messages?$|warning|time|duration|latenc|thread")


def filled_by_threads(module: Module) -> Iterator[tuple[ast.Call, str]]:
    """Calls by which several threads append to one list, with what its order affects."""
    for function in _shared_functions(module):
        for call in ast.walk(function):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
                continue
            owner = call.func.value
            is_kept = call.func.attr in _GROWING and not _MESSAGES.search(word(owner).lower())
            affected = _affected(module, function, owner) if is_kept else None
            if affected is not None:
                yield call, affected


def puts_of_threads(module: Module) -> tuple[frozenset[str], frozenset[str]]:
    """The names of queues into which several threads put, and of what these threads run."""
    functions = _shared_functions(module)
    queues = {
        word(call.func.value)
        for function in functions
        for call in ast.walk(function)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
        if call.func.attr in ("put", "put_nowait")
    }
    return frozenset(queues), frozenset(function.name for function in functions)


def _affected(module: Module, function: Function, owner: ast.expr) -> str | None:
    """What the order of a list affects that lives longer than the function that fills it."""
    match owner:
        case ast.Attribute(value=ast.Name(id="self"), attr=attribute):
            found = kept(module).held(attribute)
            return "an attribute" if found in (Order.RETURNED, Order.DEPENDS) else None
        case ast.Name():
            binding = module.tree.binding(owner)
            if binding is None or any(
                each.kind is Kind.PARAMETER
                or any(parent is function for parent in module.tree.ancestors(each.node))
                for each in binding.definitions
            ):
                return None
            if any(_is_sorted(module, load) for load in binding.loads):
                return None
            targets = [each.node for each in binding.definitions if isinstance(each.node, ast.Name)]
            effects = [part_affects(module, target).affected for target in targets]
            return next(filter(None, effects), None)
    return None


def _is_sorted(module: Module, load: ast.Name) -> bool:
    parent = module.parent(load)
    return isinstance(parent, ast.Attribute) and parent.attr == "sort"


def _shared_functions(module: Module) -> list[Function]:
    """The functions that several threads run at once."""
    if module.imported.isdisjoint(_THREADS):
        return []
    names = set(_run_by_threads(module))
    return [each for each in module.nodes(ast.FunctionDef) if each.name in names]


def _run_by_threads(module: Module) -> Iterator[str]:
    started: Counter[tuple[ast.AST | None, str]] = Counter()
    has_pool = any(word(call.func) in _POOLS for call in module.nodes(ast.Call))
    for call in module.nodes(ast.Call):
        run = _function_run(call, has_pool=has_pool)
        if run is None:
            continue
        maps = word(call.func) in ("imap", "map", "starmap")
        is_repeated = maps or module.in_loop(call) or _in_comprehension(module, call)
        key = (module.tree.function(call), run)
        started[key] += 2 if is_repeated else 1
    yield from (run for (_, run), count in started.items() if count > 1)


def _function_run(call: ast.Call, *, has_pool: bool) -> str | None:
    """The name of the function that a call starts in a thread."""
    if word(call.func) == "Thread":
        targets = [keyword.value for keyword in call.keywords if keyword.arg == "target"]
        return word(targets[0]) if targets else None
    is_submitted = has_pool and isinstance(call.func, ast.Attribute)
    if is_submitted and word(call.func) in _STARTING and call.args:
        return word(call.args[0]) or None
    return None


def _in_comprehension(module: Module, node: ast.AST) -> bool:
    return any(
        isinstance(each, ast.ListComp | ast.GeneratorExp | ast.SetComp | ast.DictComp)
        for each in module.tree.ancestors(node)
    )
