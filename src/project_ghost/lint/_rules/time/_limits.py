"""Limits of real time that exist only for those who ask for them."""

import ast

from project_ghost.lint._rules.randomness._optional import may_be_none
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Definition, Kind
from project_ghost.lint.python._syntax import is_none, word

__all__ = ["HOUR", "amount", "has_number", "is_asked_for", "is_number", "values_of"]

HOUR = 3600


def amount(number: ast.expr) -> float:
    """A number of seconds, as far as it is a product; a limit of hours is met by no usual work."""
    match number:
        case ast.Constant(value=int() | float() as seconds):
            return seconds
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return amount(left) * amount(right)
    return 0.0


def is_asked_for(module: Module, limit: ast.expr) -> bool:
    """Whether there is no limit unless somebody chooses one: by default, or by a test around."""
    return _is_none_else(module, limit) or _is_tested(module, limit)


def is_number(node: ast.expr) -> bool:
    """Whether an expression is a number, or computed from numbers."""
    match node:
        case ast.Constant(value=int() | float()):
            return True
        case ast.BinOp(left=left, right=right):
            return is_number(left) and is_number(right)
    return False


def values_of(module: Module, value: ast.expr) -> list[ast.expr]:
    """The values of a variable or attribute: constants, and defaults of parameters."""
    return [each.value for each in _definitions(module, value) if each.value is not None]


def _is_none_else(module: Module, limit: ast.expr) -> bool:
    """Whether a limit is None or infinite unless somebody asks for one."""
    return any(
        _is_unlimited(definition.value)
        for definition in _definitions(module, limit)
        if definition.value is not None
    ) or may_be_none(module, limit)


def has_number(module: Module, limit: ast.expr) -> bool:
    """Whether a limit comes from a parameter that is a number unless a caller changes it."""
    names = [
        part
        for value in (limit, *values_of(module, limit))
        for part in ast.walk(value)
        if isinstance(part, ast.Name)
    ]
    return any(
        definition.kind is Kind.PARAMETER
        and definition.value is not None
        and is_number(definition.value)
        and not _is_unlimited(definition.value)
        and ast.unparse(definition.value) != "0"
        for name in names
        for definition in _definitions(module, name)
    )


def _definitions(module: Module, node: ast.expr) -> list[Definition]:
    if isinstance(node, ast.Name):
        binding = module.tree.binding(node)
        return list(binding.definitions) if binding else []
    info = module.names.instance_of(node.value) if isinstance(node, ast.Attribute) else None
    found = info.definitions(word(node)) if info else []
    # An attribute mostly holds a parameter of the same name.
    return [
        inner
        for each in found
        for inner in ([each, *_definitions(module, each.value)] if each.value else [each])
        if inner is each or isinstance(each.value, ast.Name)
    ]


def _is_unlimited(value: ast.expr) -> bool:
    text = ast.unparse(value).lower().replace("'", ".").split(".")
    return is_none(value) or any(part in ("inf", "infinity", "maxsize") for part in text)


def _is_tested(module: Module, limit: ast.expr) -> bool:
    """Whether a test around, or in the same condition, asks for a limit: `if limit and ...`."""
    text = ast.unparse(limit)
    for parent in module.tree.ancestors(limit):
        match parent:
            case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
                if any(_asks_for(part, text) for part in _parts(test, limit)):
                    return True
            case ast.BoolOp():
                if any(_asks_for(part, text) for part in _parts(parent, limit)):
                    return True
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                return False
    return False


def _parts(test: ast.expr, limit: ast.expr) -> list[ast.expr]:
    """The parts of a condition, except the comparison with the limit itself."""
    parts = test.values if isinstance(test, ast.BoolOp) else [test]
    return [part for part in parts if limit not in ast.walk(part)]


def _asks_for(test: ast.expr, text: str) -> bool:
    match test:
        case ast.Compare(
            left=left,
            ops=[ast.Is() | ast.IsNot() | ast.Gt() | ast.NotEq()],
            comparators=[ast.Constant(value=None | 0)],
        ):
            return ast.unparse(left) == text
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return ast.unparse(operand) == text
    return ast.unparse(test) == text
