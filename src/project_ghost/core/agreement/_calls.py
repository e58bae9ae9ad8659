"""The calls that agree, and the twins that stand in the place of others.

A call that is neither listed here nor refused by name, and that is no plain function whose source
can be examined, is not known to agree.
"""

import ast
import inspect
from collections.abc import Callable
from functools import reduce
from typing import TYPE_CHECKING, Any

import numpy as np

from ._differences import Difference, differing_call
from ._source import MISSING, full_name, read_source
from ._types import (
    EXACT,
    NUMBERS,
    SMALL,
    WORD,
    Array,
    Bool,
    Float,
    Int,
    Known,
    Sequence,
    Tuple,
    Type,
    Unknown,
    joined,
    type_of,
)

if TYPE_CHECKING:
    from ._expressions import Expressions

# Functions of floats, or of arrays of them, that agree in every bit.
_ELEMENTWISE = frozenset(
    f"numpy.{name}" for name in ("floor", "ceil", "trunc", "rint", "sqrt", "square")
)
_TESTS = frozenset(f"numpy.{name}" for name in ("isnan", "isinf", "isfinite"))
_FLOATS = frozenset(f"math.{name}" for name in ("fabs", "degrees", "radians"))
_MATH_TESTS = frozenset(f"math.{name}" for name in ("isnan", "isinf", "isfinite"))
_CREATED = frozenset(f"numpy.{name}" for name in ("zeros", "ones", "empty"))
_ALIKE = frozenset(f"numpy.{name}_like" for name in ("zeros", "ones", "empty"))
# Reductions of a whole array, as functions and as methods.
_REDUCTIONS: dict[str, tuple[str, Type | None]] = {
    "sum": ("total", None),
    **{name: (name, Float()) for name in ("mean", "var", "std")},
    "min": ("smallest", None),
    "max": ("largest", None),
    "amin": ("smallest", None),
    "amax": ("largest", None),
    "argmin": ("first_smallest", Int(SMALL)),
    "argmax": ("first_largest", Int(SMALL)),
    "any": ("any_true", Bool()),
    "all": ("all_true", Bool()),
}
# `int(x)` and its like, of a float.
_WHOLE = {
    "builtins.int": "whole",
    "builtins.round": "rounded",
    "math.floor": "floor",
    "math.ceil": "ceiling",
    "math.trunc": "whole",
}
_PAIRS = {"numpy.minimum": "smaller", "numpy.maximum": "larger"}
_DTYPES: dict[str, Int | Float | Bool] = {
    "builtins.float": Float(),
    "numpy.float64": Float(),
    "builtins.int": Int(),
    "numpy.int64": Int(),
    "builtins.bool": Bool(),
    "numpy.bool": Bool(),
}
_OF_PYTHON = {"builtins.float": "float64", "builtins.int": "int64", "builtins.bool": "bool_"}
_SPECIAL = ("inf", "-inf", "nan")  # as text, for `float`
_TYPE_TESTS = ("builtins.isinstance", "builtins.type", "builtins.issubclass")
_CORE = "project_ghost.core."
_DMATH = "project_ghost.core.dmath"


def call_type(reader: "Expressions", node: ast.Call) -> Type:
    """The type of a call's result."""
    function = reader.known(node.func)
    if function is MISSING:
        match node.func:
            case ast.Attribute(value=value, attr=name):
                base = reader.value(value)
                if isinstance(base, Array):
                    return _method(reader, node, name, base)
            case ast.Name(id=name):
                passed = reader.variable(node.func, name)
                function = passed.value if isinstance(passed, Known) else MISSING
        if function is MISSING:
            return _not_known(reader, node)
    name = full_name(function)
    entry = differing_call(name)
    if entry is not None and not _is_exact(name, node):
        if not reader.trusted:
            short = name.removeprefix("builtins.")
            what = entry.reason.value.format(name=f"`{short}`")
            place = (reader.source, node)
            reader.examination.note(place, what, entry.replacement, Difference.CALL)
        return Unknown()
    if name in _TYPE_TESTS:
        reader.refuse(node, Difference.TYPE_TEST, ast.unparse(node))
        return Bool()
    own = _own(reader, node, function)
    if own is not None:
        return own
    if node.keywords and not all(each.arg == "dtype" for each in node.keywords):
        return _not_known(reader, node)
    found = _listed(reader, node, name)
    return _not_known(reader, node) if found is None else found


def _is_exact(name: str, node: ast.Call) -> bool:
    """`round(x)`, without decimals, is exact."""
    return name == "builtins.round" and len(node.args) == 1 and not node.keywords


def _not_known(reader: "Expressions", node: ast.Call) -> Type:
    for each in node.args:
        if not isinstance(each, ast.Starred | ast.GeneratorExp | ast.Lambda):
            reader.expression(each)
    reader.doubt(node, f"`{ast.unparse(node.func)}`")
    return Unknown()


# ------------------------------------------------------------ plain functions


def _own(reader: "Expressions", node: ast.Call, function: Any) -> Type | None:  # noqa: ANN401
    """The result of a plain function or a named tuple; None for anything else."""
    if inspect.isclass(function) and issubclass(function, tuple) and hasattr(function, "_fields"):
        given = _bound(reader, node, inspect.signature(function))
        return None if given is None else Tuple(tuple(given.values()), tuple(given))
    if not inspect.isfunction(function):
        return None
    module = function.__module__ or ""
    if module.startswith(("numpy", "numba")):
        return None
    if module.startswith(_CORE):
        return _core(reader, node, function)
    given = _bound(reader, node, inspect.signature(function))
    if given is None:
        return None
    return examined(reader, node, function, given)


def _core(reader: "Expressions", node: ast.Call, function: Callable[..., Any]) -> Type | None:
    """The result of a function of the core, which agrees and is not examined again."""
    name, module = function.__name__, function.__module__
    if module == f"{_CORE}bits":
        # Not of what is beyond 64 bits: Numba tells LLVM that this does not happen.
        for each in node.args:
            reader.value(each)
        return Int()
    given = [reader.value(each) for each in node.args]
    if node.keywords or not all(isinstance(each, (*NUMBERS, Array)) for each in given):
        return None
    if module.startswith(_DMATH) and all(isinstance(each, NUMBERS) for each in given):
        return Tuple((Float(), Float())) if name == "sincos" else Float()
    if name == "local_zeros":
        return Array(Float(), 1, fresh=True)
    return None


def _bound(
    reader: "Expressions", node: ast.Call, signature: inspect.Signature
) -> dict[str, Type] | None:
    """The types of the arguments by name, defaults included."""
    if any(isinstance(each, ast.Starred) for each in node.args):
        return None
    given = [reader.value(each) for each in node.args]
    named = {each.arg: reader.value(each.value) for each in node.keywords if each.arg}
    if len(named) != len(node.keywords):
        return None
    try:
        bound = signature.bind(*given, **named)
    except TypeError:
        return None
    types: dict[str, Type] = {}
    for name, parameter in signature.parameters.items():
        # Numba compiles none of these.
        if parameter.kind not in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD):
            return None
        default = parameter.default
        types[name] = bound.arguments[name] if name in bound.arguments else type_of(default)
    return types


def examined(
    reader: "Expressions", node: ast.AST, function: Callable[..., Any], given: dict[str, Type]
) -> Type:
    """The result of a plain function, which is examined as its caller is."""
    from ._statements import Statements

    if hasattr(function, "__wrapped__"):
        reader.doubt(node, f"the decorated function `{function.__name__}`")
        return Unknown()
    source = read_source(function)
    if source is None:
        reader.doubt(node, f"`{function.__name__}`, whose source cannot be read,")
        return Unknown()
    if source in reader.called:
        reader.doubt(node, f"`{function.__name__}`, which calls itself,", "write a loop")
        return Unknown()
    trusted = reader.trusted or is_trusted(function)
    known, key = reader.examination.results, (source, tuple(given.items()), trusted)
    if key not in known:
        called = (*reader.called, source)
        reading = Statements(source, reader.examination, called, trusted=trusted)
        known[key] = reading.result(given)
    return known[key]


def is_trusted(function: Callable[..., Any]) -> bool:
    """Whether a function is the project's own: tests examine those."""
    return (function.__module__ or "").startswith("project_ghost.")


# ------------------------------------------------------------- listed functions


def _listed(reader: "Expressions", node: ast.Call, name: str) -> Type | None:  # noqa: C901
    """The result of a function of the tables; None if it is in none of them."""
    if name in _CREATED or name in _ALIKE or name in ("numpy.full", "numpy.arange"):
        return _created(reader, node, name)
    if name in ("numpy.array", "numpy.asarray"):
        return _array_of(reader, node)
    if name == "builtins.range":
        return _range(reader, node)
    match name, node.args:
        case "builtins.float", [ast.Constant(value=str() as text)] if text in _SPECIAL:
            reader.rewrites.frozen[node] = float(text)
            return Float()
    arguments = [reader.value(each) for each in node.args]
    if node.keywords:
        return None
    library, _, word = name.partition(".")
    if library == "numpy" and word in _REDUCTIONS:
        return _reduced(reader, node, word, arguments)
    match name, arguments:
        case "builtins.sum", [Array()]:
            return _reduced(reader, node, "sum", arguments)
        case "builtins.len", [Array() | Tuple()]:
            return Int(SMALL)
        case ("builtins.enumerate", [found]) if (item := _item(found)) is not None:
            return Sequence(Tuple((Int(SMALL), item)))
        case "builtins.zip", found:
            items = [_item(each) for each in found]
            if items and all(each is not None for each in items):
                return Sequence(Tuple(tuple(each for each in items if each is not None)))
            return None
        case (("builtins.float" | "numpy.float64"), [Int() | Float() | Bool()]):
            if isinstance(arguments[0], Bool):
                reader.rewrites.wrap(node.args[0], "int")
            return Float()
        case "builtins.bool", [Int() | Float() | Bool()]:
            return Bool()
        case (
            ("builtins.int" | "builtins.round" | "math.floor" | "math.ceil" | "math.trunc"),
            [Int() | Bool()],
        ):
            return arguments[0] if isinstance(arguments[0], Int) else Int(1)
        case _, [Float()] if name in _WHOLE:
            reader.rewrites.calls[node] = _WHOLE[name]
            return Int(EXACT)
        case "builtins.abs", [Int() | Float()]:
            return arguments[0]
        case (("builtins.min" | "builtins.max"), [_, _, *_]) if all(
            isinstance(each, Int | Float) for each in arguments
        ):
            return reduce(joined, arguments)
        case (("builtins.min" | "builtins.max"), [Array(_, 1)]):
            return _reduced(reader, node, word, arguments)
        case "builtins.divmod", [Float() | Int(), Float() | Int()]:
            return Tuple((reduce(joined, arguments),) * 2)
        case "math.sqrt", [Int() | Float()]:
            reader.rewrites.calls[node] = "root"
            return Float()
        case "math.copysign", [Int() | Float(), Int() | Float()]:
            reader.rewrites.calls[node] = "signed_like"
            return Float()
        case _, [Int() | Float()] if name in _FLOATS:
            return Float()
        case _, [Int() | Float()] if name in _MATH_TESTS:
            return Bool()
        case (("numpy.abs" | "numpy.absolute" | "numpy.fabs"), [Float()]):
            return Float()
        case (("numpy.abs" | "numpy.absolute" | "numpy.fabs"), [Array(Float(), dimensions)]):
            return Array(Float(), dimensions, fresh=True)
        case _, [Float()] if name in _ELEMENTWISE:
            return Float()
        case _, [Array(Float(), dimensions)] if name in _ELEMENTWISE:
            return Array(Float(), dimensions, fresh=True)
        case _, [Float()] if name in _TESTS:
            return Bool()
        case _, [Array(Float(), dimensions)] if name in _TESTS:
            return Array(Bool(), dimensions, fresh=True)
        case _, [Int() | Float(), Int() | Float()] if name in _PAIRS:
            reader.rewrites.calls[node] = _PAIRS[name]
            return reduce(joined, arguments)
        case _, (
            [Array(Float(), d), Array(Float(), _) | Float()] | [Float(), Array(Float(), d)]
        ) if name in _PAIRS:
            reader.rewrites.calls[node] = f"{_PAIRS[name]}_elements"
            return Array(Float(), d, fresh=True)
        case "numpy.sign", [Float()]:
            reader.rewrites.calls[node] = "sign"
            return Float()
        case "numpy.clip", [Float(), Float(), Float()]:
            reader.rewrites.calls[node] = "clipped"
            return Float()
        case "numpy.clip", [Array(Float(), d), Float(), Float()]:
            reader.rewrites.calls[node] = "clipped_elements"
            return Array(Float(), d, fresh=True)
        case "numpy.where", [
            Array(Bool(), d),
            Array(Float(), _) as one,
            Array(Float(), _) as two,
        ] if one.dimensions == two.dimensions == d:
            reader.rewrites.wrap(node, "ours")
            return Array(Float(), d, fresh=True)
        case "numpy.where", [
            Array(Bool(), d),
            Float() | Array(Float(), _),
            Float() | Array(Float(), _),
        ]:
            reader.rewrites.calls[node] = "chosen_elements"
            return Array(Float(), d, fresh=True)
        case ("numpy.logical_not", [Array(Bool(), d)]):
            return Array(Bool(), d, fresh=True)
        case (
            ("numpy.logical_and" | "numpy.logical_or"),
            [Array(Bool(), d), Array(Bool(), _)],
        ):
            return Array(Bool(), d, fresh=True)
        case ("numpy.copy", [Array()]):
            (found,) = arguments
            assert isinstance(found, Array)
            reader.rewrites.wrap(node, "ours")
            return Array(found.element, found.dimensions, fresh=True)
        case ("numpy.cumsum", [Array(Float(), 1)]):
            reader.rewrites.wrap(node, "ours")
            return Array(Float(), 1, fresh=True)
        case ("numpy.sort", [Array(Float(), 1)]):
            reader.rewrites.calls[node] = "sorted_elements"
            return Array(Float(), 1, fresh=True)
        case ("numpy.argsort", [Array(Float(), 1)]):
            reader.rewrites.calls[node] = "sorted_places"
            return Array(Int(), 1, fresh=True)
    return None


def _item(found: Type) -> Type | None:
    match found:
        case Sequence(item):
            return item
        case Array(element, 1):
            return element
    return None


def _range(reader: "Expressions", node: ast.Call) -> Type | None:
    bounds = [reader.value(each) for each in node.args]
    if not bounds or not all(isinstance(each, Int) for each in bounds):
        return None
    bits = max(each.bits for each in bounds if isinstance(each, Int))
    constants = [
        each.value
        for each in node.args
        if isinstance(each, ast.Constant) and isinstance(each.value, int)
    ]
    nonempty = len(constants) == len(bounds) and len(range(*constants)) > 0
    return Sequence(Int(max(1, bits)), nonempty=nonempty)


def _reduced(
    reader: "Expressions", node: ast.Call, word: str, arguments: list[Type]
) -> Type | None:
    """A reduction of a whole array, by its twin."""
    twin, result = _REDUCTIONS[word]
    match arguments:
        case [Array(element)] if isinstance(element, Float | Int) or word in ("any", "all", "sum"):
            is_test = word in ("any", "all")
            if isinstance(element, Int) and not is_test and word not in ("sum", "argmin", "argmax"):
                return None
            if is_test and not isinstance(element, Bool):
                return None
            reader.rewrites.calls[node] = twin
            if result is not None:
                return result
            return element if isinstance(element, Float | Int) else Int(SMALL)
    return None


# -------------------------------------------------------------- new arrays


def _dtype(reader: "Expressions", node: ast.Call, given: ast.expr | None) -> Type | None:
    """The type of the elements that an array is made with."""
    place = next((each.value for each in node.keywords if each.arg == "dtype"), given)
    if place is None:
        return None
    value = reader.known(place)
    name = full_name(value) if value is not MISSING else ""
    name = {"numpy.bool_": "numpy.bool", "numpy.int_": "numpy.int64"}.get(name, name)
    if name in _DTYPES:
        if name.startswith("builtins."):
            # Numba takes numpy's types only.
            reader.rewrites.frozen[place] = getattr(np, _OF_PYTHON[name])
        return _DTYPES[name]
    narrow = isinstance(place, ast.Constant) or name.startswith("numpy.")
    if narrow:
        reader.refuse(node, Difference.NARROW, ast.unparse(node))
    else:
        reader.doubt(node, f"`{ast.unparse(node)}`")
    return Float()


def _created(reader: "Expressions", node: ast.Call, name: str) -> Type | None:
    if not node.args:
        return None
    first = reader.value(node.args[0])
    element: Type | None = Float()
    dimensions: int | None
    if name in _ALIKE:
        if not isinstance(first, Array) or len(node.args) > 1:
            return None
        dimensions, element = first.dimensions, first.element
        element = _dtype(reader, node, None) or element
    elif name == "numpy.arange":
        if not all(isinstance(reader.value(each), Int) for each in node.args) or node.keywords:
            return None
        dimensions, element = 1, Int()
    else:
        match first:
            case Int():
                dimensions = 1
            case Tuple(items) if items and all(isinstance(each, Int) for each in items):
                dimensions = len(items)
            case _:
                return None
        rest = node.args[1:]
        if name == "numpy.full":
            if len(rest) != 1 or node.keywords:
                return None
            element = reader.value(rest[0])
            rest = []
        element = _dtype(reader, node, rest[0] if rest else None) or element
    if name.startswith("numpy.empty"):
        # Memory that was not written has any content.
        reader.rewrites.calls[node] = "zeros_like" if name in _ALIKE else "zeros"
    reader.rewrites.wrap(node, "ours")
    if not isinstance(element, Int | Float | Bool):
        return None
    return Array(Int() if isinstance(element, Int) else element, dimensions, fresh=True)


def _array_of(reader: "Expressions", node: ast.Call) -> Type | None:
    """`np.array` of a list or tuple of numbers of one type, or of rows of them."""
    if not node.args:
        return None
    (first, *rest) = node.args
    dtype = _dtype(reader, node, rest[0] if rest else None)
    found = _elements(reader, first)
    if found is None:
        given = reader.value(first) if not isinstance(first, ast.List) else Unknown()
        if isinstance(given, Array) and dtype is None:
            reader.rewrites.wrap(node, "ours")
            is_copy = full_name(reader.known(node.func)) == "numpy.array"
            return Array(
                given.element, given.dimensions, "" if is_copy else given.read_only, is_copy
            )
        return None
    element, dimensions = found
    reader.rewrites.wrap(node, "ours")
    return Array(dtype if isinstance(dtype, Float) else element, dimensions, fresh=True)


def _elements(reader: "Expressions", node: ast.expr) -> tuple[Int | Float, int] | None:
    if not isinstance(node, ast.List | ast.Tuple) or not node.elts:
        return None
    rows = [_elements(reader, each) for each in node.elts]
    if all(row is not None for row in rows):
        kinds = {type(row[0]) for row in rows if row is not None}
        sizes = {row[1] for row in rows if row is not None}
        if len(kinds) == len(sizes) == 1 and rows[0] is not None:
            return rows[0][0], rows[0][1] + 1
        return None
    found = {type(reader.value(each)) for each in node.elts}
    if found == {Float}:
        return Float(), 1
    return (Int(WORD), 1) if found == {Int} else None


# -------------------------------------------------------------------- methods


def _method(reader: "Expressions", node: ast.Call, name: str, array: Array) -> Type:
    """The result of a method of an array."""
    arguments = [reader.value(each) for each in node.args]
    if name in _REDUCTIONS and not arguments and not node.keywords:
        found = _reduced(reader, node, name, [array])
        if found is not None:
            reader.rewrites.methods[node] = reader.rewrites.calls.pop(node)
            return found
    match name, arguments:
        case ("copy", []) if not node.keywords:
            reader.rewrites.wrap(node, "ours")
            return Array(array.element, array.dimensions, fresh=True)
        case ("fill", [Float() | Int()]) if isinstance(array.element, Float):
            reader.require_writable(node, array)
            return Known(None)
        case ("reshape", [Int()]) if array.contiguous:
            return Array(array.element, 1, array.read_only)
        case ("reshape", [Int(), Int()]) if array.contiguous:
            return Array(array.element, 2, array.read_only)
        case ("reshape", [Tuple(items)]) if array.contiguous:
            return Array(array.element, len(items), array.read_only)
        case (("ravel" | "flatten"), []) if array.contiguous:
            is_copy = name == "flatten"
            return Array(array.element, 1, "" if is_copy else array.read_only, is_copy)
        case ("astype", [_]):
            element = _dtype(reader, node, node.args[0])
            if isinstance(array.element, Int | Bool) and isinstance(element, Float):
                return Array(Float(), array.dimensions, fresh=True)
            if isinstance(element, Float) and isinstance(array.element, Float):
                return Array(Float(), array.dimensions, fresh=True)
    return _not_known(reader, node)
