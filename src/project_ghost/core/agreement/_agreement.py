"""The way in: whether a component's function agrees, and the function that both executions run."""

import ast
import builtins
import inspect
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from ._examination import Examination, Remark, Rewrites, Weight
from ._rewrite import rewritten
from ._source import Source, read_source
from ._statements import Statements
from ._types import Type


class Agreement(NamedTuple):
    """The function that both executions run, and what does not agree in it."""

    function: Callable[..., Any]
    refused: tuple[Remark, ...] = ()  # known not to agree
    doubts: tuple[Remark, ...] = ()  # not known to agree: it is interpreted only


# Kept: the same function for all components that are alike, so that it is compiled once.
@lru_cache(maxsize=4096)
def agreement_of(
    function: Callable[..., Any], arguments: tuple[tuple[str, Type], ...]
) -> Agreement:
    """Examine a function that gets arguments of these types, and rewrite it."""
    examination = examined(function, arguments)
    refused = tuple(examination.of_weight(Weight.REFUSED))
    doubts = tuple(examination.of_weight(Weight.DOUBT))
    source = read_source(function) if inspect.isfunction(function) else None
    if refused or doubts or source is None:
        return Agreement(function, refused, doubts)
    return Agreement(rewritten(source, examination))


def differences_in(
    tree: ast.FunctionDef, arguments: Mapping[str, Type], scope: Mapping[str, Any]
) -> list[tuple[ast.AST, Remark]]:
    """What is known not to agree in a function of which only the source is known.

    `scope` has what is known of its free names; nothing is concluded from any other.
    """
    source = Source(differences_in, tree, {**vars(builtins), **scope})
    examination = Examination()
    Statements(source, examination, (source,), trusted=False).result(dict(arguments))
    remarks = examination.of_weight(Weight.REFUSED)
    found = ((examination.remarks[remark], remark) for remark in remarks)
    return [(node, remark) for node, remark in found if node is not None]


def examined(
    function: Callable[..., Any],
    arguments: tuple[tuple[str, Type], ...],
) -> Examination:
    """The findings in a function and in the plain functions that it calls."""
    examination = Examination()
    source = read_source(function) if inspect.isfunction(function) else None
    if source is None:
        name = getattr(function, "__qualname__", repr(function))
        code = getattr(function, "__code__", None)
        examination.remarks[
            Remark(
                Weight.DOUBT,
                getattr(code, "co_filename", "?"),
                getattr(code, "co_firstlineno", 0),
                name,
                "its source cannot be read, so it is not known to agree in compiled code",
                "define it as a plain function in a file",
            )
        ] = None
        return examination
    examination.rewrites[source] = Rewrites()
    Statements(source, examination, (source,), trusted=False).result(dict(arguments))
    return examination
