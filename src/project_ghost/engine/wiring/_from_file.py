"""A graph from a YAML file; docs/configuration.md shows every key.

Each mistake becomes one `InputError` that names file, line and key. The errors of the graph's
own checks only get their place in the file here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.document import Node, read_document
from project_ghost.core.duration import parse_duration_ns, require_ns_at_least
from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.engine.component._components import AbstractComponent

from ._classes_in_files import component_from
from ._graph import Graph
from ._nesting import require_shared_group
from ._policies import Policy

__all__ = ["graph_of", "load_graph", "node_duration_ns", "read_schedule"]


# The sections of a graph beside `scheduler`.
_SECTIONS = ("components", "graphs", "connections", "publications", "stop_when")
# Keys about runs of a graph; a graph in another one has none of its own.
RUN_KEYS = ("name", "seed", "duration", "recording")


@checked_arguments
def load_graph(
    path: Path | str, components: Mapping[str, AbstractComponent] | None = None
) -> Graph:
    """The graph that a YAML file describes.

    `components` are instances made in Python, which the file's rate groups may name beside
    those it declares itself. They count as declared before the file's.
    """
    return graph_of(read_schedule(path), components=components)


@checked_arguments
def read_schedule(path: Path | str) -> Node:
    """Read a schedule file, with the graphs of other files that it names written out.

    Each value keeps its place in the file that it is from.
    """
    root = read_document(path)
    return _written_out(root, (Path(path),))


@checked_arguments
def graph_of(
    root: Node,
    folders: Sequence[Path | str] | None = (),
    components: Mapping[str, AbstractComponent] | None = None,
) -> Graph:
    """The graph of a document from `read_schedule`.

    Its classes are looked for in installed modules, beside the file that names them, and in
    `folders`. With None the document is from elsewhere, and may name classes of Ghost only.
    """
    sections = root.mapping(("scheduler",), (*_SECTIONS, *RUN_KEYS))
    found = None if folders is None else tuple(map(Path, folders))
    return _graph(sections, found, None, components or {})


def _written_out(root: Node, files: tuple[Path, ...]) -> Node:
    """The document with `graphs: {name: {file: ...}}` replaced by what is in these files.

    `files` are the file of the document and the files that nest it, outermost first.
    """
    sections = root.entries()
    graphs = sections.get("graphs")
    if graphs is None:
        return root
    entries = {name: _graph_entry(node, files) for name, node in graphs.entries().items()}
    return replace(root, content={**sections, "graphs": replace(graphs, content=entries)})


def _graph_entry(node: Node, files: tuple[Path, ...]) -> Node:
    if "file" not in node.entries():
        return _written_out(node, files)
    keys = node.mapping(("file",), ("groups",))
    inner = _nested_file(keys["file"], files)
    sections = inner.mapping(("scheduler",), (*_SECTIONS, *RUN_KEYS))
    kept = {key: value for key, value in sections.items() if key not in RUN_KEYS}
    shared = {"groups": keys["groups"]} if "groups" in keys else {}
    return replace(node, content={**kept, **shared})


def _nested_file(node: Node, files: tuple[Path, ...]) -> Node:
    """The document of another file, whose path is relative to the file that names it."""
    path = files[-1].parent / node.text()
    if path.resolve() in [each.resolve() for each in files]:
        chain = " -> ".join(map(str, (*files, path)))
        raise node.refused(
            f"the file nests itself: {chain}",
            "a graph that does not contain itself",
            "name another file",
        )
    if not path.is_file():
        raise node.refused(
            f"there is no file {str(path)!r}",
            "the path of a YAML file, relative to this one",
            "correct the path",
        )
    return _written_out(read_document(path), (*files, path))


def _graph(
    sections: Mapping[str, Node],
    folders: Sequence[Path] | None,
    step_ns: int | None,
    given: Mapping[str, AbstractComponent],
) -> Graph:
    """The graph that these sections describe.

    Without a `step` of its own the graph has that of the outer graph, `step_ns`.
    """
    required = ("rate_groups",) if step_ns else ("step", "rate_groups")
    scheduler = sections["scheduler"].mapping(required, ("step", "synchronization"))
    if "step" in scheduler:
        step_ns = node_duration_ns(scheduler["step"], least=1)
    assert step_ns is not None
    graph = Graph(step_ns)
    declared = sections["components"].entries() if "components" in sections else {}
    for name, node in declared.items():
        if name in given:
            raise node.refused(
                f"the component {name!r} is also given from Python",
                "each component once",
                "remove one of the two",
            )
    group_of = _groups(graph, scheduler["rate_groups"], [*given, *declared])
    for name, component in given.items():
        with scheduler["rate_groups"].located():
            graph.add(name, component, _group_of(name, group_of, graph))
    for name, node in declared.items():
        with node.located():
            group = _group_of(name, group_of, graph)
            graph.add(name, component_from(node, folders), group)
    # Before the nested graphs: the first pattern that matches counts, so the outer file decides.
    if "synchronization" in scheduler:
        _synchronization(graph, scheduler["synchronization"])
    for name, node in (sections["graphs"].entries() if "graphs" in sections else {}).items():
        _nested_graph(graph, name, node, folders)
    for node in _items(sections, "connections"):
        _connection(graph, node)
    for node in _items(sections, "publications"):
        _publication(graph, node)
    for node in _items(sections, "stop_when"):
        with node.located():
            graph.stop_when(node.text())
    return graph


def _nested_graph(graph: Graph, name: str, node: Node, folders: Sequence[Path] | None) -> None:
    """Add the graph of an entry of `graphs`."""
    keys = node.mapping(("scheduler",), (*_SECTIONS, "groups"))
    inner = _graph(keys, folders, graph.step_ns, {})
    shared: dict[str, str] = {}
    for own, entry in (keys["groups"].entries() if "groups" in keys else {}).items():
        shared[own] = entry.text()
        with entry.located():
            require_shared_group(graph, inner, own, shared[own], "")
    with node.located():
        graph.add_graph(name, inner, groups=shared)


def _items(keys: Mapping[str, Node], key: str) -> list[Node]:
    """The items of an optional list."""
    return keys[key].items() if key in keys else []


def node_duration_ns(node: Node, least: int = 0) -> int:
    """The duration of a value, of at least `least` nanoseconds."""
    with node.located():
        name = node.key.rpartition(".")[2]
        return require_ns_at_least(least, parse_duration_ns(_exact(node), name), name)


def _exact(node: Node) -> int | str:
    """The text or number of a duration; refuses a float, which has no unit."""
    value = node.quantity()
    if isinstance(value, float):
        raise node.refused(
            f"{node.key} is {value!r}, a number without a unit",
            "a duration: '1.5ms', or a whole number of nanoseconds",
            "write the unit: ns, us, ms, s, min or h",
        )
    return value


def _groups(graph: Graph, groups: Node, known: list[str]) -> dict[str, str]:
    """Declare the rate groups; returns the group of each component that they name."""
    group_of: dict[str, str] = {}
    for node in groups.items():
        keys = node.mapping(("name",), ("rate_hz", "period", "phase", "on_grid", "components"))
        name = keys["name"].text()
        _group(graph, node, keys, name)
        for member in _items(keys, "components"):
            component = member.text()
            if component not in known:
                raise member.refused(
                    f"there is no component {component!r}{did_you_mean(component, known)}",
                    f"one of {', '.join(known) or 'none: no component is declared'}",
                    "declare it under `components:`, or correct the name",
                )
            if component in group_of:
                raise member.refused(
                    f"the component {component!r} is in two rate groups, "
                    f"{group_of[component]!r} and {name!r}"
                    if group_of[component] != name
                    else f"the component {component!r} is twice in {name!r}",
                    "each component in one group, once",
                    "remove it from one of them",
                )
            group_of[component] = name
    return group_of


def _group(graph: Graph, node: Node, keys: dict[str, Node], name: str) -> None:
    with node.located(keys):
        graph.group(
            name,
            rate_hz=keys["rate_hz"].quantity() if "rate_hz" in keys else None,
            period=node_duration_ns(keys["period"], least=1) if "period" in keys else None,
            phase=node_duration_ns(keys["phase"]) if "phase" in keys else 0,
            on_grid="on_grid" in keys and keys["on_grid"].boolean(),
        )


def _group_of(name: str, group_of: Mapping[str, str], graph: Graph) -> str:
    if name not in group_of:
        raise InputError(
            f"the component {name!r} is in no rate group",
            "",
            "each component in one group",
            f"add it to the components of one of {', '.join(graph.groups) or 'the groups'}",
        )
    return group_of[name]


def _synchronization(graph: Graph, node: Node) -> None:
    keys = node.mapping((), ("default_policy", "overrides"))
    if "default_policy" in keys:
        graph.default_policy = _policy(keys["default_policy"], list(Policy))
    local = [policy for policy in Policy if policy is not Policy.SYNCHRONIZED]
    for override in _items(keys, "overrides"):
        entry = override.mapping(("pattern", "policy"), ())
        graph.synchronize(entry["pattern"].text(), _policy(entry["policy"], local))


def _policy(node: Node, known: Sequence[Policy]) -> Policy:
    word = node.text()
    if word in known:
        return Policy(word)
    if word == Policy.SYNCHRONIZED:
        raise node.refused(
            "SYNCHRONIZED is for the whole schedule, not for some signals",
            f"one of {', '.join(known)}",
            "set it as `default_policy`, or choose another for this pattern",
        )
    raise node.refused(
        f"there is no policy {word!r}{did_you_mean(word, known)}",
        f"one of {', '.join(known)}",
        "write the policy in capitals",
    )


def _connection(graph: Graph, node: Node) -> None:
    keys = node.mapping(("from", "to"), ("gain", "offset", "delay", "delayed", "initial"))
    source, target = keys["from"].text(), keys["to"].text()
    with keys["from"].located():
        graph.output(source, "")
    inputs = [f"{name}.{port}" for name, c in graph.components.items() for port in c.inputs()]
    if target not in inputs:
        raise keys["to"].refused(
            f"there is no input {target!r}{did_you_mean(target, inputs)}",
            f"one of {', '.join(inputs) or 'none: no component has inputs'}",
            "names are Component.port, as declared",
        )
    delayed = "delayed" in keys and keys["delayed"].boolean()
    if delayed and "delay" in keys:
        raise keys["delay"].refused(
            "the connection has both `delay` and `delayed`",
            "one of the two",
            "keep `delay` for a time, `delayed` for one sample",
        )
    delay_ns = node_duration_ns(keys["delay"]) if "delay" in keys else None
    with node.located(keys):
        graph.connect(
            source,
            target,
            gain=keys["gain"].number() if "gain" in keys else 1.0,
            offset=keys["offset"].number() if "offset" in keys else 0.0,
            delay=delay_ns,
            delayed=delayed,
            initial=keys["initial"].numbers() if "initial" in keys else 0.0,
        )


def _publication(graph: Graph, node: Node) -> None:
    is_events = "records" in node.entries()
    signal_keys = ("records", "count", "fields") if is_events else ("signals",)
    keys = node.mapping(("channel", *signal_keys, "group"), ())
    channel, group = keys["channel"].text(), keys["group"].text()
    if not channel.startswith("/"):
        raise keys["channel"].refused(
            f"the channel is {channel!r}", "a text that begins with '/'", f"write '/{channel}'"
        )
    named = [keys["records"], keys["count"]] if is_events else keys["signals"].items()
    for signal in named:
        with signal.located():
            graph.output(signal.text(), "")
    if group not in graph.groups:
        raise keys["group"].refused(
            f"there is no rate group {group!r}{did_you_mean(group, graph.groups)}",
            f"one of {', '.join(graph.groups)}",
            "publish at the samples of a declared group",
        )
    signals = [signal.text() for signal in named]
    with node.located():
        if is_events:
            fields = [field.text() for field in keys["fields"].items()]
            records, count = signals
            graph.publish_events(channel, records=records, count=count, fields=fields, group=group)
        else:
            graph.publish(channel, signals, group)
