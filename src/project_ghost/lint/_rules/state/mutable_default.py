"""GHO503."""

import ast
import re
from collections.abc import Iterator

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function, Kind
from project_ghost.lint.python._shown import is_demonstration
from project_ghost.lint.python._syntax import defaults, snake, word

from ._default_changes import Use, change_of, is_empty, use_in_class
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
# The operators that change a display in place; those of an array all do.
_IN_PLACE: dict[type[ast.expr], tuple[type[ast.operator], ...]] = {
    ast.List: (ast.Add, ast.Mult),
    ast.ListComp: (ast.Add, ast.Mult),
    ast.Dict: (ast.BitOr,),
    ast.DictComp: (ast.BitOr,),
    ast.Set: (ast.BitOr, ast.BitAnd, ast.BitXor, ast.Sub),
    ast.SetComp: (ast.BitOr, ast.BitAnd, ast.BitXor, ast.Sub),
}


# What a function remembers on purpose.
_REMEMBERED = re.compile(r"(^|_)(cached?|memo)(_|$)")


class MutableDefault(Rule):
    """A default argument is mutable.

    ## What it does
    Finds lists, dictionaries, sets, arrays and other mutable values as defaults of
    parameters, where the function changes them, or stores them in an attribute that its class
    changes. One that is only stored, returned or filled under fixed keys, or each key once, is a
    hint, one that is only read or passed on an info. What is empty is not changed by what removes
    or replaces what is there.

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
                            _severity(module, function, name, default),
                        )

    def _is_mutable(self, default: ast.expr, module: Module) -> bool:
        if isinstance(default, ast.Call):
            return module.qualify(default.func) in _MAKERS
        return isinstance(default, _DISPLAYS)


def _severity(
    module: Module, function: Function | ast.Lambda, name: str, default: ast.expr
) -> Severity | None:
    """Info for a default that is only read, a hint for one that a caller or object may change."""
    if _REMEMBERED.search(snake(name)) or is_demonstration(module, _inside(function)):
        return Severity.INFO
    if _is_made_anew(module, function):
        return Severity.INFO
    if _is_always_given(module, function, name) or _is_unused(module, function):
        return Severity.HINT
    binding = module.tree.scope_of[function].bindings.get(name)
    if binding is None or any(
        each.kind is Kind.AUGMENT and _augments_in_place(module, each.node, default)
        for each in binding.definitions
    ):
        return None
    uses = {
        _use(module, function, load, default)
        for load in binding.loads
        if any(each.kind is Kind.PARAMETER for each in module.tree.reaching(binding, load))
    }
    if Use.CHANGED in uses:
        return None
    return Severity.HINT if uses & {Use.SHARED, Use.FILLED} else Severity.INFO


def _is_made_anew(module: Module, function: Function | ast.Lambda) -> bool:
    """Whether a function, with its default, ends with the call that makes it."""
    if not isinstance(function, Function) or module.tree.function(function) is None:
        return False
    if function.decorator_list or isinstance(module.parent(function), ast.ClassDef):
        return False
    binding = module.scope(function).bindings.get(function.name)
    return binding is not None and all(
        isinstance(call := module.parent(load), ast.Call) and call.func is load
        for load in binding.loads
    )


def _augments_in_place(module: Module, target: ast.AST, default: ast.expr) -> bool:
    """Whether `x += y` changes a default itself, rather than give the name another value.

    An operator that the type has no form in place for makes a new object, `*=` leaves an empty
    list as it is, and a test for another length keeps the default away.
    """
    statement = module.tree.statement(target)
    if not isinstance(statement, ast.AugAssign) or statement.target is not target:
        return True
    if not isinstance(statement.op, _IN_PLACE.get(type(default), ast.operator)):
        return False
    if not isinstance(default, ast.List) or any(isinstance(e, ast.Starred) for e in default.elts):
        return True
    is_empty = not default.elts and isinstance(statement.op, ast.Mult)
    return not is_empty and not _asks_for_other_length(module, statement, default)


def _asks_for_other_length(module: Module, statement: ast.AugAssign, default: ast.List) -> bool:
    """Whether a test around lets only lists of another length through: `if len(x) == 1:`."""
    text = f"len({ast.unparse(statement.target)})"
    child: ast.AST = statement
    for parent in module.tree.ancestors(statement):
        match parent:
            case ast.If(
                test=ast.Compare(
                    left=left, ops=[ast.Eq()], comparators=[ast.Constant(value=int(length))]
                ),
                body=body,
            ) if child in body and ast.unparse(left) == text:
                return length != len(default.elts)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                return False
        child = parent
    return False


def _is_unused(module: Module, function: Function | ast.Lambda) -> bool:
    """Whether a private function is never called, nor named at all."""
    if not isinstance(function, Function) or function.name.startswith("__"):
        return False
    return (
        function.name.startswith("_")
        and not function.decorator_list
        and not any(
            word(node) == function.name
            for kind in (ast.Name, ast.Attribute)
            for node in module.nodes(kind)
        )
    )


def _is_always_given(module: Module, function: Function | ast.Lambda, name: str) -> bool:
    """Whether all calls of a private function give the argument."""
    if not isinstance(function, Function) or not function.name.startswith("_"):
        return False
    if function.name.startswith("__"):
        return False
    names = [each.arg for each in (*function.args.posonlyargs, *function.args.args)]
    is_method = names[:1] in (["self"], ["cls"])
    position = names.index(name) - is_method if name in names else -1
    calls = [call for call in module.nodes(ast.Call) if word(call.func) == function.name]
    loads = [
        node
        for kind in (ast.Name, ast.Attribute)
        for node in module.nodes(kind)
        if word(node) == function.name and isinstance(node.ctx, ast.Load)  # type: ignore[attr-defined]  # both have it
    ]
    return (
        bool(calls)
        and len(loads) == len(calls)
        and all(
            any(keyword.arg == name for keyword in call.keywords) or 0 <= position < len(call.args)
            for call in calls
        )
    )


def _inside(function: Function | ast.Lambda) -> ast.AST:
    return function.body if isinstance(function, ast.Lambda) else function.body[0]


def _use(module: Module, function: Function | ast.Lambda, load: ast.Name, default: ast.expr) -> Use:
    was_empty = is_empty(default)
    match module.parent(load):
        case ast.Subscript(value=owner) if owner is not load:
            return Use.READ  # it is a key
        case ast.Attribute(attr=name) as method:
            call = module.parent(method)
            if isinstance(call, ast.Call) and call.func is method:
                return change_of(module, load, call, was_empty=was_empty)
            return Use.CHANGED if name in MUTATORS else Use.READ
        case ast.Subscript(ctx=context) as entry:
            if isinstance(context, ast.Load):
                return Use.READ
            return change_of(module, load, entry, was_empty=was_empty)
        case ast.Assign(targets=[ast.Attribute(attr=attribute)]):
            return use_in_class(module, function, attribute, was_empty=was_empty)
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
            return Use.READ
    return Use.SHARED
