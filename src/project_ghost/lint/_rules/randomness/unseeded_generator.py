"""GHO203."""

import ast

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import BannedNames, Remedy, Replacement
from project_ghost.lint.python._module import Module, Use
from project_ghost.lint.python._scopes import Function, Kind
from project_ghost.lint.python._syntax import is_none

from ._seeders import GENERATORS, SEEDING
from .varying_seed import is_reset, takes_seed

__all__ = ["UnseededGenerator"]


class UnseededGenerator(BannedNames):
    """A random generator is made without a seed.

    ## What it does
    Finds `random.Random()`, `numpy.random.default_rng()`, `RandomState()`, numpy's bit
    generators and `SeedSequence()` without a seed or with `None`, `random.seed()` and
    `numpy.random.seed()` likewise, and TensorFlow's
    `Generator.from_non_deterministic_state`. A generator that a method with a seed replaces
    (`reset(seed)`), or a setter of the module, is a hint, and so is one that such a method makes.

    ## Why is this bad
    Without a seed they start from the operating system's entropy, so the numbers differ in
    every run.

    ## Example
    ```python
    import numpy as np

    rng = np.random.default_rng()
    ```

    ## Use instead
    ```python
    def generator(source):
        return source.child("planner").numpy_rng()
    ```
    """

    code = "GHO203"
    name = "unseeded-generator"
    banned = dict.fromkeys(
        [
            *GENERATORS,
            *SEEDING,
            "tensorflow.random.Generator.from_non_deterministic_state",
        ],
        "`{name}` without a seed starts from the operating system's entropy: pass a seed",
    )

    def applies(self, use: Use, module: Module) -> bool:
        """Whether the seed is missing or `None`, or the factory is passed on without one."""
        if use.name.endswith("from_non_deterministic_state"):
            return True
        if use.call is None:
            parent = module.parent(use.node)
            return isinstance(parent, ast.keyword) and parent.arg == "default_factory"
        given = [*use.call.args, *(keyword.value for keyword in use.call.keywords)]
        return all(is_none(value) for value in given) and not _is_seeded_next(use.call, module)

    def severity_of(self, use: Use, module: Module) -> Severity | None:
        """A hint for a generator that users replace by one with a seed, also in `reset(seed)`."""
        if use.call is not None and (is_reset(module, use.call) or _is_replaced(module, use.call)):
            return Severity.HINT
        return None

    def remedy(self, use: Use, module: Module) -> Remedy | None:
        """A suggestion: only the author knows where the generator should come from."""
        function = module.tree.function(use.node)
        if use.call is None or not isinstance(function, Function):
            return Remedy("pass a seed of the run", is_safe=False)
        names = [argument.arg for argument in (*function.args.args, *function.args.kwonlyargs)]
        seeds = [name for name in names if name in ("seed", "random_state", "rng_seed")]
        if seeds and not use.call.args and not use.call.keywords:
            text = f"{ast.unparse(use.call.func)}({seeds[0]})"
            parts = (Replacement(use.call, instead=text),)
            return Remedy("pass the seed", is_safe=False, replacements=parts)
        return Remedy(f"let `{function.name}` take a generator as a parameter", is_safe=False)


def _is_seeded(module: Module, load: ast.expr) -> bool:
    """Whether a seed is given to a generator here: `rng.seed(3)`."""
    method = module.parent(load)
    if not isinstance(method, ast.Attribute):
        return False
    if method.attr in ("seed", "setstate", "set_state"):
        return True
    state = module.parent(method)  # `rng.bit_generator.state = saved`
    is_state = isinstance(state, ast.Attribute) and isinstance(state.ctx, ast.Store)
    return is_state and method.attr == "bit_generator"


def _is_seeded_next(call: ast.Call, module: Module) -> bool:
    """Whether a generator is seeded after it was made: `rng = RandomState()`, `rng.seed(3)`."""
    match module.parent(call):
        case ast.Assign(targets=[ast.Name() as target]):
            return any(_is_seeded(module, load) for load in module.tree.loads(target))
        case (
            ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"), attr=name)])
            | ast.AnnAssign(target=ast.Attribute(value=ast.Name(id="self"), attr=name))
        ):
            loads = module.flow.attribute_loads.get(name, [])
            return any(_is_seeded(module, load) for load in loads)
    return False


def _is_replaced(module: Module, call: ast.Call) -> bool:
    """Whether a function of the file that takes a seed or generator puts another one in its place.

    `self.rng` of a class is set anew by its `reset(seed)`, a default of a module by its setter.
    """
    match module.parent(call):
        case (
            ast.Assign(targets=[ast.Name() as target]) | ast.AnnAssign(target=ast.Name() as target)
        ):
            binding = module.tree.binding(target)
            others = binding.definitions if binding is not None else []
            return module.tree.function(target) is None and any(
                each.node is not target
                and isinstance(each.value, ast.Name)
                and _is_parameter(module, each.value)
                for each in others
            )
        case (
            ast.Assign(targets=[ast.Attribute(value=ast.Name() as owner, attr=name)])
            | ast.AnnAssign(target=ast.Attribute(value=ast.Name() as owner, attr=name))
        ):
            found = module.names.receiver(owner)
            return found is not None and any(
                takes_seed(method) and method is not module.tree.function(call)
                for each in found.info.instance.get(name, ())
                if isinstance(method := module.tree.function(each.node), Function)
            )
    return False


def _is_parameter(module: Module, name: ast.Name) -> bool:
    binding = module.tree.binding(name)
    return binding is not None and binding.definitions[0].kind is Kind.PARAMETER
