"""Whether an expression may be None where it is used."""

import ast
import re

from project_ghost.lint.python._facts import Aspect
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Definition, Function, Kind
from project_ghost.lint.python._syntax import is_none, word

from ._entries import is_empty_entry, is_empty_option

__all__ = ["allows_none", "excludes_none", "is_given", "may_be_none", "tested_for_none"]

_JUMPS = (ast.Return, ast.Raise, ast.Continue, ast.Break)
# Functions that are true of some kind of value: `is_integer(seed)`.
_ASKS_KIND = re.compile(r"^is_?(int|integer|number|numeric|scalar|str|string|array|array_like)$")
# Methods that give None for what is missing: name -> the position of the default.
_LOOK_UPS = {"get": 1, "pop": 1}


def may_be_none(module: Module, node: ast.expr) -> bool:
    """Whether an expression may be None: a default, an annotation or a look-up says so."""
    return _Optional(module).holds(node)


def tested_for_none(module: Module, node: ast.expr) -> ast.If | None:
    """The `if` around an expression that is there because it may be None, and has no `else`."""
    if not isinstance(node, ast.Name | ast.Attribute):
        return None
    text = ast.unparse(node)
    for parent in module.tree.ancestors(node):
        if isinstance(parent, Function | ast.Lambda):
            return None
        match parent:
            case ast.If(test=test, orelse=[]) if _says(test, text, is_none_branch=False):
                return parent if _Optional(module).is_optional(node) else None
    return None


def excludes_none(test: ast.expr, node: ast.expr) -> bool:
    """Whether a test being true says that an expression is not None."""
    return _says(test, ast.unparse(node), is_none_branch=False)


def is_given(module: Module, node: ast.expr) -> bool:
    """Whether all definitions of a name or attribute are known to give it a value."""
    if not isinstance(node, ast.Name | ast.Attribute):
        return False
    optional = _Optional(module)
    definitions = optional.definitions(node)
    is_known = bool(definitions) and all(each.value is not None for each in definitions)
    return is_known and not optional.is_optional(node)


class _Optional:
    def __init__(self, module: Module) -> None:
        self.module = module
        self.pending: set[object] = set()

    def holds(self, node: ast.expr) -> bool:
        match node:
            case ast.Constant(value=None):
                return True
            case ast.Name() | ast.Attribute():
                if _is_said_to_be_none(self.module, node):
                    return True
                return not self._is_excluded(node) and self.is_optional(node)
            case ast.Subscript(slice=ast.Constant(value=str(key))):
                return not self._is_excluded(node) and is_empty_entry(self.module, key)
            case ast.Call(func=ast.Attribute(attr=method), args=args) if method in _LOOK_UPS:
                position = _LOOK_UPS[method]
                default = args[position] if len(args) > position else None
                if method == "pop" and default is None:
                    return False
                return bool(args) and not node.keywords and (default is None or is_none(default))
            case ast.Call(func=ast.Name(id="getattr"), args=[_, _, default]):
                return is_none(default)
            case ast.IfExp(body=body, orelse=orelse):
                return self.holds(body) or self.holds(orelse)
            case ast.BoolOp(op=ast.Or(), values=values):
                return self.holds(values[-1])
            case ast.NamedExpr(value=value):
                return self.holds(value)
        return False

    def is_optional(self, node: ast.Name | ast.Attribute) -> bool:
        """Whether a name or attribute may be None, if no test around it says otherwise."""
        definitions = self.definitions(node)
        if not definitions and isinstance(node, ast.Attribute):
            if is_empty_option(self.module, node):
                return True
            facts = self.module.facts
            return facts.ask_for(self.module.qualify(node), Aspect.OPTIONAL) is not None
        key = definitions[0].node if definitions else None
        if key is None or key in self.pending:
            return False
        self.pending.add(key)
        found = any(map(self._defines_none, definitions))
        self.pending.discard(key)
        return found

    def definitions(self, node: ast.Name | ast.Attribute) -> list[Definition]:
        """What sets a name, or an attribute of a class of the file."""
        if isinstance(node, ast.Name):
            binding = self.module.tree.binding(node)
            return self.module.tree.reaching(binding, node) if binding else []
        info = self.module.names.instance_of(node.value)
        # An attribute that is None until it is set is not optional for that alone.
        found = info.definitions(node.attr) if info else []
        return [each for each in found if each.value is None or not is_none(each.value)]

    def _defines_none(self, definition: Definition) -> bool:
        if definition.kind is Kind.PARAMETER:
            if definition.value is not None:
                return is_none(definition.value)
            return definition.annotation is not None and allows_none(definition.annotation)
        if definition.kind is not Kind.ASSIGN or definition.value is None:
            return False
        if definition.part is not None:
            return False
        return self.holds(definition.value)

    def _is_excluded(self, node: ast.expr) -> bool:
        """Whether a test before or around excludes None."""
        text = ast.unparse(node)
        child: ast.AST = node
        for parent in self.module.tree.ancestors(node):
            match parent:
                case ast.If(test=test) | ast.IfExp(test=test) if child is not test:
                    inside = parent.body if isinstance(parent.body, list) else [parent.body]
                    if _says(test, text, is_none_branch=child not in inside):
                        return True
                case ast.BoolOp(op=ast.And(), values=values) if child in values:
                    earlier = values[: values.index(child)]
                    if any(_says(value, text, is_none_branch=False) for value in earlier):
                        return True
            for block in (getattr(parent, "body", None), getattr(parent, "orelse", None)):
                if isinstance(block, list) and child in block:
                    before = block[: block.index(child)]
                    if any(_handles(statement, text) for statement in before):
                        return True
            if isinstance(parent, Function | ast.Lambda):
                return False
            child = parent
        return False


def allows_none(annotation: ast.expr) -> bool:
    """Whether an annotation allows None."""
    match annotation:
        case ast.Constant(value=str(text)):
            return "None" in text or text.startswith("Optional")
        case ast.BinOp(op=ast.BitOr(), left=left, right=right):
            return any(is_none(side) or allows_none(side) for side in (left, right))
        case ast.Subscript(value=ast.Name(id=name) | ast.Attribute(attr=name), slice=inner):
            if name == "Union" and isinstance(inner, ast.Tuple):
                return any(is_none(part) for part in inner.elts)
            return name == "Optional"
    return False


def _says(test: ast.expr, text: str, *, is_none_branch: bool) -> bool:
    """Whether a test being true (or, for its other branch, false) excludes None."""
    match test:
        case ast.Compare(left=left, ops=[ast.Is() | ast.Eq()], comparators=[right]):
            return is_none_branch and is_none(right) and ast.unparse(left) == text
        case ast.Compare(left=left, ops=[ast.IsNot() | ast.NotEq()], comparators=[right]):
            return not is_none_branch and is_none(right) and ast.unparse(left) == text
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return _says(operand, text, is_none_branch=not is_none_branch)
        case ast.BoolOp(op=ast.And(), values=values) if not is_none_branch:
            return any(_says(value, text, is_none_branch=False) for value in values)
        case ast.BoolOp(op=ast.Or(), values=values) if not is_none_branch:
            return all(_says(value, text, is_none_branch=False) for value in values)
        case ast.Call(func=ast.Name(id="isinstance"), args=[checked, *_]):
            if _lists_none(test):
                return is_none_branch and ast.unparse(checked) == text
            return not is_none_branch and ast.unparse(checked) == text
        case ast.Call(func=func, args=[checked]) if _ASKS_KIND.search(word(func)):
            return not is_none_branch and ast.unparse(checked) == text
    return not is_none_branch and ast.unparse(test) == text


def _is_said_to_be_none(module: Module, node: ast.expr) -> bool:
    """Whether a test around says that None comes here: `isinstance(x, (int, type(None)))`."""
    text = ast.unparse(node)
    child: ast.AST = node
    for parent in module.tree.ancestors(node):
        match parent:
            case ast.If(test=test, body=[*body]) if child in body:
                match test:
                    case ast.Call(func=ast.Name(id="isinstance"), args=[checked, *_]):
                        return _lists_none(test) and ast.unparse(checked) == text
                return False
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                return False
        child = parent
    return False


def _lists_none(test: ast.expr) -> bool:
    """Whether the type of None is one of those that a test asks for."""
    return any(
        (isinstance(part, ast.Call) and ast.unparse(part) == "type(None)")
        or word(part) == "NoneType"
        for part in ast.walk(test)
    )


def _handles(statement: ast.stmt, text: str) -> bool:
    """Whether a statement before replaces None, or leaves: `if seed is None: seed = 0`."""
    match statement:
        case ast.Assert(test=test):
            return _says(test, text, is_none_branch=False)
        case ast.If(test=test, body=body) if _says(test, text, is_none_branch=True):
            return _leaves_none(body, text)
    return False


def _leaves_none(block: list[ast.stmt], text: str) -> bool:
    """Whether every way through a block jumps, or assigns the value."""
    return any(
        isinstance(each, _JUMPS) or _assigns(each, text) or _branches_leave(each, text)
        for each in block
    )


def _branches_leave(statement: ast.stmt, text: str) -> bool:
    match statement:
        case ast.If(body=body, orelse=[_, *_] as orelse):
            return _leaves_none(body, text) and _leaves_none(orelse, text)
        case ast.Try(body=body, handlers=handlers):
            return all(_leaves_none(each, text) for each in (body, *(h.body for h in handlers)))
    return False


def _assigns(statement: ast.stmt, text: str) -> bool:
    match statement:
        case ast.Assign(targets=targets):
            return any(ast.unparse(target) == text for target in targets)
        case ast.AnnAssign(target=target):
            return ast.unparse(target) == text
        case ast.If(body=body, orelse=[_, *_] as orelse):
            return all(any(_assigns(each, text) for each in block) for block in (body, orelse))
    return False
