"""Sets that libraries give: functions of networkx and sympy, attributes of their objects."""

from ._type import SET, Type

__all__ = ["set_attribute", "set_function"]

_ANY = Type(SET)
_SYMBOLS = Type(SET, (Type("sympy.core.basic.Basic"),))
_TASKS = Type(SET, (Type("asyncio.Task"),))
_STRINGS = Type(SET, (Type("builtins.str"),))
_GROUPS = Type("types.GeneratorType", (_ANY,))
_LISTED_GROUPS = Type("builtins.list", (_ANY,))
# The packages of a graph library, under which its functions have long names too.
_GRAPHS = ("networkx", "rustworkx")
_OF_GRAPHS = {
    "ancestors": _ANY,
    "biconnected_components": _GROUPS,
    "connected_components": _GROUPS,
    "descendants": _ANY,
    "dominating_set": _ANY,
    "greedy_modularity_communities": _LISTED_GROUPS,
    "label_propagation_communities": _GROUPS,
    "louvain_communities": _LISTED_GROUPS,
    "max_weight_matching": _ANY,
    "maximal_matching": _ANY,
    "min_edge_dominating_set": _ANY,
    "minimum_edge_cut": _ANY,
    "minimum_node_cut": _ANY,
    "node_connected_component": _ANY,
    "strongly_connected_components": _GROUPS,
    "weakly_connected_components": _GROUPS,
}
_FUNCTIONS = {"asyncio.all_tasks": _TASKS}
# Attributes and methods that hardly any other library has.
_ATTRIBUTES = {"free_symbols": _SYMBOLS, "model_fields_set": _STRINGS}


def set_function(name: str | None) -> Type | None:
    """The type of what a function of a library returns, if it is a set or holds some."""
    package, _, rest = (name or "").partition(".")
    if package in _GRAPHS and rest:
        return _OF_GRAPHS.get(rest.rpartition(".")[2])
    return _FUNCTIONS.get(name or "")


def set_attribute(name: str) -> Type | None:
    """The set that objects of a library have under a name."""
    return _ATTRIBUTES.get(name)
