"""Callables by what they do with the order of their arguments."""

import re

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
    "TABLES",
    "TEXTS",
    "maps",
    "shows_progress",
    "writes_value",
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
        # Membership in a database, an array or a table, and what is taken out of one.
        "delete_edges",
        "delete_vertices",
        "drop",
        "in_",
        "in1d",
        "is_in",
        "isin",
        "not_in",
        "notin_",
        "remove_edges_from",
        "remove_nodes_from",
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
        "collections.OrderedDict.fromkeys",
    }
)
DICTIONARIES = frozenset(
    {
        "builtins.dict",
        "builtins.dict.fromkeys",
        "collections.Counter",
        "collections.OrderedDict",
        "collections.OrderedDict.fromkeys",
    }
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

# Callables that make a table or an array of the parts that they are given, one after the other.
TABLES = frozenset(
    {
        "numpy.column_stack",
        "numpy.concatenate",
        "numpy.dstack",
        "numpy.hstack",
        "numpy.stack",
        "numpy.vstack",
        "pandas.DataFrame",
        "pandas.Index",
        "pandas.Series",
        "pandas.concat",
        "torch.cat",
        "torch.hstack",
        "torch.stack",
        "torch.tensor",
        "torch.vstack",
    }
)
# Callables that write a value as it is, with the position of the value.
_WRITERS = {
    "json.dump": 0,
    "numpy.save": 1,
    "numpy.savetxt": 1,
    "pickle.dump": 0,
    "tomli_w.dump": 0,
    "yaml.dump": 0,
    "yaml.safe_dump": 0,
}
_WRITING_METHODS = frozenset({"log_dict", "writelines", "writerow", "writerows"})
# Callables that give the elements of their first argument in its order, and show how far they are.
_PROGRESS = re.compile(r"^(tqdm\w*|trange|alive_it|progress_?bar|ProgressBar)$")
# Functions and methods that call a function for every element, perhaps in several processes, and
# give the results, or those that fit, in the order of the elements: `executor.map(f, names)`.
_MAPPING = re.compile(r"^(imap|lfilter|lmap|map|map_sync|process_map|starmap|thread_map)$")


def maps(name: str, position: int) -> bool:
    """Whether a function or method of this name gives a result for each element, in their order."""
    return position > 0 and _MAPPING.search(name) is not None


def shows_progress(name: str) -> bool:
    """Whether a function of this name passes the elements of its argument on, and counts them."""
    return _PROGRESS.search(name.rpartition(".")[2]) is not None or name == "rich.progress.track"


def writes_value(name: str, position: int) -> bool:
    """Whether a function or method of this name writes its argument at a position to a file."""
    is_method = name.rpartition(".")[2] in _WRITING_METHODS
    return _WRITERS.get(name) == position or (is_method and position == 0)
