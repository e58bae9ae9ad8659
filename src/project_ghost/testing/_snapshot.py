"""Checks of Host components: equal inputs give equal outputs, and `save` covers all state."""

import copy
from collections.abc import Callable
from typing import Any

import numpy as np

from project_ghost.core.randomness import RandomSource
from project_ghost.engine import Host, Input, Noise, Parameter, Size

from ._bench import Ranges, driven, failure
from ._bits import bits
from ._finding import Finding

_DT_S = 0.01


def snapshot_findings(component: Host, ranges: Ranges, samples: int) -> list[Finding]:
    """Give copies of the component the same inputs, with and without a snapshot in between."""
    failed = failure(driven(component, ranges), samples)
    if failed is not None:
        return [failed]
    one, two, restored = (copy.deepcopy(component) for _ in range(3))
    for sample in range(samples):
        first, second = (_fed(each, ranges, sample) for each in (one, two))
        if first != second:
            return [
                Finding(
                    f"two runs differ at sample {sample}",
                    first,
                    second,
                    (
                        "state that all instances share: a global or a class attribute",
                        "the time, the process, the environment, a file",
                        "`random` or `numpy.random` without a seed of the run",
                        "the order of a set, or `id()` and `hash()` of an object",
                    ),
                )
            ]
    if type(component).save is Host.save:
        return []  # it is rebuilt by replaying its inputs
    if type(component).load is Host.load:
        return [
            Finding("it has `save` but no `load`", causes=("a snapshot needs both or neither",))
        ]
    saved: object = one.save()
    if not isinstance(saved, bytes):
        return [Finding("`save` does not return bytes", "bytes", bits(saved))]
    restored.load(saved)
    findings = [
        Finding(
            f"`save` and `load` miss the attribute {name!r}",
            bits(vars(one).get(name)),
            bits(vars(restored).get(name)),
            ("an attribute that `save` leaves out", "one that `load` does not set again"),
        )
        for name in dict.fromkeys([*vars(one), *vars(restored)])
        if bits(vars(one).get(name)) != bits(vars(restored).get(name))
    ]
    for sample in range(samples, 2 * samples):
        first, second = (_fed(each, ranges, sample) for each in (one, restored))
        if first != second and not findings:
            text = f"after `load` it continues differently, at sample {sample}"
            findings.append(Finding(text, first, second, ("state outside of its attributes",)))
    return findings


def _fed(component: Host, ranges: Ranges, sample: int) -> str:
    """Return a component's outputs for the inputs of one sample, as text."""
    said = []
    for name in ("output", "step", "update"):
        if name in component.functions:
            taken = component.functions[name]
            arguments = [_argument(component, a, ranges, sample) for a in taken]
            said.append(bits(component.function(name)(*arguments)))
    return "; ".join(said)


def _argument(component: Host, name: str, ranges: Ranges, sample: int) -> Any:  # noqa: ANN401
    """Return the argument of a sample, the same for every copy."""
    context = {"dt_s": _DT_S, "time_ns": sample * 10_000_000, "sample": sample}
    if name in context:
        return context[name]
    declaration = component.declarations[name]
    if isinstance(declaration, Parameter):
        return component.parameters[name]
    if isinstance(declaration, Size):
        return component.sizes[name]
    if not isinstance(declaration, Input | Noise):
        return component.initial.get(name, 0.0)
    low, high = ranges.get(name, (-2.0, 2.0))
    # ghost: allow[dynamic-label] a port's name is fixed with its component
    draws = RandomSource(0).child(name).at(sample)
    shape = component.shape_of(name)
    value = _drawn(lambda: draws.uniform(low, high), shape)
    return np.array(value) if component.takes_arrays and shape else value


def _drawn(draw: Callable[[], float], shape: tuple[int, ...]) -> Any:  # noqa: ANN401 - as deep as the shape
    """Return a number, or nested tuples of numbers in the shape."""
    if not shape:
        return draw()
    return tuple(_drawn(draw, shape[1:]) for _ in range(shape[0]))
