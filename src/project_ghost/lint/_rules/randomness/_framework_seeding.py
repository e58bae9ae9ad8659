"""Whether anything in a package seeds the global generator of a learning framework, or trains.

Any seeding counts here, also one whose seed may be None, or that only one program does: what a user
runs may be seeded then. Seedings in tests, demonstrations and benchmarks count for themselves only.
"""

import ast
import re
from collections.abc import Iterator

from project_ghost.lint.python._facts import Aspect
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._syntax import is_none, word

__all__ = ["TRAINING", "may_be_seeded", "seeded_frameworks", "trains", "trains_models"]

# What a file tells its package that trains networks.
TRAINING = "training"

_TORCH = re.compile(r"^(fork_rng|manual_seed(_all)?|seed_(all|everything)|set_rng_state)$")
# Functions of libraries that seed all that is installed.
_EVERYTHING = re.compile(r"^_*(set_(random_|global_)?seeds?|seed_(all|everything))$")
# Libraries whose agents seed torch if they are given a seed.
_AGENTS = ("sb3_contrib.", "stable_baselines3.")

_FRAMEWORKS = frozenset("keras lightning pytorch_lightning tensorflow torch".split())
# Methods that only what trains calls, besides those of optimisers.
_TRAINING = frozenset("apply_gradients backward train_on_batch zero_grad".split())
# Methods that a trainer of Lightning calls.
_HOOKS = frozenset({"configure_optimizers", "training_step"})
_OPTIMISER = re.compile(r"^(torch\.optim|(tensorflow\.)?keras\.optimizers|tensorflow\.train)\.")


def may_be_seeded(module: Module, framework: str) -> bool:
    """Whether the file, or another of its package, seeds a framework in any way."""
    if framework in seeded_frameworks(module):
        return True
    return module.facts.ask_for(f"{module.name}.{framework}", Aspect.SEEDED) is not None


def seeded_frameworks(module: Module) -> frozenset[str]:
    """The frameworks that a file seeds."""
    return frozenset(each for call in module.nodes(ast.Call) for each in _seeded(module, call))


def trains(module: Module) -> bool:
    """Whether the file, or another of its package, trains networks."""
    if trains_models(module):
        return True
    return module.facts.ask_for(f"{module.name}.{TRAINING}", Aspect.SEEDED) is not None


def trains_models(module: Module) -> bool:
    """Whether a file makes optimisers of a framework, or computes gradients with them."""
    if module.imported.isdisjoint(_FRAMEWORKS):
        return False
    if any(name in module.method_calls for name in _TRAINING):
        return True
    if any(each.name in _HOOKS for each in module.nodes(ast.FunctionDef)):
        return True
    compiled = (each for call in module.method_calls.get("compile", ()) for each in call.keywords)
    if any(each.arg in ("loss", "optimizer") for each in compiled):
        return True
    return any(_OPTIMISER.search(name) for name in module.uses)


def _seeded(module: Module, call: ast.Call) -> Iterator[str]:
    name = word(call.func)
    if "seed" not in name and "rng" not in name:
        full = module.qualify(call.func) or "" if _gives_seed(call) else ""
        if full.startswith(_AGENTS):
            yield "torch"
        return
    full = module.qualify(call.func) or ""
    if full.startswith("torch.Generator.") or _is_of_generator(call.func):
        return
    if _TORCH.search(name):
        yield "torch"
    if full.startswith(("tensorflow.", "keras.", "tf_keras.")):
        yield "tensorflow"
    elif _EVERYTHING.search(name) and _is_of_library(module, full):
        yield from ("tensorflow", "torch")


def _gives_seed(call: ast.Call) -> bool:
    return any(each.arg == "seed" and not is_none(each.value) for each in call.keywords)


def _is_of_generator(func: ast.expr) -> bool:
    """Whether a method seeds a generator of its own: `torch.Generator().manual_seed(3)`."""
    match func:
        case ast.Attribute(value=ast.Call()):
            return True
        case ast.Attribute(value=owner):
            return re.search(r"(gen|generator|rng)_*$", word(owner).lower()) is not None
    return False


def _is_of_library(module: Module, full: str) -> bool:
    """Whether a function is one of another package; one of this package seeds by itself."""
    root = full.partition(".")[0]
    return "." in full and root not in ("", "builtins", "numpy", module.name.partition(".")[0])
