"""Where a tick pauses: at components whose results come from outside the generated code.

A pause has a number, from 1 in the order of the rows, in each of the two phases of a tick. The
counter `PAUSE` is 0 where no tick is begun, minus the number while a row waits for its result,
and the number itself when the result is there and the tick may go on.
"""

from project_ghost.engine.component._components import AbstractComponent, Host, Port

from ._schedule import Schedule


def pauses_in_output(component: AbstractComponent) -> bool:
    """Whether the outputs of a component come from outside."""
    is_host = isinstance(component, Host) and "output" in component.functions
    return is_host or isinstance(component, Port)


def pauses_in_update(component: AbstractComponent) -> bool:
    """Whether the update of a component happens outside."""
    return isinstance(component, Host) and "update" in component.functions


def output_pauses(plan: Schedule) -> list[int]:
    """The rows at which the outputs of a tick pause: number k + 1 is at index k."""
    return [number for number, row in enumerate(plan.rows) if pauses_in_output(row.component)]
