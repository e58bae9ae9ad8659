"""Source of what inputs read, where delay, policy, gain or offset change the signal.

The result is written into the input's own place just before its component is called. An input
without any of these reads the place of the signal, and needs no source.
"""

from collections.abc import Collection

from project_ghost.engine.codegen._helpers import HelperCalls
from project_ghost.engine.component._components import AbstractComponent
from project_ghost.engine.component._declarations import Kind
from project_ghost.engine.plan._layout import Layout, Ring
from project_ghost.engine.plan._schedule import Row, Schedule
from project_ghost.engine.wiring._connections import Connection
from project_ghost.engine.wiring._names import component_of, port_of
from project_ghost.engine.wiring._policies import Policy

from ._fragments import Element, assigned, due, place


def input_reads(
    plan: Schedule, layout: Layout, row: Row, ports: Collection[str], helpers: HelperCalls
) -> list[str]:
    """The source that fills the places of some inputs of a component."""
    lines: list[str] = []
    for port in row.component.inputs():
        target = f"{row.name}.{port}"
        if port in ports and target in layout.inlets and target in plan.connections:
            lines += _input_read(plan, layout, plan.connections[target], helpers)
    return lines


def _input_read(
    plan: Schedule, layout: Layout, connection: Connection, helpers: HelperCalls
) -> list[str]:
    ring = layout.rings.get(connection.target)
    lines: list[str] = []
    if ring is None:
        value = place("values", layout.signals[connection.source].start)
    else:
        lines, value = _sampled(plan, layout, connection, ring, helpers)
    slot = layout.inlets[connection.target]
    lines += assigned(slot.size, place("values", slot.start), _scaled(value, connection))
    return [*lines, helpers.call("require_readable", "values", slot.start, slot.stop)]


def _scaled(value: Element, connection: Connection) -> Element:
    """The value with gain and offset."""

    def text(e: int | str) -> str:
        result = value(e)
        if connection.gain != 1.0:
            result = f"{connection.gain!r} * {result}"
        if connection.offset != 0.0:
            result = f"{result} + {connection.offset!r}"
        return result

    return text


def _sampled(
    plan: Schedule, layout: Layout, connection: Connection, ring: Ring, helpers: HelperCalls
) -> tuple[list[str], Element]:
    """The last sample that is older than the delay, or the value of the policy there.

    Which sample that is depends on the time alone, so a delayed reader sees the same whether
    its writer runs before or after it in the tick.
    """
    policy = plan.policies[connection.target]
    writer = plan.row(component_of(connection.source))
    g = plan.group_number(writer.group.name)
    delay = f" - {connection.delay_samples}" if connection.delay_samples else ""
    lines = [f"k = sample_{g}{delay}", f"at = {ring.start} + k % {ring.length} * {ring.width}"]
    if policy is Policy.ZOH:
        return lines, place("values", 0, "at")
    lines.append(f"was = {ring.start} + (k - 1) % {ring.length} * {ring.width} if k > 0 else at")
    elapsed = f"tick - last_{g}"
    gap = f"next_{g} - last_{g}" if policy is Policy.INTERPOLATED else f"gap_{g}"
    if policy is Policy.EXTRAPOLATED and connection.delay_samples:
        gap = f"{due(writer.group.pattern, 'k')} - {due(writer.group.pattern, '(k - 1)')}"
    kind = _kind(writer.component, connection)
    if kind is Kind.QUATERNION:
        now, was = (f"({', '.join(f'values[{p} + {e}]' for e in range(4))})" for p in ("at", "was"))
        fraction = f"({elapsed}) / ({gap})"
        if policy is Policy.EXTRAPOLATED:
            fraction = f"1.0 + {fraction}"
        blended = helpers.call("blended_quaternion", was, now, fraction)
        return [*lines, f"q = {blended}"], place("q", 0)
    verb = policy.lower() + ("_angle" if kind is Kind.ANGLE else "")
    rate = writer.component.outputs()[port_of(connection.source)].rate
    if policy is Policy.EXTRAPOLATED and rate is not None and not connection.delay_samples:
        start = layout.signals[f"{writer.name}.{rate}"].start
        lines.append(f"elapsed = ({elapsed}) * {plan.step_ns} if k >= 0 else 0")
        current, slope = place("values", 0, "at"), place("values", start)
        helper = f"{verb}_by_rate"
        return lines, lambda e: helpers.call(helper, current(e), slope(e), "elapsed")
    previous, current = place("values", 0, "was"), place("values", 0, "at")
    return lines, lambda e: helpers.call(verb, previous(e), current(e), elapsed, gap)


def _kind(writer: AbstractComponent, connection: Connection) -> Kind:
    return writer.outputs()[port_of(connection.source)].kind
