"""GHO210."""

import ast
import re
from collections.abc import Collection, Iterable, Iterator

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module, Use
from project_ghost.lint.python._syntax import is_none, word
from project_ghost.lint.python._tree import position

from ._global_seeding import generator_of
from ._libraries import Drawing, drawing_of, seed_of
from ._optional import may_be_none, tested_for_none
from ._seeded import draw_severity
from ._seeders import CONVERTERS, GENERATORS, SEEDING
from ._signatures import takes
from .framework_global_random import DRAWS as FRAMEWORK_DRAWS
from .framework_global_random import FILLING
from .global_random import GlobalRandom
from .numpy_global_random import NumpyGlobalRandom
from .varying_seed import is_reset

__all__ = ["OptionalSeed"]

# What seeds a global generator, and the functions that draw from it.
_DRAWS: dict[str, Collection[str]] = {
    "random.seed": GlobalRandom.banned,
    "numpy.random.seed": NumpyGlobalRandom.banned,
    "torch.manual_seed": FRAMEWORK_DRAWS,
    "torch.random.manual_seed": FRAMEWORK_DRAWS,
}
# Functions of projects that make a generator.
_MAKES_GENERATOR = re.compile(r"^_*[a-z]\w*_(rng|prng|generator|random_state|np_random)$")


class OptionalSeed(Rule):
    """The seed of a generator may be None.

    ## What it does
    Finds `default_rng(seed)`, `SeedSequence(seed)`, `RandomState(seed)`, numpy's bit generators,
    `random.Random(seed)`, `random.seed(seed)` and `numpy.random.seed(seed)` where `seed` may be
    None: a parameter whose default is `None` or whose annotation allows it, an attribute that holds
    such a parameter, an attribute of a class of another file (`seed: int | None = None`),
    `options.get("seed")`, an option of the command line without a default, or a value that a test
    around lets be None (`isinstance(seed, (int, type(None)))`). `check_random_state(seed)` of
    scikit-learn and scipy and `seeding.np_random(seed)` of gym are found likewise, and so are
    `torch.randn(n, generator=generator)`, `norm.rvs(random_state=rng)` and the functions that
    `unseeded-library` knows (`KMeans(random_state=seed)`): with `None` they draw from a global
    generator, and are hints where that is seeded before. A function of the project that makes a
    generator of a seed, and is None by default (`make_rng(seed)`), counts as they do. In a method
    `reset` or `seed` that takes a seed it is a hint: there, None means other numbers. A seed that
    is tested or replaced before (`if seed is None: seed = 0`) is not found, unless the test only
    skips the seeding of a global generator (`if seed is not None: np.random.seed(seed)`) from which
    the function then draws.

    ## Why is this bad
    With `None` the generator starts from the operating system's entropy. Nobody notices that
    the seed was forgotten, and the run cannot be repeated.

    ## Example
    ```python
    import numpy as np

    def noise(n, seed=None):
        return np.random.default_rng(seed).normal(size=n)
    ```

    ## Use instead
    ```python
    import numpy as np

    def noise(n, seed):
        return np.random.default_rng(seed).normal(size=n)
    ```
    A generator that the caller passes in (`def noise(n, rng)`) is as good.
    """

    code = "GHO210"
    name = "optional-seed"

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every seed that may be None."""
        yield from self._skipped(module)
        yield from self._passed_on(module)
        for use in module.uses_of((*GENERATORS, *SEEDING, *CONVERTERS)):
            seed = _seed(use.call) if use.call else None
            if seed is not None and not is_none(seed) and may_be_none(module, seed):
                yield Problem(
                    use.where,
                    f"the seed `{ast.unparse(seed)}` may be None, and `{use.name}` then starts "
                    "from the operating system's entropy: require a seed, or choose one",
                    _severity(module, seed),
                )
        seen: set[tuple[ast.AST | None, str]] = set()
        for call, given in _given(module):
            key = (module.tree.function(call), ast.unparse(given))
            if key in seen or is_none(given) or not may_be_none(module, given):
                continue
            seen.add(key)
            yield Problem(
                call,
                f"`{key[1]}` may be None, and `{ast.unparse(call.func)}` then "
                "draws from a generator that it does not seed: require one, or choose a seed",
                _severity(module, given) or draw_severity(module, call.func, _global(module, call)),
            )

    def _passed_on(self, module: Module) -> Iterator[Problem]:
        """Seeds that go to functions of the project that make a generator of them."""
        for name, uses in module.uses.items():
            if _MAKES_GENERATOR.search(name.rpartition(".")[2]) is None:
                continue
            for use in uses:
                seed = _passed_seed(module, use)
                if seed is not None and not is_none(seed) and may_be_none(module, seed):
                    yield Problem(
                        use.where,
                        f"the seed `{ast.unparse(seed)}` may be None, and `{word(use.node)}` takes "
                        "that for no seed: require a seed, or choose one",
                        _severity(module, seed),
                    )

    def _skipped(self, module: Module) -> Iterator[Problem]:
        """Seeding of a global generator that is skipped for None, though the function draws."""
        for use in module.uses_of(_DRAWS):
            seed = _seed(use.call) if use.call else None
            test = tested_for_none(module, seed) if seed is not None else None
            if test is not None and seed is not None and _draws_after(module, test, use.name):
                yield Problem(
                    use.where,
                    f"the seed `{ast.unparse(seed)}` may be None, and the draws of this function "
                    "are not seeded then: require a seed, or choose one",
                )


def _passed_seed(module: Module, use: Use) -> ast.expr | None:
    """The seed that is passed to a function of the project which may do without."""
    if use.call is None:
        return None
    taken = takes(module, use)
    for keyword in use.call.keywords:
        if keyword.arg in taken.sources:
            return keyword.value
    if any(isinstance(each, ast.Starred) for each in use.call.args):
        return None
    given = zip(taken.parameters, use.call.args, strict=False)
    return next((value for name, value in given if name in taken.sources), None)


def _given(module: Module) -> list[tuple[ast.Call, ast.expr]]:
    """Draws of libraries, and the seeds or generators that they are given."""
    calls = [use.call for use in module.uses_of(FRAMEWORK_DRAWS) if use.call is not None]
    if "torch" in module.imported:
        calls += [call for method in FILLING for call in module.method_calls.get(method, ())]
    found = [*_keywords(calls, "generator")]
    if "scipy" in module.imported:
        found += _keywords(module.method_calls.get("rvs", ()), "random_state")
    for name, uses in module.uses.items():
        how = drawing_of(module, name)
        for use in uses if how else ():
            seed = seed_of(how, use.call) if use.call is not None and how else None
            if use.call is not None and seed is not None and _needs_draw(module, how, use.call):
                found.append((use.call, seed))
    return sorted(found, key=lambda each: position(each[0]))


def _needs_draw(module: Module, how: Drawing | None, call: ast.Call) -> bool:
    """Whether what makes a function draw is not left to callers: `k` of a centrality."""
    return not any(
        how is not None and each.arg == how.needs and may_be_none(module, each.value)
        for each in call.keywords
    )


def _keywords(calls: Iterable[ast.Call], name: str) -> Iterator[tuple[ast.Call, ast.expr]]:
    """The values of an argument of some calls."""
    for call in dict.fromkeys(calls):
        yield from ((call, each.value) for each in call.keywords if each.arg == name)


def _global(module: Module, call: ast.Call) -> str | None:
    """The global generator that a call falls back on."""
    if isinstance(call.func, ast.Attribute) and call.func.attr in FILLING:
        return "torch"
    return generator_of(module.qualify(call.func) or "")


def _severity(module: Module, seed: ast.expr) -> Severity | None:
    """A hint where None is the convention of users: in `reset(seed=None)`."""
    is_passed = isinstance(seed, ast.Name) and is_reset(module, seed)
    return Severity.HINT if is_passed else None


def _draws_after(module: Module, test: ast.If, seeding: str) -> bool:
    """Whether the function of a test draws from a generator after it."""
    function = module.tree.function(test)
    return function is not None and any(
        draw.node.lineno > (test.end_lineno or test.lineno)
        and module.tree.function(draw.node) is function
        for draw in module.uses_of(_DRAWS[seeding])
    )


def _seed(call: ast.Call) -> ast.expr | None:
    if call.args:
        return call.args[0]
    named = [
        k.value for k in call.keywords if k.arg in ("seed", "entropy", "x", "a", "random_state")
    ]
    return named[0] if named else None
