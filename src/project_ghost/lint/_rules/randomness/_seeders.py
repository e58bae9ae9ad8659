"""Functions that take a seed, and fall back on the operating system's entropy without one."""

__all__ = ["BIT_GENERATORS", "GENERATORS", "SEEDING"]

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
