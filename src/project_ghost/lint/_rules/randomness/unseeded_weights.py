"""GHO213."""

import ast
import re
from collections.abc import Iterator

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._facts import Aspect, Effect
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._syntax import snake, word
from project_ghost.lint.python._tree import position

from ._framework_seeding import may_be_seeded, trains
from ._layers import drawn_layers, is_torch_layer
from ._seeded import draw_severity
from ._seeders import seeds_framework
from .varying_seed import takes_seed

__all__ = ["UnseededWeights"]

_MISSED = (
    "these weights come from torch's global generator, and the seed does not reach it: "
    "seed it first"
)
_LATE = (
    "these weights come from torch's global generator, which is seeded only afterwards: "
    "seed it first"
)
_UNSEEDED = (
    "these weights come from torch's global generator, and are trained here: seed it first, "
    "with a seed of the run"
)
_NEVER = (
    "the weights{of} come from {framework}'s global generator, which nothing in the package {seeds}"
    "{more}: seed it first, with a seed of the run"
)
# What makes a model of weights that exist already.
_LOADS = re.compile(r"(^|_)(copy|deepcopy|from_pretrained|load\w*|restore\w*)(_|$)")
_NETWORK = re.compile(
    r"(actor|critic|decoder|encoder|gru|linear|linearmodel|lstm|mlp|net|network|nn|perceptron|policy"
    r"|qn|transformer)s?\d*$|_q$"
)
_MOVES = frozenset("cpu cuda double eval float half requires_grad_ to train".split())
# Bases outside of a project that seed nothing.
_PLAIN = frozenset("ABC Generic Module ModuleList Protocol Sequential object".split())


class UnseededWeights(Rule):
    """A seed does not reach the weights of a network.

    ## What it does
    Finds functions and constructors that take a seed and make layers or models of torch, where
    neither they, nor their class and its bases, nor what they call in the project seeds torch. A
    model is what is made there and then asked for its `parameters()`. It is a hint if a base is
    not a class of the project, or if something else in the file seeds torch. Without a parameter
    for a seed, a function is found that makes a model and gives its parameters to an optimiser of
    torch; it is a hint if every way to it seeds torch. Where a file has no such function, its first
    layer of torch or keras is found if nothing in the package seeds that framework; it is a hint if
    something does, with whatever seed, or if nothing in the package trains. Layers that load or are
    given other weights, or are initialised by functions that `framework-global-random` finds, are
    left out. A model that is made before its function seeds torch is found too.

    ## Why is this bad
    Weights are drawn from torch's global generator. Whoever passes a seed expects the same
    network, and gets another one in every run.

    ## Example
    ```python
    from torch import nn

    class Agent:
        def __init__(self, size, seed):
            self.seed = seed
            self.net = nn.Linear(size, 2)
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    class Agent:
        def __init__(self, size, seed):
            torch.manual_seed(seed)
            self.net = nn.Linear(size, 2)
    ```
    """

    code = "GHO213"
    name = "unseeded-weights"

    def check(self, module: Module) -> Iterator[Problem]:
        """Find the first layer or model of every function that takes a seed, or of the file."""
        found = list(self._missed(module)) if "torch" in module.imported else []
        yield from found
        if all(each.severity is not None for each in found):
            yield from self._never_seeded(module)

    def _missed(self, module: Module) -> Iterator[Problem]:
        for kind in (ast.FunctionDef, ast.AsyncFunctionDef):
            for function in module.nodes(kind):
                assert isinstance(function, Function)
                if takes_seed(function):
                    made = _made(module, function)
                    message, severity = _MISSED, _severity(module, function)
                    if made is not None and _seeds_late(function, made):
                        message, severity = _LATE, None
                else:
                    made = _trained(module, function)
                    message = _UNSEEDED
                    severity = draw_severity(module, made.func, "torch") if made else None
                if made is not None and not _seeds(module, function, made):
                    yield Problem(made, message, severity)

    def _never_seeded(self, module: Module) -> Iterator[Problem]:
        """The first layer of a file, in a package that seeds its framework nowhere."""
        layers = drawn_layers(module)
        if layers is None:
            return
        severity = draw_severity(module, layers.first.func, layers.framework)
        if severity is None:
            is_seeded = may_be_seeded(module, layers.framework)
            is_hint = is_seeded or not trains(module)
            message = _NEVER.format(
                of=f" of `{layers.owner}`" if layers.owner else "",
                framework=layers.framework,
                seeds="is sure to seed" if is_seeded else "seeds",
                more=_more(layers.others),
            )
            yield Problem(layers.first, message, Severity.HINT if is_hint else None)


def _more(others: int) -> str:
    """How many other classes and functions of the file draw weights."""
    if not others:
        return ""
    return (
        " (like those of 1 other here)" if others == 1 else f" (like those of {others} others here)"
    )


def _made(module: Module, function: Function) -> ast.Call | None:
    """The first layer or model that a function makes."""
    modelled = {
        ast.unparse(call.func.value)
        for call in module.method_calls.get("parameters", ())
        if isinstance(call.func, ast.Attribute)
    }
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and is_torch_layer(module, node):
            return node
        if isinstance(node, ast.Assign):
            made = _unmoved(node.value)
            is_model = any(ast.unparse(target) in modelled for target in node.targets)
            if is_model and isinstance(made, ast.Call) and "load" not in word(made.func):
                return made
    return None


def _trained(module: Module, function: Function) -> ast.Call | None:
    """The first model that a function makes, and gives to an optimiser of torch."""
    trained = {
        ast.unparse(part.func.value)
        for use in module.uses_below("torch.optim")
        if use.call is not None and module.tree.function(use.call) is function
        for part in ast.walk(use.call)
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute)
        if part.func.attr == "parameters"
    }
    if not trained or any(
        _loads(node, trained) for node in ast.walk(function) if isinstance(node, ast.Call)
    ):
        return None
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and any(ast.unparse(t) in trained for t in node.targets):
            made = _unmoved(node.value)
            if isinstance(made, ast.Call) and _is_network(module, made):
                return made
    return None


def _loads(call: ast.Call, models: set[str]) -> bool:
    """Whether a call gives a model other weights: `model.load_state_dict(...)`, `load(model)`."""
    if _LOADS.search(snake(word(call.func))) is None:
        return False
    owner = [call.func.value] if isinstance(call.func, ast.Attribute) else []
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    is_copy = "copy" in word(call.func)
    return any(ast.unparse(each) in models for each in (*owner, *(() if is_copy else given)))


def _is_network(module: Module, call: ast.Call) -> bool:
    """Whether a class has layers, by its name or by its body; a model may have other parameters."""
    name = word(call.func)
    if is_torch_layer(module, call) or (name[:1].isupper() and _NETWORK.search(name.lower())):
        return True
    info = module.names.by_name.get(module.qualify(call.func) or "")
    return info is not None and any(
        isinstance(node, ast.Call) and is_torch_layer(module, node) for node in ast.walk(info.node)
    )


def _unmoved(node: ast.expr) -> ast.expr:
    """A model before it is moved or converted: `Model(size)` of `Model(size).to(device)`."""
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr=method)) if method in _MOVES:
            return _unmoved(value)
    return node


def _seeds_late(function: Function, made: ast.Call) -> bool:
    """Whether a function seeds torch itself, after it has made a model."""
    return any(
        isinstance(node, ast.Call)
        and position(node) > position(made)
        and seeds_framework(word(node.func))
        for node in ast.walk(function)
    )


def _seeds(module: Module, function: Function, made: ast.Call) -> bool:
    """Whether torch is seeded before a function makes a model.

    The function, its class, a base or what it calls in the project may do so.
    """
    around = module.tree.class_around(function)
    scopes: list[ast.AST] = [function]
    bases: list[str] = []
    if around is not None:
        for info in module.names.classes[around].lineage():
            scopes.append(info.node)
            bases += [f"{base}.__init__" for base in info.foreign_bases]
    calls = [each for scope in scopes for each in ast.walk(scope) if isinstance(each, ast.Call)]
    calls = [
        call
        for call in calls
        if module.tree.function(call) is not function or position(call) < position(made)
    ]
    if any(seeds_framework(word(call.func)) for call in calls):
        return True
    called = [module.qualify(call.func) for call in calls if module.tree.function(call) is function]
    called += [
        f"{name}.__init__" for name in called if name and name.rpartition(".")[2][:1].isupper()
    ]
    facts = [module.facts.ask_for(name, Aspect.EFFECTS) for name in (*bases, *called)]
    return any(effect is Effect.SEED for fact in facts if fact for effect, _ in fact.does)


def _severity(module: Module, function: Function) -> Severity | None:
    around = module.tree.class_around(function)
    own = module.name.partition(".")[0]
    lineage = module.names.classes[around].lineage() if around is not None else ()
    is_known = all(
        base.partition(".")[0] == own or base.rpartition(".")[2] in _PLAIN
        for info in lineage
        for base in info.foreign_bases
    )
    is_seeded_elsewhere = any(seeds_framework(name.rpartition(".")[2]) for name in module.uses)
    return None if is_known and not is_seeded_elsewhere else Severity.HINT
