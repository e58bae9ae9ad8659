import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from project_ghost.core.agreement import Agreement, Float, Type, agreement_of, keep_source
from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.engine import Block, Input, Output, State
from project_ghost.engine.component._argument_types import context_type
from project_ghost.engine.component._consistency import CONTEXT

Guard = Callable[..., bool]

_WHERE = "StateMachine"


class Transition(NamedTuple):
    """A transition from one state to another, taken when its guard is true."""

    source: str
    target: str
    when: Guard


class StateMachine(Block):
    """A finite state machine: `y` is the index of its state in the list of states.

    A guard is a function. Its argument names are inputs of the machine, which they declare;
    `age`, the number of samples in the current state, including this one; or `time_ns`,
    `sample` and `dt_s`. At each sample the guards of the current state are evaluated in the
    order of the transitions; the first that is true determines the state of the next sample.
    """

    state = State()
    age = State(1.0)
    y = Output()

    def __init__(
        self,
        states: Sequence[str],
        transitions: Sequence[Transition | tuple[str, str, Guard]],
        *,
        initial: str | None = None,
        units: Mapping[str, str] | None = None,
    ) -> None:
        if not states or len(set(states)) < len(states):
            raise InputError(
                f"the states are {tuple(states)!r}",
                _WHERE,
                "at least one, each listed once",
                "give every state a unique name",
                key="states",
            )
        self.names = tuple(states)
        moves = [Transition(*each) for each in transitions]
        taken = list(dict.fromkeys(name for move in moves for name in _arguments(move.when)))
        inputs = [name for name in taken if name not in ("age", *CONTEXT)]
        units = units or {}
        self._require_free(inputs)
        _require_inputs(units, inputs)
        self.declare(
            **{name: Input(unit=units.get(name)) for name in inputs},
            update=self._generated(moves, taken),
        )
        super().__init__(state=self.number(states[0] if initial is None else initial))

    def _generated(self, moves: Sequence[Transition], taken: Sequence[str]) -> Callable[..., Any]:
        """The generated `update`, whose arguments are those of the guards."""
        lines = [f"def update({', '.join(dict.fromkeys(['state', 'age', *taken]))}):"]
        for i, move in enumerate(moves):
            asked = f"guard_{i}({', '.join(_arguments(move.when))})"
            lines.append(f"    if state == {self.number(move.source)} and {asked}:")
            lines.append(f"        return {self.number(move.target)}, 1.0")
        lines.append("    return state, age + 1.0")
        self._guards = [agreement_of(move.when, _types(move.when)) for move in moves]
        namespace: dict[str, Any] = {
            f"guard_{i}": guard.function for i, guard in enumerate(self._guards)
        }
        source = "\n".join(lines)
        exec(source, namespace)  # noqa: S102 - our own source
        update: Callable[..., Any] = namespace["update"]
        update.__module__ = __name__  # trusted as this file is: its source is written here
        keep_source(update, source)
        return update

    def agreement(self, name: str) -> Agreement:
        """Whether interpreted and compiled code agree; in `update` the guards may not."""
        found = super().agreement(name)
        if name != "update":
            return found
        return Agreement(
            found.function,
            tuple(remark for guard in self._guards for remark in guard.refused),
            tuple(remark for guard in self._guards for remark in guard.doubts),
        )

    def _require_free(self, inputs: Sequence[str]) -> None:
        for name in inputs:
            if hasattr(self, name):
                raise InputError(
                    f"a guard takes {name!r}, which is a reserved name of the machine",
                    _WHERE,
                    f"names of inputs, age, {', '.join(CONTEXT)}",
                    "give the input another name",
                )

    def number(self, state: str) -> float:
        """The index of a state, which is the value of `y`."""
        if state not in self.names:
            raise InputError(
                f"there is no state {state!r}{did_you_mean(state, list(self.names))}",
                _WHERE,
                f"one of {', '.join(self.names)}",
                "list it among the states, or correct its name",
            )
        return float(self.names.index(state))

    @staticmethod
    def output(state: float) -> float:
        """The index of the state."""
        return state

    @staticmethod
    def update(state: float, age: float) -> tuple[float, float]:
        """Keep the state; the constructor replaces this by a function that evaluates guards."""
        return state, age + 1.0


def _require_inputs(units: Mapping[str, str], inputs: list[str]) -> None:
    for name in units:
        if name not in inputs:
            raise InputError(
                f"a unit is given for {name!r}, which is not an input{did_you_mean(name, inputs)}",
                _WHERE,
                f"one of the guards' inputs: {', '.join(inputs) or 'there are none'}",
                "name an input, or remove the unit",
            )


def _types(guard: Guard) -> tuple[tuple[str, Type], ...]:
    """The types of a guard's arguments: all are numbers."""
    return tuple((name, context_type(name) or Float()) for name in _arguments(guard))


def _arguments(guard: Guard) -> list[str]:
    """The names that a guard takes."""
    if not inspect.isfunction(guard):
        raise InputError(
            f"a guard is {guard!r}", _WHERE, "a function", "write lambda gap: gap < 5.0, say"
        )
    parameters = inspect.signature(guard).parameters.values()
    if any(p.kind is not p.POSITIONAL_OR_KEYWORD for p in parameters):
        raise InputError(
            f"a guard takes ({', '.join(str(p) for p in parameters)})",
            _WHERE,
            "plain arguments, named after inputs",
            "write lambda gap: gap < 5.0, say",
        )
    return [p.name for p in parameters]
