"""Global generators that the package of a file is sure to seed, so that its draws are repeated.

A seed that is given counts for the whole package where every run passes: in the constructor, the
`reset` or the `seed` of a class, and in a program; a function that is called there and has a seed
in its name likewise. A helper `set_seed` that nothing calls seeds nothing, and a function that
seeds its own draws says nothing about others. A number in the source counts for its own file only,
at the top, where nothing draws before.
"""

import ast
import re
from collections.abc import Collection, Iterator

from project_ghost.lint.python._facts import Aspect
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._shown import in_test, is_beside
from project_ghost.lint.python._syntax import is_main_guard, is_none, snake, word

from ._entries import empty_entries
from .varying_seed import varying_values

__all__ = [
    "SPACES",
    "generator_of",
    "is_seeded_by_package",
    "owner_name",
    "seeded_by",
    "seeded_generators",
    "seedings",
    "seeds_space",
]

# The generators of all spaces of gym together.
SPACES = "spaces"

_ALL = ("random", "numpy", "torch")
# A method of Lightning's Fabric, too.
_EVERYTHING = "seed_everything"
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
    "keras": "tensorflow",
    "networkx": "random",
    "random": "random",
    "tensorflow": "tensorflow",
    "torch": "torch",
}
# Methods that every use of an object passes, and the functions of programs.
_SETUPS = frozenset(
    "__init__ __post_init__ initialise initialize reset _reset seed _seed set_seed setup".split()
)
_PROGRAMS = frozenset("cli command main".split())
_SPACE = re.compile(r"(^|_)spaces?$")
_SEEDS = re.compile(r"(^|_)(re)?seed(s|ing|ed)?(_|$)|(^|_)random_state(_|$)")
# Libraries that start from entropy of their own.
_OWN = ("optuna", "pyDOE2", "pyDOE3", "pymc")


def generator_of(name: str) -> str | None:
    """The global generator that a function draws from; None for one of its own."""
    library = name.partition(".")[0]
    return None if library in _OWN else _FALLBACKS.get(library, "numpy")


def seeded_by(module: Module, call: ast.Call) -> tuple[str, ...]:
    """The global generators that a call seeds; none if it is not known to seed one."""
    return _SEEDING.get(module.qualify(call.func) or "", ())


def is_seeded_by_package(module: Module, generator: str) -> bool:
    """Whether the file seeds a global generator at its top, or its package for every run."""
    if any(generator in found for call, found in _seedings(module) if _is_at_top(module, call)):
        return True
    return module.facts.ask_for(f"{module.name}.{generator}", Aspect.SEEDED) is not None


def seedings(module: Module) -> tuple[str, ...]:
    """What a file tells its package: `numpy`, `set_seed=numpy` of a helper, `set_seed()` of a call.

    The first is a generator that every run seeds (or the spaces of gym, that somebody does), the
    second one that a helper seeds if it is called, the third a helper that is called. There is also
    `seed:None`, of an entry that holds no seed.
    """
    if in_test(module) or is_beside(module):
        return ()
    found: set[str] = set()
    for call, names in _seedings(module):
        if isinstance(_given(call), ast.Constant):
            continue
        if _is_passed_by_all(module, call):
            found.update(names)
        function = module.tree.function(call)
        if isinstance(function, Function) and _names_seeding(function.name):
            found.update(f"{function.name}={name}" for name in names)
    for call in module.nodes(ast.Call):
        name = word(call.func)
        if _names_seeding(name) and _starts_work(module, call):
            found.add(f"{name}()")
            if name == _EVERYTHING:
                found.update(f"{name}={each}" for each in _ALL)
    if any(seeds_space(call) for call in module.method_calls.get("seed", ())):
        found.add(SPACES)
    found.update(empty_entries(module))
    return tuple(sorted(found))


def seeded_generators(told: Collection[str]) -> set[str]:
    """The generators that a package seeds, by what all of its files tell; and its empty entries."""
    found = {each for each in told if each.isidentifier() or ":" in each}
    for each in told:
        helper, _, generator = each.partition("=")
        if generator and f"{helper}()" in told:
            found.add(generator)
    return found


def _seedings(module: Module) -> Iterator[tuple[ast.Call, tuple[str, ...]]]:
    """Calls that seed global generators with a seed that is given and does not vary."""
    uses = [use for use in module.uses_of(_SEEDING) if use.call is not None]
    varying = varying_values(module) if uses else set()
    for use in uses:
        assert use.call is not None
        seed = _given(use.call)
        if seed is not None and varying.isdisjoint(ast.walk(seed)):
            yield use.call, _SEEDING[use.name]


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


def _is_passed_by_all(module: Module, node: ast.AST) -> bool:
    """Whether every run passes a place: it is in a program, or sets up an object."""
    function = module.tree.function(node)
    if not isinstance(function, Function):
        return True
    if module.tree.class_around(function) is not None:
        return function.name in _SETUPS
    return function.name in _run_by_program(module)


def _starts_work(module: Module, call: ast.Call) -> bool:
    """Whether a call of a helper is one of those, or in a function such as `train(seed)`."""
    function = module.tree.function(call)
    if isinstance(function, Function) and module.tree.class_around(function) is None:
        seed = _given(call)
        is_given = seed is not None and not isinstance(seed, ast.Constant)
        return is_given and not _names_seeding(function.name)
    return _is_passed_by_all(module, call)


def _run_by_program(module: Module) -> set[str]:
    """The functions of a file that it runs as a program, also through each other."""
    functions = {each.name: each for each in module.tree.root.body if isinstance(each, Function)}
    guards: list[ast.AST] = [each for each in module.tree.root.body if is_main_guard(each)]
    found = {
        name
        for name, each in functions.items()
        if name in _PROGRAMS or any(word(part) in _PROGRAMS for part in each.decorator_list)
    }
    pending = [*guards, *(functions[name] for name in sorted(found))]
    while pending:
        called = {word(part.func) for part in ast.walk(pending.pop()) if isinstance(part, ast.Call)}
        new = sorted((called & functions.keys()) - found)
        found.update(new)
        pending += [functions[name] for name in new]
    return found


def _is_at_top(module: Module, node: ast.AST) -> bool:
    """Whether a statement runs when its file is imported."""
    is_guarded = any(map(is_main_guard, module.tree.ancestors(node)))
    return module.tree.function(node) is None and not is_guarded
