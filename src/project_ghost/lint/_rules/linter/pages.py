"""GHO001 to GHO005."""

from collections.abc import Iterator

from project_ghost.core.level import Level
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module

__all__ = ["AllowWithoutReason", "MalformedAllow", "SyntaxFault", "UnknownAllow", "UnusedAllow"]


class _Reported(Rule):
    """A rule whose findings come from reading the file and its comments, not its tree."""

    level = Level.NONE

    def check(self, module: Module) -> Iterator[Problem]:
        """Nothing to find in the tree."""
        del module
        yield from ()


class SyntaxFault(_Reported):
    """The file is not Python.

    ## What it does
    Reports a file that the running Python cannot decode or parse, with the line. The
    other files are checked all the same.

    ## Why is this bad
    Nothing is known about the file: no rule has looked at it.

    ## Example
    ```python
    def step(self:
        pass
    ```

    ## Use instead
    ```python
    def step(self):
        pass
    ```
    """

    code = "GHO001"
    name = "syntax-error"


class AllowWithoutReason(_Reported):
    """A finding is allowed, and nobody says why.

    ## What it does
    Reports `# ghost: allow[...]` without a text after the bracket. It still silences
    the finding.

    ## Why is this bad
    The next reader cannot tell an exception that was thought about from one that was
    in the way.

    ## Example
    ```python
    import time

    started = time.monotonic()  # ghost: allow[wall-clock]
    ```

    ## Use instead
    ```python
    import time

    started = time.monotonic()  # ghost: allow[wall-clock] only shown to the user
    ```
    """

    code = "GHO002"
    name = "allow-without-reason"


class UnusedAllow(_Reported):
    """A comment allows what is not there.

    ## What it does
    Reports a name in `# ghost: allow[...]` that silences nothing on its line. Only
    rules that took part in the run are judged, so `--select` gives no false alarm.

    ## Why is this bad
    The comment claims a problem that is gone, and would hide the next one.

    ## Example
    ```python
    started = 0  # ghost: allow[wall-clock] only shown to the user
    ```

    ## Use instead
    ```python
    started = 0
    ```
    """

    code = "GHO003"
    name = "unused-allow"


class UnknownAllow(_Reported):
    """A comment allows a rule that does not exist.

    ## What it does
    Reports a name in `# ghost: allow[...]` that is no rule's name or code.

    ## Why is this bad
    It is most likely misspelt, and silences nothing.

    ## Example
    ```python
    started = 0  # ghost: allow[wal-clock] only shown to the user
    ```

    ## Use instead
    ```python
    import time

    started = time.monotonic()  # ghost: allow[wall-clock] only shown to the user
    ```
    """

    code = "GHO004"
    name = "unknown-allow"


class MalformedAllow(_Reported):
    """A comment speaks to the linter, which does not understand it.

    ## What it does
    Reports a comment that begins with `# ghost:` and is not of the form
    `# ghost: allow[name, name] reason`.

    ## Why is this bad
    Whoever wrote it thinks that it does something.

    ## Example
    ```python
    import time

    started = time.monotonic()  # ghost: ignore wall-clock
    ```

    ## Use instead
    ```python
    import time

    started = time.monotonic()  # ghost: allow[wall-clock] only shown to the user
    ```
    """

    code = "GHO005"
    name = "malformed-allow"
