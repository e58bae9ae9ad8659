"""Components: what they declare, and which functions they bring."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, TypeAlias, TypeVar

import numpy as np

from project_ghost.core.errors import InputError, InputTypeError
from project_ghost.core.level import Level
from project_ghost.core.spelling import did_you_mean

from ._declaration import (
    Declaration,
    Input,
    Kind,
    Noise,
    Output,
    Parameter,
    Shape,
    Size,
    State,
    Value,
)

D = TypeVar("D", bound=Declaration)

# What a function may ask for beyond the component's own declarations.
DT_S, TIME_NS, SAMPLE = "dt_s", "time_ns", "sample"
CONTEXT = (DT_S, TIME_NS, SAMPLE)

# A function that takes `*inputs` gets all inputs that it does not name, in their order.
ALL_INPUTS = "*inputs"

INTEGRATORS = ("euler", "semi_implicit", "rk4")


FUNCTIONS = ("output", "update", "derivative", "step")

# A class declares for all of its instances, an instance for itself.
Described: TypeAlias = "AbstractComponent | type[AbstractComponent]"

# What an instance has beside what it declares.
_OWN = ("sizes", "parameters", "initial")


def _describe(component: Described) -> None:
    """Find what a class, or one instance, declares, and refuse what could not run."""
    own = {name: v for name, v in vars(component).items() if isinstance(v, Declaration)}
    component.declarations = {**component.declarations, **own}
    component.functions = dict(_functions(component))
    _require_own_names(component)
    _require_consistent(component)


def _declared(component: Described, kind: type[D]) -> dict[str, D]:
    return {name: d for name, d in component.declarations.items() if isinstance(d, kind)}


def _home(component: Described) -> str:
    cls = component if isinstance(component, type) else type(component)
    return f"{cls.__module__}.{cls.__qualname__}"


def _functions(component: Described) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The functions that a component brings, with their arguments' names."""
    for name in FUNCTIONS:
        static = inspect.getattr_static(component, name, None)
        if static is None or isinstance(static, Declaration):
            continue
        function = static.__func__ if isinstance(static, staticmethod) else static
        parameters = list(inspect.signature(function).parameters.values())
        arguments = [_argument(p) for p in parameters[component.has_methods :]]
        for argument in arguments:
            known = [*component.declarations, *CONTEXT, ALL_INPUTS]
            if argument not in known:
                raise InputError(
                    f"{name} takes {argument!r}, which is not declared"
                    f"{did_you_mean(argument, known)}",
                    _home(component),
                    f"arguments named after declarations, or {', '.join(CONTEXT)}",
                    "put @staticmethod above it"
                    if argument == "self"
                    else f"declare {argument!r} as an attribute of the class",
                )
        rest = [each for each in _declared(component, Input) if each not in arguments]
        yield name, tuple(e for a in arguments for e in (rest if a == ALL_INPUTS else [a]))


def _argument(parameter: inspect.Parameter) -> str:
    is_rest = parameter.kind is inspect.Parameter.VAR_POSITIONAL
    return f"*{parameter.name}" if is_rest else parameter.name


def _require_own_names(component: Described) -> None:
    for name in component.declarations:
        if name in (*FUNCTIONS, *CONTEXT, *_OWN) or hasattr(AbstractComponent, name):
            raise InputError(
                f"it declares {name!r}, a name that every component has already",
                _home(component),
                "names of its own",
                "call it something else",
            )


def _problem(component: Described) -> str:
    """What could not run, or would not do what it seems to."""
    have, outputs = set(component.functions), _declared(component, Output)
    states = _declared(component, State)
    discrete = [name for name, state in states.items() if not state.continuous]
    continuous = [name for name, state in states.items() if state.continuous]
    first, flow = next(iter(discrete), ""), next(iter(continuous), "")
    pure = not component.has_methods  # else a function may be there for its effect alone
    final = pure and not isinstance(component, type)  # an instance may declare what it lacks
    problems = {
        "it has `step` and also `output`, `update` or `derivative`": "step" in have
        and len(have) > 1,
        "it declares outputs and has no `output`": outputs and not have & {"output", "step"},
        "it has `output` and declares no outputs": final and not outputs and "output" in have,
        "it has `step` and declares neither outputs nor states": final
        and not (outputs or discrete)
        and "step" in have,
        f"it declares the state {first!r} and has no `update`": pure
        and discrete
        and not have & {"update", "step"},
        "it has `update` and declares no state for it": final and not discrete and "update" in have,
        f"it declares the continuous state {flow!r} and has no `derivative`": (
            continuous and "derivative" not in have
        ),
        "it has `derivative` and declares no continuous state": final
        and not continuous
        and "derivative" in have,
        "it declares a continuous state, which only a Block may have": continuous
        and not _is_block(component),
        "it is a Host, whose functions are `output` and `update`": not pure
        and have - {"output", "update"},
        "it is a Host and declares a state, which is its own affair": not pure and states,
        f"its integrator {component.integrator!r} is not one of {', '.join(INTEGRATORS)}": (
            continuous and component.integrator not in INTEGRATORS
        ),
    }
    return next((text for text, found in problems.items() if found), "") or _port_problem(component)


def _is_block(component: Described) -> bool:
    return not (component.has_methods or component.writes_arrays)


def _port_problem(component: Described) -> str:
    for name, declaration in component.declarations.items():
        shape: Shape = getattr(declaration, "shape", ())
        if _is_block(component) and len(shape) > 1:
            return f"{name!r} has the shape {shape}, and a Block has only scalars and vectors"
    outputs = _declared(component, Output)
    for name, output in outputs.items():
        rate = outputs.get(output.rate or name)
        if rate is None:
            return f"the rate of {name!r} is {output.rate!r}, which is not an output"
        if rate.shape != output.shape:
            return f"the rate of {name!r} has the shape {rate.shape}, not {output.shape}"
        if output.kind is Kind.QUATERNION and output.shape != (4,):
            return f"{name!r} is a quaternion of the shape {output.shape}, not (4,)"
    return ""


def _require_consistent(component: Described) -> None:
    """Refuse what could not run, when the class or the instance is made."""
    problem = _problem(component)
    if problem:
        raise InputError(
            problem,
            _home(component),
            "functions for all that is declared, and no others",
            "see the documentation of Block for an example",
        )


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


def _is_numeric(value: object, shape: tuple[int, ...]) -> bool:
    """Whether it is one number for all elements, or one for each."""
    if isinstance(value, int | float | np.integer | np.floating):
        return not isinstance(value, bool) and value == value
    if not shape or not isinstance(value, tuple | list | np.ndarray):
        return False
    return len(value) == shape[0] and all(_is_numeric(each, shape[1:]) for each in value)


def require_numeric(value: object, shape: tuple[int, ...], name: str, where: str) -> None:
    """Refuse what is neither one number for all elements, nor one for each."""
    if not _is_numeric(value, shape):
        raise InputTypeError(
            f"{name!r} is {value!r}",
            where,
            f"numbers in the shape {shape}, or one for all" if shape else "a number",
            "give numbers, not NaN, in the declared shape",
        )


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
    `time_ns` (now) and `sample` (how many samples there were before this one). `*inputs`
    stands for all inputs that it does not name.

    What depends on how a component is made (how many ports, which units) its `__init__`
    declares for that instance alone, with `declare`.
    """

    declarations: Mapping[str, Declaration] = MappingProxyType({})
    functions: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    level: ClassVar[Level] = Level.PORTABLE
    integrator: ClassVar[str] = "rk4"
    has_methods: ClassVar[bool] = False  # its functions are methods, and may do anything
    writes_arrays: ClassVar[bool] = False  # its functions return nothing, but write into arrays

    def __init_subclass__(cls, **keywords: Any) -> None:  # noqa: ANN401 - as Python has it
        super().__init_subclass__(**keywords)
        _describe(cls)

    def declare(self, **attributes: Declaration | Callable[..., Any]) -> None:
        """Declare for this instance what a class's body declares for all: ports, functions.

        To be called before `AbstractComponent.__init__`, which takes the values.
        """
        vars(self).update(attributes)
        _describe(self)

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
        _require_consistent(self)
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
        defaults = {n: d.default for n, d in self._each(Input) if d.default is not None}
        for name, value in {**self.parameters, **self.initial, **defaults}.items():
            require_numeric(value, self.shape_of(name), name, where)

    def _each(self, kind: type[D]) -> Iterator[tuple[str, D]]:
        return iter(_declared(self, kind).items())

    def _all(self, kinds: tuple[type[Declaration], ...]) -> Iterator[tuple[str, Declaration]]:
        return ((name, d) for name, d in self.declarations.items() if isinstance(d, kinds))

    def inputs(self) -> dict[str, Input]:
        """The declared inputs, in their order."""
        return _declared(self, Input)

    def outputs(self) -> dict[str, Output]:
        """The declared outputs, in their order."""
        return _declared(self, Output)

    def states(self, *, continuous: bool | None = None) -> dict[str, State]:
        """The declared states, in their order: all, the continuous ones, or the others."""
        return {n: d for n, d in self._each(State) if continuous in (None, d.continuous)}

    def noises(self) -> dict[str, Noise]:
        """The declared noises, in their order."""
        return _declared(self, Noise)

    def feedthrough(self) -> frozenset[str]:
        """The inputs that the outputs of the same instant depend on."""
        taken = (*self.functions.get("output", ()), *self.functions.get("step", ()))
        return frozenset(self.inputs()) & frozenset(taken)

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


class Kernel(AbstractComponent):
    """Loops over preallocated arrays: crowds, filters, maps.

    A function gets states, outputs and vectors as arrays and returns nothing: `output`
    writes into the outputs, `update` into the states. A scalar input or parameter is a
    float; a scalar state or output an array of one.
    """

    writes_arrays: ClassVar[bool] = True


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
