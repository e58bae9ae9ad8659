"""GHO502."""

import ast
import re
from collections.abc import Iterator

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._facts import Aspect
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Definition, Function, Kind
from project_ghost.lint.python._syntax import word

from ._anew import owner_of
from ._harmless import change_severity
from ._together import Change, reported_once
from ._writes import copies_defaults, is_mutable, names_class, registers, writes

__all__ = ["ClassState"]

_MESSAGE = (
    "{name} belongs to the class, is changed at run time and affects the next run: keep state in "
    "an object that the run creates"
)

# Python calls these while a class is created, which is the same in every run.
_WHILE_DEFINING = frozenset({"__init_subclass__", "__set_name__", "__class_getitem__"})
# Fixtures of tests are shared on purpose.
_FIXTURES = frozenset({"setUpClass", "tearDownClass", "setup_class", "teardown_class"})
# A variable with such a name, assigned from such a call, holds a class.
_CLASS_NAME = re.compile(r"(^|_)(cls|klass|class|type)_?$|Class$|Type$")
_GIVES_CLASS = re.compile(r"class|type|getattr|import_string|import_object|locate|load|get|resolve")
# Writing these at run time changes what people read, not what a run does.
_TEXTS = frozenset({"__doc__", "__name__", "__qualname__", "__module__", "__signature__"})


class ClassState(Rule):
    """An attribute of a class is changed at run time.

    ## What it does
    Finds methods and functions that assign `cls.ATTR`, `type(self).ATTR`, `self.__class__.ATTR`,
    `SomeClass.ATTR` or `models.SomeClass.ATTR`, also through a variable that holds a class (`kind =
    class_from_path(...)`, a parameter `kind: type[Car]`), that call `setattr` on a class, or that
    change a list, dictionary or set that belongs to the class, also through `self`. A counter that
    goes into nothing but texts, names, labels and numbers of pictures is a hint; one that becomes
    an identifier is not. Hints are also the present object of a class (`World.current = self`), a
    switch (`on = not on`), a value that the function gives back, and entries of a table that
    private methods compute, or that a constructor copies, for each object.

    ## Why is this bad
    All instances share it, also those of the next run in the same process: a vehicle of the
    first run changes those of the second. No snapshot contains it.

    ## Example
    ```python
    class Vehicle:
        count = 0

        def __init__(self):
            self.number = type(self).count
            type(self).count += 1
    ```

    ## Use instead
    ```python
    class Fleet:
        def __init__(self):
            self.count = 0

        def add(self, vehicle):
            vehicle.number = self.count
            self.count += 1
    ```
    """

    code = "GHO502"
    name = "class-state"

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every change by code inside a function."""
        yield from reported_once(module, self._changes(module), _MESSAGE)

    def _changes(self, module: Module) -> Iterator[Change]:
        for attribute in module.nodes(ast.Attribute):
            if isinstance(attribute.ctx, ast.Load) or attribute.attr in _TEXTS:
                continue
            if self._is_class(attribute.value, module):
                yield from self._assigned(attribute, attribute.value, attribute.attr, module)
        for write in writes(module):
            if isinstance(write.owner, ast.Attribute) and self._is_shared(write.owner, module):
                is_unsure = _may_be_made_elsewhere(write.owner, module)
                for change in self._change(write.node, ast.unparse(write.owner), module):
                    unsure = change._replace(severity=change.severity or Severity.HINT)
                    yield unsure if is_unsure else change
        for use in module.uses_of(["builtins.setattr", "builtins.delattr"]):
            if use.call and use.call.args and self._is_class(use.call.args[0], module):
                match use.call.args:
                    case [owner, ast.Constant(value=str(name)), *_]:
                        yield from self._assigned(use.call, owner, name, module)
                    case [owner, *_]:
                        yield from self._change(use.call, ast.unparse(owner), module)

    def _assigned(
        self, node: ast.AST, owner: ast.expr, attribute: str, module: Module
    ) -> Iterator[Change]:
        """The change of an attribute of a class, whose class may be one of a library."""
        is_foreign = _is_of_library(owner, module)
        for change in self._change(node, f"{ast.unparse(owner)}.{attribute}", module):
            unsure = change._replace(severity=change.severity or Severity.HINT)
            yield unsure if is_foreign else change

    def _change(self, node: ast.AST, name: str, module: Module) -> Iterator[Change]:
        function = module.tree.function(node)
        if function is None or registers(module, node):
            return
        if isinstance(function, Function) and function.name in _WHILE_DEFINING | _FIXTURES:
            return
        if self._is_local(node, module):
            return
        owner = module.tree.class_around(node)
        if owner is not None and _is_metaclass(owner, module):
            return
        yield Change(node, name, change_severity(module, node, name))

    def _is_local(self, node: ast.AST, module: Module) -> bool:
        """Whether the class is defined inside a function, and ends with its call."""
        match node:
            case ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[target, *_]):
                pass
            case _:
                owner = owner_of(node)
                if not isinstance(owner, ast.Attribute):
                    return False
                target = owner.value
        info = module.names.class_of(target) or module.names.instance_of(target)
        return info is not None and module.tree.function(info.node) is not None

    def _is_class(self, node: ast.expr, module: Module) -> bool:
        match node:
            case ast.Call(func=ast.Name(id="type"), args=[_]):
                return module.qualify(node.func) == "builtins.type"
            case ast.Attribute(attr="__class__"):
                return True
        if module.names.class_of(node) is not None:
            return True
        root = node
        while isinstance(root, ast.Attribute):
            root = root.value
        binding = module.tree.binding(root) if isinstance(root, ast.Name) else None
        if binding is None:
            return False
        if all(definition.kind is Kind.IMPORT for definition in binding.definitions):
            return names_class(module, node)
        return isinstance(node, ast.Name) and all(
            self._holds_class(definition, node.id, module)
            for definition in module.tree.reaching(binding, node)
        )

    def _holds_class(self, definition: Definition, name: str, module: Module) -> bool:
        """Whether a variable holds a class: by what it is assigned, its annotation or its name."""
        if definition.annotation is not None:
            return _is_type(definition.annotation)
        value = definition.value
        if definition.kind is Kind.ASSIGN and value is not None:
            if _asks_for_class(value) or self._is_class(value, module):
                return True
            called = word(value.func) if isinstance(value, ast.Call) else ""
            return bool(_CLASS_NAME.search(name)) and bool(_GIVES_CLASS.search(called))
        match definition:
            case Definition(kind=Kind.ITERATE, value=ast.Tuple(elts=classes)) if classes:
                return all(self._is_class(each, module) for each in classes)
        return False

    def _is_shared(self, owner: ast.Attribute, module: Module) -> bool:
        """Whether this is a mutable attribute of the class, also through an instance."""
        info = module.names.class_of(owner.value)
        if info is None and module.facts.ask_for(module.qualify(owner), Aspect.CHANGE):
            return True  # of a class of another file, or of an object of one
        if info is None and self._is_class(owner.value, module):
            # `kind.table[0] = 1`; that of an imported class is a global of its module.
            return isinstance(module.parent(owner), ast.Subscript) and not names_class(
                module, owner.value
            )
        if info is None:
            info = module.names.instance_of(owner.value)
            if info is None or any(owner.attr in base.instance for base in info.lineage()):
                return False
            if copies_defaults(info.node):
                return False  # its class attributes are defaults, copied for each instance
        return any(is_mutable(definition, module) for definition in info.definitions(owner.attr))


def _is_of_library(node: ast.expr, module: Module) -> bool:
    """Whether a class is imported from another package, which mostly has settings there."""
    name = module.qualify(node)
    if name is None or name.startswith(".") or module.facts.ask_for(name, Aspect.CLASS):
        return False
    return name.partition(".")[0] != module.name.partition(".")[0]


def _may_be_made_elsewhere(owner: ast.Attribute, module: Module) -> bool:
    """Whether each object may have an attribute of its own: a base of another file may make it.

    Bases of libraries, such as an environment of gymnasium, do not.
    """
    if module.names.class_of(owner.value) is not None or names_class(module, owner.value):
        return False
    info = module.names.instance_of(owner.value)
    if info is None:
        return True  # an object of a class of another file
    return any(
        base.startswith(".") or module.facts.may_know(base)
        for each in info.lineage()
        for base in each.foreign_bases
    )


def _is_type(annotation: ast.expr) -> bool:
    match annotation:
        case ast.Subscript(value=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in ("type", "Type")
        case ast.Constant(value=str(text)):
            return text.startswith(("type[", "Type["))
    return isinstance(annotation, ast.Name) and annotation.id in ("type", "Type")


def _asks_for_class(node: ast.expr | None) -> bool:
    """Whether an expression is `type(self)` or `self.__class__`."""
    match node:
        case ast.Call(func=ast.Name(id="type"), args=[_]) | ast.Attribute(attr="__class__"):
            return True
    return False


def _is_metaclass(node: ast.ClassDef, module: Module) -> bool:
    return any(
        (module.qualify(base) or "").endswith(("builtins.type", "Meta", "Type", "ABCMeta"))
        or (isinstance(base, ast.Attribute) and base.attr == "__class__")
        or word(base).startswith("Meta")
        for base in node.bases
    )
