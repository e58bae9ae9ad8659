"""Whether a value is a table of pandas, by its type or by what else its function does with it."""

import ast

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Kind
from project_ghost.lint.python._syntax import is_none

__all__ = ["samples_table"]

_TABLES = ("pandas", "geopandas", "polars")
# What only tables have.
_MEMBERS = frozenset(
    """
    columns drop_duplicates dropna dtypes empty fillna groupby iloc iterrows itertuples loc
    nlargest pivot_table reset_index select_dtypes set_index sort_values to_csv to_parquet
    value_counts
    """.split()
)
# Arguments of `sample` that no other function of this name has.
_ARGUMENTS = frozenset({"frac", "fraction", "replace", "ignore_index"})


def samples_table(module: Module, call: ast.Call) -> bool:
    """Whether rows of a table are drawn: `frame.sample(frac=0.5)`."""
    named = {keyword.arg for keyword in call.keywords if not is_none(keyword.value)}
    if not named.isdisjoint({"random_state", "seed", None}):
        return False
    assert isinstance(call.func, ast.Attribute)
    type_ = module.types.infer(call.func.value)
    if type_ is not None:
        return type_.name.startswith("pandas.")
    if not module.imported.isdisjoint(_TABLES) and not named.isdisjoint({*_ARGUMENTS, "n"}):
        return True
    root = _root(call.func.value)
    if root is not None and "pandas" in module.imported and _is_group(module, root):
        return True
    return (len(call.args) == 1 or not named.isdisjoint({*_ARGUMENTS, "n"})) and (
        _is_made_by_table(call.func.value) or (root is not None and _is_table(module, root))
    )


def _root(node: ast.expr) -> ast.Name | None:
    """The name of the table whose rows are drawn: `frame` in `frame[frame.x > 0]`."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node if isinstance(node, ast.Name) else None


def _is_group(module: Module, name: ast.Name) -> bool:
    """Whether a name is a group of rows: `groups.apply(lambda rows: rows.sample(3))`."""
    binding = module.tree.binding(name)
    function = binding.scope.node if binding is not None else None
    if not isinstance(function, ast.Lambda):
        return False
    match module.parent(function):
        case ast.Call(func=ast.Attribute(attr="apply")):
            return True
    return False


def _is_made_by_table(node: ast.expr) -> bool:
    """Whether an expression says itself that it is a table: `frame.loc[rows]`, `x.dropna()`."""
    match node:
        case ast.Subscript(value=ast.Attribute(attr="loc" | "iloc")):
            return True
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in _MEMBERS
    return False


def _is_table(module: Module, name: ast.Name) -> bool:
    """Whether a function uses a name as only a table can be, or says that it is one."""
    binding = module.tree.binding(name)
    if binding is None:
        return False
    for definition in binding.definitions:
        annotation = definition.annotation if definition.kind is Kind.PARAMETER else None
        if annotation is not None and "DataFrame" in ast.unparse(annotation):
            return True
    return any(
        isinstance(parent := module.parent(load), ast.Attribute) and parent.attr in _MEMBERS
        for load in binding.loads
    )
