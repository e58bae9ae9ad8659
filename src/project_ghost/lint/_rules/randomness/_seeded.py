"""Draws from a global generator that is seeded before, or that are seeds themselves."""

import ast
import re
from collections.abc import Iterator

from project_ghost.lint._finding import Severity
from project_ghost.lint.python._flow import Reach
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._purpose import imports_drawing
from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._syntax import is_none, snake, word

from ._global_seeding import generator_of, is_seeded_at, seeded_by
from ._optional import may_be_none
from ._seeders import seeds_framework
from .varying_seed import VARYING, names_seed

__all__ = ["draw_severity"]

_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_LETTERS = ("ascii_", "digits", "hexdigits", "printable")
_IDENTIFIER = re.compile(r"(^|_)(internal_id|unique_id|uid|uuid|guid|token|nonce|salt)$")
_PORT = re.compile(r"(^|_)port$")
_COLOUR = re.compile(r"(^|_)colou?rs?$")
_DRAWING_CALL = re.compile(
    r"(^|_)(set_?colou?r|draw|paint|plot|render|scatter|rectangle|polygon|circle)(_|$)"
)
# Functions and classes that run a model for its shapes: they trace, convert, export or measure it.
_SHAPES = re.compile(
    r"(^|_)(check|compile|convert|converter|dummy|example|export|exporter|fake|flops|infer|jit|macs"
    r"|onnx|profile|script|shapes?|summary|tensorrt|torchscript|trace|tracer|tracing|trt|verify"
    r"|warm_?up)(_|$)"
)
# Libraries for windows.
_WINDOWS = ("arcade", "pygame", "pyglet", "tkinter", "turtle")
_DUMMY = re.compile(r"(^|_)(dummy|fake|example)(_|$)")
# Functions that make an input to trace a model with, and parameters that take one.
_EXAMPLE = re.compile(r"^_*(get_)?((example|dummy)_(kw)?inputs?|inputs?_(example|dummy))$")
# Functions by which a program tests itself; a statistical test returns its answer.
_CHECKS = re.compile(
    r"^_*tests?(_|$)|(^|_)(test_param(eter)?s|check_?(grad\w*|deriv\w*|jac\w*)"
    r"|(grad\w*|deriv\w*|jac\w*|adjoint)_(check|test))(_|$)|checkgrad|^self_?test"
)


def draw_severity(module: Module, node: ast.AST, generator: str | None = None) -> Severity | None:
    """Info for a draw inside `with manual_seed(seed):`, and for one that is a seed itself.

    The first is seeded, and the generator is restored; the second is found by `varying-seed`. A
    draw after a seeding call of its own function, or from a global generator that its package
    seeds, one for a name, one in a function that tests the program, and a tensor that is drawn for
    its shape is a hint. The generator is that of the function's library, if none is given.
    """
    is_varying = module.qualify(node) in VARYING
    for parent in module.tree.ancestors(node):
        match parent:
            case ast.Assign(targets=[target]) if is_varying and names_seed(word(target)):
                return Severity.INFO
            case ast.keyword(arg=str(name)) if is_varying and names_seed(name):
                return Severity.INFO
            case ast.With(items=items) | ast.AsyncWith(items=items):
                if any(_seeds(item.context_expr) for item in items):
                    return Severity.INFO
    if _is_name(module, node) or _checks(module, node) or _only_has_shape(module, node):
        return Severity.HINT
    if _is_jitter(module, node) or _is_only_watched(module, node):
        return Severity.HINT
    generator = generator or generator_of(module.qualify(node) or "")
    if _is_seeded_before(module, node, generator) or _is_only_shown(module, node):
        return Severity.HINT
    is_repeated = generator is not None and is_seeded_at(module, node, generator)
    return Severity.HINT if is_repeated else None


def _is_name(module: Module, node: ast.AST) -> bool:
    """Whether a draw becomes a name, of which any will do: a text, letters, a port."""
    for parent in module.tree.ancestors(node):
        match parent:
            case ast.FormattedValue():
                return True
            case ast.Call(func=ast.Name(id="str" | "hex")):
                return True
            case ast.stmt():
                break
    return (
        _is_port(module, node)
        or _makes_letters(module, node)
        or _is_identifier(module, node)
        or _is_put_into_texts(module, node)
    )


def _is_put_into_texts(module: Module, node: ast.AST) -> bool:
    """Whether a variable holds a draw for texts only: `k = randint(0, 99)`, `f"folder_{k}"`."""
    match module.tree.statement(node):
        case ast.Assign(targets=[ast.Name() as target], value=ast.Call(func=func)) if func is node:
            loads = module.tree.loads(target)
            parents = [module.parent(load) for load in loads]
            return bool(loads) and all(isinstance(each, ast.FormattedValue) for each in parents)
    return False


def _is_identifier(module: Module, node: ast.AST) -> bool:
    """Whether a draw is the identifier of an object: `self.internal_id = random()`."""
    targets = _targets(module.tree.statement(node))
    return any(_IDENTIFIER.search(snake(word(target))) for target in targets)


def _only_has_shape(module: Module, node: ast.AST) -> bool:
    """Whether a tensor is drawn for its shape: to trace, convert, export or measure a model.

    It is passed to a model then, and neither returned nor kept.
    """
    if not (module.qualify(node) or "").startswith(("torch.rand", "tensorflow.random")):
        return False
    statement = module.tree.statement(node)
    if _is_example(module, node) or _is_tried(module, node) or _is_tried_later(module, statement):
        return True
    if isinstance(statement, ast.Return) or not _is_only_passed(module, statement):
        return False
    names = [each.name for each in module.tree.ancestors(node) if isinstance(each, _NAMED)]
    targets = [word(each) for each in _targets(statement)]
    return any(_SHAPES.search(snake(name)) for name in names) or any(
        _DUMMY.search(snake(name)) for name in targets
    )


def _is_example(module: Module, node: ast.AST) -> bool:
    """Whether a tensor is an input that a model is traced with: `def input_example(self)`."""
    return any(
        (isinstance(parent, ast.keyword) and _EXAMPLE.search(parent.arg or ""))
        or (isinstance(parent, Function) and _EXAMPLE.search(snake(parent.name)))
        for parent in module.tree.ancestors(node)
    )


def _is_tried(module: Module, node: ast.AST) -> bool:
    """Whether a call only gets a tensor of a shape: `size = f(rand(1, n)).shape`, `_ = f(rand())`.

    Only a size of its result is read, or nothing.
    """
    is_passed = False
    for parent in module.tree.ancestors(node):
        match parent:
            case ast.Attribute(attr="shape" | "size" | "ndim" | "numel"):
                return is_passed
            case ast.Assign(targets=[ast.Name(id="_")]):
                return is_passed
            case ast.Call(func=func) if func is not node:
                is_passed = is_passed or _is_inside(parent.args, node)
            case ast.stmt():
                return False
    return False


def _is_tried_later(module: Module, statement: ast.stmt) -> bool:
    match statement:
        case ast.Assign(targets=[ast.Name() as target]):
            loads = module.tree.loads(target)
            return bool(loads) and all(_is_tried(module, load) for load in loads)
    return False


def _is_inside(arguments: list[ast.expr], node: ast.AST) -> bool:
    return any(part is node for each in arguments for part in ast.walk(each))


def _is_only_passed(module: Module, statement: ast.stmt) -> bool:
    """Whether the names that a statement assigns are not attributes, and never returned alone."""
    for target in _targets(statement):
        if not isinstance(target, ast.Name | ast.Subscript):
            return False
        loads = module.tree.loads(target) if isinstance(target, ast.Name) else []
        if any(isinstance(module.parent(load), ast.Return | ast.Tuple) for load in loads):
            return False
    return True


def _targets(statement: ast.stmt) -> list[ast.expr]:
    match statement:
        case ast.Assign(targets=targets):
            return targets
        case ast.AnnAssign(target=target):
            return [target]
    return []


def _makes_letters(module: Module, node: ast.AST) -> bool:
    """Whether letters are drawn: `"".join(random.choice(string.ascii_letters) ...)`."""
    statement = module.tree.statement(node)
    names = {word(part) for part in ast.walk(statement)}
    return "join" in names and any(name.startswith(_LETTERS) for name in _words(module, node))


def _words(module: Module, node: ast.AST) -> Iterator[str]:
    """The names in the statement of a node, and in the definitions of those names."""
    for part in ast.walk(module.tree.statement(node)):
        yield word(part)
        binding = module.tree.binding(part) if isinstance(part, ast.Name) else None
        for definition in binding.definitions if binding else ():
            if definition.value is not None:
                yield from map(word, ast.walk(definition.value))


def _is_port(module: Module, node: ast.AST) -> bool:
    """Whether a draw is a port, or the colour of a picture: any will do."""
    targets = _targets(module.tree.statement(node))
    if any(_PORT.search(snake(word(target))) for target in targets):
        return True
    colours = [target for target in targets if _COLOUR.search(snake(word(target)))]
    return bool(colours) and (
        imports_drawing(module) or any(_is_drawn(module, target) for target in colours)
    )


def _is_drawn(module: Module, target: ast.expr) -> bool:
    """Whether a variable is passed to something that draws: `line.set_color(color)`."""
    loads = module.tree.loads(target) if isinstance(target, ast.Name) else []
    parents = [parent for load in loads for parent in module.tree.ancestors(load)]
    calls = {word(parent.func) for parent in parents if isinstance(parent, ast.Call)}
    return any(_DRAWING_CALL.search(snake(name)) for name in calls)


def _is_jitter(module: Module, node: ast.AST) -> bool:
    """Whether a draw moves what a picture shows: `ax.scatter(x + 0.1 * np.random.randn(n), y)`."""
    match module.tree.statement(node):
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name))):
            return _DRAWING_CALL.search(snake(name)) is not None and imports_drawing(module)
    return False


def _is_only_watched(module: Module, node: ast.AST) -> bool:
    """Whether a function returns nothing, and shows what it computes in a window."""
    function = module.tree.function(node)
    if not isinstance(function, Function) or module.tree.class_around(function) is not None:
        return False
    if any(found.value is not None for found in module.tree.returns[function]):
        return False
    return any(
        use.call is not None and module.tree.function(use.call) is function
        for use in module.uses_below(*_WINDOWS)
    )


def _is_only_shown(module: Module, node: ast.AST) -> bool:
    """Whether a draw is only printed: `print(random.choice(TIPS))`."""
    call = module.parent(node)
    return (
        isinstance(call, ast.Call) and call.func is node and module.flow.reach(call) is Reach.SHOWN
    )


def _checks(module: Module, node: ast.AST) -> bool:
    """Whether a function of the program tests it: derivatives, gradients, adjoints."""
    return any(
        isinstance(parent, Function) and _CHECKS.search(snake(parent.name))
        for parent in module.tree.ancestors(node)
    )


def _is_seeded_before(module: Module, node: ast.AST, generator: str | None) -> bool:
    """Whether the function of a draw seeds the generator first, by a seed that cannot be None."""
    function = module.tree.function(node)
    return function is not None and any(
        call.lineno <= getattr(node, "lineno", 0)
        and module.tree.function(call) is function
        and _seeds(call)
        and generator in (seeded_by(module, call) or (generator,))
        and not may_be_none(module, _given(call)[0])
        for call in (
            *module.method_calls.get("seed", ()),
            *module.method_calls.get("manual_seed", ()),
            *module.method_calls.get("set_state", ()),
            *_seeding_calls(module),
        )
    )


def _seeding_calls(module: Module) -> Iterator[ast.Call]:
    """Calls of functions that seed all generators, in any case."""
    for call in module.nodes(ast.Call):
        if seeds_framework(word(call.func).lstrip("_")):
            parents = module.tree.ancestors(call)
            if not any(isinstance(each, ast.If | ast.IfExp | ast.BoolOp) for each in parents):
                yield call


def _seeds(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=func) if "seed" in word(func).lower() or word(func) == "set_state":
            given = _given(node)
            return bool(given) and not is_none(given[0])
    return False


def _given(call: ast.Call) -> list[ast.expr]:
    return [*call.args, *(keyword.value for keyword in call.keywords)]
