"""The values of a parameter: a list, or a range."""

from decimal import Decimal

from project_ghost.core.document import Node
from project_ghost.core.document import Plain as Value

__all__ = ["Value", "values_of"]

_VALUES_MAX = 1_000_000


def values_of(node: Node) -> tuple[Value, ...]:
    """Return the values of `[4, 5]`, of `{from: 4, to: 5, step: 0.5}` or of a single value."""
    values: tuple[Value, ...]
    if isinstance(node.content, dict):
        values = _range(node)
    elif isinstance(node.content, list):
        values = tuple(item.plain() for item in node.items())
    else:
        values = (node.plain(),)
    if not values:
        raise node.refused(f"{node.key} has no value", "at least one", "remove the key, or add one")
    for i, value in enumerate(values[1:], 1):
        if len(values) <= 1000 and value in values[:i] and _is_same_kind(value, values[:i]):
            raise node.refused(
                f"the value {value!r} is there twice", "each value once", "remove one of them"
            )
    return values


def _is_same_kind(value: Value, others: tuple[Value, ...]) -> bool:
    """Whether the equal one among the others is one for a scenario too: true is not 1."""
    same = others[others.index(value)]
    return isinstance(value, bool) is isinstance(same, bool)


def _range(node: Node) -> tuple[int | float, ...]:
    keys = node.mapping(("from", "to"), ("step", "count"))
    if ("step" in keys) == ("count" in keys):
        raise node.refused(
            "a range has a step or a count", "{from: 4, to: 8, step: 0.5}, or count: 9"
        )
    # In decimals, so that 0.1, 0.2, 0.3 are the numbers that one would write.
    first, last = (_decimal(keys[key]) for key in ("from", "to"))
    if "count" in keys:
        count = keys["count"].whole()
        if not 2 <= count <= _VALUES_MAX:
            raise keys["count"].refused(f"the count is {count}", f"from 2 to {_VALUES_MAX:_}")
        step = (last - first) / (count - 1)
    else:
        step = _decimal(keys["step"])
        if step == 0 or (last - first) / step < 0:
            raise keys["step"].refused(f"the step is {step}", "a step from `from` towards `to`")
        count = int((last - first) / step) + 1
        if count > _VALUES_MAX:
            raise keys["step"].refused(f"that is {count:_} values", f"at most {_VALUES_MAX:_}")
    is_whole = all(isinstance(each.content, int) for each in keys.values()) and "step" in keys
    values = (first + step * i for i in range(count))
    return tuple(int(value) if is_whole else float(value) for value in values)


def _decimal(node: Node) -> Decimal:
    node.number()
    return Decimal(repr(node.content))
