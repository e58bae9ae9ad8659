"""GHO507."""

import ast
from collections.abc import Iterator

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._classes import ClassInfo
from project_ghost.lint.python._components import Component
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._syntax import word
from project_ghost.lint.python._tree import position

from ._writes import Write, writes

__all__ = ["UnsavedAttribute"]

# Names of the two methods of a snapshot.
_PAIRS = (
    ("save", "load"),
    ("snapshot", "restore"),
    ("get_state", "set_state"),
    ("save_state", "load_state"),
    ("state_dict", "load_state_dict"),
    ("__getstate__", "__setstate__"),
)
_GENERATORS = frozenset({"random.Random", "numpy.random.Generator", "numpy.random.RandomState"})
_WHOLE = ("vars", "asdict", "dump", "dumps", "copy", "deepcopy", "astuple")


class UnsavedAttribute(Rule):
    """A component has state that a snapshot does not contain.

    ## What it does
    In a class that saves its state and puts it back, finds attributes that its steps change and its
    saving method does not mention. In a block or kernel, whose state is passed in and out,
    finds every attribute that a step changes. Changes are assignments to the attribute (also
    by `setattr`) or to an attribute of it (`self.pid.integral`), changes of its list,
    dictionary or set, and draws from its random generator. A host that does not save is
    rebuilt by replaying its inputs, so nothing is found in it. Outside of components it is a hint.

    ## Why is this bad
    After a restore the attribute has a value of another time, so the run continues
    differently.

    ## Example
    ```python
    import json

    class Filter:
        def __init__(self):
            self.mean = 0.0
            self.count = 0

        def step(self, value):
            self.count += 1
            self.mean += (value - self.mean) / self.count

        def save(self):
            return json.dumps([self.mean]).encode()

        def load(self, data):
            [self.mean] = json.loads(data)
    ```

    ## Use instead
    ```python
    import json

    class Filter:
        def __init__(self):
            self.mean = 0.0
            self.count = 0

        def step(self, value):
            self.count += 1
            self.mean += (value - self.mean) / self.count

        def save(self):
            return json.dumps([self.mean, self.count]).encode()

        def load(self, data):
            self.mean, self.count = json.loads(data)
    ```
    """

    code = "GHO507"
    name = "unsaved-attribute"
    elsewhere = Severity.HINT

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every attribute that is changed in a step and not saved."""
        for node, info in module.names.classes.items():
            kind = module.components.get(node)
            if kind in (Component.BLOCK, Component.KERNEL):
                yield from self._problems(module, info, set(), f"a {kind.value.lower()}'s state")
                continue
            saved = self._saved(module, info)
            if saved is not None:
                yield from self._problems(module, info, saved, "")

    def _problems(
        self, module: Module, info: ClassInfo, saved: set[str], what: str
    ) -> Iterator[Problem]:
        reported = set(saved)
        for name, node in self._changed(module, info):
            if name not in reported:
                reported.add(name)
                text = (
                    f"{what} is passed in and out: a snapshot does not contain `self.{name}`"
                    if what
                    else f"`self.{name}` changes in a step and is not saved: "
                    "a restored run continues differently"
                )
                yield Problem(node, text, Severity.INFO if "cache" in name else None)

    def _changed(self, module: Module, info: ClassInfo) -> Iterator[tuple[str, ast.AST]]:
        """The attributes of `self` that this class changes in a step, in source order."""
        found = [(d.node, name) for name, ds in info.instance.items() for d in ds]
        for owner, node in (*writes(module), *_below(module), *_draws(module)):
            name = _attribute(module, info, owner)
            if name:
                found.append((node, name))
        for use in module.uses_of(("builtins.setattr", "builtins.object.__setattr__")):
            match use.call:
                case ast.Call(args=[target, key, _]) if _is_self(module, info, target):
                    plain = key.value if isinstance(key, ast.Constant) else None
                    found.append((use.call, str(plain or f"{{{ast.unparse(key)}}}")))
        for node, name in sorted(found, key=lambda pair: position(pair[0])):
            if module.in_step(node):
                yield name, node

    def _saved(self, module: Module, info: ClassInfo) -> set[str] | None:
        """The saved attributes; None if all are saved, or none."""
        for save, load in _PAIRS:
            method, back = info.method(save), info.method(load)
            if method is not None and back is not None and self._restores(module, info, back):
                return self._mentioned(module, info, method, set())
        return None

    def _restores(self, module: Module, info: ClassInfo, load: Function) -> bool:
        """Whether a method puts attributes back, unlike one that sets up something else."""
        for node in ast.walk(load):
            match node:
                case ast.Attribute(ctx=ast.Store(), value=owner) if _is_self(module, info, owner):
                    return True
                case ast.Call(func=func) if word(func) in ("setattr", "update", "__setattr__"):
                    return True
        return False

    def _mentioned(
        self, module: Module, info: ClassInfo, method: Function, seen: set[Function]
    ) -> set[str] | None:
        if method in seen:
            return set()
        seen.add(method)
        found: set[str] = set()
        for node in ast.walk(method):
            if isinstance(node, ast.Call) and _takes_whole(node, module):
                return None
            if isinstance(node, ast.Attribute) and module.names.receiver(node.value):
                if node.attr == "__dict__":
                    return None
                found.add(node.attr)
                called = info.method(node.attr)
                if called is not None:
                    more = self._mentioned(module, info, called, seen)
                    if more is None:
                        return None
                    found |= more
        return found


def _below(module: Module) -> Iterator[Write]:
    """Assignments to attributes of attributes."""
    for node in module.nodes(ast.Attribute):
        if not isinstance(node.ctx, ast.Load) and not isinstance(node.value, ast.Name):
            yield Write(node.value, node)


def _draws(module: Module) -> Iterator[Write]:
    """Calls of methods of random generators, which change the generator."""
    for calls in module.method_calls.values():
        for call in calls:
            assert isinstance(call.func, ast.Attribute)
            if isinstance(call.func.value, ast.Attribute):
                type_ = module.types.infer(call.func.value)
                if type_ is not None and type_.name in _GENERATORS:
                    yield Write(call.func.value, call)


def _attribute(module: Module, info: ClassInfo, node: ast.expr) -> str:
    """The attribute of `self` that contains an expression."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        if isinstance(node, ast.Attribute) and _is_self(module, info, node.value):
            return node.attr
        node = node.value
    return ""


def _is_self(module: Module, info: ClassInfo, node: ast.expr) -> bool:
    receiver = module.names.receiver(node)
    return receiver is not None and receiver.info is info and not receiver.is_class


def _takes_whole(call: ast.Call, module: Module) -> bool:
    """Whether a call may save the whole object: `vars(self)`, `pickle.dumps(self)`, `super()`."""
    if isinstance(call.func, ast.Name) and call.func.id == "super":
        return True
    return word(call.func) in _WHOLE and any(
        module.names.receiver(argument) for argument in call.args
    )
