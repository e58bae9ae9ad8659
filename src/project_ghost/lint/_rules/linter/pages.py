"""GHO001 to GHO005."""

from collections.abc import Iterator

from project_ghost.core.level import Level
from project_ghost.lint._rule import Problem, Rule
from project_ghost.lint.python._module import Module

__all__ = ["AllowWithoutReason", "MalformedAllow", "SyntaxFault", "UnknownAllow", "UnusedAllow"]


class _Reported(Rule):
    """A rule about the text of a file or its comments, which the runner checks."""

    level = Level.NONE

    def check(self, module: Module) -> Iterator[Problem]:
        """Find nothing in the syntax tree."""
        del module
        yield from ()


class SyntaxFault(_Reported):
    """The file is not Python.

    ## What it does
    Reports a file that the running Python cannot decode or parse, with the line and the version
    of that Python. The other files are checked. What is plainly Python 2, or syntax of a newer
    Python, is a hint: the file is not broken, and the message says which Python reads it. The
    last line of a run counts all of them as not checked, also where hints are not shown.

    ## Why is this bad
    No rule has checked the file.

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
    """A finding is allowed without a reason.

    ## What it does
    Reports `# ghost: allow[...]` without a text after the bracket. It still silences
    the finding.

    ## Why is this bad
    A reader cannot tell a deliberate exception from one that was only in the way.

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
    """A comment allows a finding that does not exist.

    ## What it does
    Reports a name in `# ghost: allow[...]` that silences no finding on its line. Only
    rules of the run are considered, so `--select` causes no false reports.

    ## Why is this bad
    The comment claims a problem that no longer exists, and would hide the next one.

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
    Reports a name in `# ghost: allow[...]` that is not the name or code of a rule.

    ## Why is this bad
    The name is probably misspelt and silences no finding.

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
    """A `# ghost:` comment is not valid.

    ## What it does
    Reports a comment that begins with `# ghost:` and is not of the form
    `# ghost: allow[name, name] reason`.

    ## Why is this bad
    The comment has no effect, although its author expects one.

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
