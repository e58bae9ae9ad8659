"""GHO301."""

import ast
import re
from collections.abc import Iterator

from project_ghost.core.level import Level
from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._syntax import word
from project_ghost.lint.python._type import Type

from ._callers import discards_order
from ._chores import builds_package
from ._effects import DRAWN, NEXT, RETURNED, is_shown, is_weak, severity
from ._elements import Elements, elements, hashes_alike
from ._escape import Escaped, escaped, may_escape
from ._given import calls_giving, is_local
from ._single import is_single
from ._sorting import sort_set
from ._waits import is_completed

__all__ = ["SetIteration"]

_INDICES = re.compile(r"(^|_)(idxs?|index|indices|inds?|ints|numbers|sizes)$")


class SetIteration(Rule):
    """The order of a set affects a result.

    ## What it does
    Finds loops, comprehensions, `list`, `tuple`, `join`, `enumerate`, `zip`, unpackings and
    similar uses of a set or frozenset, `str`, `repr` and f-strings of one (except in messages),
    and `min`, `max` and `sorted` of one by a key that can tie. Uses whose result has no order are
    not found: `sorted`, `len`, `any`, another set, a loop that only adds to sets, counts, logs or
    keeps the largest, calls of functions that commute, a value that is only named in an error.
    Iterators are followed to their uses. Sets of numbers or of tuples of numbers, whose hashes
    are fixed, are found in portable code only. Outside of a step, a set is a hint where it is
    seen to hold numbers, and where nothing shows that it holds strings or objects, unless
    something is drawn from it. Hints are also a dictionary with its elements as keys, one that is
    returned with a list of them in it, sentences about them, and an archive that they are put
    into. A loop that stops when it has enough of them (`if len(found) == 3: break`) is found
    whatever becomes of its list. A function of the project that uses the order of the list that
    another function returns, or of what it yields, is found too. Sets in tables and lists are
    known by what is put into them, those in dictionaries also by their key; on an object of
    unknown type, an attribute or method is a set if all of its name in the package are.

    ## Why is this bad
    Strings hash differently in every process (unless PYTHONHASHSEED is set), and most
    objects hash by their address, so the same set has another order in the next run.

    ## Example
    ```python
    def names(actors):
        kinds = {actor.kind for actor in actors}
        return [kind.upper() for kind in kinds]
    ```

    ## Use instead
    ```python
    def names(actors):
        kinds = {actor.kind for actor in actors}
        return [kind.upper() for kind in sorted(kinds)]
    ```
    `dict.fromkeys(...)` keeps the order of first appearance.
    """

    code = "GHO301"
    name = "set-iteration"
    level = Level.HOST

    def check(self, module: Module) -> Iterator[Problem]:
        """Find every set whose order affects a result."""
        for kind in (
            ast.Name,
            ast.Attribute,
            ast.Call,
            ast.Set,
            ast.SetComp,
            ast.BinOp,
            ast.Subscript,
        ):
            for node in module.nodes(kind):
                assert isinstance(node, ast.expr)
                if not isinstance(getattr(node, "ctx", None), ast.Store | ast.Del):
                    found = self._affected(node, module)
                    if found is not None and found.affected is not None:
                        yield Problem(
                            node,
                            f"the order of a set, which differs between processes, affects "
                            f"{found.affected}: iterate over `sorted(...)`, or use a list or "
                            "dictionary",
                            self._severity(node, found, module),
                            sort_set(module, node),
                        )

        for call in calls_giving(module):
            parent = module.parent(call)
            taken = parent if isinstance(parent, ast.Await) else call
            escape = escaped(module, taken, is_sequence=True)
            if escape.affected is not None:
                yield Problem(
                    call,
                    f"`{ast.unparse(call.func)}` gives an arbitrary order, which "
                    f"affects {escape.affected}: sort it there or here",
                    self._severity_of_call(call, escape, module),
                )

    def _severity_of_call(self, call: ast.Call, escape: Escaped, module: Module) -> Severity | None:
        """A hint for what is passed on in the file that makes the order, where it is reported."""
        affected = escape.affected or ""
        in_step = module.in_step(call)
        known = severity(affected, in_step=in_step)
        is_own = module.qualify(call.func) in module.types.functions or is_local(module, call.func)
        is_passed_on = affected == RETURNED and is_own
        is_weakly = is_weak(affected) or affected == NEXT or is_passed_on
        is_weakly = is_weakly or discards_order(module, call, escape)
        return Severity.HINT if known is None and not in_step and is_weakly else known

    def _severity(self, node: ast.expr, escape: Escaped, module: Module) -> Severity | None:
        """A hint also for what is called indices, which are numbers with fixed hashes."""
        affected = escape.affected or ""
        names = [
            word(part) for part in ast.walk(node) if isinstance(part, ast.Name | ast.Attribute)
        ]
        is_number = any(_INDICES.search(name.lower()) for name in names)
        if is_number or _takes_one(node, module) or builds_package(module):
            return severity(affected) or Severity.HINT
        in_step = module.in_step(node)
        found = severity(affected, in_step=in_step)
        if found is not None or module.level_at(node) is Level.PORTABLE:
            return found
        held = elements(module, node)
        if in_step:
            return Severity.HINT if held is Elements.FIXED else None
        # Sets without a trace of what they hold are numbers as often as not; votes mostly are.
        is_unknown = held is Elements.UNKNOWN and affected not in DRAWN
        is_guess = is_unknown or _counts_votes(node, module)
        is_sure = is_shown(affected, held) and not is_guess
        return Severity.HINT if not is_sure or discards_order(module, node, escape) else None

    def _affected(self, node: ast.expr, module: Module) -> Escaped | None:
        # Inferring types is slow, so it comes last.
        if not may_escape(module, node) or not module.types.is_set(node):
            return None
        if hashes_alike(module.types.element(node)) and module.level_at(node) < Level.PORTABLE:
            return None
        if is_single(module, node) or is_completed(module, node):
            return None
        return escaped(module, node)


def _counts_votes(node: ast.expr, module: Module) -> bool:
    """Whether the most frequent element is looked for: `max(set(votes), key=votes.count)`."""
    call = module.parent(node)
    if module.types.element(node) == Type("builtins.str"):
        return False
    return isinstance(call, ast.Call) and any(
        keyword.arg == "key"
        and isinstance(keyword.value, ast.Attribute)
        and keyword.value.attr == "count"
        for keyword in call.keywords
    )


def _takes_one(node: ast.expr, module: Module) -> bool:
    """Whether one element is taken from what remains of a set, which is often a single one."""
    call = module.parent(node)
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Sub):
        return False
    if not isinstance(call, ast.Call):
        return False
    outer = module.parent(call)
    is_next = isinstance(outer, ast.Call) and module.qualify(outer.func) == "builtins.next"
    return is_next or isinstance(outer, ast.Subscript)
