"""GHO507."""

import ast
from collections.abc import Iterator

from project_ghost.lint._classes import ClassInfo
from project_ghost.lint._components import Component
from project_ghost.lint._module import Module
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint._rules.state._writes import writes
from project_ghost.lint._scopes import Function
from project_ghost.lint._tree import position

__all__ = ["UnsavedAttribute"]

# What objects call the two halves of a snapshot.
_PAIRS = (
    ("save", "load"),
    ("snapshot", "restore"),
    ("get_state", "set_state"),
    ("save_state", "load_state"),
    ("state_dict", "load_state_dict"),
    ("__getstate__", "__setstate__"),
)
_WHOLE = ("vars", "asdict", "dumps", "copy", "deepcopy", "astuple")


class UnsavedAttribute(Rule):
    """A component keeps state that a snapshot would miss.

    ## What it does
    In a class that saves and loads its state, finds attributes that its steps change and
    that its saving method does not mention. In a block or kernel, whose state is
    handed in and out, finds every attribute that a step changes.

    ## Why is this bad
    After a restore the attribute has the value of another time, or of none: the run
    goes on differently than it did.

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
                    f"{what} is handed in and out: `self.{name}` would be missing from a snapshot"
                    if what
                    else f"`self.{name}` changes in a step and is not saved: "
                    "a restored run goes on differently"
                )
                yield Problem(node, text)

    def _changed(self, module: Module, info: ClassInfo) -> Iterator[tuple[str, ast.AST]]:
        """The attributes of `self` that this class changes in a step, in source order."""
        found = [(d.node, name) for name, ds in info.instance.items() for d in ds]
        for write in writes(module):
            if isinstance(write.owner, ast.Attribute):
                receiver = module.names.receiver(write.owner.value)
                if receiver is not None and receiver.info is info and not receiver.is_class:
                    found.append((write.node, write.owner.attr))
        for node, name in sorted(found, key=lambda pair: position(pair[0])):
            if module.in_step(node):
                yield name, node

    def _saved(self, module: Module, info: ClassInfo) -> set[str] | None:
        """The attributes that are saved; nothing where all are, or where nothing is."""
        for save, load in _PAIRS:
            method = info.method(save)
            if method is not None and info.method(load) is not None:
                return self._mentioned(module, info, method, set())
        return None

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


def _takes_whole(call: ast.Call, module: Module) -> bool:
    """`vars(self)`, `pickle.dumps(self)`, `super().save()`: all of the object, or unknown."""
    if isinstance(call.func, ast.Name) and call.func.id == "super":
        return True
    word = call.func.attr if isinstance(call.func, ast.Attribute) else ast.unparse(call.func)
    return word in _WHOLE and any(module.names.receiver(argument) for argument in call.args)
