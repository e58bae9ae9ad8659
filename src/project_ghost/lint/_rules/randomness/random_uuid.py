"""GHO206."""

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import BannedNames
from project_ghost.lint.python._module import Module, Use
from project_ghost.lint.python._shown import is_temporary, names_output

__all__ = ["RandomUuid"]


class RandomUuid(BannedNames):
    """An identifier is made from the host's clock, address or entropy.

    ## What it does
    Finds `uuid.uuid1`, `uuid4` and the newer `uuid6` to `uuid8`, and `uuid.getnode`.
    `uuid3` and `uuid5`, which are hashes of a name, are not found. The name of something
    temporary is an info.

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
        """Info for the name of a file, or of something temporary."""
        is_name = is_temporary(module, use.where) or names_output(module, use.where)
        return Severity.INFO if is_name else None
