"""Components: what they declare, and which functions they bring."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar

from project_ghost.core.errors import InputError, InputTypeError
from project_ghost.core.level import Level

from ._declaration import Declaration, Input, Kind, Output, Parameter, Shape, Size, State, Value

D = TypeVar("D", bound=Declaration)

# What a function may ask for beyond the component's own declarations.
DT_S, TIME_NS, SAMPLE = "dt_s", "time_ns", "sample"
CONTEXT = (DT_S, TIME_NS, SAMPLE)

INTEGRATORS = ("euler", "semi_implicit", "rk4")


FUNCTIONS = ("output", "update", "derivative", "step")


def _functions(cls: "type[AbstractComponent]") -> Iterator[tuple[str, tuple[str, ...]]]:
    """The functions that a component brings, with their arguments' names."""
    for name in FUNCTIONS:
        static = inspect.getattr_static(cls, name, None)
        if static is None or isinstance(static, Declaration):
            continue
        function = static.__func__ if isinstance(static, staticmethod) else static
        arguments = tuple(inspect.signature(function).parameters)
        if cls.has_methods:
            arguments = arguments[1:]
        for argument in arguments:
            if argument not in cls.declarations and argument not in CONTEXT:
                known = [*cls.declarations, *CONTEXT]
                raise InputError(
                    f"{name} takes {argument!r}, which is not declared"
                    f"{did_you_mean(argument, known)}",
                    f"{cls.__module__}.{cls.__qualname__}",
                    f"arguments named after declarations, or {', '.join(CONTEXT)}",
                    "put @staticmethod above it"
                    if argument == "self"
                    else f"declare {argument!r} as an attribute of the class",
                )
        yield name, arguments


def _problem(cls: "type[AbstractComponent]") -> str:
    """What could not run, or would not do what it seems to."""
    have, outputs = set(cls.functions), cls.outputs()
    discrete, continuous = cls.states(continuous=False), cls.states(continuous=True)
    first, flow = next(iter(discrete), ""), next(iter(continuous), "")
    pure = not cls.has_methods  # else a function may be there for its effect alone
    problems = {
        "it has `step` and also `output`, `update` or `derivative`": "step" in have
        and len(have) > 1,
        "it declares outputs and has no `output`": outputs and not have & {"output", "step"},
        "it has `output` and declares no outputs": pure and not outputs and "output" in have,
        "it has `step` and declares neither outputs nor states": pure
        and not (outputs or discrete)
        and "step" in have,
        f"it declares the state {first!r} and has no `update`": pure
        and discrete
        and not have & {"update", "step"},
        "it has `update` and declares no state for it": pure and not discrete and "update" in have,
        f"it declares the continuous state {flow!r} and has no `derivative`": (
            continuous and "derivative" not in have
        ),
        "it has `derivative` and declares no continuous state": not continuous
        and "derivative" in have,
        "it declares a continuous state, which only a Block may have": continuous
        and not cls.integrates,
        f"its integrator is {cls.integrator!r}, not one of {', '.join(INTEGRATORS)}": continuous
        and cls.integrator not in INTEGRATORS,
    }
    return next((text for text, found in problems.items() if found), "") or _port_problem(cls)


def _port_problem(cls: "type[AbstractComponent]") -> str:
    for name, declaration in cls.declarations.items():
        if name in RESERVED:
            return f"the name {name!r} is taken: every component has it"
        shape: Shape = getattr(declaration, "shape", ())
        if cls.integrates and len(shape) > 1:
            return f"{name!r} has the shape {shape}, and a Block has only scalars and vectors"
    for name, output in cls.outputs().items():
        rate = cls.outputs().get(output.rate or name)
        if rate is None:
            return f"the rate of {name!r} is {output.rate!r}, which is not an output"
        if rate.shape != output.shape:
            return f"the rate of {name!r} has the shape {rate.shape}, not {output.shape}"
        if output.kind is Kind.QUATERNION and output.shape != (4,):
            return f"{name!r} is a quaternion of the shape {output.shape}, not (4,)"
    return ""


def _require_consistent(cls: "type[AbstractComponent]") -> None:
    """Refuse, when the class is made, what could not run."""
    problem = _problem(cls)
    if problem:
        raise InputError(
            problem,
            f"{cls.__module__}.{cls.__qualname__}",
            "functions for all that is declared, and no others",
            "see the documentation of Block for an example",
        )


def did_you_mean(word: str, known: list[str]) -> str:
    close = get_close_matches(word, known, n=1)
    return f"; did you mean {close[0]!r}?" if close else ""


def _given(value: Value | None, name: str, where: str) -> Value:
    if value is None:
        raise InputError(
            f"the parameter {name!r} is missing",
            where,
            "a value, because it has no default",
            f"write {where}({name}=...)",
        )
    return value


def _whole(value: object, name: str, where: str) -> int:
    if type(value) is not int or value < 1:
        raise InputTypeError(
            f"the size {name!r} is {value!r}",
            where,
            "a positive whole number",
            "give a number like 100",
        )
    return value


class AbstractComponent:
    """The common part of `Block`, `Kernel` and `Host`.

    A subclass declares ports, state and parameters as attributes, and brings functions
    whose arguments are named after them:

    - `output`: the outputs at this sample. The inputs it takes are *feedthrough*: their
      writers come before this component in every tick.
    - `update`: the discrete states of the next sample.
    - `derivative`: the derivatives of the continuous states, inputs held.
    - `step`: `output` and `update` in one, called once; returns the states, then the outputs.

    Beyond its declarations a function may take `dt_s` (seconds to the next sample),
    `time_ns` (now) and `sample` (how many samples there were before this one).
    """

    declarations: ClassVar[Mapping[str, Declaration]] = MappingProxyType({})
    functions: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType({})
    level: ClassVar[Level] = Level.PORTABLE
    integrator: ClassVar[str] = "rk4"
    integrates: ClassVar[bool] = False  # continuous states are for blocks
    has_methods: ClassVar[bool] = False  # its functions are methods, and may do anything

    def __init_subclass__(cls, **keywords: Any) -> None:  # noqa: ANN401 - as Python has it
        super().__init_subclass__(**keywords)
        own = {name: v for name, v in vars(cls).items() if isinstance(v, Declaration)}
        cls.declarations = MappingProxyType({**cls.declarations, **own})
        cls.functions = MappingProxyType(dict(_functions(cls)))
        _require_consistent(cls)

    def __init__(self, **values: Any) -> None:  # noqa: ANN401 - numbers, or nested tuples of them
        where = type(self).__name__
        for name in values:
            if not isinstance(self.declarations.get(name), Parameter | Size | State):
                settable = [n for n, _ in self._all((Parameter, Size, State))]
                raise InputError(
                    f"there is no parameter {name!r}{did_you_mean(name, settable)}",
                    where,
                    f"one of {', '.join(settable) or 'none: it has no parameters'}",
                    "set parameters, sizes and initial states by their declared names",
                )
        # Plain dictionaries, so that a component can be copied and sent to other processes.
        self.sizes: Mapping[str, int] = {
            name: _whole(values.get(name, d.default), name, where) for name, d in self._each(Size)
        }
        self.parameters: Mapping[str, Value] = {
            name: _given(values.get(name, d.default), name, where)
            for name, d in self._each(Parameter)
        }
        self.initial: Mapping[str, Value] = {
            name: values.get(name, d.initial) for name, d in self._each(State)
        }

    @classmethod
    def _each(cls, kind: type[D]) -> Iterator[tuple[str, D]]:
        return ((name, d) for name, d in cls.declarations.items() if isinstance(d, kind))

    @classmethod
    def _all(cls, kinds: tuple[type[Declaration], ...]) -> Iterator[tuple[str, Declaration]]:
        return ((name, d) for name, d in cls.declarations.items() if isinstance(d, kinds))

    @classmethod
    def inputs(cls) -> dict[str, Input]:
        """The declared inputs, in their order."""
        return dict(cls._each(Input))

    @classmethod
    def outputs(cls) -> dict[str, Output]:
        """The declared outputs, in their order."""
        return dict(cls._each(Output))

    @classmethod
    def states(cls, *, continuous: bool | None = None) -> dict[str, State]:
        """The declared states, in their order: all, the continuous ones, or the others."""
        return {n: d for n, d in cls._each(State) if continuous in (None, d.continuous)}

    @classmethod
    def feedthrough(cls) -> frozenset[str]:
        """The inputs that the outputs of the same instant depend on."""
        taken = (*cls.functions.get("output", ()), *cls.functions.get("step", ()))
        return frozenset(cls.inputs()) & frozenset(taken)

    def shape_of(self, name: str) -> tuple[int, ...]:
        """A declaration's shape in numbers."""
        shape: Shape = getattr(self.declarations[name], "shape", ())
        return tuple(self.sizes[n] if isinstance(n, str) else n for n in shape)

    def function(self, name: str) -> Callable[..., Any]:
        """One of the component's functions, ready to call."""
        function: Callable[..., Any] = getattr(self, name)
        return function

    def __repr__(self) -> str:
        given = {**self.sizes, **self.parameters}
        return f"{type(self).__name__}({', '.join(f'{n}={v!r}' for n, v in given.items())})"


# Attributes of every component; as the name of a port they would hide what they are.
RESERVED = frozenset(
    {
        *vars(AbstractComponent),
        *FUNCTIONS,
        *CONTEXT,
        "sizes",
        "parameters",
        "initial",
        "save",
        "load",
    }
)


class Block(AbstractComponent):
    """Pure functions over scalars and small vectors (tuples of floats).

        class Lag(Block):
            u = Input()
            x = State()
            y = Output()
            tau_s = Parameter(0.5, unit="s")

            @staticmethod
            def output(x):
                return x

            @staticmethod
            def update(x, u, tau_s, dt_s):
                return x + dt_s * (u - x) / tau_s

    A function returns its values in the order of their declaration; one value as it is.
    """

    integrates: ClassVar[bool] = True


class Kernel(AbstractComponent):
    """Loops over preallocated arrays: crowds, filters, maps.

    A function gets states, outputs and vectors as arrays and returns nothing: `output`
    writes into the outputs, `update` into the states. A scalar input or parameter is a
    float; a scalar state or output an array of one.
    """


class Host(AbstractComponent):
    """Any Python, as methods that take their inputs by name: a planner, say.

    Its state is its own; `save` and `load` carry it through snapshots.
    """

    level: ClassVar[Level] = Level.HOST
    has_methods: ClassVar[bool] = True

    def save(self) -> bytes:
        """What `load` needs to go on from here."""
        raise NotImplementedError

    def load(self, data: bytes) -> None:
        """Go on from where `save` was called."""
        raise NotImplementedError
