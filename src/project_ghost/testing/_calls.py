"""Checks of every call of a pure component: shapes, purity, arguments."""

import copy
from collections.abc import Callable, Sequence
from numbers import Real
from types import ModuleType
from typing import Any

import numpy as np

from project_ghost.engine import AbstractComponent, Kernel, Output, State

from ._bench import Ranges, driven, failure
from ._bits import bits
from ._finding import Finding

_IMPURE = (
    "a global or a class attribute that the function changes",
    "the time, the process, the environment, a file",
    "`random` or `numpy.random`: declare Noise instead",
    "the order of a set, or `id()` and `hash()` of an object",
)


def call_findings(component: AbstractComponent, ranges: Ranges, samples: int) -> list[Finding]:
    """Run the component on random inputs and check each of its calls."""
    watched = copy.copy(component)
    findings: dict[str, Finding] = {}
    for name in component.functions:
        setattr(watched, name, _Watched(component, name, findings))
    failed = failure(driven(watched, ranges), samples)
    if failed is not None and not findings:
        findings["failed"] = failed
    return list(findings.values())


class _Watched:
    """A function that calls another one twice and compares all that both calls change."""

    def __init__(
        self, component: AbstractComponent, name: str, findings: dict[str, Finding]
    ) -> None:
        self._component = component
        self._name = name
        self._function: Callable[..., Any] = component.function(name)
        self._findings = findings

    def __call__(self, *arguments: Any) -> Any:  # noqa: ANN401 - the function's own
        name = self._name
        again = [_copied(a) for a in arguments]
        before = [_copied(a) for a in arguments]
        around = self._surroundings()
        result = self._function(*arguments)
        for what, text in self._surroundings().items():
            if text != around[what]:
                self._note(f"`{name}` changes {what}", around[what], text, _IMPURE[:1])
        second = self._function(*again)
        self._same(bits(result), bits(second), f"`{name}` gives two results for one input")
        first, repeated, old = map(self._by_name, (arguments, again, before))
        for argument, one in first.items():
            if self._may_write(argument):
                self._same(
                    bits(one),
                    bits(repeated[argument]),
                    f"`{name}` writes two results into {argument!r} for one input",
                )
            else:
                cause = (f"`{name}` may write into {self._writable()} only",)
                unchanged = bits(old[argument])
                if bits(one) != unchanged:
                    self._note(
                        f"`{name}` changes its argument {argument!r}", unchanged, bits(one), cause
                    )
        self._shapes(result)
        return result

    def _by_name(self, arguments: Sequence[Any]) -> dict[str, Any]:
        """Return the arguments of a call by name, those of a bundle by the names of its fields."""
        by_name: dict[str, Any] = {}
        for name, value in zip(self._component.signatures[self._name], arguments, strict=True):
            by_name |= value._asdict() if name in self._component.bundles else {name: value}
        return by_name

    def _same(self, first: str, second: str, what: str) -> None:
        if first != second:
            self._note(what, first, second, _IMPURE)

    def _note(self, what: str, first: str, second: str, causes: tuple[str, ...]) -> None:
        self._findings.setdefault(what, Finding(what, first, second, causes))

    def _may_write(self, argument: str) -> bool:
        declaration = self._component.declarations.get(argument)
        return isinstance(self._component, Kernel) and (
            (isinstance(declaration, Output) and self._name in ("output", "step"))
            or (isinstance(declaration, State) and self._name in ("update", "step"))
        )

    def _writable(self) -> str:
        kinds = {"output": "outputs", "update": "states", "step": "states and outputs"}
        return (
            kinds.get(self._name, "nothing") if isinstance(self._component, Kernel) else "nothing"
        )

    def _shapes(self, result: Any) -> None:  # noqa: ANN401 - whatever came back
        """Compare what a block returns with what it declares."""
        if isinstance(self._component, Kernel):
            if result is not None:
                self._note(
                    f"`{self._name}` returns something, which is dropped",
                    "None",
                    bits(result),
                    ("a kernel writes into its outputs and states",),
                )
            return
        declared = self._declared_shapes()
        values = (result,) if len(declared) == 1 else result
        shapes = [_shape(v) for v in values] if isinstance(values, tuple) else [_shape(values)]
        if shapes != list(declared.values()):
            self._note(
                f"`{self._name}` returns other shapes than declared",
                ", ".join(f"{n} {s}" for n, s in declared.items()),
                ", ".join(map(str, shapes)),
                ("values in another order than declared", "a missing comma in a tuple of one"),
            )

    def _declared_shapes(self) -> dict[str, tuple[int, ...]]:
        component, name = self._component, self._name
        states = component.states(continuous={"update": False, "derivative": True}.get(name))
        outputs = component.outputs()
        names = {"output": [*outputs], "step": [*states, *outputs]}.get(name, [*states])
        return {n: component.shape_of(n) for n in names}

    def _surroundings(self) -> dict[str, str]:
        """Return the data that the function can reach besides its arguments, as text."""
        function = self._function
        surroundings = {
            f"the global {name!r}": bits(value)
            for name in function.__code__.co_names
            if name in function.__globals__ and _is_data(value := function.__globals__[name])
        }
        for name, cell in zip(
            function.__code__.co_freevars, function.__closure__ or (), strict=True
        ):
            if _is_data(cell.cell_contents):
                surroundings[f"the enclosing {name!r}"] = bits(cell.cell_contents)
        for name, value in vars(type(self._component)).items():
            if not name.startswith("__") and _is_data(value):
                surroundings[f"the class attribute {name!r}"] = bits(value)
        return surroundings


def _is_data(value: Any) -> bool:  # noqa: ANN401 - any value
    return not callable(value) and not isinstance(value, ModuleType | classmethod)


def _copied(argument: Any) -> Any:  # noqa: ANN401 - a number, a tuple, an array or a bundle
    if isinstance(argument, np.ndarray):
        return argument.copy()
    return type(argument)(*map(_copied, argument)) if hasattr(argument, "_fields") else argument


def _shape(value: Any) -> tuple[int, ...] | str:  # noqa: ANN401 - whatever came back
    if isinstance(value, Real):
        return ()
    if isinstance(value, tuple) and all(isinstance(v, Real) for v in value):
        return (len(value),)
    return type(value).__name__
