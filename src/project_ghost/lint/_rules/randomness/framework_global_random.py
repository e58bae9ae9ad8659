"""GHO204."""

import ast
import re
from collections.abc import Iterator

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import BannedNames, Problem
from project_ghost.lint.python._module import Module, Use
from project_ghost.lint.python._syntax import is_none, snake, word

from ._distributions import sampled_distributions
from ._seeded import draw_severity

__all__ = ["DRAWS", "FILLING", "INITIALISERS", "FrameworkGlobalRandom"]

_TORCH = """
    bernoulli multinomial normal poisson rand rand_like randint randint_like randn randn_like
    randperm
""".split()
_INITIALISING = """
    kaiming_normal_ kaiming_uniform_ normal_ orthogonal_ sparse_ trunc_normal_ uniform_
    xavier_normal_ xavier_uniform_
    kaiming_normal kaiming_uniform normal orthogonal sparse uniform xavier_normal xavier_uniform
""".split()  # the last line: before torch 1.0
# Methods that fill a tensor; the underscore at the end is torch's.
FILLING = """
    bernoulli_ cauchy_ exponential_ geometric_ log_normal_ normal_ random_ uniform_
""".split()
# Methods of a tensor that draw by its probabilities; a generator of numpy has them too.
_DRAWING = ("multinomial", "bernoulli")
_SAMPLING = ("sample", "rsample", "sample_n", "rsample_n")
_TENSORFLOW = """
    categorical gamma normal poisson poisson_gamma_ shuffle truncated_normal uniform
    log_uniform_candidate_sampler
""".split()
_TENSORFLOW_1 = """
    multinomial random_crop random_gamma random_normal random_poisson random_shuffle
    random_uniform truncated_normal
""".split()
_KERAS = """
    binomial categorical gamma normal randint shuffle truncated_normal uniform
""".split()
# Functions of layers that draw; they take no generator.
_LAYERS = ("gumbel_softmax",)
_PROBABILITIES = re.compile(r"(^|_)(p|pi|pr|prob|probs|probabilities|probability|weights)$")
_DROPOUTS = [f"torch.nn.functional.{name}" for name in ("alpha_dropout", "dropout", "dropout2d")]
INITIALISERS = tuple(f"torch.nn.init.{function}" for function in _INITIALISING)
# What draws from torch's generator.
DRAWS = tuple(
    [f"torch.{function}" for function in _TORCH]
    + list(INITIALISERS)
    + [f"torch.nn.functional.{function}" for function in _LAYERS]
)
# These seed the global generator with entropy, or change what every key gives.
_VARYING = (
    "torch.seed",
    "torch.random.seed",
    "torch.cuda.seed",
    "torch.cuda.seed_all",
    "torch.Generator.seed",
    "jax.default_prng_impl",
    "jax.threefry_partitionable",
)
# These make the global generator repeatable; the draws from it are found.
_SEEDS = (
    "torch.manual_seed",
    "torch.initial_seed",
    "torch.random.manual_seed",
    "torch.cuda.manual_seed",
    "torch.cuda.manual_seed_all",
    "tensorflow.random.set_seed",
    "tensorflow.set_random_seed",
    "tensorflow.compat.v1.set_random_seed",
    "tensorflow.keras.utils.set_random_seed",
    "keras.utils.set_random_seed",
    "lightning.seed_everything",
    "lightning.pytorch.seed_everything",
    "pytorch_lightning.seed_everything",
    "transformers.set_seed",
)
_MESSAGE = (
    "`{name}` uses the framework's global generator: "
    "create a generator (or key) from the run's seed, and pass it"
)


class FrameworkGlobalRandom(BannedNames):
    """The global generator of a learning framework is used.

    ## What it does
    Finds random functions and initialisers of torch without `generator=`, methods that fill a
    tensor (`weight.uniform_(-1, 1)`), samples of `torch.distributions` and of what is by its name a
    distribution or policy (`policy(state).sample()`, any `rsample()`), dropout that `training` does
    not switch off, functions of TensorFlow and keras without a seed, `shuffle` of TensorFlow's data
    sets likewise, the functions that seed torch with entropy, and jax settings that change the
    numbers of every key. Seeding torch or TensorFlow with a number is an info, and a function of
    TensorFlow with a `seed` a hint.

    ## Why is this bad
    One more draw anywhere (the initialisation of a layer, a worker of a data loader) changes
    all draws after it. Seeding it again in the middle changes the numbers of all other code.

    ## Example
    ```python
    import torch

    def explore(action):
        return action + torch.randn(2)
    ```

    ## Use instead
    ```python
    import torch

    def explore(action, generator):
        return action + torch.randn(2, generator=generator)
    ```
    """

    code = "GHO204"
    name = "framework-global-random"
    banned = dict.fromkeys(
        [
            *_VARYING,
            *(f"tensorflow.random.{function}" for function in _TENSORFLOW),
            *(f"tensorflow.{function}" for function in _TENSORFLOW_1),
            *(f"tensorflow.compat.v1.{function}" for function in _TENSORFLOW_1),
            *(f"keras.random.{function}" for function in _KERAS),
        ],
        _MESSAGE,
    )

    def severity_of(self, use: Use, module: Module) -> Severity | None:
        """Info where a `with` statement seeds the generator, a hint with a seed of its own."""
        keywords = use.call.keywords if use.call else []
        if any(each.arg == "seed" and not is_none(each.value) for each in keywords):
            return Severity.HINT
        return draw_severity(module, use.node)

    def check(self, module: Module) -> Iterator[Problem]:
        """Find calls of the functions without a generator."""
        yield from super().check(module)
        for use in module.uses_of(_SEEDS):
            yield Problem(use.where, _MESSAGE.format(name=use.name), Severity.INFO)
        for use in module.uses_of(DRAWS):
            if use.call is None and isinstance(module.parent(use.node), ast.Dict):
                continue  # a table of functions
            keywords = use.call.keywords if use.call else []
            if not any(keyword.arg in ("generator", None) for keyword in keywords):
                severity = draw_severity(module, use.node)
                yield Problem(use.where, _MESSAGE.format(name=use.name), severity)
        drawn = [(call, "torch") for call in (*_filled(module), *_sampled(module))]
        typed = {call for call, _ in drawn}
        library = "torch" if "torch" in module.imported else "tensorflow"
        drawn += [(call, library) for call in sampled_distributions(module) if call not in typed]
        drawn += [(call, "tensorflow") for call in _shuffled(module)]
        for call, generator in drawn:
            severity = draw_severity(module, call.func, generator)
            yield Problem(call, _MESSAGE.format(name=f".{word(call.func)}"), severity)
        for use in module.uses_of(["jax.config.update"]):
            match use.call:
                case ast.Call(args=[ast.Constant(value=str(option)), *_]) if (
                    "prng" in option or "threefry" in option
                ):
                    yield Problem(
                        use.call, f"`{option}` changes the numbers of every key of the process"
                    )


def _filled(module: Module) -> Iterator[ast.Call]:
    """Calls that fill a tensor in place, without a generator: `weight.data.normal_(0, 1)`."""
    if "torch" not in module.imported:
        return
    for method in FILLING:
        for call in module.method_calls.get(method, ()):
            named = module.qualify(call.func) or ""
            if not named.startswith("torch.nn.init.") and not _has_generator(call):
                yield call
    for method in _DRAWING:
        for call in module.method_calls.get(method, ()):
            assert isinstance(call.func, ast.Attribute)
            is_tensor = module.qualify(call.func) is None and _names_tensor(call.func.value)
            if is_tensor and not _has_generator(call):
                yield call


def _names_tensor(node: ast.expr) -> bool:
    """Whether a name is that of a tensor of probabilities."""
    return _PROBABILITIES.search(snake(word(node))) is not None


def _sampled(module: Module) -> Iterator[ast.Call]:
    """Samples of a distribution of torch, and dropout that is never switched off."""
    for use in module.uses_of(_DROPOUTS):
        if use.call is not None and _always_drops(use.call):
            yield use.call
    for use in module.uses_below("torch.distributions"):
        if use.call is not None and use.name.rpartition(".")[2] in _SAMPLING:
            yield use.call


def _always_drops(call: ast.Call) -> bool:
    """Whether dropout is never switched off: `training` is True, and so it is by default."""
    named = {each.arg: each.value for each in call.keywords}
    match named.get("training"):
        case ast.Constant(value=True):
            return True
        case None:
            return None not in named and len(call.args) < 3
    return False


def _shuffled(module: Module) -> Iterator[ast.Call]:
    """Data sets of TensorFlow that are shuffled without a seed."""
    if "tensorflow" not in module.imported:
        return
    for call in module.method_calls.get("shuffle", ()):
        assert isinstance(call.func, ast.Attribute)
        owner = call.func.value
        named = {keyword.arg for keyword in call.keywords}
        is_chained = isinstance(owner, ast.Call) and isinstance(owner.func, ast.Attribute)
        is_data = is_chained or re.search(r"(^|_)(dataset|ds)$", word(owner).lower())
        if is_data and (call.args or named) and named.isdisjoint({"seed", None}):
            yield call


def _has_generator(call: ast.Call) -> bool:
    return any(keyword.arg in ("generator", None) for keyword in call.keywords)
