"""Work that is started and waited for at once, so that its caller does nothing beside it."""

import ast
from collections.abc import Iterator

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function

__all__ = ["is_awaited_at_once"]

_WAITS = frozenset({"communicate", "get", "join", "result", "wait"})
_STARTS = "start"


def is_awaited_at_once(module: Module, call: ast.Call) -> bool:
    """Whether the statement that starts work, or the next one, waits for its end.

    `pool.submit(work).result()`, `await create_task(work)`, or `thread.start()` and then
    `thread.join()`.
    """
    if _is_waited_for(module, call):
        return True
    statement = module.tree.statement(call)
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if value is call:
            following = _next(module, statement)
            return following is not None and any(
                isinstance(part, ast.Name) and part.id == name and _is_waited_for(module, part)
                for part in ast.walk(following)
            )
    return False


def _is_waited_for(module: Module, node: ast.expr) -> bool:
    """Whether a value is awaited, asked for its result, or is a part of something that is."""
    for parent in (node, *module.tree.ancestors(node)):
        outer = module.parent(parent)
        match outer:
            case ast.Await():
                return not isinstance(parent, ast.Starred)
            case ast.Attribute(attr=method) if method in _WAITS:
                return isinstance(module.parent(outer), ast.Call)
            case ast.Call(args=[*arguments]) if parent in arguments:
                continue  # `run_coroutine_threadsafe(task, loop).result()`
        return False
    return False


def _next(module: Module, statement: ast.stmt) -> ast.stmt | None:
    """The statement after one, past the start of a thread, and inside a `try`."""
    block = next(
        (
            block
            for field in ("body", "orelse", "finalbody")
            if isinstance(block := getattr(module.parent(statement), field, None), list)
            and statement in block
        ),
        [],
    )
    for each in _flat(block[block.index(statement) + 1 :] if block else []):
        match each:
            case ast.Expr(value=ast.Call(func=ast.Attribute(attr=method))) if method == _STARTS:
                continue
        return None if isinstance(each, Function | ast.For | ast.While) else each
    return None


def _flat(block: list[ast.stmt]) -> Iterator[ast.stmt]:
    for each in block:
        if isinstance(each, ast.Try):
            yield from _flat(each.body)
        else:
            yield each
