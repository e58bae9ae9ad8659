"""GHO205."""

import ast
import re

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import BannedNames
from project_ghost.lint.python._module import Module, Use
from project_ghost.lint.python._shown import is_temporary
from project_ghost.lint.python._syntax import word

from .varying_seed import names_seed

__all__ = ["OsEntropy"]

_SECRETS = re.compile(r"(^|_)(password|passwd|secret|token|salt|nonce|api_key|auth_?key)(_|$)")

_CIPHERS = re.compile(r"crypt|cipher")


class OsEntropy(BannedNames):
    """The operating system's entropy is read.

    ## What it does
    Finds `os.urandom`, `os.getrandom`, `random.SystemRandom` and everything in
    `secrets`. The name of something temporary, a password or token, and what
    encrypts is an info.

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
        """Info for the name of something temporary, a secret, and a seed, found elsewhere."""
        targets = [
            each.targets[0]
            for each in module.tree.ancestors(use.where)
            if isinstance(each, ast.Assign)
        ]
        is_secret = any(
            _SECRETS.search(word(target).lower()) or names_seed(word(target)) for target in targets
        )
        owner = module.tree.class_around(use.where)
        names = [module.name, "" if owner is None else owner.name]
        is_secret |= any(_CIPHERS.search(name.lower()) for name in names)
        return Severity.INFO if is_secret or is_temporary(module, use.where) else None
