"""Whether the elements of a set surely can be sorted: all of one kind, and none of them None.

Types leave None out, because what is used is mostly not None; a fix that is applied without
asking may not.
"""

import ast
from collections.abc import Iterable, Iterator, Sequence

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Definition, Kind
from project_ghost.lint.python._syntax import word
from project_ghost.lint.python._type import NUMBERS, Type, element, join

__all__ = ["can_be_sorted"]

_ORDERED = NUMBERS | {"builtins.str", "builtins.bytes", "pathlib.Path"}
# Parts of an annotation that allow None, or anything.
_OPEN = frozenset({"Any", "None", "Optional", "Union", "object"})
_CONVERSIONS = frozenset("bytes chr float hash hex id int len oct ord repr str".split())
_COLLECTIONS = frozenset("frozenset iter list reversed set sorted tuple".split())
_ADDING_ALL = frozenset({"symmetric_difference_update", "update"})


def can_be_sorted(module: Module, node: ast.expr) -> bool:
    """Whether `sorted` of a set never fails."""
    match module.parent(node):
        case ast.Call(func=ast.Attribute(attr="join")):
            return True  # all are texts
    return _is_ordered(element(module.types.infer(node))) and _Values(module).are_sure(node)


def _is_ordered(type_: Type | None) -> bool:
    if type_ is None:
        return False
    if type_.name == "builtins.tuple":
        return bool(type_.arguments) and all(map(_is_ordered, type_.arguments))
    return type_.name in _ORDERED


class _Values:
    """Looks for None, and for elements of another kind, wherever a value comes from."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.seen: set[object] = set()

    def are_sure(self, node: ast.AST | None) -> bool:
        """Whether an expression is not None, and holds no None."""
        match node:
            case ast.Constant(value=value):
                return value is not None
            case ast.JoinedStr() | ast.Compare():
                return True
            case ast.Set(elts=parts) | ast.List(elts=parts) | ast.Tuple(elts=parts):
                return all(map(self.are_sure, parts))
            case ast.SetComp(elt=part) | ast.ListComp(elt=part) | ast.GeneratorExp(elt=part):
                return self.are_sure(part)
            case ast.BoolOp(values=parts):
                return all(map(self.are_sure, parts))
            case ast.IfExp(body=body, orelse=orelse):
                return self.are_sure(body) and self.are_sure(orelse)
            case ast.BinOp(left=left, right=right, op=op):
                is_mixed = isinstance(op, ast.BitOr | ast.BitXor) and not self._alike(left, right)
                return not is_mixed and self.are_sure(left) and self.are_sure(right)
            case ast.UnaryOp(operand=inner) | ast.Starred(value=inner):
                return self.are_sure(inner)
            case ast.Subscript(value=inner):
                return self.are_sure(inner)
            case ast.Call():
                return self._call(node)
            case ast.Name() | ast.Attribute():
                return self._variable(node)
        return False

    def _alike(self, left: ast.expr, right: ast.expr) -> bool:
        return _is_ordered(join(element(self.module.types.infer(each)) for each in (left, right)))

    def _call(self, call: ast.Call) -> bool:
        name = self.module.qualify(call.func) or ""
        if name.startswith("builtins.") and name.count(".") == 1:
            if word(call.func) in _COLLECTIONS:
                return all(map(self.are_sure, call.args))
            return word(call.func) in _CONVERSIONS
        functions = self.module.types.functions.get(name)
        if functions:
            return all(
                self._states(function.returns)
                if function.returns is not None
                else self._all(each.value for each in self.module.tree.returns[function])
                for function in functions
            )
        # Of libraries, only functions whose types are known.
        type_ = self.module.types.infer(call)
        is_project = self.module.facts.may_know(name)
        return type_ is not None and not is_project and name.startswith(("builtins.", "pathlib."))

    def _variable(self, node: ast.Name | ast.Attribute) -> bool:
        definitions: Sequence[Definition] = ()
        places: Iterable[ast.expr] = ()
        key: object = ast.unparse(node)
        if isinstance(node, ast.Name):
            binding = self.module.tree.binding(node)
            key = binding
            definitions = binding.definitions if binding is not None else ()
            places = binding.loads if binding is not None else ()
        elif (info := self.module.names.instance_of(node.value)) is not None:
            definitions = info.definitions(node.attr)
            places = self.module.types.attributes.get(node.attr, ())
        if key in self.seen:
            return True
        self.seen.add(key)
        if not definitions or not all(map(self._definition, definitions)):
            return False
        type_ = element(self.module.types.infer(node))
        return all(self._fits(type_, added, is_many=many) for added, many in self._added(places))

    def _definition(self, definition: Definition) -> bool:
        if definition.annotation is not None:
            return self._states(definition.annotation)
        if definition.kind is Kind.IMPORT:
            return True
        return definition.kind is not Kind.PARAMETER and self.are_sure(definition.value)

    def _fits(self, type_: Type | None, added: ast.expr, *, is_many: bool) -> bool:
        given = self.module.types.infer(added)
        together = join((type_, element(given) if is_many else given))
        return _is_ordered(together) and self.are_sure(added)

    def _added(self, places: Iterable[ast.expr]) -> Iterator[tuple[ast.expr, bool]]:
        """What is put into a set, and whether it holds the elements."""
        for place in places:
            method = self.module.parent(place)
            if isinstance(method, ast.AugAssign) and method.target is place:
                yield method.value, True
            if not isinstance(method, ast.Attribute):
                continue
            call = self.module.parent(method)
            if isinstance(call, ast.Call) and call.func is method:
                if method.attr == "add":
                    yield from ((each, False) for each in call.args)
                elif method.attr in _ADDING_ALL:
                    yield from ((each, True) for each in call.args)

    def _all(self, values: Iterable[ast.expr | None]) -> bool:
        return all(map(self.are_sure, values))

    def _states(self, annotation: ast.expr) -> bool:
        """Whether an annotation allows neither None nor several kinds."""
        if any(isinstance(part, ast.BinOp) for part in ast.walk(annotation)):
            return False
        words = {word(part) for part in ast.walk(annotation)}
        texts = [str(part.value) for part in ast.walk(annotation) if isinstance(part, ast.Constant)]
        is_open = any("|" in text or any(each in text for each in _OPEN) for text in texts)
        return words.isdisjoint(_OPEN) and not is_open
