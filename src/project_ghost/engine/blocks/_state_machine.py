import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.engine import Block, Input, Output, State
from project_ghost.engine.component._consistency import CONTEXT

Guard = Callable[..., bool]

_WHERE = "StateMachine"


class Transition(NamedTuple):
    """From one state to another, when the guard holds."""

    source: str
    target: str
    when: Guard


class StateMachine(Block):
    """A finite state machine: `y` is the number of its state, counted from 0 as listed.

    A guard is a function whose arguments name what it looks at: inputs of the machine,
    which are declared thereby; `age`, how many samples the machine has been in its state,
    this one included; or `time_ns`, `sample` and `dt_s`. At each sample the guards of the
    present state are asked in the order of the transitions; the first that holds decides
    the state of the next sample.
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
                "give every state a name of its own",
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
        """`update` as source, because its arguments are those of the guards."""
        lines = [f"def update({', '.join(dict.fromkeys(['state', 'age', *taken]))}):"]
        for i, move in enumerate(moves):
            asked = f"guard_{i}({', '.join(_arguments(move.when))})"
            lines.append(f"    if state == {self.number(move.source)} and {asked}:")
            lines.append(f"        return {self.number(move.target)}, 1.0")
        lines.append("    return state, age + 1.0")
        namespace: dict[str, Any] = {f"guard_{i}": move.when for i, move in enumerate(moves)}
        exec("\n".join(lines), namespace)  # noqa: S102 - our own source
        update: Callable[..., Any] = namespace["update"]
        return update

    def _require_free(self, inputs: Sequence[str]) -> None:
        for name in inputs:
            if hasattr(self, name):
                raise InputError(
                    f"a guard takes {name!r}, which is the machine's own",
                    _WHERE,
                    f"names of inputs, age, {', '.join(CONTEXT)}",
                    "give the input another name",
                )

    def number(self, state: str) -> float:
        """The number of a state, as `y` has it."""
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
        """The number of the state."""
        return state

    @staticmethod
    def update(state: float, age: float) -> tuple[float, float]:
        """Stay; the constructor makes a function that also asks the guards."""
        return state, age + 1.0


def _require_inputs(units: Mapping[str, str], inputs: list[str]) -> None:
    for name in units:
        if name not in inputs:
            raise InputError(
                f"there is a unit for {name!r}{did_you_mean(name, inputs)}",
                _WHERE,
                f"one of {', '.join(inputs) or 'no inputs'}, which the guards take",
                "name an input, or remove the unit",
            )


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
