"""Messages of several processes or threads, in the order in which they arrive in a queue."""

import ast
import re
from collections.abc import Callable, Iterator

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._syntax import names_in, word

from ._threads import puts_of_threads

__all__ = ["collected_messages"]

_MULTIPROCESSING = frozenset({"billiard", "multiprocess", "multiprocessing", "torch"})
_QUEUES = frozenset({"JoinableQueue", "Queue", "SimpleQueue"})
_MAKERS = re.compile(r"(^|_)(context|ctx|manager|mp|multiprocessing)$", re.IGNORECASE)
_KEEPING = frozenset({"append", "extend", "appendleft"})
_LOOPS = (ast.For, ast.AsyncFor, ast.While)


def collected_messages(module: Module) -> Iterator[ast.Call]:
    """Calls in a loop that take a message of several workers and keep it in that order."""
    yield from _of_threads(module)
    if module.imported.isdisjoint(_MULTIPROCESSING) or not _starts_several(module):
        return
    for method in ("get", "get_nowait"):
        for call in module.method_calls.get(method, ()):
            assert isinstance(call.func, ast.Attribute)
            if _is_shared_queue(module, call.func.value, _makes_queue) and _is_kept(module, call):
                yield call


def _of_threads(module: Module) -> Iterator[ast.Call]:
    """The same of threads: others than the threads take what these put into the queue."""
    queues, workers = puts_of_threads(module)
    for method in ("get", "get_nowait") if queues else ():
        for call in module.method_calls.get(method, ()):
            assert isinstance(call.func, ast.Attribute)
            owner = call.func.value
            function = module.tree.function(call)
            is_worker = isinstance(function, Function) and function.name in workers
            if (
                word(owner) in queues
                and not is_worker
                and _is_shared_queue(module, owner, _makes_thread_queue)
                and _is_kept(module, call)
            ):
                yield call


def _starts_several(module: Module) -> bool:
    """Whether a loop of the file starts processes."""
    return any(
        word(call.func) == "Process"
        and (
            module.in_loop(call)
            or any(isinstance(each, ast.ListComp) for each in module.tree.ancestors(call))
        )
        for call in module.nodes(ast.Call)
    )


def _is_shared_queue(
    module: Module, node: ast.expr, makes: Callable[[Module, ast.expr], bool]
) -> bool:
    """Whether an expression is a queue between workers, and not one of several."""
    match node:
        case ast.Name():
            binding = module.tree.binding(node)
            definitions = binding.definitions if binding is not None else []
        case ast.Attribute():
            info = module.names.instance_of(node.value)
            definitions = info.definitions(node.attr) if info is not None else []
        case _:
            return False
    return any(
        isinstance(each.value, ast.Call) and makes(module, each.value.func) for each in definitions
    )


def _makes_queue(module: Module, func: ast.expr) -> bool:
    """Whether a call makes a queue: `multiprocessing.Queue()`, `context.Queue()`."""
    name = module.qualify(func) or ""
    if name.partition(".")[0] in _MULTIPROCESSING and name.rpartition(".")[2] in _QUEUES:
        return True
    match func:
        case ast.Attribute(value=ast.Call(func=maker), attr=made):
            return made in _QUEUES and word(maker) in ("Manager", "get_context")
        case ast.Attribute(value=owner, attr=made):
            return made in _QUEUES and _MAKERS.search(word(owner)) is not None
    return False


def _makes_thread_queue(module: Module, func: ast.expr) -> bool:
    """Whether a call makes a queue that keeps the order in which it is filled."""
    return module.qualify(func) in ("queue.Queue", "queue.SimpleQueue")


def _is_kept(module: Module, call: ast.Call) -> bool:
    """Whether a loop puts messages into a list, or gives them to its caller, as they arrive."""
    loop = next((each for each in module.tree.ancestors(call) if isinstance(each, _LOOPS)), None)
    if loop is None:
        return False
    match module.parent(call):
        case ast.Assign(targets=[target]) | ast.AnnAssign(target=target):
            names = names_in(target)
        case ast.Call(func=ast.Attribute(attr=method)) as parent:
            return method in _KEEPING and not _is_sorted(module, parent)
        case ast.Yield():
            return True
        case _:
            return False
    kept = [part for part in ast.walk(loop) if _keeps(part, names)]
    has_key = any(_stores_by_key(part, names) for part in ast.walk(loop))
    return bool(kept) and not has_key and not any(_is_sorted(module, part) for part in kept)


def _keeps(node: ast.AST, names: set[str]) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(attr=method), args=[value]) if method in _KEEPING:
            return not names.isdisjoint(names_in(value))
        case ast.Yield(value=ast.expr() as value):
            return not names.isdisjoint(names_in(value))
    return False


def _stores_by_key(node: ast.AST, names: set[str]) -> bool:
    """Whether a message has a place of its own: `results[number] = result`."""
    match node:
        case ast.Subscript(slice=key, ctx=ast.Store()):
            return not names.isdisjoint(names_in(key))
        case ast.Call(func=ast.Attribute(value=ast.Subscript(slice=key), attr=method)):
            return method in _KEEPING and not names.isdisjoint(names_in(key))
    return False


def _is_sorted(module: Module, kept: ast.AST) -> bool:
    """Whether the list is sorted in the same function."""
    match kept:
        case ast.Call(func=ast.Attribute(value=ast.Name() as owner)):
            binding = module.tree.binding(owner)
            parents = [module.parent(load) for load in (binding.loads if binding else ())]
            return any(
                (isinstance(parent, ast.Attribute) and parent.attr == "sort")
                or (isinstance(parent, ast.Call) and word(parent.func) == "sorted")
                for parent in parents
            )
    return False
