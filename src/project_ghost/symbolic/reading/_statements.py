"""Statements of a function: its variables, and the path on which they run."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, final

from casadi import SX

from project_ghost.core.agreement import Source
from project_ghost.core.errors import GhostError

from ._algebra import Scalar, either, truth
from ._arrays import assigned, elements, is_array, scatter, symbolic_axes, write
from ._expressions import combined, evaluated, index_of
from ._paths import UNDEFINED, Path
from ._refusals import LoopError, RefusedError, refusal

if TYPE_CHECKING:
    from ._reader import Reader

# A loop with a fixed end that takes longer than this is a mistake.
_MOST_ROUNDS = 100_000


@final
class Frame:
    """A call of a function: `path` is where the present statement runs, None where nothing does."""

    def __init__(
        self, reader: Reader, source: Source, arguments: dict[str, Any], path: Path
    ) -> None:
        self.reader = reader
        self.source = source
        self.variables = arguments
        self._entry = path
        self._path: Path | None = path
        self._returned: list[tuple[Path, Any]] = []
        self._gone = 0  # how often a path ended for good: at a return or a raise
        self._loops: list[_Loop] = []

    @property
    def path(self) -> Path:
        """Where the present statement runs."""
        assert self._path is not None
        return self._path

    @path.setter
    def path(self, path: Path) -> None:
        self._path = path

    def run(self) -> Any:  # noqa: ANN401 - what the function returns
        """Run the function, and select what it returns."""
        self._block(self.source.tree.body)
        if self._path is not None:
            self._returned.append((self._path, None))
        if not self._returned:
            return self.reader.poison
        result = self._returned[-1][1]
        for path, value in self._returned[-2::-1]:
            if value is None and result is None:
                continue
            result = self.reader.select(path.relative(self._entry), value, result)
        return result

    # ------------------------------------------------------------- statements

    def _block(self, statements: list[ast.stmt]) -> None:
        for each in statements:
            if self._path is None:
                return
            try:
                self._statement(each)
            except RefusedError:
                raise
            except _UNREADABLE as error:
                raise self._refused(error, each) from error

    def _refused(self, error: Exception, node: ast.stmt) -> RefusedError:
        what = f"`{_shown(node)}`: {error}"
        instead = getattr(error, "instead", "cut or freeze the component")
        return refusal(what, self.source.file, node, self.source.function.__qualname__, instead)

    def _statement(self, node: ast.stmt) -> None:
        kind = _KINDS.get(type(node))
        if kind is None:
            raise NotImplementedError(f"a statement of the kind {type(node).__name__}")
        kind(self, node)

    def _expression(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            evaluated(self, node.value)

    def _return(self, node: ast.Return) -> None:
        value = None if node.value is None else evaluated(self, node.value)
        self._returned.append((self.path, value))
        self._end()

    def _raise(self, node: ast.Raise) -> None:
        self.reader.stop(self.path.whole, _message(node))
        self._end()

    def _assert(self, node: ast.Assert) -> None:
        """What holds in every run needs no expression."""

    def _end(self) -> None:
        self._gone += 1
        self._path = None

    def _assignment(self, node: ast.Assign) -> None:
        value = evaluated(self, node.value)
        for target in node.targets:
            self.assign(target, value)

    def _annotated(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.assign(node.target, evaluated(self, node.value))

    def _augmented(self, node: ast.AugAssign) -> None:
        target = node.target
        if isinstance(target, ast.Subscript):
            base, index = evaluated(self, target.value), index_of(self, target.slice)
            before = self.reader.element(base, index, self.path)
            value = combined(self, node.op, before, evaluated(self, node.value))
            self._store(base, index, value)
            return
        before = evaluated(self, ast.Name(target.id, ast.Load()))  # type: ignore[union-attr]
        value = combined(self, node.op, before, evaluated(self, node.value))
        if is_array(before):
            write(self.reader, before, ..., value, self.path)  # in place, as numpy does
        else:
            self.assign(target, value)

    def assign(self, target: ast.expr, value: Any) -> None:  # noqa: ANN401 - a value
        """Assign a value to a variable, an element, or to several of them."""
        if isinstance(target, ast.Name):
            before = self.variables.get(target.id, UNDEFINED)
            if self.path is self._entry:
                self.variables[target.id] = value
            else:
                self.variables[target.id] = assigned(value, self.path, before)
        elif isinstance(target, ast.Tuple | ast.List):
            if isinstance(value, SX):
                raise NotImplementedError("a number is taken apart")
            if value is self.reader.poison:
                value = [value] * len(target.elts)
            parts = list(elements(self.reader, value, self.path))
            for each, part in zip(target.elts, parts, strict=True):
                self.assign(each, part)
        elif isinstance(target, ast.Subscript):
            base, index = evaluated(self, target.value), index_of(self, target.slice)
            self._store(base, index, value)
        else:
            raise NotImplementedError(f"an assignment to `{ast.unparse(target)}`")

    def _store(self, base: Any, index: Any, value: Any) -> None:  # noqa: ANN401
        if not is_array(base):
            raise NotImplementedError(f"an element of a {type(base).__name__} is written to")
        if symbolic_axes(index):
            scatter(self.reader, base, index, value, self.path)
        else:
            write(self.reader, base, index, value, self.path)

    # --------------------------------------------------------------- branches

    def _if(self, node: ast.If) -> None:
        test = truth(evaluated(self, node.test))
        if not isinstance(test, SX):
            self._block(node.body if test else node.orelse)
            return
        before = self.path
        ends: list[tuple[Path, Path | None]] = []
        for body, expected in ((node.body, True), (node.orelse, False)):
            begin = self._path = before.child(test, expected=expected)
            self._block(body)
            ends.append((begin, self._path))
        self._path = self._joined(before, ends)

    def _joined(self, before: Path, ends: list[tuple[Path, Path | None]]) -> Path | None:
        """The path after two branches."""
        alive = [end for _, end in ends if end is not None]
        if all(begin is end for begin, end in ends):
            return before
        if len(alive) < 2:
            return alive[0] if alive else None
        return before.child(_any_of(alive, before))

    # ------------------------------------------------------------------ loops

    def _for(self, node: ast.For) -> None:
        items = evaluated(self, node.iter)
        if isinstance(items, SX):
            raise LoopError("the loop is over a number")
        self._rounds(node, list(elements(self.reader, items, self.path)))

    def _while(self, node: ast.While) -> None:
        self._rounds(node, None)

    def _rounds(self, node: ast.For | ast.While, items: list[Any] | None) -> None:
        """Run a loop: over items, or while a condition without signals holds."""
        if node.orelse:
            raise NotImplementedError("a loop with else")
        entry, gone = self.path, self._gone
        loop = _Loop()
        self._loops.append(loop)
        for number in range(_MOST_ROUNDS if items is None else len(items)):
            if isinstance(node, ast.While):
                test = truth(evaluated(self, node.test))
                if isinstance(test, SX):
                    raise LoopError("the loop ends where a signal says")
                if not test:
                    break
            elif items is not None:
                self.assign(node.target, items[number])
            if not self._round(node.body, loop):
                break
        self._loops.pop()
        if not loop.broken:
            return
        if self._gone == gone:
            self._path = entry
            return
        ends = [*loop.broken, *([] if self._path is None else [self._path])]
        self._path = entry.child(_any_of(ends, entry))

    def _round(self, body: list[ast.stmt], loop: _Loop) -> bool:
        """Run the body once; whether another round may follow."""
        begin, gone, broken = self.path, self._gone, len(loop.broken)
        loop.continued = []
        self._block(body)
        ends = [*loop.continued, *([] if self._path is None else [self._path])]
        if self._gone == gone and len(loop.broken) == broken:
            self._path = begin
        elif len(ends) < 2:
            self._path = ends[0] if ends else None
        else:
            self._path = begin.child(_any_of(ends, begin))
        return self._path is not None

    def _continue(self, _node: ast.Continue) -> None:
        self._loops[-1].continued.append(self.path)
        self._path = None

    def _break(self, _node: ast.Break) -> None:
        self._loops[-1].broken.append(self.path)
        self._path = None

    def _nothing(self, _node: ast.Pass) -> None:
        pass


@final
class _Loop:
    """The paths that left the body of a loop."""

    def __init__(self) -> None:
        self.continued: list[Path] = []
        self.broken: list[Path] = []


_UNREADABLE = (
    NotImplementedError,
    TypeError,
    ValueError,
    AttributeError,
    LookupError,
    RuntimeError,
    GhostError,
)


def _any_of(paths: list[Path], ancestor: Path) -> Scalar:
    found: Scalar = False
    for each in paths:
        found = either(found, each.relative(ancestor))
    return found


def _shown(node: ast.stmt) -> str:
    return ast.unparse(node).splitlines()[0]


def _message(node: ast.Raise) -> str:
    """What an error says: its first text."""
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            return each.value
    return ast.unparse(node)


_KINDS: dict[type[ast.stmt], Callable[[Frame, Any], None]] = {
    ast.Return: Frame._return,
    ast.Assign: Frame._assignment,
    ast.AnnAssign: Frame._annotated,
    ast.AugAssign: Frame._augmented,
    ast.Expr: Frame._expression,
    ast.If: Frame._if,
    ast.For: Frame._for,
    ast.While: Frame._while,
    ast.Continue: Frame._continue,
    ast.Break: Frame._break,
    ast.Raise: Frame._raise,
    ast.Assert: Frame._assert,
    ast.Pass: Frame._nothing,
}
