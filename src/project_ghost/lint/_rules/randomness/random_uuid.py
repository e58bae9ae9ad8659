"""GHO206."""

import ast

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import BannedNames
from project_ghost.lint.python._module import Module, Use
from project_ghost.lint.python._shown import is_temporary, names_output, uses_network
from project_ghost.lint.python._syntax import snake, word

from ._identifier_uses import IDENTIFIERS, affects_result

__all__ = ["RandomUuid"]


class RandomUuid(BannedNames):
    """An identifier is made from the host's clock, address or entropy.

    ## What it does
    Finds `uuid.uuid1`, `uuid4` and the newer `uuid6` to `uuid8`, and `uuid.getnode`.
    `uuid3` and `uuid5`, which are hashes of a name, are not found. The name of something
    temporary is an info. An identifier is a hint unless it is made in a step, or its function
    sorts, hashes, compares, draws from or writes it; one of a network's messages is a hint too.

    ## Why is this bad
    An identifier that differs between runs changes every order, key and hash that uses it,
    and every recording that contains it.

    ## Example
    ```python
    import uuid

    def spawn():
        return {"id": str(uuid.uuid4())}
    ```

    ## Use instead
    ```python
    import itertools

    class Crowd:
        def __init__(self):
            self.serials = itertools.count()

        def spawn(self):
            return {"id": next(self.serials)}
    ```
    """

    code = "GHO206"
    name = "random-uuid"
    banned = dict.fromkeys(
        [f"uuid.{name}" for name in ("uuid1", "uuid4", "uuid6", "uuid7", "uuid8", "getnode")],
        "`{name}` returns another identifier in every run: "
        "use a serial number, or hash a name with `uuid.uuid5`",
    )

    def severity_of(self, use: Use, module: Module) -> Severity | None:
        """Info for the name of a file, or of something temporary; a hint unless it is used."""
        is_name = is_temporary(module, use.where) or names_output(module, use.where)
        if is_name:
            return Severity.INFO
        if _is_identifier(module, use.where) or uses_network(module):
            return Severity.HINT
        is_used = module.in_step(use.where) or module.in_component(use.where)
        return None if is_used or affects_result(module, use.where) else Severity.HINT


def _is_identifier(module: Module, node: ast.AST) -> bool:
    """Whether a value is stored as an identifier: `self.session_id = ...`."""
    statement = module.tree.statement(node)
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return any(IDENTIFIERS.search(snake(word(target))) for target in targets)
