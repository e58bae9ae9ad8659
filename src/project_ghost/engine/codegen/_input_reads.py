"""What an input reads: the signal itself, or what delay, policy, gain and offset make of it.

Where they make something of it, the result is written into the input's own place just
before its component is called.
"""

from collections.abc import Collection

from project_ghost.engine.component._components import AbstractComponent
from project_ghost.engine.component._declarations import Kind
from project_ghost.engine.plan._layout import Layout, Ring
from project_ghost.engine.plan._schedule import Row, Schedule
from project_ghost.engine.wiring._connections import Connection
from project_ghost.engine.wiring._names import component_of, port_of
from project_ghost.engine.wiring._policies import Policy

from ._fragments import Element, assigned, due, place


def conversions(plan: Schedule, layout: Layout, row: Row, ports: Collection[str]) -> list[str]:
    """The source that fills a component's inputs, as far as they are not plain."""
    lines: list[str] = []
    for port in row.component.inputs():
        target = f"{row.name}.{port}"
        if port in ports and target in layout.inlets and target in plan.connections:
            lines += _conversion(plan, layout, plan.connections[target])
    return lines


def _conversion(plan: Schedule, layout: Layout, connection: Connection) -> list[str]:
    ring = layout.rings.get(connection.target)
    lines: list[str] = []
    if ring is None:
        value = place("S[", layout.signals[connection.source].start)
    else:
        lines, value = _sampled(plan, layout, connection, ring)
    slot = layout.inlets[connection.target]
    lines += assigned(slot.size, place("S[", slot.start), _scaled(value, connection))
    return [*lines, f"require_readable(S, {slot.start}, {slot.stop})"]


def _scaled(value: Element, connection: Connection) -> Element:
    """Gain and offset, where there are any."""

    def text(e: int | str) -> str:
        result = value(e)
        if connection.gain != 1.0:
            result = f"{connection.gain!r} * {result}"
        if connection.offset != 0.0:
            result = f"{result} + {connection.offset!r}"
        return result

    return text


def _sampled(
    plan: Schedule, layout: Layout, connection: Connection, ring: Ring
) -> tuple[list[str], Element]:
    """The last sample that has come through the delay, or what the policy makes of it.

    Which sample that is follows from the time alone, so a delayed reader sees the same
    whether its writer came before or after it in the tick.
    """
    policy = plan.policies[connection.target]
    writer = plan.row(component_of(connection.source))
    g = plan.group_number(writer.group.name)
    delay = f" - {connection.delay_samples}" if connection.delay_samples else ""
    lines = [f"k = sample_{g}{delay}", f"at = {ring.start} + k % {ring.length} * {ring.width}"]
    if policy is Policy.ZOH:
        return lines, place("S[", "at")
    lines.append(f"was = {ring.start} + (k - 1) % {ring.length} * {ring.width} if k > 0 else at")
    elapsed = f"n - last_{g}"
    gap = f"next_{g} - last_{g}" if policy is Policy.INTERPOLATED else f"gap_{g}"
    if policy is Policy.EXTRAPOLATED and connection.delay_samples:
        gap = f"{due(writer.group.pattern, 'k')} - {due(writer.group.pattern, '(k - 1)')}"
    kind = _kind(writer.component, connection)
    if kind is Kind.QUATERNION:
        now, was = (f"({', '.join(f'S[{p} + {e}]' for e in range(4))})" for p in ("at", "was"))
        share = f"({elapsed}) / ({gap})"
        if policy is Policy.EXTRAPOLATED:
            share = f"1.0 + {share}"
        return [*lines, f"q = blended_quaternion({was}, {now}, {share})"], place("q[", 0)
    verb = policy.lower() + ("_angle" if kind is Kind.ANGLE else "")
    rate = writer.component.outputs()[port_of(connection.source)].rate
    if policy is Policy.EXTRAPOLATED and rate is not None and not connection.delay_samples:
        start = layout.signals[f"{writer.name}.{rate}"].start
        lines.append(f"elapsed = ({elapsed}) * {plan.step_ns} if k >= 0 else 0")
        return lines, _call(f"{verb}_by_rate", (place("S[", "at"), place("S[", start)), "elapsed")
    return lines, _call(verb, (place("S[", "was"), place("S[", "at")), f"{elapsed}, {gap}")


def _kind(writer: AbstractComponent, connection: Connection) -> Kind:
    return writer.outputs()[port_of(connection.source)].kind


def _call(function: str, arguments: tuple[Element, Element], rest: str) -> Element:
    return lambda e: f"{function}({arguments[0](e)}, {arguments[1](e)}, {rest})"
