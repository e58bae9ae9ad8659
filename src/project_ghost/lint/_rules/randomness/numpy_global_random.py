"""GHO202."""

import ast
from collections.abc import Iterator

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import BannedNames, Problem
from project_ghost.lint.python._module import Module, Use
from project_ghost.lint.python._syntax import word

from ._passed_modules import passed_on
from ._seeded import draw_severity

__all__ = ["NumpyGlobalRandom"]

_FUNCTIONS = """
    beta binomial bytes chisquare choice dirichlet exponential f gamma geometric gumbel
    hypergeometric laplace logistic lognormal logseries multinomial multivariate_normal
    negative_binomial noncentral_chisquare noncentral_f normal pareto permutation poisson power rand
    randint randn random random_integers random_sample ranf rayleigh sample shuffle
    standard_cauchy standard_exponential standard_gamma standard_normal standard_t triangular
    uniform vonmises wald weibull zipf
""".split()
_MODULES = ("numpy", "cupy")
# Where `rvs` of distributions of several dimensions takes its state by position; those of one
# dimension are given parameters there.
_STATE_POSITIONS = {
    "dirichlet": 2,
    "invwishart": 3,
    "matrix_normal": 4,
    "multinomial": 3,
    "multivariate_hypergeom": 3,
    "multivariate_normal": 3,
    "multivariate_t": 4,
    "ortho_group": 2,
    "random_correlation": 1,
    "special_ortho_group": 2,
    "unitary_group": 2,
    "vonmises_fisher": 3,
    "wishart": 3,
}
_LAST = 99
# What is passed on as a generator: the module, and the generator itself.
_GENERATORS = ("numpy.random", "numpy.random._rand")
# These make the global generator repeatable; the draws from it are found.
_SETTING = [f"{m}.random.{f}" for m in _MODULES for f in ("get_state", "seed", "set_state")]


class NumpyGlobalRandom(BannedNames):
    """The global generator of numpy is used.

    ## What it does
    Finds the legacy functions of `numpy.random` (and of `cupy.random`), the module itself
    where it is passed on as a generator, and `rvs` of scipy's distributions without
    `random_state` (`resample` of `gaussian_kde` likewise). Seeding it, and saving and
    restoring its state, is an info.

    ## Why is this bad
    They share one generator for the process: one more draw anywhere changes every number
    after it, and without a seed it starts from the operating system's entropy.

    ## Example
    ```python
    import numpy as np

    def noise(n):
        return np.random.normal(size=n)
    ```

    ## Use instead
    ```python
    def noise(source, n):
        draws = source.child("noise")
        return [draws.normal() for _ in range(n)]
    ```
    """

    code = "GHO202"
    name = "numpy-global-random"
    banned = dict.fromkeys(
        [f"{module}.random.{f}" for module in _MODULES for f in _FUNCTIONS],
        "`{name}` uses numpy's global generator: "
        "draw from a labelled child of the run's random source",
    )

    def severity_of(self, use: Use, module: Module) -> Severity | None:
        """Info where a `with` statement seeds the generator."""
        return draw_severity(module, use.node)

    def check(self, module: Module) -> Iterator[Problem]:
        """Find the functions, and scipy's distributions that fall back on them."""
        yield from super().check(module)
        for use in module.uses_of(_SETTING):
            message = f"`{use.name}` sets numpy's global generator: give the run one of its own"
            yield Problem(use.where, message, Severity.INFO)
        for name in _GENERATORS:
            for node in passed_on(module, name):
                yield Problem(node, self.banned["numpy.random.rand"].format(name=name))
        for call in _of_either(module):
            yield Problem(
                call,
                self.banned["cupy.random.rand"].format(name=ast.unparse(call.func)),
                draw_severity(module, call.func, "numpy"),
            )
        for call in _variates(module):
            name = module.qualify(call.func) or ast.unparse(call.func)
            yield Problem(
                call,
                f"`{name}` without `random_state` uses numpy's global generator: "
                "draw from a labelled child of the run's random source",
                draw_severity(module, call.func),
            )


def _of_either(module: Module) -> Iterator[ast.Call]:
    """Draws of numpy or cupy, whichever a variable holds: `xp.random.normal(size=n)`."""
    for function in _FUNCTIONS:
        for call in module.method_calls.get(function, ()):
            match call.func:
                case ast.Attribute(value=ast.Attribute(value=ast.Name(id="xp"), attr="random")):
                    if module.qualify(call.func) not in NumpyGlobalRandom.banned:
                        yield call


def _variates(module: Module) -> Iterator[ast.Call]:
    """Draws from distributions of scipy, also from one that is kept: `norm(0, 1).rvs(10)`."""
    found = [
        use.call
        for use in module.uses_below("scipy.stats")
        if use.name.endswith((".rvs", "gaussian_kde.resample"))
        if use.call is not None and not _has_state(use.call, use.name)
    ]
    yield from found
    known = set(found)
    for call in module.method_calls.get("rvs", ()):
        assert isinstance(call.func, ast.Attribute)
        if call not in known and not _has_state(call, "") and _is_frozen(module, call.func.value):
            yield call


def _is_frozen(module: Module, node: ast.expr) -> bool:
    """Whether an expression is a distribution of scipy with its parameters.

    In a file with scipy, what comes from elsewhere and has this method is one too.
    """
    made = [value for value in _values(module, node) if isinstance(value, ast.Call)]
    if any(_has_seed(call) for call in made) or _sets_state(module, node):
        return False
    if any((module.qualify(call.func) or "").startswith("scipy.stats.") for call in made):
        return True
    if "scipy" not in module.imported:
        return False
    is_known = module.names.instance_of(node) or module.names.class_of(node)
    return not (is_known or module.types.infer(node) or made or module.qualify(node))


def _has_seed(call: ast.Call) -> bool:
    """Whether a distribution is made with a seed, or with arguments that are not seen."""
    return any(keyword.arg in ("random_state", "seed", None) for keyword in call.keywords)


def _sets_state(module: Module, node: ast.expr) -> bool:
    """Whether the file gives a distribution a seed later: `demand.random_state = 3`."""
    return any(
        isinstance(each.ctx, ast.Store) and word(each.value) == word(node)
        for each in module.types.attributes.get("random_state", ())
    )


def _values(module: Module, node: ast.expr) -> list[ast.expr]:
    """An expression, or the values of the variable or attribute that it is."""
    binding = module.tree.binding(node) if isinstance(node, ast.Name) else None
    if binding is not None:
        return [each.value for each in binding.definitions if each.value is not None]
    info = module.names.instance_of(node.value) if isinstance(node, ast.Attribute) else None
    if info is not None and isinstance(node, ast.Attribute):
        return [each.value for each in info.definitions(node.attr) if each.value is not None]
    return [node]


def _has_state(call: ast.Call, name: str) -> bool:
    if any(keyword.arg in ("random_state", "seed", None) for keyword in call.keywords):
        return True
    position = _STATE_POSITIONS.get(name.removesuffix(".rvs").rpartition(".")[2], _LAST)
    return len(call.args) > position
