"""GHO208."""

import ast
import re
from collections.abc import Iterator

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint._rules.time.wall_clock import clock_readings, helper_readings
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._syntax import defaults, word

__all__ = ["VARYING", "VaryingSeed", "is_reset", "names_seed", "takes_seed", "varying_values"]

_SEEDERS = frozenset(
    {
        "random.seed",
        "random.Random",
        "numpy.random.seed",
        "numpy.random.default_rng",
        "numpy.random.RandomState",
        "numpy.random.SeedSequence",
        "numpy.random.PCG64",
        "numpy.random.Philox",
        "numpy.random.MT19937",
        "torch.manual_seed",
        "torch.cuda.manual_seed",
        "torch.Generator.manual_seed",
        "tensorflow.random.set_seed",
        "tensorflow.random.Generator.from_seed",
        "jax.random.PRNGKey",
        "jax.random.key",
        "project_ghost.core.randomness.RandomSource",
    }
)
VARYING = frozenset(
    {
        "os.getpid",
        "os.getppid",
        "os.urandom",
        "os.getrandom",
        "os.getloadavg",
        "threading.get_ident",
        "threading.get_native_id",
        "socket.gethostname",
        "platform.node",
        "uuid.uuid1",
        "uuid.uuid4",
        "uuid.getnode",
        "secrets.randbits",
        "secrets.randbelow",
        "secrets.token_bytes",
        "builtins.hash",
        "builtins.id",
        "random.random",
        "random.randint",
        "random.getrandbits",
        "numpy.random.randint",
    }
)
_SEED_WORD = re.compile(r"(^|_)(seed|random_state)(_|$)")


_SEED = re.compile(r"(^|_)(seed|random_state)$")


# Names of times that are measured: `seed_wall_sec`.
_TIME = re.compile(
    r"(^|_)(duration|elapsed|end|latency|ms|sec|seconds|secs|start|started|time|took|wall)(_|$)"
)


def takes_seed(function: Function) -> bool:
    """Whether a parameter of a function is a seed."""
    arguments = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
    return any(_SEED.search(argument.arg) for argument in arguments)


def names_seed(name: str) -> bool:
    """Whether a name is that of a seed."""
    return _SEED_WORD.search(name.lower()) is not None


def _holds_seed(name: str) -> bool:
    """Whether a name is that of a seed, and not of the time that something with it took."""
    return names_seed(name) and _TIME.search(name.lower()) is None


def varying_values(module: Module) -> set[ast.AST]:
    """The readings of clocks and of what else varies between runs, in a file."""
    return {use.where for use in (*clock_readings(module), *module.uses_of(VARYING))}


class VaryingSeed(Rule):
    """A seed is computed from a value that varies between runs.

    ## What it does
    Finds seeds computed from the clock, a process or thread number, the host's name,
    entropy, `hash()`, `id()` or another unseeded generator: as an argument of a known
    generator, as an argument called `seed`, as the default of one, or assigned to such a name.
    In a method `reset` or `seed` that takes a seed it is a hint: there, None means other numbers.

    ## Why is this bad
    A seed exists so that a run can be repeated, which a seed that differs in every run
    prevents.

    ## Example
    ```python
    import os
    import random

    rng = random.Random(os.getpid())
    ```

    ## Use instead
    ```python
    import random

    def generator(spec):
        return random.Random(spec.seed)
    ```
    """

    code = "GHO208"
    name = "varying-seed"

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every seed that varies."""
        varying = varying_values(module)
        varying |= {use.where for use in helper_readings(module)}
        varying |= {use.where for use in module.uses_giving(VARYING)}
        if not varying:
            return
        seen: set[ast.AST] = set()
        for seed in self._seeds(module):
            if seed not in seen and self._varies(seed, varying, module):
                seen.add(seed)
                message = "the seed differs in every run: use the seed of the scenario"
                severity = Severity.HINT if is_reset(module, seed) else None
                yield Problem(seed, message, severity)

    def _seeds(self, module: Module) -> Iterator[ast.expr]:
        for use in module.uses_of(_SEEDERS):
            if use.call is not None:
                yield from use.call.args
                yield from (keyword.value for keyword in use.call.keywords)
        for keyword in module.nodes(ast.keyword):
            if keyword.arg and _holds_seed(keyword.arg):
                yield keyword.value
        for assignment in module.nodes(ast.Assign):
            if any(_holds_seed(word(target)) for target in assignment.targets):
                yield assignment.value
        for named, value in (*_annotated(module), *_defaults(module)):
            if _holds_seed(named):
                yield value
        for method in ("seed", "manual_seed"):
            for call in module.method_calls.get(method, ()):
                yield from call.args

    def _varies(self, seed: ast.expr, varying: set[ast.AST], module: Module) -> bool:
        for part in ast.walk(seed):
            if part in varying:
                return True
            if isinstance(part, ast.Name):
                binding = module.tree.binding(part)
                definitions = binding.definitions if binding else []
                # One assignment back is enough: `now = time.time()`, `seed(now)`. A name that
                # denotes a seed is found where it is assigned.
                if any(
                    definition.value is not None
                    and not names_seed(part.id)
                    and any(inner in varying for inner in ast.walk(definition.value))
                    for definition in definitions
                ):
                    return True
        return False


def is_reset(module: Module, node: ast.AST) -> bool:
    """Whether users expect other numbers without a seed: in `reset(seed=None)` of gym."""
    function = module.tree.function(node)
    is_method = module.tree.class_around(node) is not None
    return (
        isinstance(function, Function)
        and is_method
        and function.name.strip("_") in ("reset", "seed")
        and takes_seed(function)
    )


def _annotated(module: Module) -> Iterator[tuple[str, ast.expr]]:
    """Annotated and walrus assignments: `seed: int = ...`, `(seed := ...)`."""
    for node in (*module.nodes(ast.AnnAssign), *module.nodes(ast.NamedExpr)):
        assert isinstance(node, ast.AnnAssign | ast.NamedExpr)
        if node.value is not None:
            yield word(node.target), node.value


def _defaults(module: Module) -> Iterator[tuple[str, ast.expr]]:
    """The parameters with a default, and their defaults."""
    for kind in (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda):
        for function in module.nodes(kind):
            assert isinstance(function, Function | ast.Lambda)
            yield from defaults(function)
