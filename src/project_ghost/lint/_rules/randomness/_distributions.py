"""Samples of distributions of torch and TensorFlow whose type the file does not say.

`policy(state).sample()` is one. What has an `rsample` always is. `sample` is a method of tables,
buffers and spaces too, so there the name of the owner has to be that of a distribution or policy.
"""

import ast
import re
from collections.abc import Iterator

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._syntax import snake, word

__all__ = ["sampled_distributions"]

_DRAWS = ("sample", "rsample", "sample_n", "rsample_n")
_FRAMEWORKS = ("tensorflow", "tensorflow_probability", "torch")
_REPARAMETRISED = ("rsample", "rsample_n")
_DISTRIBUTION = re.compile(
    r"(^|_)(actor|bernoulli|categorical|density|dist|distr|distribution|distrib|gaussian|gmm|mixture"
    r"|normal|pi|policy|posterior|prior|prob|probs)s?(_[a-z\d])?\d*$"
)
# Arguments that say how many are drawn; others are inputs of a network, or a key or generator.
_SHAPES = frozenset({"n", "sample_shape", "shape"})
_NUMBER = re.compile(r"(^|_)(n|k|num|number|count|shape|size|samples)(_|$)")
# Libraries whose distributions take a key or a seed, or are no random variables.
_OTHERS = frozenset({"distrax", "haiku", "jax", "mxnet", "numpyro", "pymc", "pymc3", "pyro"})


def sampled_distributions(module: Module) -> Iterator[ast.Call]:
    """Calls that draw from what is by its name a distribution, in a file with a framework."""
    if module.imported.isdisjoint(_FRAMEWORKS) or not module.imported.isdisjoint(_OTHERS):
        return
    for method in _DRAWS:
        for call in module.method_calls.get(method, ()):
            assert isinstance(call.func, ast.Attribute)
            owner = call.func.value
            is_named = method in _REPARAMETRISED or any(
                _DISTRIBUTION.search(snake(name)) for name in _names(owner)
            )
            if is_named and _gives_shape(call) and not _is_known(module, owner):
                yield call


def _names(owner: ast.expr) -> Iterator[str]:
    """The names of what is called for a distribution: `policy` in `self.policy.eval(x)`."""
    while isinstance(owner, ast.Call | ast.Subscript):
        if isinstance(owner, ast.Subscript):
            owner = owner.value
            continue
        owner = owner.func
        yield word(owner)
        if isinstance(owner, ast.Attribute):
            owner = owner.value
    yield word(owner)


def _gives_shape(call: ast.Call) -> bool:
    """Whether the arguments of a draw only say how many are drawn."""
    return all(map(_is_shape, call.args)) and all(
        keyword.arg in _SHAPES for keyword in call.keywords
    )


def _is_shape(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=int()) | ast.Tuple() | ast.List():
            return True
        case ast.Call(func=func):
            return word(func) == "Size"
    return _NUMBER.search(snake(word(node))) is not None


def _is_known(module: Module, owner: ast.expr) -> bool:
    """Whether the type of an object is known: its own `sample` is checked where it is defined."""
    type_ = module.types.infer(owner)
    is_other = type_ is not None and not type_.name.startswith("tensorflow")
    return is_other or module.names.instance_of(owner) is not None
