"""GHO305."""

import ast
import re
from collections.abc import Iterator

from project_ghost.core.level import Level
from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import Problem, Remedy, Rule
from project_ghost.lint.python._module import Module, Use
from project_ghost.lint.python._syntax import word

from ._callers import discards_order, only_names
from ._chores import builds_package, moves_files, sorts_on_demand
from ._effects import FIRST, NEXT, PART, TAKEN, is_weak, severity
from ._escape import Escaped
from ._listed import listing_effect, path_listings
from ._listings import FUNCTIONS, WALKS
from ._sorting import sort_iterable, sort_list

__all__ = ["UnsortedListing"]

_MESSAGE = (
    "`{name}` lists files in the file system's order, which differs between machines: {advice}"
)


class UnsortedListing(Rule):
    """Files are used in the order of the file system.

    ## What it does
    Finds `os.listdir`, `os.scandir`, `os.walk`, `glob.glob`, `Path.iterdir`, `Path.glob` and
    `Path.rglob` whose order affects a result: they are not sorted, counted or turned into a set,
    nor made a table whose rows are sorted later. A pattern without a wildcard names one file at
    most, and is not found. Hints are the first file, a loop that stops at the first that fits,
    files that a function packs, uploads, or sorts only if its caller asks, and names of files
    that a function returns whose callers are not seen to use their order. With `os.walk`, sort
    the folders in place (`dirs.sort()`) and the files where they are used: `sorted(os.walk(...))`
    sorts neither inside a folder.

    ## Why is this bad
    The order is that of the file system's internal tables. It differs between machines and
    between two copies of a folder.

    ## Example
    ```python
    from pathlib import Path

    def maps(folder: Path):
        return [path.name for path in folder.glob("*.xodr")]
    ```

    ## Use instead
    ```python
    from pathlib import Path

    def maps(folder: Path):
        return [path.name for path in sorted(folder.glob("*.xodr"))]
    ```
    """

    code = "GHO305"
    name = "unsorted-listing"
    level = Level.HOST

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every listing whose order affects a result."""
        for use in module.uses_of(FUNCTIONS):
            found = listing_effect(module, use.call)
            if found.affected is not None:
                yield Problem(
                    use.where,
                    _message(use.name),
                    _severity(found, use.call, module),
                    _remedy(use, module),
                )
        for call in path_listings(module):
            found = listing_effect(module, call)
            if found.affected is not None:
                method = word(call.func)
                yield Problem(
                    call,
                    _message(f"Path.{method}"),
                    _severity(found, call, module),
                    # Not every class with such a method gives paths, which have an order.
                    sort_iterable(module, call, is_safe=module.qualify(call.func) is not None)
                    if method not in WALKS
                    else None,
                )


def _remedy(use: Use, module: Module) -> Remedy | None:
    if use.call is None:
        return None
    if use.name in ("os.listdir", "glob.glob"):
        return sort_list(module, use.call)
    if use.name == "glob.iglob":
        return sort_iterable(module, use.call, is_safe=True)
    if use.name == "os.scandir":
        by_name = ", key=lambda entry: entry.name"
        return sort_iterable(module, use.call, is_safe=True, key=by_name)
    return None


def _severity(escape: Escaped, call: ast.Call | None, module: Module) -> Severity | None:
    """A hint for the folder of a package, whose modules are registered by name.

    So it is where files are packed or uploaded, or sorted if the caller asks. So it is for the
    first file, as there is mostly one, for a loop that stops at the first file that fits, for a
    walk without its root, and for names of files that are returned to nobody who is seen to use
    their order: an unchanged folder is listed alike on one machine.
    """
    if call is not None and re.search(r"__(file|path)__", ast.unparse(call)):
        return Severity.HINT
    is_chore = call is not None and (moves_files(module, call) or sorts_on_demand(module, call))
    if is_chore or builds_package(module):
        return Severity.HINT
    affected = escape.affected or ""
    is_walk = call is not None and word(call.func) in WALKS
    in_step = call is not None and module.in_step(call)
    is_one = affected in (FIRST, NEXT, TAKEN) and not in_step
    if is_one or (affected == PART and is_walk):
        return Severity.HINT
    found = severity(affected, in_step=in_step)
    is_unsure = is_weak(affected) or (
        call is not None
        and (discards_order(module, call, escape) or only_names(module, call, escape))
    )
    return Severity.HINT if found is None and not in_step and is_unsure else found


def _message(name: str) -> str:
    is_walk = name.endswith(WALKS)
    advice = (
        "sort its folders in place and its files where they are used"
        if is_walk
        else "wrap it in `sorted(...)`"
    )
    return _MESSAGE.format(name=name, advice=advice)
