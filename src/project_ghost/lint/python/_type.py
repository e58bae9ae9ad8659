"""Types for the rules: a full name and the known arguments."""

from collections.abc import Iterable
from typing import NamedTuple

__all__ = [
    "NUMBERS",
    "PROPERTIES",
    "RETURNS",
    "SETS",
    "Type",
    "element",
    "is_ordered_set",
    "join",
    "named",
]


class Type(NamedTuple):
    """A type, such as `builtins.set` of `builtins.str`."""

    name: str
    arguments: tuple["Type | None", ...] = ()


SET = "builtins.set"
SETS = frozenset({SET, "builtins.frozenset"})
_ORDERED_SETS = frozenset({"IndexedSet", "OrderedSet", "StableSet"})
NUMBERS = frozenset({"builtins.int", "builtins.float", "builtins.bool"})

# Names of types that rules treat alike.
_SAME = {
    "typing.Set": SET,
    "typing.FrozenSet": "builtins.frozenset",
    "typing.AbstractSet": SET,
    "typing.MutableSet": SET,
    "collections.abc.Set": SET,
    "collections.abc.MutableSet": SET,
    "weakref.WeakSet": SET,
    "typing.List": "builtins.list",
    "typing.Sequence": "builtins.list",
    "collections.abc.Sequence": "builtins.list",
    "typing.Tuple": "builtins.tuple",
    "typing.Dict": "builtins.dict",
    "typing.Mapping": "builtins.dict",
    "typing.MutableMapping": "builtins.dict",
    "collections.abc.Mapping": "builtins.dict",
    "collections.abc.MutableMapping": "builtins.dict",
    "collections.OrderedDict": "builtins.dict",
    "typing.OrderedDict": "builtins.dict",
    "collections.defaultdict": "builtins.dict",
    "typing.DefaultDict": "builtins.dict",
    "typing.Deque": "collections.deque",
    "pathlib.PosixPath": "pathlib.Path",
    "pathlib.WindowsPath": "pathlib.Path",
    "numpy.typing.NDArray": "numpy.ndarray",
    "numpy.float64": "builtins.float",
}

_PATH = Type("pathlib.Path")
_INT = Type("builtins.int")
_FLOAT = Type("builtins.float")
_STR = Type("builtins.str")
_ARRAY = Type("numpy.ndarray")
_LOOP = Type("asyncio.AbstractEventLoop")
_GENERATOR = Type("numpy.random.Generator")
_MODULE_SOURCE = Type("project_ghost.core.randomness.RandomSource")

# The types of calls. A name whose last part is capitalised is treated as a class.
RETURNS: dict[str, Type] = {
    "builtins.sorted": Type("builtins.list"),
    "builtins.len": _INT,
    "builtins.ord": _INT,
    "builtins.hash": _INT,
    "builtins.id": _INT,
    "builtins.int": _INT,
    "builtins.bool": Type("builtins.bool"),
    "builtins.float": _FLOAT,
    "builtins.str": _STR,
    "builtins.repr": _STR,
    "builtins.bytes": Type("builtins.bytes"),
    "builtins.range": Type("builtins.range", (_INT,)),
    "builtins.open": Type("io.TextIOWrapper"),
    "builtins.dict": Type("builtins.dict"),
    "builtins.list": Type("builtins.list"),
    "builtins.tuple": Type("builtins.tuple"),
    "builtins.bytearray": Type("builtins.bytearray"),
    "collections.deque": Type("collections.deque"),
    "collections.OrderedDict": Type("builtins.dict"),
    "itertools.count": Type("itertools.count", (_INT,)),
    "itertools.cycle": Type("itertools.cycle"),
    "weakref.WeakSet": Type(SET),
    "concurrent.futures.wait": Type("builtins.tuple", (Type(SET), Type(SET))),
    "asyncio.wait": Type("builtins.tuple", (Type(SET), Type(SET))),
    "collections.Counter": Type("builtins.dict", (None, _INT)),
    "datetime.datetime": Type("datetime.datetime"),
    "datetime.datetime.now": Type("datetime.datetime"),
    "datetime.date": Type("datetime.date"),
    "pathlib.Path.cwd": _PATH,
    "pathlib.Path.home": _PATH,
    "pathlib.Path.resolve": _PATH,
    "pathlib.Path.absolute": _PATH,
    "pathlib.Path.joinpath": _PATH,
    "pathlib.Path.with_suffix": _PATH,
    "pathlib.Path.with_name": _PATH,
    "pathlib.Path.expanduser": _PATH,
    "asyncio.get_event_loop": _LOOP,
    "asyncio.get_running_loop": _LOOP,
    "asyncio.new_event_loop": _LOOP,
    "multiprocessing.Pool": Type("multiprocessing.pool.Pool"),
    "random.Random": Type("random.Random"),
    "numpy.random.default_rng": _GENERATOR,
    "scipy.stats.gaussian_kde": Type("scipy.stats.gaussian_kde"),
    "numpy.array": _ARRAY,
    "numpy.asarray": _ARRAY,
    "numpy.zeros": _ARRAY,
    "numpy.ones": _ARRAY,
    "numpy.empty": _ARRAY,
    "numpy.full": _ARRAY,
    "numpy.arange": _ARRAY,
    "numpy.linspace": _ARRAY,
    "numpy.eye": _ARRAY,
    "numpy.float64": _FLOAT,
    "time.time": _FLOAT,
    "time.monotonic": _FLOAT,
    "time.perf_counter": _FLOAT,
    "time.process_time": _FLOAT,
    "time.time_ns": _INT,
    "time.monotonic_ns": _INT,
    "time.perf_counter_ns": _INT,
    "math.floor": _INT,
    "math.ceil": _INT,
    "math.trunc": _INT,
    "math.isqrt": _INT,
    "math.gcd": _INT,
    "math.lcm": _INT,
    "math.comb": _INT,
    "math.factorial": _INT,
    "builtins.str.split": Type("builtins.list", (_STR,)),
    "builtins.str.join": _STR,
    "builtins.str.format": _STR,
    "builtins.str.encode": Type("builtins.bytes"),
    "builtins.dict.keys": Type("builtins.dict_keys"),
    "builtins.int.bit_length": _INT,
    "project_ghost.core.clock.SimClock.now_ns": _INT,
    "project_ghost.core.clock.SimClock.random_source": _MODULE_SOURCE,
}


# The types of attributes that are not methods.
PROPERTIES: dict[str, Type] = {"pathlib.Path.parent": _PATH}


def named(name: str, arguments: tuple[Type | None, ...] = ()) -> Type:
    """A type under the name that rules use for it."""
    return Type(_SAME.get(name, name), arguments)


def join(types: Iterable[Type | None]) -> Type | None:
    """The common type of several values; None if they differ."""
    found: Type | None = None
    for type_ in types:
        if type_ is None:
            return None
        if found is None or found == type_:
            found = type_
        elif found.name in SETS and type_.name in SETS:
            found = _united(found, type_)
        elif found.name == type_.name:
            found = _merge(found, type_)
        elif found.name in NUMBERS and type_.name in NUMBERS:
            found = _FLOAT if "builtins.float" in (found.name, type_.name) else _INT
        else:
            return None
    return found


def _united(first: Type, second: Type) -> Type:
    """One of two sets; both hold what one is known to hold, unless it is numbers."""
    name = first.name if first.name == second.name else SET
    parts = [part for part in (element(first), element(second)) if part is not None]
    if len(parts) == 2:
        return Type(name, (join(parts),))
    is_safe = parts and parts[0].name not in NUMBERS and parts[0].name != "builtins.tuple"
    return Type(name, tuple(parts) if is_safe else ())


def _merge(first: Type, second: Type) -> Type:
    """Two types of one name with different arguments; one without arguments fits any."""
    if not first.arguments or not second.arguments:
        return first if first.arguments else second
    if len(first.arguments) != len(second.arguments):
        return Type(first.name)
    pairs = zip(first.arguments, second.arguments, strict=True)
    return Type(first.name, tuple(join(pair) for pair in pairs))


def is_ordered_set(type_: Type | None) -> bool:
    """Whether a type is a set that keeps the order of insertion, of any library or project."""
    return type_ is not None and type_.name.rpartition(".")[2] in _ORDERED_SETS


def element(container: Type | None) -> Type | None:
    """The type of the elements of a container."""
    if container is None or not container.arguments:
        return None
    if container.name == "builtins.tuple" and len(set(container.arguments)) > 1:
        return None
    return container.arguments[0]
