"""Components: the base classes with declarations and functions."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from project_ghost.core.agreement import Agreement
from project_ghost.core.errors import InputError
from project_ghost.core.level import Level
from project_ghost.core.wording import did_you_mean

from ._argument_types import agreement
from ._bundles import Bundle
from ._consistency import D, declared, describe, fields_of, require_consistent
from ._declarations import Declaration, Input, Noise, Output, Parameter, Shape, Size, State, Value
from ._values import given, require_numeric, whole


class AbstractComponent:
    """The common part of `Block`, `Kernel`, `Host` and `Port`.

    A subclass declares ports, state and parameters as attributes, and defines functions
    whose arguments are named after them:

    - `output`: the outputs at this sample. The inputs it takes are *feedthrough*: their
      writers run before this component in every tick.
    - `update`: the discrete states of the next sample.
    - `derivative`: the derivatives of the continuous states, inputs held.
    - `step`: `output` and `update` in one, called once; returns the states, then the outputs.

    Beyond its declarations a function may take `dt_s` (seconds to the next sample),
    `time_ns` (the current time) and `sample` (the number of earlier samples). `*inputs`
    stands for all inputs that it does not name.

    Declarations that depend on constructor arguments (the number of ports, units) are made
    for the instance by its `__init__`, with `declare`.
    """

    declarations: Mapping[str, Declaration] = MappingProxyType({})
    bundles: Mapping[str, Bundle] = MappingProxyType({})
    # For each function, the names of its arguments, and of the declarations in them.
    signatures: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    functions: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    level: ClassVar[Level] = Level.PORTABLE
    integrator: ClassVar[str] = "rk4"
    has_methods: ClassVar[bool] = False  # its functions are methods and may have side effects
    writes_arrays: ClassVar[bool] = False  # its functions return nothing and write into arrays
    answers_from_outside: ClassVar[bool] = False  # it has no functions

    def __init_subclass__(cls, **keywords: Any) -> None:  # noqa: ANN401 - as Python has it
        super().__init_subclass__(**keywords)
        describe(cls, AbstractComponent)

    def declare(self, **attributes: Declaration | Callable[..., Any]) -> None:
        """Declare ports and functions for this instance only.

        Call it before `AbstractComponent.__init__`, which takes the values.
        """
        vars(self).update(attributes)
        describe(self, AbstractComponent)

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
        require_consistent(self)
        # Plain dictionaries, so that a component can be copied and pickled.
        self.sizes: Mapping[str, int] = {
            name: whole(values.get(name, d.default), name, where) for name, d in self._each(Size)
        }
        self.parameters: Mapping[str, Value] = {
            name: given(values.get(name, d.default), name, where)
            for name, d in self._each(Parameter)
        }
        self.initial: Mapping[str, Value] = {
            name: values.get(name, d.initial) for name, d in self._each(State)
        }
        defaults = {n: d.default for n, d in self._each(Input) if d.default is not None}
        for name, value in {**self.parameters, **self.initial, **defaults}.items():
            require_numeric(value, self.shape_of(name), name, where)

    def _each(self, kind: type[D]) -> Iterator[tuple[str, D]]:
        return iter(declared(self, kind).items())

    def _all(self, kinds: tuple[type[Declaration], ...]) -> Iterator[tuple[str, Declaration]]:
        return ((name, d) for name, d in self.declarations.items() if isinstance(d, kinds))

    def inputs(self) -> dict[str, Input]:
        """The declared inputs, in order."""
        return declared(self, Input)

    def outputs(self) -> dict[str, Output]:
        """The declared outputs, in order."""
        return declared(self, Output)

    def states(self, *, continuous: bool | None = None) -> dict[str, State]:
        """The declared states, in order: all, only the continuous, or only the discrete ones."""
        return {n: d for n, d in self._each(State) if continuous in (None, d.continuous)}

    def noises(self) -> dict[str, Noise]:
        """The declared noises, in order."""
        return declared(self, Noise)

    def feedthrough(self) -> frozenset[str]:
        """The inputs on which the outputs of the same tick depend."""
        if self.answers_from_outside:
            return frozenset(self.inputs())
        taken = (*self.functions.get("output", ()), *self.functions.get("step", ()))
        return frozenset(self.inputs()) & frozenset(taken)

    def shape_of(self, name: str) -> tuple[int, ...]:
        """A declaration's shape, with its sizes resolved."""
        shape: Shape = getattr(self.declarations[name], "shape", ())
        return tuple(self.sizes[n] if isinstance(n, str) else n for n in shape)

    def arguments(self, function: str, values: Mapping[str, Any]) -> list[Any]:
        """The arguments for one of the component's functions, from values by name."""
        result: list[Any] = []
        for argument in self.signatures[function]:
            fields = [values[name] for name in fields_of(self, argument)]
            result += [self.bundles[argument](*fields)] if argument in self.bundles else fields
        return result

    def function(self, name: str) -> Callable[..., Any]:
        """One of the component's functions, ready to call, as both executions run it."""
        return self.agreement(name).function

    def agreement(self, name: str) -> Agreement:
        """Whether interpreted and compiled code agree in one of the component's functions."""
        function: Callable[..., Any] = getattr(self, name)
        return Agreement(function) if self.has_methods else agreement(self, name, function)

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

    A function returns its values in the order of their declaration; a single value without a
    tuple.
    """


class Kernel(AbstractComponent):
    """Loops over preallocated arrays: crowds, filters, maps.

    A function receives states, outputs and vectors as arrays and returns nothing: `output`
    writes into the outputs, `update` into the states. A scalar input or parameter is a
    float; a scalar state or output is an array of one element.

    Related declarations can be one argument: a bundle, which is a named tuple whose fields
    have declarations as their defaults.

        class Rows(NamedTuple):
            alive: Floats = array(State(shape=("capacity",)))
            speed: Floats = array(State(shape=("capacity",), unit="m/s"))

        class Cars(Kernel):
            capacity = Size(1)
            rows = Rows
            drag = Parameter(0.1)

            @staticmethod
            def update(rows: Rows, drag: float, dt_s: float) -> None:
                for i in range(rows.speed.shape[0]):
                    rows.speed[i] -= dt_s * drag * rows.speed[i]

    A function that takes a bundle takes all of its fields; it may also take one of them by
    its own name.
    """

    writes_arrays: ClassVar[bool] = True


class Host(AbstractComponent):
    """Arbitrary Python, as methods that take their inputs by name; a planner, for example.

    It manages its own state; `save` and `load` store it in snapshots. With `takes_arrays`
    its methods receive vectors and tables as read-only arrays, without a copy, and not as
    tuples; an array is valid during the call. They may return arrays in either case.
    """

    level: ClassVar[Level] = Level.HOST
    has_methods: ClassVar[bool] = True
    takes_arrays: ClassVar[bool] = False

    def save(self) -> bytes:
        """The current state as bytes, for `load`."""
        raise NotImplementedError

    def load(self, data: bytes) -> None:
        """Restore the state that `save` returned."""
        raise NotImplementedError


class Port(AbstractComponent):
    """Inputs and outputs without code: its outputs come from outside, at each of its samples.

        class Planner(Port):
            speed = Input(unit="m/s")
            path = Output(shape=(20, 2), unit="m")

    A run pauses at its place in the tick: components before it have run, those after it read
    the answer in the same tick. `Engine.waiting` is the port that waits, and `Engine.attach`
    names a function that answers.
    """

    level: ClassVar[Level] = Level.HOST
    answers_from_outside: ClassVar[bool] = True
