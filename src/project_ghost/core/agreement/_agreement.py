"""The way in: whether a component's function agrees, and the function that both executions run."""

import inspect
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from ._examination import Examination, Remark, Rewrites, Weight
from ._rewrite import rewritten
from ._source import read_source
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
