"""Functions that take a seed, and fall back on the operating system's entropy without one."""

import re

__all__ = ["BIT_GENERATORS", "CONVERTERS", "GENERATORS", "SEEDING", "seeds_framework"]

BIT_GENERATORS = ("PCG64", "PCG64DXSM", "MT19937", "Philox", "SFC64")
# What makes a generator, and what seeds the global ones.
GENERATORS = (
    "random.Random",
    "numpy.random.default_rng",
    "numpy.random.RandomState",
    "numpy.random.SeedSequence",
    *(f"numpy.random.{name}" for name in BIT_GENERATORS),
)
SEEDING = ("random.seed", "numpy.random.seed")
# What makes a generator of a seed, and of None one that starts from entropy or a global.
CONVERTERS = (
    "sklearn.utils.check_random_state",
    "sklearn.utils.validation.check_random_state",
    "scipy._lib._util.check_random_state",
    "gym.utils.seeding.np_random",
    "gymnasium.utils.seeding.np_random",
)
_SEEDS_FRAMEWORK = re.compile(
    r"^(fork_rng|manual_seed(_all)?|seed_?(all|everything|everywhere|torch)"
    r"|(fix|init|set|setup)_\w*seeds?(_\w+)?|set_rng_state)$"
)


def seeds_framework(name: str) -> bool:
    """Whether a function of this name seeds torch, among others."""
    return _SEEDS_FRAMEWORK.search(name) is not None
