"""Write dmath's functions out for the interpreter: every helper's text in place of its call.

    python tools/dmath_flat.py          write src/project_ghost/core/dmath/_flat.py
    python tools/dmath_flat.py --check  exit 1 if it is not what this would write

A call costs CPython as much as five additions, and the functions are made of short helpers.
The modules that people read and Numba compiles stay as they are; this is the same arithmetic
in the same order, without the calls. What a helper may consist of: assignments, `if`, `raise`
and `return`, a `return` ending its block. Everything is pure, so only the order of rounded
operations counts, and that is kept.
"""

import argparse
import ast
import inspect
import math
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from textwrap import dedent
from types import FunctionType, ModuleType

DMATH = Path(__file__).parents[1] / "src" / "project_ghost" / "core" / "dmath"
PATH = DMATH / "_flat.py"
COMMAND = "python tools/dmath_flat.py"

# Apart from the real package, which cannot be imported while `_flat.py` is missing or wrong.
_SOURCE = ModuleType("dmath_source")
_SOURCE.__path__ = [str(DMATH)]
sys.modules[_SOURCE.__name__] = _SOURCE


def _functions(module: str, *names: str) -> list[FunctionType]:
    home = import_module(f"{_SOURCE.__name__}.{module}")
    return [getattr(home, name) for name in names]


FUNCTIONS = (
    *_functions("_trigonometry", "sin", "cos", "tan", "sincos", "wrap_angle"),
    *_functions("_inverse", "asin", "acos", "atan", "atan2"),
    *_functions("_hyperbolic", "sinh", "cosh", "tanh"),
    *_functions("_exponential", "exp", "expm1"),
    *_functions("_logarithm", "log", "log1p"),
    *_functions("_power", "pow", "cbrt", "hypot", "sqrt"),
)
# Long, and off the usual path: called, not written out.
CALLED = (*_functions("_reduction", "reduce_large_angle"), *_functions("_power", "parity"))

Names = Mapping[str, ast.expr]


@dataclass(frozen=True)
class Helper:
    """A function's parts, as they are needed to write it in place of its call."""

    function: FunctionType
    parameters: list[str]
    body: list[ast.stmt]

    @property
    def is_straight(self) -> bool:
        """Whether it is assignments and one return: then its result is an expression."""
        return not any(isinstance(statement, ast.If) for statement in self.body)

    @property
    def assigned(self) -> list[str]:
        """The names that it binds, parameters that it changes included."""
        stores = (
            node.id
            for statement in self.body
            for node in ast.walk(statement)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        )
        return list(dict.fromkeys(stores))


def _helper(function: FunctionType) -> Helper:
    (definition,) = ast.parse(dedent(inspect.getsource(function))).body
    assert isinstance(definition, ast.FunctionDef)
    body = definition.body
    if isinstance(body[0], ast.Expr):  # the docstring
        body = body[1:]
    return Helper(function, [argument.arg for argument in definition.args.args], body)


@dataclass
class Flattener:
    """Writes one function out."""

    taken: set[str] = field(default_factory=set)
    imports: set[tuple[str, str]] = field(default_factory=set)

    def function(self, function: FunctionType) -> str:
        """The text of a function of `dmath`."""
        helper = _helper(function)
        names = {name: ast.Name(name) for name in (*helper.parameters, *helper.assigned)}
        self.taken = set(names)
        body: list[ast.stmt] = []
        self._block(helper.body, function, names, body, self._returned)
        head, docstring, _ = inspect.getsource(function).split('"""')
        lines = [f'{head}"""{docstring}"""']
        for statement in _tidied(body):
            lines += _indented(ast.unparse(ast.fix_missing_locations(statement)).splitlines())
        return "\n".join(lines)

    # -------------------------------------------------------------- statements

    def _block(
        self,
        statements: list[ast.stmt],
        home: FunctionType,
        names: Names,
        out: list[ast.stmt],
        end: "End",
    ) -> None:
        """Statements of `home`; `end` says what becomes of a returned value."""
        for i, statement in enumerate(statements):
            match statement:
                case ast.Return(value=value) if value is not None:
                    end(value, home, names, out)
                case ast.Assign(targets=[target], value=value):
                    self._assign(_targets(target, names), value, home, names, out)
                case ast.AugAssign(target=ast.Name(id=name), op=op, value=value):
                    changed = ast.BinOp(ast.Name(name), op, value)
                    self._assign(_targets(ast.Name(name), names), changed, home, names, out)
                case ast.If(test=test, body=body, orelse=orelse):
                    condition = self._expression(test, home, names, out)
                    rest = statements[i + 1 :]
                    # What follows a case that has returned is its `else`.
                    ended = _ends(body) and not orelse and end != self._returned
                    then: list[ast.stmt] = []
                    self._block(body, home, names, then, end)
                    other: list[ast.stmt] = []
                    self._block(rest if ended else orelse, home, names, other, end)
                    out.append(ast.If(condition, then, other))
                    if ended:
                        return
                case ast.Raise():
                    out.append(ast.Raise(self._expression(statement.exc, home, names, out)))
                case _:
                    raise TypeError(f"in a helper: {ast.unparse(statement)}")

    def _returned(
        self, value: ast.expr, home: FunctionType, names: Names, out: list[ast.stmt]
    ) -> None:
        """The function's own `return`; a choice becomes two of them."""
        if isinstance(value, ast.IfExp):
            then: list[ast.stmt] = []
            condition = self._expression(value.test, home, names, out)
            self._returned(value.body, home, names, then)
            out.append(ast.If(condition, then, []))
            self._returned(value.orelse, home, names, out)
        elif isinstance(value, ast.Call) and (helper := _inlinable(value, home)):
            inner = self._bound(helper, value, home, names, out)
            self._block(helper.body, helper.function, inner, out, self._returned)
        else:
            out.append(ast.Return(self._expression(value, home, names, out)))

    def _assign(
        self,
        targets: list[str],
        value: ast.expr,
        home: FunctionType,
        names: Names,
        out: list[ast.stmt],
    ) -> None:
        match value:
            case ast.Call() if helper := _inlinable(value, home):
                self._inline(targets, helper, value, home, names, out)
            case ast.IfExp() if len(targets) > 1 or _calls(value, home):
                then: list[ast.stmt] = []
                other: list[ast.stmt] = []
                condition = self._expression(value.test, home, names, out)
                self._assign(targets, value.body, home, names, then)
                self._assign(targets, value.orelse, home, names, other)
                out.append(ast.If(condition, then, other))
            case ast.Tuple(elts=elements) if len(targets) > 1:
                values = [self._expression(e, home, names, out) for e in elements]
                _store(targets, values, out)
            case _ if len(targets) == 1:
                _store(targets, [self._expression(value, home, names, out)], out)
            case _:
                left = ast.Tuple([ast.Name(t) for t in targets])
                right = self._expression(value, home, names, out)
                out.append(ast.Assign([left], right))

    # ------------------------------------------------------------------- calls

    def _inline(
        self,
        targets: list[str],
        helper: Helper,
        call: ast.Call,
        home: FunctionType,
        names: Names,
        out: list[ast.stmt],
    ) -> None:
        """Assign a helper's results to the targets."""
        inner = self._bound(helper, call, home, names, out)
        self._name_results(targets, helper, inner)

        def end(value: ast.expr, home: FunctionType, names: Names, out: list[ast.stmt]) -> None:
            self._assign(targets, value, home, names, out)

        self._block(helper.body, helper.function, inner, out, end)

    def _bound(
        self,
        helper: Helper,
        call: ast.Call,
        home: FunctionType,
        names: Names,
        out: list[ast.stmt],
    ) -> dict[str, ast.expr]:
        """The replacements of a helper's names: its arguments, and new names for the rest."""
        assigned = helper.assigned
        inner: dict[str, ast.expr] = {}
        for parameter, argument in zip(helper.parameters, call.args, strict=True):
            value = self._expression(argument, home, names, out)
            uses = sum(_uses(statement, parameter) for statement in helper.body)
            simple = _is_simple(value)
            if parameter not in assigned and (simple or (uses == 1 and helper.is_straight)):
                inner[parameter] = value
            else:
                inner[parameter] = ast.Name(self._new(parameter))
                out.append(ast.Assign([inner[parameter]], value))
        for name in assigned:
            if name not in inner:
                inner[name] = ast.Name(self._new(name))
        return inner

    def _name_results(self, targets: list[str], helper: Helper, inner: dict[str, ast.expr]) -> None:
        """Let a helper's local that it returns have the target's name at once."""
        last = helper.body[-1]
        if not isinstance(last, ast.Return) or last.value is None:
            return
        elements = last.value.elts if isinstance(last.value, ast.Tuple) else [last.value]
        if len(elements) != len(targets):
            return
        read = {
            node.id
            for parameter in helper.parameters
            for node in ast.walk(inner[parameter])
            if isinstance(node, ast.Name)
        }
        for target, element in zip(targets, elements, strict=True):
            if (
                isinstance(element, ast.Name)
                and element.id not in helper.parameters
                and target not in read
            ):
                inner[element.id] = ast.Name(target)

    def _new(self, name: str) -> str:
        """A name that the function does not have yet."""
        number, found = 1, name
        while found in self.taken:
            number += 1
            found = f"{name}_{number}"
        self.taken.add(found)
        return found

    # ------------------------------------------------------------- expressions

    def _expression(
        self, node: ast.expr | None, home: FunctionType, names: Names, out: list[ast.stmt]
    ) -> ast.expr:
        """An expression of `home` in the flat function's names; what calls need goes before."""
        assert node is not None
        if isinstance(node, ast.Name):
            return names[node.id] if node.id in names else self._global(node.id, home)
        if isinstance(node, ast.Call) and (helper := _inlinable(node, home)):
            if not helper.is_straight:
                result = self._new("value")
                self._inline([result], helper, node, home, names, out)
                return ast.Name(result)
            inner = self._bound(helper, node, home, names, out)
            *before, last = helper.body
            assert isinstance(last, ast.Return)
            self._block(before, helper.function, inner, out, self._returned)
            return self._expression(last.value, helper.function, inner, out)
        if isinstance(node, ast.IfExp | ast.BoolOp) and _calls(node, home):
            raise TypeError(f"a helper called in a part of an expression: {ast.unparse(node)}")
        copy = type(node)(**dict(ast.iter_fields(node)))
        for name, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                setattr(copy, name, self._expression(value, home, names, out))
            elif isinstance(value, list):
                parts = [
                    self._expression(v, home, names, out) if isinstance(v, ast.expr) else v
                    for v in value
                ]
                setattr(copy, name, parts)
        return copy

    def _global(self, name: str, home: FunctionType) -> ast.expr:
        """A constant as its value, anything else as a name that is imported."""
        if name not in home.__globals__:
            return ast.Name(name)  # a builtin
        value = home.__globals__[name]
        if isinstance(value, float | int) and math.isfinite(value):
            return ast.Constant(value)
        if value not in FUNCTIONS:
            self.imports.add(_import(name, value, home))
        return ast.Name(name)


End = Callable[[ast.expr, FunctionType, Names, list[ast.stmt]], None]


def _inlinable(node: ast.expr, home: FunctionType) -> Helper | None:
    """The helper that is called, if it is one whose text takes the place of its call."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return None
    function = home.__globals__.get(node.func.id)
    if not isinstance(function, FunctionType) or function in (*FUNCTIONS, *CALLED):
        return None
    return _helper(function) if function.__module__.startswith(f"{_SOURCE.__name__}.") else None


def _calls(node: ast.expr, home: FunctionType) -> bool:
    return any(_inlinable(n, home) for n in ast.walk(node) if isinstance(n, ast.expr))


def _is_simple(node: ast.expr) -> bool:
    """Whether a value may stand in several places: a name, or a constant and its sign."""
    bare = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(bare, ast.Constant) or isinstance(node, ast.Name)


def _uses(node: ast.AST, name: str) -> int:
    return sum(isinstance(n, ast.Name) and n.id == name for n in ast.walk(node))


def _ends(statements: list[ast.stmt]) -> bool:
    """Whether a block always returns or raises."""
    last = statements[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and _ends(last.body) and _ends(last.orelse)
    return isinstance(last, ast.Return | ast.Raise)


def _targets(target: ast.expr, names: Names) -> list[str]:
    nodes = target.elts if isinstance(target, ast.Tuple) else [target]
    found = [names[node.id] for node in nodes if isinstance(node, ast.Name)]
    return [node.id for node in found if isinstance(node, ast.Name)]


def _store(targets: list[str], values: list[ast.expr], out: list[ast.stmt]) -> None:
    """Assign one after another, or at once where a value needs what a target had before.

    What is assigned to `_` is not computed, and nothing is assigned to itself.
    """
    pairs = [
        (target, value)
        for target, value in zip(targets, values, strict=True)
        if not target.startswith("_") and not (isinstance(value, ast.Name) and value.id == target)
    ]
    if any(_uses(v, t) for i, (t, _) in enumerate(pairs) for _, v in pairs[i + 1 :]):
        left = ast.Tuple([ast.Name(target) for target, _ in pairs])
        out.append(ast.Assign([left], ast.Tuple([value for _, value in pairs])))
    else:
        out += [ast.Assign([ast.Name(target)], value) for target, value in pairs]


def _import(name: str, value: object, home: FunctionType) -> tuple[str, str]:
    """Where to import what `home` calls `name`, and what to import."""
    if isinstance(value, float):
        return f"{_SOURCE.__name__}._exact", name  # infinity
    # A table is used beside its definition.
    module = home.__module__ if isinstance(value, tuple) else getattr(value, "__module__", "")
    original = getattr(value, "__name__", name)
    return module, name if name == original else f"{original} as {name}"


def _import_lines(imports: set[tuple[str, str]]) -> list[str]:
    """The standard library's, the package's, the neighbours'; as ruff would have them."""
    groups: list[list[str]] = [[], [], []]
    for module in sorted({module for module, _ in imports}):
        group = (
            2
            if module.startswith(f"{_SOURCE.__name__}.")
            else int(module.startswith("project_ghost."))
        )
        start = f"from {module.removeprefix(_SOURCE.__name__)} import "
        names = sorted(name for m, name in imports if m == module)
        renamed = [name for name in names if " as " in name]
        plain = [name for name in names if name not in renamed]
        line = start + ", ".join(plain)
        wrapped = [f"{start}(", *(f"    {name}," for name in plain), ")"]
        groups[group] += [line] if len(line) <= 100 else wrapped
        groups[group] += [start + name for name in renamed]
    return "\n\n".join("\n".join(group) for group in groups).splitlines()


# ----------------------------------------------------------------------- tidying


def _tidied(body: list[ast.stmt]) -> list[ast.stmt]:
    """No name that only repeats another, and no square that is there already.

    Only names that are bound once are touched, so a value found once is good to the end of
    its block. (A parameter is bound by its conversion to a float, before anything else.)
    """
    bound = Counter(
        node.id
        for statement in body
        for part in ast.walk(statement)
        for target in (part.targets if isinstance(part, ast.Assign) else ())
        for node in ast.walk(target)
        if isinstance(node, ast.Name)
    )
    return _Tidier({name for name, times in bound.items() if times == 1}, {}).block(body)


@dataclass
class _Tidier(ast.NodeTransformer):
    once: set[str]
    known: dict[str, ast.expr]  # what stands for an expression, by its text

    def block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        for statement in statements:
            if isinstance(statement, ast.If):
                test = self.visit(statement.test)
                body = _Tidier(self.once, dict(self.known)).block(statement.body)
                orelse = _Tidier(self.once, dict(self.known)).block(statement.orelse)
                found.append(ast.If(test, body, orelse))
                continue
            if isinstance(statement, ast.Assign):
                statement.value = self.visit(statement.value)
                (target,) = statement.targets
                if isinstance(target, ast.Name) and target.id in self.once:
                    value = statement.value
                    if self._is_lasting(value):
                        self.known[target.id] = value
                        continue
                    if self._is_square(value):
                        self.known[ast.unparse(value)] = target
                found.append(statement)
            else:
                found.append(self.visit(statement))
        return found

    def _is_lasting(self, value: ast.expr) -> bool:
        return isinstance(value, ast.Constant) or (
            isinstance(value, ast.Name) and value.id in self.once
        )

    def _is_square(self, value: ast.expr) -> bool:
        return (
            isinstance(value, ast.BinOp)
            and isinstance(value.op, ast.Mult)
            and isinstance(value.left, ast.Name)
            and value.left.id in self.once
            and ast.unparse(value.left) == ast.unparse(value.right)
        )

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.known.get(node.id, node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        return self.known.get(ast.unparse(node), node) if self._is_square(node) else node


def _indented(lines: list[str]) -> list[str]:
    return [f"    {line}" if line else line for line in lines]


def flat() -> str:
    """The text of `_flat.py`."""
    imports: set[tuple[str, str]] = set()
    texts = []
    for function in FUNCTIONS:
        flattener = Flattener()
        texts.append(flattener.function(function))
        imports |= flattener.imports
    lines = _import_lines(imports)
    head = f'"""The functions for the interpreter, made by `{COMMAND}`; do not edit."""\n'
    return head + "\n" + "\n".join(lines) + "\n" + "".join(f"\n\n{text}\n" for text in texts)


def is_current() -> bool:
    """Whether the module is what this would write; how it is laid out does not matter."""
    if not PATH.exists():
        return False
    found, expected = ast.parse(PATH.read_text(encoding="utf-8")), ast.parse(flat())
    return ast.dump(found) == ast.dump(expected)


def main() -> int:
    """Write the module, or compare it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    if not parser.parse_args().check:
        PATH.write_text(flat(), encoding="utf-8")
    elif not is_current():
        print(f"not what `{COMMAND}` writes: {PATH.name}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
