"""Workload: every distribution, over children, lanes and steps near and far."""

from collections.abc import Callable, Iterator

from project_ghost.core.randomness import RandomSource, integer_at, normal_at, uniform_at

from ._compile import compiled
from ._digest import digest_of_lines
from ._mode import Mode

_STEPS = (*range(12), 2**31 - 1, 2**32, 2**40 + 3, 2**48 - 1)
_DRAWS = 6
_SPANS = (1, 2, 7, 1000, 2**32, 2**62 + 1)


def random(mode: Mode) -> str:
    """Return the digest of all distributions, as Python and as kernels draw them."""
    lines: list[str] = []
    functions = uniform_at, normal_at, integer_at
    if mode is Mode.COMPILED:
        functions = compiled(uniform_at, 4), compiled(normal_at, 4), compiled(integer_at, 5)
    for source in _sources():
        lines += map(repr, _drawn(source))
        lines += map(repr, _from_functions(source, *functions))
    return digest_of_lines(lines)


def _sources() -> list[RandomSource]:
    root = RandomSource(20_260_101)
    crowd = root.child("crowd")
    return [root, crowd, crowd.child("gait"), crowd.lane(0), crowd.lane(2**31), root.child("Ä/b")]


def _drawn(source: RandomSource) -> Iterator[object]:
    for step in _STEPS:
        draws = source.at(step)
        yield from (draws.uniform(), draws.uniform(-3.0, 5.0))
        yield from (draws.normal(), draws.normal(1.5, 0.2))
        yield from (draws.integers(-5, 6), draws.integers(0, 2**62), draws.choice("abcdefg"))
        cards = list(range(9))
        draws.shuffle(cards)
        yield cards
    yield source.uniforms(3, 4, _DRAWS).tolist()
    yield source.normals(3, 4, _DRAWS).tolist()


def _from_functions(
    source: RandomSource,
    uniform: Callable[..., float],
    normal: Callable[..., float],
    integer: Callable[..., int],
) -> Iterator[float]:
    key, lane = source.key, source.lane_number
    for step in _STEPS:
        for index in range(_DRAWS):
            yield uniform(key, lane, step, index)
            yield normal(key, lane, step, index)
        for index, span in enumerate(_SPANS):
            yield integer(key, lane, step, index, span)
