"""Callables by what they do with the order of their arguments."""

__all__ = [
    "ADDING_METHODS",
    "BY_KEY",
    "CHECKED_CALLS",
    "DICTIONARIES",
    "DRAWING",
    "FREE",
    "FREE_METHODS",
    "ITERABLES",
    "NAMING",
    "ORDERED",
    "ORDERED_METHODS",
    "ORDER_KEEPING",
    "SEQUENCES",
    "TEXTS",
]

# Callables for which the order of their argument does not matter.
FREE = frozenset(
    {
        "builtins.all",
        "builtins.any",
        "builtins.bool",
        "builtins.frozenset",
        "builtins.isinstance",
        "builtins.len",
        "builtins.set",
        "builtins.sorted",
        "builtins.sum",  # another rule checks sums
        "math.fsum",
        "math.prod",
        "statistics.mean",
        "statistics.fmean",
        "numpy.sum",
        "numpy.unique",
        "numpy.sort",
    }
)
FREE_METHODS = frozenset(
    {
        "difference",
        "difference_update",
        "intersection",
        "intersection_update",
        "isdisjoint",
        "issubset",
        "issuperset",
        "symmetric_difference",
        "symmetric_difference_update",
        "union",
        # Membership in a database, an array or a table.
        "in_",
        "in1d",
        "is_in",
        "isin",
        "not_in",
        "notin_",
    }
)
# Callables that keep the order: the use of their result decides.
ORDER_KEEPING = frozenset(
    {
        "builtins.enumerate",
        "builtins.filter",
        "builtins.iter",
        "builtins.list",
        "builtins.map",
        "builtins.reversed",
        "builtins.tuple",
        "builtins.zip",
        "collections.deque",
        "fnmatch.filter",
        "itertools.accumulate",
        "itertools.chain",
        "itertools.chain.from_iterable",
        "itertools.combinations",
        "itertools.filterfalse",
        "itertools.islice",
        "itertools.permutations",
        "itertools.product",
        "itertools.starmap",
        "itertools.zip_longest",
        "numpy.array",
        "numpy.asarray",
        "numpy.fromiter",
    }
)
# Callables whose result depends on the order.
ORDERED = frozenset(
    {
        "builtins.dict",
        "builtins.dict.fromkeys",
        "builtins.next",
        "functools.reduce",
        "random.choice",
        "random.sample",
        "collections.Counter",
        "collections.OrderedDict",
    }
)
DICTIONARIES = frozenset(
    {"builtins.dict", "builtins.dict.fromkeys", "collections.Counter", "collections.OrderedDict"}
)
# Order-keeping callables that return a sequence, which carries the order with it.
SEQUENCES = frozenset(
    {
        "builtins.list",
        "builtins.tuple",
        "collections.deque",
        "fnmatch.filter",
        "numpy.array",
        "numpy.asarray",
        "numpy.fromiter",
    }
)
# Callables that iterate over some of their arguments only.
ITERABLES = {
    "builtins.map": range(1, 99),
    "builtins.filter": range(1, 2),
    "functools.reduce": range(1, 2),
}
ORDERED_METHODS = frozenset({"join", "extend", "extendleft"})
# Methods of random generators whose result depends on the order of what they draw from.
DRAWING = frozenset({"choice", "choices", "permutation", "sample", "shuffle"})
ADDING_METHODS = frozenset({"add", "discard", "remove", "pop"})
# Callables that write a whole set as text or bytes.
TEXTS = frozenset({"builtins.str", "builtins.repr", "pickle.dumps", "marshal.dumps"})
# Functions that only rename an element.
NAMING = frozenset(
    """
    Path abspath basename casefold decode fspath int join lower lstrip relpath removeprefix
    removesuffix replace resolve rsplit rstrip split splitext str strip upper
    """.split()
)
BY_KEY = frozenset({"builtins.min", "builtins.max", "builtins.sorted"})
CHECKED_CALLS = ORDER_KEEPING | ORDERED | TEXTS | BY_KEY
