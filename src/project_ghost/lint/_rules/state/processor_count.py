"""GHO508."""

import ast
import re
from collections.abc import Iterator

from project_ghost.core.level import Level
from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._syntax import word

from ._drawing_workers import drawing_task

__all__ = ["ProcessorCount"]

_FUNCTIONS = (
    "os.cpu_count",
    "os.process_cpu_count",
    "os.sched_getaffinity",
    "multiprocessing.cpu_count",
    "joblib.cpu_count",
    "joblib.effective_n_jobs",
    "loky.cpu_count",
    "psutil.cpu_count",
    "numba.get_num_threads",
    "numba.config.NUMBA_NUM_THREADS",
    "torch.get_num_threads",
    "torch.cuda.device_count",
)
# Calls whose result is still a number of processors.
_KEEPING = frozenset({"int", "len", "max", "min", "round", "ceil", "floor"})
# Calls and parameters that cut work into parts.
_CUTTING = frozenset(
    {
        "array_split",
        "chunked",
        "divide",
        "linspace",
        "partition_all",
        "range",
        "repartition",
        "split",
    }
)
_PARTS = frozenset(
    """
    batch_size batches chunk_size chunks chunksize n_batches n_chunks n_envs n_parts n_splits
    npartitions num_batches num_chunks num_envs num_partitions num_splits partitions
    """.split()
)
# Names of a number of workers, which often share equal and independent parts of the work.
_WORKERS = re.compile(r"concurren|jobs|workers|cpus?(_|$)|cores|procs|processes|threads")
# Names of a largest number of something that runs.
_LIMITS = re.compile(rf"{_WORKERS.pattern}|^_*max_\w*nodes$")
# How much there is of something that a result is made of: trees, particles, restarts.
_AMOUNT = re.compile(
    r"^(n|num|number_of)_\w*[a-z]{2}s$|(^|_)(population|pop|swarm|ensemble|sample|batch)_?size$"
)
_NO_AMOUNT = re.compile(
    rf"{_WORKERS.pattern}|gpu|device|node|rank|parallel|stream|pool|slot|processor|server|replica"
    r"|runner|process|socket|host|machine|physical|logical"
)
# Calls that do the parts in order, that put the results one after the other, that mix them.
_DOES = frozenset({"imap", "map", "starmap"})
_JOINS = frozenset({"chain", "concat", "concatenate", "from_iterable", "hstack", "vstack"})
_MIXES = frozenset({"average", "mean", "prod", "reduce", "std", "sum", "var"})
_CUTS = (ast.Div, ast.FloorDiv, ast.Mod, ast.Mult)


class ProcessorCount(Rule):
    """The number of processors decides how work is cut.

    ## What it does
    Finds `os.cpu_count`, `os.process_cpu_count`, `os.sched_getaffinity` and similar functions whose
    value divides the work: it sets the size or number of chunks, batches or environments, the range
    of a loop, or the stride of a slice; also where it is how much there is of something else
    (`n_trees = numba.get_num_threads()`). A number of workers (`max_workers`, `processes`,
    `n_jobs`) is not found: it does not change what an ordered `map` returns, unless its tasks draw
    from the global generators of the workers. A number that is stored as a number of workers first
    is a hint.

    ## Why is this bad
    A machine with more processors cuts the same work into other parts. Sums over parts then
    round differently, and every part has another seed, so the result depends on the machine.

    ## Example
    ```python
    import os

    def chunks(items):
        size = len(items) // os.cpu_count()
        return [items[i : i + size] for i in range(0, len(items), size)]
    ```

    ## Use instead
    ```python
    CHUNK = 1000

    def chunks(items):
        return [items[i : i + CHUNK] for i in range(0, len(items), CHUNK)]
    ```
    """

    code = "GHO508"
    name = "processor-count"
    level = Level.HOST

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every count that cuts work."""
        for use in module.uses_of(_FUNCTIONS):
            cut = _Cut(module)
            task = drawing_task(module, use.node) if use.call is not None else None
            if use.call is not None and task is not None and not _is_text(module, use.call):
                yield Problem(
                    use.call,
                    f"`{use.name}` decides how many workers share `{task}`, which draws from their "
                    "global generators: give each task a generator with its own seed",
                )
            elif use.call is not None and not _is_text(module, use.call) and cut.made_by(use.call):
                function = module.tree.function(use.node)
                is_named = _WORKERS.search(getattr(function, "name", "").lower()) is not None
                is_cut_only = (
                    cut.is_workers
                    or is_named
                    or (function is not None and _puts_together(function))
                )
                is_unsure = use.name.endswith("device_count") or (is_cut_only and not cut.is_amount)
                yield Problem(
                    use.call,
                    f"`{use.name}` decides how work is cut, so the result depends on the number of "
                    "processors: cut by a constant, and use the number for workers only",
                    Severity.HINT if is_unsure else None,
                )


class _Cut:
    """Follows a number of processors to what it divides, through each variable once."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.seen: set[object] = set()
        self.is_workers = False  # by the name of a variable
        self.is_amount = False  # the same

    def made_by(self, node: ast.expr) -> bool:
        parent = self.module.parent(node)
        match parent:
            case ast.BinOp(op=op, left=left, right=right):
                other = left if node is right else right
                if isinstance(op, _CUTS) and not _is_number(other) and not _is_count(other):
                    return True
                return self.made_by(parent)
            case ast.Call(func=func) if node is not func:
                if word(func) in _KEEPING:
                    return self.made_by(parent)
                if word(func) == "range":
                    return self._loops(parent)
                return word(func) in _CUTTING or self._parameter(parent, node)
            case ast.keyword(arg=name):
                call = self.module.parent(parent)
                if (name or "").lower() in _PARTS or self._names_amount(name or ""):
                    return True
                return isinstance(call, ast.Call) and self._parameter(call, node)
            case ast.Slice() | ast.Subscript():
                return True
            case ast.BoolOp() | ast.IfExp() | ast.NamedExpr() | ast.UnaryOp():
                return self.made_by(parent)
            case ast.Assign(targets=[target]) | ast.AnnAssign(target=target):
                return self._stored(target)
            case ast.Return():
                return self._returned(parent)
        return False

    def _loops(self, call: ast.Call) -> bool:
        """Whether the numbers of a range are used, not only counted."""
        match self.module.parent(call):
            case (
                ast.For(target=ast.Name() as target)
                | ast.comprehension(target=ast.Name() as target)
            ):
                binding = self.module.tree.binding(target)
                return binding is not None and bool(binding.loads)
        return False

    def _stored(self, target: ast.expr) -> bool:
        match target:
            case ast.Name():
                binding = self.module.tree.binding(target)
                if binding is None or binding in self.seen:
                    return False
                self.seen.add(binding)
                self.is_workers |= _WORKERS.search(target.id.lower()) is not None
                if target.id.lower() in _PARTS:
                    return True
                if binding.loads and self._names_amount(target.id):
                    return True
                return any(map(self.made_by, binding.loads))
            case ast.Attribute(value=ast.Name(id="self"), attr=name):
                if name in self.seen:
                    return False
                self.seen.add(name)
                self.is_workers |= _LIMITS.search(name.lower()) is not None
                loads = self.module.flow.attribute_loads.get(name, [])
                if self._names_amount(name):
                    return True
                return name.lower() in _PARTS or any(map(self.made_by, loads))
        return False

    def _names_amount(self, name: str) -> bool:
        """Whether a name is one of how much there is of something other than workers."""
        words = name.lower()
        is_amount = _AMOUNT.search(words) is not None and _NO_AMOUNT.search(words) is None
        self.is_amount |= is_amount and words not in _PARTS
        return is_amount

    def _parameter(self, call: ast.Call, node: ast.expr) -> bool:
        binding = self.module.flow.parameter(call, node)
        if binding is None or binding in self.seen:
            return False
        self.seen.add(binding)
        return any(map(self.made_by, binding.loads))

    def _returned(self, node: ast.Return) -> bool:
        function = self.module.tree.function(node)
        if not isinstance(function, Function) or function in self.seen:
            return False
        self.seen.add(function)
        uses = self.module.uses.get(self.module.names.of_function(function), ())
        return any(self.made_by(use.call) for use in uses if use.call is not None)


def _puts_together(function: ast.AST) -> bool:
    """Whether the results of the parts are put one after the other, and never mixed.

    The cut then enters no value: `concatenate(pool.map(f, array_split(x, n)))`, or a part of a
    loop writes `out[start:end]`.
    """
    called = {word(part.func) for part in ast.walk(function) if isinstance(part, ast.Call)}
    if called & _DOES and called & _JOINS and not called & _MIXES:
        return True
    return any(_fills_parts(part) for part in ast.walk(function) if isinstance(part, ast.For))


def _fills_parts(loop: ast.For) -> bool:
    """Whether a loop over a range writes its results at the place of each part, and only there."""
    if not isinstance(loop.iter, ast.Call) or word(loop.iter.func) != "range":
        return False
    if not isinstance(loop.target, ast.Name):
        return False
    start = loop.target.id
    parts = [part for statement in loop.body for part in ast.walk(statement)]
    is_placed = any(
        isinstance(part, ast.Subscript)
        and isinstance(part.ctx, ast.Store)
        and isinstance(part.slice, ast.Slice)
        and part.slice.lower is not None
        and ast.unparse(part.slice.lower) == start
        for part in parts
    )
    is_mixed = any(
        isinstance(part, ast.AugAssign)
        or (isinstance(part, ast.Call) and word(part.func) in ("append", "extend", "spawn"))
        for part in parts
    )
    return is_placed and not is_mixed


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant)


def _is_text(module: Module, node: ast.AST) -> bool:
    """Whether a number is a part of a text."""
    return any(isinstance(parent, ast.FormattedValue) for parent in module.tree.ancestors(node))


def _is_count(node: ast.expr) -> bool:
    """Whether a name denotes workers: `cpu_count() // threads_per_worker`."""
    return any(part in word(node).lower() for part in ("thread", "worker", "proc", "cpu", "gpu"))
