"""GHO503."""

import ast
from collections.abc import Iterator

from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function

__all__ = ["MutableDefault"]

_MAKERS = frozenset(
    {
        "builtins.list",
        "builtins.dict",
        "builtins.set",
        "builtins.bytearray",
        "collections.defaultdict",
        "collections.deque",
        "collections.Counter",
        "collections.OrderedDict",
        "numpy.array",
        "numpy.zeros",
        "numpy.ones",
        "numpy.empty",
        "numpy.full",
    }
)
_DISPLAYS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)


class MutableDefault(Rule):
    """A default argument is mutable.

    ## What it does
    Finds lists, dictionaries, sets, arrays and other mutable values as defaults of
    parameters.

    ## Why is this bad
    Python creates the default once. A change by one call affects the next call, also in the
    next run of the same process.

    ## Example
    ```python
    def record(value, history=[]):
        history.append(value)
        return history
    ```

    ## Use instead
    ```python
    def record(value, history=None):
        history = [] if history is None else history
        history.append(value)
        return history
    ```
    """

    code = "GHO503"
    name = "mutable-default"

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every mutable default."""
        for kind in (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda):
            for function in module.nodes(kind):
                assert isinstance(function, Function | ast.Lambda)
                for default in [*function.args.defaults, *function.args.kw_defaults]:
                    if default is not None and self._is_mutable(default, module):
                        yield Problem(
                            default,
                            "the default is created once and shared by all calls: "
                            "use `None`, and create it in the body",
                        )

    def _is_mutable(self, default: ast.expr, module: Module) -> bool:
        if isinstance(default, ast.Call):
            return module.qualify(default.func) in _MAKERS
        return isinstance(default, _DISPLAYS)
