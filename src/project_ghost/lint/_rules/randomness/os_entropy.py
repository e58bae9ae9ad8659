"""GHO205."""

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import BannedNames
from project_ghost.lint.python._module import Module, Use
from project_ghost.lint.python._shown import is_temporary

__all__ = ["OsEntropy"]


class OsEntropy(BannedNames):
    """The operating system's entropy is read.

    ## What it does
    Finds `os.urandom`, `os.getrandom`, `random.SystemRandom` and everything in
    `secrets`. The name of something temporary is an info.

    ## Why is this bad
    These numbers cannot be repeated.

    ## Example
    ```python
    import os

    def token():
        return os.urandom(8)
    ```

    ## Use instead
    ```python
    def token(source):
        return source.child("token").integers(2**63)
    ```
    """

    code = "GHO205"
    name = "os-entropy"
    banned = dict.fromkeys(
        (
            "os.urandom",
            "os.getrandom",
            "random.SystemRandom",
            "secrets.SystemRandom",
            "secrets.choice",
            "secrets.randbelow",
            "secrets.randbits",
            "secrets.token_bytes",
            "secrets.token_hex",
            "secrets.token_urlsafe",
            "ssl.RAND_bytes",
        ),
        "the numbers of `{name}` cannot be repeated: "
        "draw from a labelled child of the run's random source",
    )

    def severity_of(self, use: Use, module: Module) -> Severity | None:
        """Info for the name of something temporary."""
        return Severity.INFO if is_temporary(module, use.where) else None
