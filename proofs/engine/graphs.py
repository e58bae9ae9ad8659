"""Random graphs: any wiring of the component types, at any rates, by any policies."""

from dataclasses import dataclass, replace
from typing import Any

from hypothesis import strategies as st

from project_ghost.engine import AbstractComponent, Graph, Policy, Size, schedule

from .parts import TYPES, Attitude, Clocked, Crowd, Visitors, Walk

# Writers of each shape that inputs may have, so that every input finds one.
_FOUNDATION: tuple[type[AbstractComponent], ...] = (Clocked, Walk, Attitude)
_PERIODS_MS = (1, 2, 3, 4, 5, 7, 10, 20)
_RATES_ON_GRID = (30, 60, 300, 150)


@dataclass(frozen=True)
class Wire:
    """A connection, with what is done to the signal on the way."""

    source: str
    target: str
    options: tuple[tuple[str, Any], ...]


@dataclass(frozen=True)
class Description:
    """A graph as data, to be shown and built again."""

    groups: tuple[tuple[str, tuple[tuple[str, Any], ...]], ...]
    components: tuple[tuple[str, AbstractComponent, str], ...]
    wires: tuple[Wire, ...]
    policies: tuple[tuple[str, str], ...]
    default_policy: str
    published: tuple[tuple[str, tuple[str, ...], str], ...]
    events: tuple[str, ...] = ()
    stops: tuple[str, ...] = ()

    def build(self, order: tuple[int, ...] | None = None) -> Graph:
        """The graph, its components declared in this order."""
        graph = Graph("1ms")
        for name, options in self.groups:
            graph.group(name, **dict(options))
        for i in order or range(len(self.components)):
            graph.add(*self.components[i])
        for wire in self.wires:
            graph.connect(wire.source, wire.target, **dict(wire.options))
        for pattern, policy in self.policies:
            graph.synchronize(pattern, policy)
        graph.default_policy = Policy(self.default_policy)
        for channel, signals, group in self.published:
            graph.publish(channel, signals, group)
        for name in self.events:
            records, count = f"{name}.records", f"{name}.count"
            fields = ("serial", "stay")
            graph.publish_events(f"/gone{name}", records=records, count=count, fields=fields)
        for name in self.stops:
            graph.stop_when(f"{name}.many")
        return graph


@st.composite
def _group(draw: st.DrawFn) -> tuple[tuple[str, Any], ...]:
    if draw(st.integers(0, 4)) == 0:
        return (("rate_hz", draw(st.sampled_from(_RATES_ON_GRID))), ("on_grid", True))
    period_ms = draw(st.sampled_from(_PERIODS_MS))
    phase_ms = draw(st.sampled_from((0, 0, 1, period_ms + 1)))
    return (("period", f"{period_ms}ms"), ("phase", f"{phase_ms}ms"))


@st.composite
def _options(draw: st.DrawFn, group: dict[str, Any], *, late: bool) -> tuple[tuple[str, Any], ...]:
    """Gain, offset and delay; `late` where only a delay keeps the graph free of cycles."""
    options: dict[str, Any] = {}
    if draw(st.booleans()):
        options["gain"] = draw(st.sampled_from((-1.0, 0.5, 0.1, 1.5)))
    if draw(st.integers(0, 2)) == 0:
        options["offset"] = draw(st.sampled_from((0.3, -1.0)))
    delay = draw(st.sampled_from(("none", "delayed", "time")))
    if delay == "time" and "period" in group:
        samples = draw(st.integers(1 if late else 0, 4))
        options["delay"] = f"{samples * int(group['period'].removesuffix('ms'))}ms"
    elif late or delay == "delayed":
        options["delayed"] = True
    if draw(st.integers(0, 2)) == 0:
        options["initial"] = draw(st.sampled_from((0.25, -2.0)))
    return tuple(options.items())


@st.composite
def descriptions(draw: st.DrawFn, largest: int = 8) -> Description:
    """A graph of 1 to 4 groups; of `largest` components, and three that write every shape."""
    groups = {f"g{i}": draw(_group()) for i in range(draw(st.integers(1, 4)))}
    chosen = draw(st.lists(st.sampled_from(TYPES), min_size=1, max_size=largest))
    kinds = draw(st.permutations([*_FOUNDATION, *chosen]))
    components = []
    for i, kind in enumerate(kinds):
        sizes = {Crowd: "count", Visitors: "capacity"}
        size = {sizes[kind]: draw(st.sampled_from((1, 2, 12)))} if kind in sizes else {}
        assert set(size) == {n for n, d in kind.declarations.items() if isinstance(d, Size)}
        components.append((f"C{i}", kind(**size), draw(st.sampled_from(sorted(groups)))))
    writers = [(i, port) for i, (_, c, _) in enumerate(components) for port in c.outputs()]
    wires = []
    for i, (name, component, _) in enumerate(components):
        for port in component.inputs():
            shape = component.shape_of(port)
            if component.inputs()[port].default is not None and draw(st.booleans()):
                continue
            fitting = [w for w in writers if components[w[0]][1].shape_of(w[1]) == shape]
            j, output = draw(st.sampled_from(fitting))
            late = port in component.feedthrough() and j >= i
            options = draw(_options(dict(groups[components[j][2]]), late=late))
            wires.append(Wire(f"{components[j][0]}.{output}", f"{name}.{port}", options))
    signals = [f"{components[i][0]}.{port}" for i, port in writers]
    plain = st.sampled_from(("ZOH", "INTERPOLATED", "EXTRAPOLATED"))
    policies = draw(st.lists(st.tuples(st.sampled_from([*signals, "C1*", "*"]), plain), max_size=5))
    published = [
        (f"/p{i}", tuple(draw(st.lists(st.sampled_from(signals), max_size=3))), group)
        for i, group in enumerate(draw(st.lists(st.sampled_from(sorted(groups)), max_size=3)))
    ]
    found = Description(
        tuple(groups.items()),
        tuple(components),
        tuple(wires),
        tuple(policies),
        draw(plain),
        tuple(published),
        tuple(draw(_some(components))),
        tuple(draw(_some(components))),
    )
    return _synchronized(found) if draw(st.integers(0, 5)) == 0 else found


def _some(components: list[tuple[str, AbstractComponent, str]]) -> st.SearchStrategy[list[str]]:
    """Any of the components that have events, and that may end a run."""
    names = [name for name, component, _ in components if isinstance(component, Visitors)]
    return st.lists(st.sampled_from(names), unique=True) if names else st.just([])


def _synchronized(found: Description) -> Description:
    """The same by SYNCHRONIZED, where its rates allow that."""
    changed = replace(found, policies=(), default_policy="SYNCHRONIZED")
    try:
        schedule(changed.build())
    except ValueError:
        return found
    return changed
