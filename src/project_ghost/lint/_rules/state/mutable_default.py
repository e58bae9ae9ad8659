"""GHO503."""

import ast
from collections.abc import Iterator

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function, Kind
from project_ghost.lint.python._syntax import defaults

from ._writes import MUTATORS

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
    parameters, where the function changes, stores or returns them. One that is only read or
    passed on is an info.

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
                for name, default in defaults(function):
                    if self._is_mutable(default, module):
                        yield Problem(
                            default,
                            "the default is created once and shared by all calls: "
                            "use `None`, and create it in the body",
                            None if _is_shared(module, function, name) else Severity.INFO,
                        )

    def _is_mutable(self, default: ast.expr, module: Module) -> bool:
        if isinstance(default, ast.Call):
            return module.qualify(default.func) in _MAKERS
        return isinstance(default, _DISPLAYS)


def _is_shared(module: Module, function: Function | ast.Lambda, name: str) -> bool:
    """Whether the function changes its default, stores or returns it."""
    binding = module.tree.scope_of[function].bindings.get(name)
    if binding is None or any(each.kind is Kind.AUGMENT for each in binding.definitions):
        return True
    return any(
        _hands_on(module, load)
        for load in binding.loads
        if any(each.kind is Kind.PARAMETER for each in module.tree.reaching(binding, load))
    )


def _hands_on(module: Module, load: ast.Name) -> bool:
    match module.parent(load):
        case ast.Attribute(attr=method):
            return method in MUTATORS
        case ast.Subscript(ctx=context):
            return not isinstance(context, ast.Load)
        case (
            ast.Call()
            | ast.keyword()
            | ast.For()
            | ast.comprehension()
            | ast.Compare()
            | ast.If()
            | ast.While()
            | ast.BoolOp()
            | ast.UnaryOp()
            | ast.BinOp()
            | ast.FormattedValue()
            | ast.Starred()
            | ast.Assert()
        ):
            return False
    return True
