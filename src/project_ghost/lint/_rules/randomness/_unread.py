"""Draws whose values decide no result: tests of the program, waits, secrets, samples for people."""

import ast
import re

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._syntax import snake

__all__ = ["decides_nothing"]

# Functions by which a program tests itself; a statistical test returns its answer.
_CHECKS = re.compile(
    r"^_*tests?(_|$)|(^|_)(test_param(eter)?s|check_?(grad\w*|deriv\w*|jac\w*)"
    r"|(grad\w*|deriv\w*|jac\w*|adjoint|performance|smoke|speed|stress)_(check|test))(_|$)|checkgrad"
    r"|^self_?test"
)
# Functions that make data to try something with, and classes that stand in for others in tests.
_DUMMY = re.compile(r"(^|_)dummy(_|$)")
_STAND_IN = re.compile(r"(^|_)(dummy|fake|mock)_")
# Calls that are made again after a failure, after a random time.
_RETRIES = re.compile(r"(^|_)(back_?off|reconnect|redeliver|retr(y|ies|ying|ier))(_|$)")
# Files that make data for demonstrations; functions with such names also train networks.
_FAKE = re.compile(r"(^|_)fak(e|er|es)(_|$)")
# Libraries of files that draw secrets, or such data.
_NOT_SIMULATED = frozenset("Crypto Cryptodome cryptography ecdsa faker nacl rsa".split())


def decides_nothing(module: Module, node: ast.AST) -> bool:
    """Whether no result depends on a draw."""
    return (
        _checks(module, node)
        or _retries(module, node)
        or not module.imported.isdisjoint(_NOT_SIMULATED)
        or any(_FAKE.search(snake(part)) for part in module.name.split("."))
        or _is_example(module, node)
        or _is_stand_in(module, node)
        or _is_never_read(module, node)
    )


def _checks(module: Module, node: ast.AST) -> bool:
    """Whether a function of the program tests it: derivatives, gradients, adjoints."""
    return any(
        isinstance(parent, Function) and _CHECKS.search(snake(parent.name))
        for parent in module.tree.ancestors(node)
    )


def _retries(module: Module, node: ast.AST) -> bool:
    """Whether the file, or a function or class around, makes calls again that have failed."""
    names = [
        parent.name
        for parent in module.tree.ancestors(node)
        if isinstance(parent, Function | ast.ClassDef)
    ]
    return any(_RETRIES.search(snake(name)) for name in (*names, *module.name.split(".")))


def _is_stand_in(module: Module, node: ast.AST) -> bool:
    """Whether a draw is in a function that makes dummy data, or in a class such as `DummyEnv`."""
    for parent in module.tree.ancestors(node):
        if isinstance(parent, Function) and _DUMMY.search(snake(parent.name)):
            return True
        if isinstance(parent, ast.ClassDef) and _STAND_IN.search(snake(parent.name)):
            return True
    return False


def _is_example(module: Module, node: ast.AST) -> bool:
    """Whether a draw is in an example for the documentation: `Field(examples=[random()])`."""
    return any(
        isinstance(parent, ast.keyword) and parent.arg in ("example", "examples")
        for parent in module.tree.ancestors(node)
    )


def _is_never_read(module: Module, node: ast.AST) -> bool:
    """Whether a draw is assigned to a local variable that nothing reads."""
    call = module.parent(node)
    match module.tree.statement(node):
        case ast.Assign(targets=[ast.Name() as target], value=value) if value in (call, node):
            binding = module.tree.binding(target)
            is_local = binding is not None and isinstance(binding.scope.node, Function)
            return is_local and not module.tree.loads(target)
    return False
