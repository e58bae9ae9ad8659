"""GHO214."""

import ast
from collections.abc import Iterator

from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._classes import ClassInfo
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._syntax import word

from ._sources import SOURCE

__all__ = ["IgnoredSeed"]

# Methods of a generator that draw.
_DRAWS = frozenset(
    """
    beta binomial choice choices dirichlet exponential gamma gauss integers laplace lognormal
    multinomial multivariate_normal normal normalvariate permutation permuted poisson rand randint
    randn random random_integers random_sample randrange sample shuffle standard_normal triangular
    uniform
    """.split()
)


class IgnoredSeed(Rule):
    """A function is given a seed, and draws from another source.

    ## What it does
    Finds methods with a parameter `seed`, `random_state` or `rng` that pass on the attribute of
    the object instead (`random_state=self.random_state`), or that never read the parameter and
    draw from a generator of the object (`self.rng.normal()`), and a method `seed` that only
    returns its seed. A method that looks at its
    parameter first (`if random_state is None:`), or assigns the attribute, is not found.

    ## Why is this bad
    The caller believes that the seed decides the result. The draws continue from wherever the
    generator of the object is, or start from the operating system's entropy.

    ## Example
    ```python
    from scipy import stats

    class Strata:
        def __init__(self, random_state):
            self.random_state = random_state

        def sample(self, n, random_state):
            return stats.uniform.rvs(size=n, random_state=self.random_state)
    ```

    ## Use instead
    ```python
    from scipy import stats

    class Strata:
        def sample(self, n, random_state):
            return stats.uniform.rvs(size=n, random_state=random_state)
    ```
    """

    code = "GHO214"
    name = "ignored-seed"

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every other source in a method that is given one."""
        for info in module.names.classes.values():
            for method in info.methods():
                if method.name.startswith("_"):
                    continue  # a base may keep it; an own caller knows the object's source
                for argument in _arguments(method)[1:]:
                    if SOURCE.search(argument.arg):
                        yield from _ignoring(module, info, method, argument.arg)
                yield from _pretending(method)


def _ignoring(module: Module, info: ClassInfo, method: Function, name: str) -> Iterator[Problem]:
    """The uses of another source in a method, unless it looks at its parameter first."""
    own = _arguments(method)[0].arg
    reads = any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(method))
    parts = list(ast.walk(method))
    if not reads:
        parts += [part for each in _called(info, method, own) for part in ast.walk(each)]
    if any(_chooses(part, name) for part in parts) or _assigns_source(parts, own):
        return
    for part in parts:
        match part:
            case ast.keyword(arg=str(given), value=value):
                is_other = (given == name or not reads) and _is_source(value, own, given)
            case ast.Call(func=ast.Attribute(value=value, attr=draw)) if not reads:
                is_other = draw in _DRAWS and _is_source(value, own, word(value))
            case _:
                continue
        if is_other:
            yield Problem(
                value if module.tree.function(value) is method else method,
                f"`{ast.unparse(value)}` is used, though the caller of `{method.name}` gives "
                f"`{name}`: the argument does not decide these draws",
            )
            return


def _pretending(method: Function) -> Iterator[Problem]:
    """A method `seed` that only returns its seed, as if it had used it: `return [seed]`."""
    statements = [each for each in method.body if not _is_text(each)]
    match method.name, _arguments(method), statements:
        case "seed", [_, ast.arg(arg=name), *_], [ast.Return(value=ast.expr() as value)]:
            is_returned = any(word(part) == name for part in ast.walk(value))
            if is_returned and not any(isinstance(part, ast.Call) for part in ast.walk(value)):
                yield Problem(
                    method, f"`seed` returns `{name}` as if it had used it, and seeds nothing"
                )


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _called(info: ClassInfo, method: Function, own: str) -> list[Function]:
    """The methods of the object that a method calls, and those that they call."""
    found: list[Function] = []
    pending = [method]
    while pending:
        for part in ast.walk(pending.pop()):
            match part:
                case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=name)):
                    called = info.method(name) if owner == own else None
                    if called is not None and called is not method and called not in found:
                        found.append(called)
                        pending.append(called)
    return found


def _is_source(node: ast.expr, own: str, given: str) -> bool:
    """Whether an expression is the object's own seed or generator, and called like it."""
    match node:
        case ast.Attribute(value=ast.Name(id=owner), attr=name) if owner == own:
            return SOURCE.search(name) is not None and SOURCE.search(given) is not None
    return False


def _arguments(method: Function) -> list[ast.arg]:
    return [*method.args.posonlyargs, *method.args.args, *method.args.kwonlyargs]


def _chooses(node: ast.AST, name: str) -> bool:
    """Whether a condition looks at a parameter: `if seed is None`, `seed or self.seed`."""
    match node:
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            tests = [test]
        case ast.BoolOp(values=values):
            tests = values
        case _:
            return False
    return any(
        isinstance(part, ast.Name) and part.id == name for test in tests for part in ast.walk(test)
    )


def _assigns_source(parts: list[ast.AST], own: str) -> bool:
    """Whether a method sets the object's source itself, or lets another method do so."""
    for part in parts:
        match part:
            case ast.Attribute(value=ast.Name(id=owner), attr=name, ctx=ast.Store()):
                if owner == own and SOURCE.search(name):
                    return True
            case ast.Call(func=ast.Attribute(attr=name)) if "seed" in name or name == "set_params":
                return True
    return False
