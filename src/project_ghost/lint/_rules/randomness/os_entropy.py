"""GHO205."""

import ast
import re
from collections.abc import Iterator

from project_ghost.lint._finding import Severity
from project_ghost.lint._rule import BannedNames
from project_ghost.lint.python._module import Module, Use
from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._shown import is_temporary, uses_network
from project_ghost.lint.python._syntax import snake, word

from ._identifier_uses import IDENTIFIERS, affects_result
from ._unread import decides_nothing
from .varying_seed import names_seed

__all__ = ["OsEntropy"]

_SECRETS = re.compile(r"(^|_)(passwords?|passwd|secrets?|tokens?|salt|nonce|jwt|key)(_|$)")
_MAKES_SECRET = re.compile(r"(^|_)(api_key|credentials?|passwords?|passwd|secret_key|jwt)(_|$)")
# Decorators of functions that answer requests: `@app.post("/login")`.
_ROUTES = frozenset({"delete", "get", "patch", "post", "put", "route", "websocket"})

# What gives bytes or a text, and what makes numbers of bytes.
_BYTES = frozenset("RAND_bytes getrandom token_bytes token_hex token_urlsafe urandom".split())
_TO_NUMBERS = frozenset({"array", "from_bytes", "frombuffer", "int", "list", "sum", "unpack"})
_CIPHERS = re.compile(r"crypt|cipher|(^|[._])\w{0,5}rsa([._]|$)")


class OsEntropy(BannedNames):
    """The operating system's entropy is read.

    ## What it does
    Finds `os.urandom`, `os.getrandom`, `random.SystemRandom` and everything in
    `secrets`. The name of something temporary, a password or token, and what
    encrypts or answers a request is an info, an identifier, bytes that no number
    is seen to be made of, and what a file needs that talks to other machines a hint.

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
        names = list(_names(module, use.where))
        is_secret = any(_SECRETS.search(name.lower()) or names_seed(name) for name in names)
        function = module.tree.function(use.where)
        if isinstance(function, Function):
            is_secret |= _MAKES_SECRET.search(snake(function.name)) is not None
        is_secret |= _answers_request(module, use.where)
        owner = module.tree.class_around(use.where)
        around = [module.name, "" if owner is None else owner.name]
        is_secret |= any(_CIPHERS.search(name.lower()) for name in around)
        if is_secret or is_temporary(module, use.where):
            return Severity.INFO
        is_name = any(IDENTIFIERS.search(name.lower()) for name in names)
        if is_name or uses_network(module) or decides_nothing(module, use.where):
            return Severity.HINT
        is_text = use.name.rpartition(".")[2] in _BYTES and use.call is not None
        return Severity.HINT if is_text and not _is_used(module, use.where) else None


def _is_used(module: Module, node: ast.expr) -> bool:
    """Whether bytes become numbers, or are seen to affect a result; they may only be a name."""
    is_sure = module.in_step(node) or module.in_component(node) or affects_result(module, node)
    return is_sure or any(
        isinstance(parent, ast.Call) and word(parent.func) in _TO_NUMBERS
        for parent in module.tree.ancestors(node)
    )


def _names(module: Module, node: ast.AST) -> Iterator[str]:
    """The names under which a value is stored or passed on: of variables, keys and arguments."""
    child = node
    for parent in module.tree.ancestors(node):
        match parent:
            case ast.Assign(targets=[ast.Subscript(slice=ast.Constant(value=str(name)))]):
                yield name
            case ast.Assign(targets=[target]) | ast.AnnAssign(target=target):
                yield word(target)
            case ast.keyword(arg=str(name)):
                yield name
            case ast.Dict(keys=keys, values=values) if child in values:
                key = keys[values.index(child)]
                if isinstance(key, ast.Constant):
                    yield str(key.value)
        if isinstance(parent, ast.stmt):
            return
        child = parent


def _answers_request(module: Module, node: ast.AST) -> bool:
    return any(
        isinstance(decorator, ast.Call)
        and isinstance(decorator.func, ast.Attribute)
        and decorator.func.attr in _ROUTES
        for parent in module.tree.ancestors(node)
        if isinstance(parent, Function)
        for decorator in parent.decorator_list
    )
