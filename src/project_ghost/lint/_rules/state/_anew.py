"""State of classes and modules that each run makes anew, or that no run can read.

All questions look at the whole file: every write and every read of the state.
"""

import ast
import re
from collections.abc import Iterator

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function, Kind
from project_ghost.lint.python._syntax import snake, word

from ._writes import MUTATORS, names_class

__all__ = ["RESETS", "is_made_anew", "is_never_read", "owner_of"]

# Functions that put a value back to what it was at the start.
RESETS = re.compile(
    r"(^|_)(reset|clear|close|deactivate|dispose|exit|release|restore|cleanup|clean_up|tear_?down|shutdown|destroy|finali[sz]e|unload)(_|$)"
)
_CLASS_NAMES = frozenset({"cls", "klass", "class_"})
_BUILDS = ("__init__", "__setstate__", "__post_init__")
# A key that no second object has: `self.serial = next(self.serials)`.
_COUNTERS = ("next", "count")
_WRITES = MUTATORS - {"pop", "popitem", "popleft", "setdefault"}


def owner_of(node: ast.AST) -> ast.expr | None:
    """The attribute or name that a change is about: `x.table` of `x.table[0] = 1`."""
    match node:
        case ast.Call(func=ast.Attribute(value=owner)) | ast.Subscript(value=owner):
            return owner
        case ast.Call(func=ast.Name(id="next"), args=[owner, *_]):
            return owner
        case ast.Attribute() | ast.Name():
            return node
    return None


def is_made_anew(module: Module, node: ast.AST) -> bool:
    """Whether a run finds the state as the first one does, if it begins as it should."""
    owner, function = owner_of(node), module.tree.function(node)
    if owner is None or not isinstance(function, Function):
        return False
    return (
        _is_assigned_before(module, node, owner, function)
        or _is_set_back(module, owner, function)
        or _is_given_to_each(module, node, function)
        or _is_fixed_entry(module, node, function)
        or _is_of_made_class(module, owner)
        or _is_about_class(module, function)
    )


def is_never_read(module: Module, node: ast.AST) -> bool:
    """Whether what a run leaves behind cannot be found by the next one.

    Nobody reads a private table, or each entry is under a key that no other object has.
    """
    owner = owner_of(node)
    if not isinstance(owner, ast.Attribute) or isinstance(node, ast.Attribute):
        return False
    places = [
        each
        for each in module.flow.attribute_loads.get(owner.attr, [])
        if word(each.value) == word(owner.value) or word(each.value) in ("self", "cls")
    ]
    if not owner.attr.startswith("_") or not places:
        return False
    return all(_is_write(module, each) for each in places) or all(
        _is_by_own_key(module, each) for each in places
    )


def _is_write(module: Module, owner: ast.Attribute) -> bool:
    """Whether a place changes a table without reading it."""
    match module.parent(owner):
        case ast.Subscript(ctx=ast.Store() | ast.Del()):
            return True
        case ast.Attribute(attr=method) as called if method in _WRITES:
            call = module.parent(called)
            return isinstance(module.parent(call), ast.Expr)
    return False


def _is_by_own_key(module: Module, owner: ast.Attribute) -> bool:
    """Whether a place reads or writes one entry, and writes under a number of its own."""
    match module.parent(owner):
        case ast.Subscript(ctx=ast.Load()):
            return True
        case ast.Subscript(slice=ast.Attribute(attr=name)):
            return _is_number_of_its_own(module, name)
    return False


def _is_number_of_its_own(module: Module, attribute: str) -> bool:
    """Whether all classes of the file take an attribute from a counter."""
    found = [
        definition.value
        for info in module.names.classes.values()
        for definition in info.instance.get(attribute, ())
    ]
    return bool(found) and all(
        isinstance(value, ast.Call) and word(value.func) in _COUNTERS for value in found
    )


def _is_assigned_before(module: Module, node: ast.AST, owner: ast.expr, function: Function) -> bool:
    """Whether the function gives the state another value before, whatever happens.

    That assignment itself is excused too, if the function then fills what it made.
    """
    text = ast.unparse(owner)
    statement = module.tree.statement(node)
    if statement in function.body and isinstance(statement, ast.Assign):
        is_filled = any(
            ast.unparse(part) == text
            for later in function.body[function.body.index(statement) + 1 :]
            for part in ast.walk(later)
            if isinstance(part, ast.Attribute | ast.Name)
        )
        return is_filled and isinstance(statement.value, ast.List | ast.Dict | ast.Set)
    blocks = {module.tree.blocks.get(each) for each in (statement, *_outer(module, statement))}
    return any(
        isinstance(part, ast.Assign)
        and part.lineno < statement.lineno
        and module.tree.blocks.get(part) in blocks
        and any(ast.unparse(target) == text for target in part.targets)
        and not _mentions(part.value, text)
        for part in ast.walk(function)
    )


def _outer(module: Module, statement: ast.stmt) -> Iterator[ast.stmt]:
    """The statements around one, up to its function."""
    for parent in module.tree.ancestors(statement):
        if isinstance(parent, Function | ast.Lambda):
            return
        if isinstance(parent, ast.stmt):
            yield parent


def _mentions(value: ast.expr, text: str) -> bool:
    return any(
        isinstance(part, ast.Name | ast.Attribute) and ast.unparse(part) == text
        for part in ast.walk(value)
    )


def _is_set_back(module: Module, owner: ast.expr, function: Function) -> bool:
    """Whether a `reset` of the same class or file sets the state back.

    A function that decides by its own state is not excused: it computes something else if one
    caller forgets the reset.
    """
    text, name = ast.unparse(owner), word(owner)
    changed = {text, *_stored(module, function)}
    if any(
        isinstance(part, ast.If | ast.While | ast.IfExp)
        and any(_mentions(part.test, each) for each in changed)
        for part in ast.walk(function)
    ):
        return False
    attribute = name if isinstance(owner, ast.Attribute) else ""
    functions: list[Function] = [
        *module.nodes(ast.FunctionDef),
        *module.nodes(ast.AsyncFunctionDef),
    ]
    return any(
        RESETS.search(snake(each.name)) is not None
        and each is not function
        and not _is_of_object(each)
        and any(_resets(part, text, attribute) for part in ast.walk(each))
        for each in functions
    )


def _stored(module: Module, function: Function) -> set[str]:
    """The attributes of classes that a function assigns: `Parser.line`."""
    return {
        ast.unparse(part)
        for part in ast.walk(function)
        if isinstance(part, ast.Attribute)
        and isinstance(part.ctx, ast.Store)
        and (names_class(module, part.value) or word(part.value) == "cls")
    }


def _is_of_object(function: Function) -> bool:
    return [each.arg for each in function.args.args[:1]] == ["self"]


def _resets(part: ast.AST, text: str, attribute: str) -> bool:
    """Whether a node assigns the state something else, or empties it."""
    match part:
        case ast.Assign(targets=targets, value=value):
            return any(_is_same(target, text, attribute) for target in targets) and not (
                _mentions(value, text)
            )
        case ast.Call(func=ast.Attribute(value=owner, attr="clear")):
            return _is_same(owner, text, attribute)
        case ast.Delete(targets=[ast.Subscript(value=owner, slice=ast.Slice())]):
            return _is_same(owner, text, attribute)
    return False


def _is_same(node: ast.expr, text: str, attribute: str) -> bool:
    """Whether an expression is the state: by its text, or as an attribute of `cls`."""
    match node:
        case ast.Attribute(value=ast.Name(id="cls"), attr=name):
            return name == attribute
    return ast.unparse(node) == text


def _is_given_to_each(module: Module, node: ast.AST, function: Function) -> bool:
    """Whether a constructor sets an attribute of a class from its arguments, whatever happens.

    A run that makes an object sets it anew.
    """
    statement = module.tree.statement(node)
    if function.name not in _BUILDS or not isinstance(node, ast.Attribute):
        return False
    if not isinstance(statement, ast.Assign | ast.AnnAssign) or statement.value is None:
        return False
    if any(isinstance(each, ast.If | ast.For | ast.While) for each in _outer(module, statement)):
        return False
    given = {each.arg for each in (*function.args.args, *function.args.kwonlyargs)} - {"self"}
    names = [part for part in ast.walk(statement.value) if isinstance(part, ast.Name)]
    made = {
        part.id
        for each in ast.walk(statement.value)
        if isinstance(each, ast.comprehension)
        for part in ast.walk(each.target)
        if isinstance(part, ast.Name)
    }
    is_from_arguments = bool(names) and all(
        name.id in given
        or name.id in made
        or _is_own_attribute(module, name)
        or _is_import(module, name)
        for name in names
    )
    is_counted = any(
        isinstance(each.target, ast.Attribute) and each.target.attr == node.attr
        for each in module.nodes(ast.AugAssign)
    )
    return is_from_arguments and not is_counted


def _is_fixed_entry(module: Module, node: ast.AST, function: Function) -> bool:
    """Whether an object assigns an entry under a fixed key: `self.values["power"] = ...`.

    The class has it without a value (`values = {"power": None}`), or a private method computes it,
    which the object's other methods call. The objects of the next run assign it too, before they
    read it, unless it is computed from what it was, or only callers who ask for it change it.
    """
    match node:
        case ast.Subscript(value=ast.Attribute(value=ast.Name(id="self")) as owner, slice=key):
            statement = module.tree.statement(node)
        case _:
            return False
    if not isinstance(statement, ast.Assign) or node not in statement.targets:
        return False
    text = ast.unparse(node)
    if ast.unparse(statement.value) == text or _is_copied(module, statement, key, function):
        return True  # as it was, or as what the constructor was given
    if not isinstance(key, ast.Constant) or not isinstance(key.value, str):
        return False
    is_private = function.name.startswith("_") and not function.name.endswith("__")
    if not is_private and not _is_declared_empty(module, owner, key.value):
        return False
    given = {each.arg for each in function.args.args} - {"self"}
    if any(
        isinstance(part, ast.Subscript) and part is not node and ast.unparse(part) == text
        for part in ast.walk(statement.value)
    ):
        return False
    return not any(
        isinstance(each, ast.If) and _asks_whether_given(each.test, given)
        for each in _outer(module, statement)
    )


def _is_copied(module: Module, statement: ast.Assign, key: ast.expr, function: Function) -> bool:
    """Whether a constructor copies all entries: `for k in given: self.values[k] = given[k]`."""
    match statement.value:
        case ast.Subscript(slice=same):
            is_same = ast.unparse(same) == ast.unparse(key)
        case _:
            return False
    outer = list(_outer(module, statement))
    is_always = not any(isinstance(each, ast.If | ast.While | ast.Try) for each in outer)
    return is_same and is_always and function.name in _BUILDS and bool(outer)


def _is_declared_empty(module: Module, owner: ast.Attribute, key: str) -> bool:
    """Whether a class has a table of named values, with none yet for a key."""
    info = module.names.instance_of(owner.value)
    values = [each.value for each in info.definitions(owner.attr)] if info is not None else []
    return any(
        isinstance(value, ast.Dict)
        and any(_is_placeholder(entry) for entry in value.values)
        and all(
            _is_placeholder(entry)
            for name, entry in zip(value.keys, value.values, strict=True)
            if isinstance(name, ast.Constant) and name.value == key
        )
        for value in values
    )


def _is_placeholder(value: ast.expr) -> bool:
    match value:
        case ast.Constant(value=constant):
            return constant in (None, "")
        case ast.List(elts=parts) | ast.Dict(values=parts) | ast.Tuple(elts=parts):
            return not parts
    return False


def _asks_whether_given(test: ast.expr, given: set[str]) -> bool:
    """Whether a test lets only those callers through who give an argument."""
    match test:
        case ast.Name(id=name):
            return name in given
        case ast.Compare(left=ast.Name(id=name), ops=[ast.IsNot() | ast.NotEq()]):
            return name in given
    return False


def _is_import(module: Module, name: ast.Name) -> bool:
    """Whether a name is a builtin or imported: `range`, `itertools`."""
    binding = module.tree.binding(name)
    return binding is None or all(each.kind is Kind.IMPORT for each in binding.definitions)


def _is_own_attribute(module: Module, name: ast.Name) -> bool:
    return name.id == "self" and isinstance(module.parent(name), ast.Attribute)


def _is_of_made_class(module: Module, owner: ast.expr) -> bool:
    """Whether a variable holds a class that the function was given by a call or by `getattr`."""
    root = owner
    while isinstance(root, ast.Attribute | ast.Subscript):
        root = root.value
    binding = module.tree.binding(root) if isinstance(root, ast.Name) else None
    if binding is None or binding.scope is module.tree.module_scope:
        return False
    return bool(binding.definitions) and all(
        each.kind is Kind.ASSIGN
        and isinstance(each.value, ast.Call)
        and word(each.value.func) != "type"
        for each in binding.definitions
    )


def _is_about_class(module: Module, function: Function) -> bool:
    """Whether a function of the module is given a class, as decorators are: it fills a registry."""
    first = [each.arg for each in function.args.args[:1]]
    is_method = isinstance(module.parent(function), ast.ClassDef)
    return not is_method and not _CLASS_NAMES.isdisjoint(first)
