"""Seeding of global generators, as far as a file sees it.

Which draws follow on a seeding is asked of the package (`project/_coverage`): a file tells where it
seeds, and what it calls then. A number in the source that seeds at the top of a file counts for
that file only, because nothing draws before. A seed that is None by default seeds nothing, except
in `reset(seed=None)` of gym.

Where nothing says who calls a function (a decorator registers it), it counts whether the programs
of the package seed.
"""

import ast
import re
from collections.abc import Iterator

from project_ghost.lint.python._calls import Calls, calls_of, key_of
from project_ghost.lint.python._facts import Aspect
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._shown import in_test, is_beside, is_demonstration
from project_ghost.lint.python._syntax import is_main_guard, is_none, snake, word
from project_ghost.lint.python._tree import position

from ._entries import empty_entries
from ._framework_seeding import TRAINING, seeded_frameworks, trains_models
from ._optional import excludes_none, is_given, may_be_none
from .varying_seed import is_reset, varying_values

__all__ = [
    "EVERYTHING",
    "SPACES",
    "calls",
    "generator_of",
    "is_seeded_at",
    "owner_name",
    "seeded_by",
    "seedings",
    "seeds_space",
    "seeds_spaces",
    "sets_up",
]

# The generators of all spaces of gym together.
SPACES = "spaces"

EVERYTHING = ("random", "numpy", "torch")
_ALL = EVERYTHING
# What seeds a global generator, and which.
_SEEDING = {
    "random.seed": ("random",),
    "numpy.random.seed": ("numpy",),
    "torch.manual_seed": ("torch",),
    "torch.random.manual_seed": ("torch",),
    "tensorflow.random.set_seed": ("tensorflow",),
    "tensorflow.set_random_seed": ("tensorflow",),
    "tensorflow.compat.v1.set_random_seed": ("tensorflow",),
    "tensorflow.keras.utils.set_random_seed": ("random", "numpy", "tensorflow"),
    "keras.utils.set_random_seed": ("random", "numpy", "tensorflow"),
    "accelerate.utils.set_seed": _ALL,
    "lightning.seed_everything": _ALL,
    "lightning.pytorch.seed_everything": _ALL,
    "pytorch_lightning.seed_everything": _ALL,
    "stable_baselines3.common.utils.set_random_seed": _ALL,
    "transformers.set_seed": _ALL,
}
# The generator that functions of a library fall back on; numpy's for all others.
_FALLBACKS = {
    "botorch": "torch",
    "deap": "random",
    "evox": "torch",
    "keras": "tensorflow",
    "networkx": "random",
    "random": "random",
    "sb3_contrib": "torch",
    "stable_baselines3": "torch",
    "tensorflow": "tensorflow",
    "torch": "torch",
    "torch_geometric": "torch",
    "torchvision": "torch",
}
# Methods that every use of an object passes.
_SETUPS = frozenset(
    "__init__ __post_init__ initialise initialize reset _reset seed _seed setup".split()
)
# Functions that may seed among other things, and methods of objects of all kinds.
_SETS_UP = re.compile(r"^_*(configure|init|initiali[sz]e|prepare|set_?up)(_[a-z]+)*$")
_GENERIC = frozenset({"initialize", "prepare", "seed", "setup"})
_SPACE = re.compile(r"(^|_)spaces?$")
_SEEDS = re.compile(
    r"(^|_)((re)?seed(s|ing|ed)?|random_?state|randomness|determinis\w+|reproducib\w+|rngs?)(_|$)"
)
# Variables that hold the options of a program.
_PARSED = frozenset({"args", "flags", "FLAGS", "opt", "options", "opts"})
# Libraries that start from entropy of their own.
_OWN = (
    *("cma", "cmaes", "mesa", "ompl", "openmm", "optuna", "pyDOE2", "pyDOE3", "pymc", "rdkit"),
    *("simtk", "skopt"),
)


def generator_of(name: str) -> str | None:
    """The global generator that a function draws from; None for one of its own."""
    library = name.partition(".")[0]
    return None if library in _OWN else _FALLBACKS.get(library, "numpy")


def seeded_by(module: Module, call: ast.Call) -> tuple[str, ...]:
    """The global generators that a call seeds; none if it is not known to seed one."""
    return _SEEDING.get(module.qualify(call.func) or "", ())


def is_seeded_at(module: Module, node: ast.AST, generator: str) -> bool:
    """Whether all ways to a place seed a global generator, in the file or in its package."""
    if any(generator in found for call, found in _seedings(module) if _is_at_top(module, call)):
        return True
    return any(
        module.facts.ask_for(f"{module.name}#{passed}.{generator}", Aspect.SEEDED) is not None
        for passed in (key_of(module.tree, node), *_passed(module, node))
    )


def _passed(module: Module, node: ast.AST) -> Iterator[str]:
    """The calls of helpers that may seed, before a node in its function."""
    function = module.tree.function(node)
    for call in ast.walk(function) if function is not None else ():
        if (
            isinstance(call, ast.Call)
            and position(call) < position(node)
            and module.tree.function(call) is function
            and (mark := _mark(module, call))
        ):
            yield mark


def seeds_spaces(module: Module) -> bool:
    """Whether the package seeds the generators of spaces of gym."""
    return module.facts.ask_for(f"{module.name}.{SPACES}", Aspect.SEEDED) is not None


def calls(module: Module) -> Calls:
    """What a file calls, and what it seeds before.

    `numpy` is a generator that is seeded, `set_seed(seed)` and `Car.reset()` are calls with and
    without a seed, and `numpy?` counts only in a call that passes a seed. What a demonstration,
    benchmark or picture seeds says nothing about other uses of the package.
    """
    first = next(iter(module.source.tree.body), None)
    if first is None or is_demonstration(module, first):
        return calls_of(module.tree, {})
    marked = {call: found for call, found in _seedings(module) if found}
    for call in module.nodes(ast.Call):
        if call not in marked and (mark := _mark(module, call)):
            marked[call] = (mark,)
    return calls_of(module.tree, marked)


def _mark(module: Module, call: ast.Call) -> str:
    """A call of a helper that may seed; by its class, if it is a method of the same object."""
    name = word(call.func)
    is_setup = _SETS_UP.search(snake(name)) is not None
    if not (is_setup or _names_seeding(name)):
        return ""
    given = _given(call)
    if given is not None:
        sureness = _sureness(module, given)
    else:
        sureness = None if any(_tests(module, call)) else ""
    if sureness is None and not is_setup:
        return ""
    passed = "()" if given is None or sureness is None else f"(seed){sureness}"
    if not isinstance(call.func, ast.Attribute):
        return f"{name}{passed}"
    info = module.names.instance_of(call.func.value)
    method = info.method(name) if info is not None else None
    around = module.tree.class_around(method) if method is not None else None
    if around is not None:
        return f"{around.name}.{name}{passed}"
    return "" if name in _GENERIC else f"{name}{passed}"


def _sureness(module: Module, seed: ast.expr) -> str | None:
    """Nothing for a seed that is not None, `?` for one that callers may omit, else None.

    A test of the seed says that it may be None, and another test that not every run seeds. In
    methods such as `reset(seed=None)` it is the convention to omit it later.
    """
    tests = list(_tests(module, seed))
    if not all(excludes_none(test, seed) for test in tests):
        return None
    is_tested = bool(tests) and not (is_given(module, seed) or _is_option(seed))
    if not may_be_none(module, seed) and not is_tested:
        return ""
    function = module.tree.function(seed)
    binding = module.tree.binding(seed) if isinstance(seed, ast.Name) else None
    if binding is None or binding.scope.node is not function:
        return None
    return "" if is_reset(module, seed) else "?"


def _is_option(seed: ast.expr) -> bool:
    """Whether a seed is an option of a program: `args.seed`, which mostly has a default."""
    return isinstance(seed, ast.Attribute) and word(seed.value) in _PARSED


def _tests(module: Module, node: ast.AST) -> Iterator[ast.expr]:
    """The tests in a function that decide whether a node runs, and have no other branch."""
    child = node
    for parent in module.tree.ancestors(node):
        if isinstance(parent, Function | ast.Lambda):
            return
        match parent:
            case ast.If(test=test, body=body, orelse=orelse) if child in body:
                seeds_else = any(_may_seed(part) for each in orelse for part in ast.walk(each))
                if not seeds_else and not is_main_guard(parent):
                    yield test
        child = parent


def _may_seed(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=func) if _names_seeding(word(func)):
            return _given(node) is not None
    return False


def seedings(module: Module) -> tuple[str, ...]:
    """What else a file tells: which spaces and frameworks it seeds, which entries hold no seed."""
    if in_test(module) or is_beside(module):
        return ()
    found = {*empty_entries(module), *seeded_frameworks(module)}
    if any(seeds_space(call) for call in module.method_calls.get("seed", ())):
        found.add(SPACES)
    if trains_models(module):
        found.add(TRAINING)
    return tuple(sorted(found))


def _seedings(module: Module) -> Iterator[tuple[ast.Call, tuple[str, ...]]]:
    """Calls that seed global generators, and which, if the seed is given and does not vary."""
    uses = [use for use in module.uses_of(_SEEDING) if use.call is not None]
    varying = varying_values(module) if uses else set()
    for use in uses:
        assert use.call is not None
        seed = _given(use.call)
        if seed is not None and not _varies(module, seed, varying):
            sureness = _sureness(module, seed)
            if sureness is not None:
                yield use.call, tuple(f"{each}{sureness}" for each in _SEEDING[use.name])


def _varies(module: Module, seed: ast.expr, varying: set[ast.AST]) -> bool:
    """Whether a seed is a value that varies, or was set to one: `seed = args.seed = time()`."""
    if not varying.isdisjoint(_parts(module, seed)):
        return True
    if not varying or not isinstance(seed, ast.Name | ast.Attribute):
        return False
    text, function = ast.unparse(seed), module.tree.function(seed)
    return any(
        module.tree.function(assignment) is function
        and not varying.isdisjoint(ast.walk(assignment.value))
        and any(ast.unparse(target) == text for target in assignment.targets)
        for assignment in module.nodes(ast.Assign)
    )


def _parts(module: Module, seed: ast.expr) -> Iterator[ast.AST]:
    """The parts of a seed, and of the values of the variables in it, one assignment back."""
    for part in ast.walk(seed):
        yield part
        binding = module.tree.binding(part) if isinstance(part, ast.Name) else None
        for definition in binding.definitions if binding is not None else ():
            if definition.value is not None:
                yield from ast.walk(definition.value)


def _given(call: ast.Call) -> ast.expr | None:
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    return given[0] if given and not is_none(given[0]) else None


def seeds_space(call: ast.Call) -> bool:
    """Whether a call of a method `seed` seeds a space of gym."""
    return _SPACE.search(owner_name(call)) is not None


def owner_name(call: ast.Call) -> str:
    """What a method is called on: `action_space` for `self.action_space(agent).sample()`."""
    assert isinstance(call.func, ast.Attribute)
    owner = call.func.value
    while isinstance(owner, ast.Call | ast.Subscript):
        owner = owner.func if isinstance(owner, ast.Call) else owner.value
    return snake(word(owner))


def _names_seeding(name: str) -> bool:
    return _SEEDS.search(snake(name)) is not None


def sets_up(name: str) -> bool:
    """Whether every use of an object passes a method of this name."""
    return name in _SETUPS


def _is_at_top(module: Module, node: ast.AST) -> bool:
    """Whether a statement runs when its file is imported."""
    is_guarded = any(map(is_main_guard, module.tree.ancestors(node)))
    return module.tree.function(node) is None and not is_guarded
