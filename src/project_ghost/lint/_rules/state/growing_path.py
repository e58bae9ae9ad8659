"""GHO511."""

import ast
import re
from collections.abc import Iterator

from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._classes import ClassInfo
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Definition, Function, Kind
from project_ghost.lint.python._shown import in_test
from project_ghost.lint.python._syntax import snake, word

from ._anew import RESETS

__all__ = ["GrowingPath"]

_PATH = re.compile(r"(^|_)(dir|directory|file|file_?name|folder|path|root)(_|$)")
_BUILDS = frozenset({"__init__", "__new__", "__post_init__", "__enter__"})
_SETS = re.compile(r"^_*(init|set|setup|configure|build|make|create|open|start)(_|$)")


class GrowingPath(Rule):
    """A method puts a path of its object below itself.

    ## What it does
    Finds methods that join something to a path of their object and keep the result under the same
    name: `self.folder = self.folder / name`, `self.folder = os.path.join(self.folder, name)`.
    Methods that build, set up or reset the object are not found, and neither are those that only
    such methods call, or that give the path another value too.

    ## Why is this bad
    Each call goes one level deeper, so where the files of a run are depends on how many runs the
    object has made before.

    ## Example
    ```python
    class Evaluator:
        def evaluate(self, name):
            self.folder = self.folder / name
            return self.run(self.folder)
    ```

    ## Use instead
    ```python
    class Evaluator:
        def evaluate(self, name):
            return self.run(self.folder / name)
    ```
    """

    code = "GHO511"
    name = "growing-path"

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every path that grows with each call."""
        if in_test(module):
            return
        for info in module.names.classes.values():
            for name, definitions in info.instance.items():
                if _PATH.search(snake(name)):
                    yield from _growths(module, info, definitions)


def _growths(module: Module, info: ClassInfo, definitions: list[Definition]) -> Iterator[Problem]:
    for definition in definitions:
        text, value = ast.unparse(definition.node), definition.value
        if definition.kind is not Kind.ASSIGN or value is None or _joined_to(module, value) != text:
            continue
        method = module.tree.function(definition.node)
        if not isinstance(method, Function) or _builds(method):
            continue
        others = [e for e in definitions if module.tree.function(e.node) is method]
        if len(others) == 1 and not _is_part_of_building(info, method):
            yield Problem(
                definition.node,
                f"each call puts `{text}` one level deeper: keep the joined path in a variable of "
                "the method",
            )


def _joined_to(module: Module, value: ast.expr) -> str:
    """The path that something is joined to, as text."""
    match value:
        case ast.BinOp(left=left, op=ast.Div()):
            return ast.unparse(left)
        case ast.Call(func=func, args=[first, _, *_]) if module.qualify(func) == "os.path.join":
            return ast.unparse(first)
    return ""


def _builds(method: Function) -> bool:
    name = snake(method.name)
    return method.name in _BUILDS or bool(_SETS.search(name) or RESETS.search(name))


def _is_part_of_building(info: ClassInfo, method: Function) -> bool:
    """Whether only methods that build the object call a private one."""
    callers = [
        each
        for each in info.methods()
        if any(isinstance(p, ast.Call) and word(p.func) == method.name for p in ast.walk(each))
    ]
    return method.name.startswith("_") and bool(callers) and all(map(_builds, callers))
