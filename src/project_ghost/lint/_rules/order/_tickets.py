"""Loops that store each result under a key of its own: `results[jobs[future]] = ...`."""

import ast

from project_ghost.lint.python._syntax import names_in, word

__all__ = ["fills_by_key"]

_COLLECTING = frozenset({"append", "extend", "put"})


def fills_by_key(loop: ast.For | ast.AsyncFor) -> bool:
    """Whether a loop only stores its results, each under its own key.

    What belongs to a key, such as the worker that becomes free, may be put back into a list.
    """
    keys = names_in(loop.target)
    tickets = set(keys)
    stores = False
    for node in ast.walk(ast.Module(loop.body, [])):
        match node:
            case ast.Assign(targets=[ast.Subscript(slice=key)]):
                stores = True
                if keys.isdisjoint(names_in(key)):
                    return False
            case ast.Assign(targets=[target], value=value) if not keys.isdisjoint(names_in(value)):
                keys |= names_in(target)
                if _looks_up(value, tickets):
                    tickets |= names_in(target)
            case ast.Call(func=ast.Attribute(attr=method), args=args) if method in _COLLECTING:
                if not all(isinstance(each, ast.Name) and each.id in tickets for each in args):
                    return False
            case ast.Yield():
                return False
    return stores


def _looks_up(value: ast.expr, tickets: set[str]) -> bool:
    """Whether a value is that of a table for the element: `jobs[x]`, `jobs.pop(x)`."""
    match value:
        case ast.Subscript(slice=ast.Name(id=name)):
            return name in tickets
        case ast.Call(func=func, args=[ast.Name(id=name), *_]):
            return word(func) in ("get", "pop") and name in tickets
    return False
