"""Random graphs: any wiring of the component types, at any rates, by any policies."""

from dataclasses import dataclass, replace
from typing import Any

from hypothesis import strategies as st

from project_ghost.engine import AbstractComponent, Graph, Policy, Size, schedule

from .hostile import HOSTILE
from .parts import TYPES, Asker, Attitude, Clocked, Crowd, Visitors, Walk

# Writers of each shape that inputs may have, so that every input finds one.
_FOUNDATION: tuple[type[AbstractComponent], ...] = (Clocked, Walk, Attitude)
_PERIODS_MS = (1, 2, 3, 4, 5, 7, 10, 20)
_RATES_ON_GRID = (30, 60, 300, 150)

# The possible paths before the last part of a name.
_PATHS = st.sampled_from(("", "", "a/", "a/b/", "a_b/"))


@dataclass(frozen=True)
class Wire:
    """A connection with its gain, offset and delay."""

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
    # Channel, signals and group; without a group the signals are the records and count of events.
    published: tuple[tuple[str, tuple[str, ...], str | None], ...]
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
            if group is not None:
                graph.publish(channel, signals, group)
            else:
                records, count = signals
                fields = ("serial", "stay")
                graph.publish_events(channel, records=records, count=count, fields=fields)
        for name in self.stops:
            graph.stop_when(f"{name}.many")
        return graph

    def under(self, path: str) -> "Description":
        """The same with every name under a path, and its default policy for these alone."""
        return Description(
            tuple((f"{path}/{name}", options) for name, options in self.groups),
            tuple((f"{path}/{n}", c, f"{path}/{group}") for n, c, group in self.components),
            tuple(
                Wire(f"{path}/{wire.source}", f"{path}/{wire.target}", wire.options)
                for wire in self.wires
            ),
            tuple(
                (f"{path}/{pattern}", policy)
                for pattern, policy in (*self.policies, ("*", self.default_policy))
            ),
            "ZOH",
            tuple(
                (
                    f"/{path}{channel}",
                    tuple(f"{path}/{s}" for s in signals),
                    group and f"{path}/{group}",
                )
                for channel, signals, group in self.published
            ),
            tuple(f"{path}/{name}" for name in self.stops),
        )

    def beside(self, other: "Description") -> "Description":
        """Both in one graph, this one declared first; the default policy is this one's."""
        return Description(
            self.groups + other.groups,
            self.components + other.components,
            self.wires + other.wires,
            self.policies + other.policies,
            self.default_policy,
            self.published + other.published,
            self.stops + other.stops,
        )


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
def descriptions(draw: st.DrawFn, largest: int = 8, *, ports: bool = False) -> Description:
    """A graph of 1 to 4 groups; of `largest` components, and three that write every shape.

    With `ports` some of the components may be ports, which somebody has to answer.
    """
    groups = {f"{draw(_PATHS)}g{i}": draw(_group()) for i in range(draw(st.integers(1, 4)))}
    types: tuple[type[AbstractComponent], ...] = (*TYPES, *HOSTILE)
    if ports:
        types = (*types, Asker, Asker)
    chosen = draw(st.lists(st.sampled_from(types), min_size=1, max_size=largest))
    kinds = draw(st.permutations([*_FOUNDATION, *chosen]))
    components = []
    for i, kind in enumerate(kinds):
        sizes = {Crowd: "count", Visitors: "capacity"}
        size = {sizes[kind]: draw(st.sampled_from((1, 2, 12)))} if kind in sizes else {}
        assert set(size) == {n for n, d in kind.declarations.items() if isinstance(d, Size)}
        name = f"{draw(_PATHS)}C{i}"
        components.append((name, kind(**size), draw(st.sampled_from(sorted(groups)))))
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
    policies = draw(
        st.lists(
            st.tuples(st.sampled_from([*signals, "C1*", "a/*", "*.y", "*"]), plain), max_size=5
        )
    )
    published = [
        (f"/p{i}", tuple(draw(st.lists(st.sampled_from(signals), max_size=3))), group)
        for i, group in enumerate(draw(st.lists(st.sampled_from(sorted(groups)), max_size=3)))
    ]
    events = [
        (f"/gone/{name}", (f"{name}.records", f"{name}.count"), None)
        for name in draw(_some(components))
    ]
    found = Description(
        tuple(groups.items()),
        tuple(components),
        tuple(wires),
        tuple(policies),
        draw(plain),
        (*published, *events),
        tuple(draw(_some(components))),
    )
    return _synchronized(found) if draw(st.integers(0, 5)) == 0 else found


@st.composite
def large_descriptions(draw: st.DrawFn) -> Description:
    """Several copies of a graph beside each other, with up to some hundred components."""
    one = draw(descriptions(ports=True).filter(lambda each: each.default_policy != "SYNCHRONIZED"))
    count = draw(st.integers(5, 20))
    found = one.under("copy0")
    for i in range(1, count):
        found = found.beside(one.under(f"copy{i}"))
    return found


# One graph in six is large.
any_descriptions = st.integers(0, 5).flatmap(
    lambda chosen: descriptions(ports=True) if chosen else large_descriptions()
)


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
