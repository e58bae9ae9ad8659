"""GHO502."""

import ast
from collections.abc import Iterator

from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function, Kind

from ._writes import is_mutable, names_class, registers, writes

__all__ = ["ClassState"]

# Python calls these while a class is created, which is the same in every run.
_WHILE_DEFINING = frozenset({"__init_subclass__", "__set_name__", "__class_getitem__"})
# Fixtures of tests are shared on purpose.
_FIXTURES = frozenset({"setUpClass", "tearDownClass", "setup_class", "teardown_class"})


class ClassState(Rule):
    """An attribute of a class is changed at run time.

    ## What it does
    Finds methods and functions that assign `cls.ATTR`, `type(self).ATTR`,
    `self.__class__.ATTR`, `SomeClass.ATTR` or `models.SomeClass.ATTR`, that call
    `setattr` on a class, or that change a list, dictionary or set that belongs to the
    class, also through `self`.

    ## Why is this bad
    All instances share it, also those of the next run in the same process: a vehicle of the
    first run changes those of the second. No snapshot contains it.

    ## Example
    ```python
    class Vehicle:
        count = 0

        def __init__(self):
            type(self).count += 1
    ```

    ## Use instead
    ```python
    class Fleet:
        def __init__(self):
            self.count = 0

        def add(self):
            self.count += 1
    ```
    """

    code = "GHO502"
    name = "class-state"

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every change by code inside a function."""
        for attribute in module.nodes(ast.Attribute):
            if not isinstance(attribute.ctx, ast.Load) and self._is_class(attribute.value, module):
                yield from self._problem(attribute, ast.unparse(attribute), module)
        for write in writes(module):
            if isinstance(write.owner, ast.Attribute) and self._is_shared(write.owner, module):
                yield from self._problem(write.node, ast.unparse(write.owner), module)
        for use in module.uses_of(["builtins.setattr", "builtins.delattr"]):
            if use.call and use.call.args and self._is_class(use.call.args[0], module):
                yield from self._problem(use.call, ast.unparse(use.call.args[0]), module)

    def _problem(self, node: ast.AST, name: str, module: Module) -> Iterator[Problem]:
        function = module.tree.function(node)
        if function is None or registers(module, node):
            return
        if isinstance(function, Function) and function.name in _WHILE_DEFINING | _FIXTURES:
            return
        owner = module.tree.class_around(node)
        if owner is not None and _is_metaclass(owner, module):
            return
        yield Problem(
            node,
            f"`{name}` belongs to the class, is changed at run time and affects the next run: "
            "keep state in an object that the run creates",
        )

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
            return names_class(node)
        return isinstance(node, ast.Name) and all(
            definition.kind is Kind.ASSIGN and _asks_for_class(definition.value)
            for definition in module.tree.reaching(binding, node)
        )

    def _is_shared(self, owner: ast.Attribute, module: Module) -> bool:
        """Whether this is a mutable attribute of the class, also through an instance."""
        info = module.names.class_of(owner.value)
        if info is None:
            info = module.names.instance_of(owner.value)
            if info is None or any(owner.attr in base.instance for base in info.lineage()):
                return False
            if _is_dataclass(info.node):
                return False  # its class attributes are defaults, copied for each instance
        return any(is_mutable(definition, module) for definition in info.definitions(owner.attr))


def _asks_for_class(node: ast.expr | None) -> bool:
    """Whether an expression is `type(self)` or `self.__class__`."""
    match node:
        case ast.Call(func=ast.Name(id="type"), args=[_]) | ast.Attribute(attr="__class__"):
            return True
    return False


def _is_metaclass(node: ast.ClassDef, module: Module) -> bool:
    return any(
        (module.qualify(base) or "").endswith(("builtins.type", "Meta", "Type", "ABCMeta"))
        for base in node.bases
    )


def _is_dataclass(node: ast.ClassDef) -> bool:
    return any("dataclass" in ast.unparse(decorator) for decorator in node.decorator_list)
