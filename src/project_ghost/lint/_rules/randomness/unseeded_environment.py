"""GHO212."""

import ast
import re
from collections.abc import Iterator

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._syntax import snake, word

from ._global_seeding import owner_name, seeds_space, seeds_spaces
from ._spaces import derived_spaces
from .varying_seed import names_seed, takes_seed

__all__ = ["UnseededEnvironment"]

_LIBRARIES = frozenset("gym gymnasium mo_gymnasium pettingzoo supersuit".split())
# Libraries of agents, whose base class seeds the space of actions.
_SEEDING = frozenset({"sb3_contrib", "stable_baselines3"})
_ACTIONS = re.compile(r"(^|_)action_spaces?$")
_OBSERVATIONS = re.compile(r"(^|_)(observation|obs|state)_spaces?$")
_SPACES = re.compile(r"(^|_)spaces?$")
_ENVIRONMENT = re.compile(r"(^|_)(env|envs|environment)$")
# Functions that draw an element for its shape, or to try out an environment.
_TRIES = re.compile(
    r"^__init__$|(^|_)(build|check\w*|dim|dims|dummy|example|init|parameters|setup|shapes?|sizes?"
    r"|spec|specs|test|tests|validate|verify|warm_?up)(_|$)"
)
_MAKERS = re.compile(r"(^|_)make(_|$)|^Env$")


class UnseededEnvironment(Rule):
    """A space or an environment of gym is not seeded.

    ## What it does
    Finds `env.action_space.sample()` in files that never seed a space, and the draws of spaces that
    the project derives (`self.np_random` in `sample`) in packages that never seed one. Finds the
    first `env.reset()` of a class or function that has a seed, and never passes one to an
    environment; it is an error if the environment is made there too, otherwise a hint. An element
    that is drawn for its shape is a hint, and so is a sample in a package that seeds spaces in
    another file, or
    in an agent of stable-baselines3, which seeds them.

    ## Why is this bad
    A space has a generator of its own, which starts from the operating system's entropy, and
    `env.reset(seed=...)` does not seed it. An environment that is never given a seed starts from
    entropy too. The seed of the experiment then does not repeat it.

    ## Example
    ```python
    import gymnasium as gym

    def explore(env):
        return env.step(env.action_space.sample())
    ```

    ## Use instead
    ```python
    import gymnasium as gym

    def start(env, seed):
        env.action_space.seed(seed)
        return env.reset(seed=seed)
    ```
    """

    code = "GHO212"
    name = "unseeded-environment"

    def check(self, module: Module) -> Iterator[Problem]:
        """Find samples of spaces, and resets, without a seed."""
        is_seeded = any(map(seeds_space, module.method_calls.get("seed", ())))
        if not is_seeded:
            for call in module.method_calls.get("sample", ()):
                if _samples_space(module, call):
                    yield Problem(
                        call,
                        f"`{ast.unparse(call.func)}` draws from a generator that nobody seeds: "
                        "call `seed` of the space first",
                        _severity(module, call),
                    )
        if not module.imported.isdisjoint(_LIBRARIES):
            yield from self._resets(module)
            for draw in derived_spaces(module):
                yield Problem(
                    draw,
                    "this space draws from a generator that nobody seeds: call `seed` of the space "
                    "first",
                    Severity.HINT if is_seeded or seeds_spaces(module) else None,
                )

    def _resets(self, module: Module) -> Iterator[Problem]:
        seen: set[ast.AST] = set()
        for call in module.method_calls.get("reset", ()):
            scope = module.tree.class_around(call) or module.tree.function(call)
            if scope is None or scope in seen or not _is_environment(call.func):
                continue
            if call.args or call.keywords or not _takes_seed(scope) or _seeds(scope):
                continue
            seen.add(scope)
            yield Problem(
                call,
                f"`{ast.unparse(call.func)}` starts from entropy, though there is a seed: "
                "pass it to the first `reset`",
                None if _makes(scope, call) else Severity.HINT,
            )


def _samples_space(module: Module, call: ast.Call) -> bool:
    if call.args or {keyword.arg for keyword in call.keywords} - {"mask"}:
        return False
    function = module.tree.function(call)
    if isinstance(function, Function) and function.name == "sample":
        return False  # a space of spaces, which seeds them
    around = module.parent(call)
    if isinstance(around, ast.Call) and word(around.func).endswith("_like"):
        return False  # `zeros_like(space.sample())` reads its shape
    owner = owner_name(call)
    if _ACTIONS.search(owner) or _OBSERVATIONS.search(owner):
        return True
    return _SPACES.search(owner) is not None and not module.imported.isdisjoint(_LIBRARIES)


def _severity(module: Module, call: ast.Call) -> Severity | None:
    """A hint for an element that is drawn for its shape, and where the package seeds spaces.

    The first is an observation, or drawn while something is prepared.
    """
    functions = [each for each in module.tree.ancestors(call) if isinstance(each, Function)]
    if any(_TRIES.search(each.name) for each in functions) or not functions:
        return Severity.HINT
    if not (_ACTIONS.search(owner_name(call)) or _is_kept(module, call)):
        return Severity.HINT
    is_seeded = not module.imported.isdisjoint(_SEEDING) or seeds_spaces(module)
    return Severity.HINT if is_seeded else None


def _is_kept(module: Module, call: ast.Call) -> bool:
    """Whether an element is returned or stored."""
    match module.tree.statement(call):
        case ast.Return() | ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            return True
        case ast.Assign(targets=[ast.Name() as target]):
            loads = module.tree.loads(target)
            return any(isinstance(module.parent(load), ast.Return | ast.Tuple) for load in loads)
    return False


def _is_environment(func: ast.expr) -> bool:
    return isinstance(func, ast.Attribute) and bool(_ENVIRONMENT.search(snake(word(func.value))))


def _takes_seed(scope: ast.AST) -> bool:
    """Whether a function, or the constructor of a class, takes a seed."""
    functions = [scope]
    if isinstance(scope, ast.ClassDef):
        functions = [each for each in scope.body if getattr(each, "name", "") == "__init__"]
    return any(takes_seed(function) for function in functions if isinstance(function, Function))


def _seeds(scope: ast.AST) -> bool:
    """Whether a seed goes to an environment in a scope: by `reset`, by `seed`, or when made."""
    for call in ast.walk(scope):
        if not isinstance(call, ast.Call):
            continue
        named = {keyword.arg or "" for keyword in call.keywords}
        gives_seed = any(map(names_seed, named)) or any(names_seed(word(arg)) for arg in call.args)
        called = snake(word(call.func))
        if called == "reset" and (gives_seed or call.args):
            return True
        if called == "seed" and _is_environment(call.func):
            return True
        takes_env = any(map(_gives_environment, call.args))
        # A base that is given both mostly keeps them.
        if (
            called != "__init__"
            and gives_seed
            and (takes_env or "env" in called or _MAKERS.search(called))
        ):
            return True
    return False


def _gives_environment(node: ast.expr) -> bool:
    """Whether an expression is an environment, or makes one."""
    if isinstance(node, ast.Call):
        return _MAKERS.search(snake(word(node.func))) is not None
    return _ENVIRONMENT.search(snake(word(node))) is not None


def _makes(scope: ast.AST, call: ast.Call) -> bool:
    """Whether the environment of a call is made in the same class or function."""
    assert isinstance(call.func, ast.Attribute)
    name = ast.unparse(call.func.value)
    return any(
        isinstance(each, ast.Assign)
        and isinstance(each.value, ast.Call)
        and _MAKERS.search(snake(word(each.value.func))) is not None
        and any(ast.unparse(target) == name for target in each.targets)
        for each in ast.walk(scope)
    )
