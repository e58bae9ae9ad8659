"""Comments silence what they name, on their line, with a reason."""

import pytest

from project_ghost.core.level import Level
from project_ghost.lint import Finding, Severity
from project_ghost.lint._allow import apply, read
from project_ghost.lint.python._source import parse
from tests.lint.helpers import codes, lint

CLOCK = "import time\n"


@pytest.mark.parametrize(
    "source",
    [
        "x = time.time()  # ghost: allow[wall-clock] shown only",
        "x = time.time()  # ghost: allow[GHO101] shown only",
        "x = time.time()  #ghost:allow[wall-clock] shown only",
        "time.sleep(time.time())  # ghost: allow[wall-clock, sleep] shown only",
        "# ghost: allow[wall-clock] shown only\nx = time.time()",
        "# ghost: allow[wall-clock] shown only\n\n# and another comment\nx = time.time()",
        "x = f(\n    time.time(),  # ghost: allow[wall-clock] shown only\n)",
        "x = time.time(\n)  # ghost: allow[wall-clock] at the end of what it is about",
        "def f(x=time.time()):  # ghost: allow[wall-clock] shown only\n    return x",
        "x = (\n    time.time()\n)  # ghost: allow[wall-clock] shown only",
        "x = f(\n    time.time(),\n    1,\n)  # ghost: allow[wall-clock] shown only",
        "x = 1 + \\\n    time.time() + \\\n    1  # ghost: allow[wall-clock] shown only",
        "# ghost: allow[wall-clock] shown only\nx = (\n    1,\n    time.time(),\n)",
        "# ghost: allow[wall-clock] shown only\nx = 1 + \\\n    time.time()",
        "def f(\n    x=time.time(),\n):  # ghost: allow[wall-clock] shown only\n    return x",
        "x = f(\n    # ghost: allow[wall-clock] shown only\n    time.time(),\n)",
        "x = time.time()  # noqa: F841  # ghost: allow[wall-clock] shown only",
        "x = time.time()  # ghost: allow[wall-clock] shown only  # noqa: F841",
        "x = time.time()  # ghost: allow[wall-clock] #12: shown only",
        "time.sleep(time.time())  # ghost: allow[sleep] a  # ghost: allow[wall-clock] b",
    ],
)
def test_an_allow_with_a_reason_silences(source) -> None:
    assert codes(CLOCK + source) == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = time.time()  # ghost: allow[wall-clock]", ["GHO002"]),
        ("x = time.time()  # ghost: allow[wall-clock]   # noqa", ["GHO002"]),
        ("x = time.time()  # ghost: allow[wall-clock] ...", ["GHO002"]),
        ("x = time.time()  # ghost: allow[wall-clock] # noqa", ["GHO002"]),
        ("x = 1  # ghost: allow[wall-clock] gone", ["GHO003"]),
        ("x = 1  # noqa: X  # ghost: allow[wall-clock] gone", ["GHO003"]),
        ("x = 1  # as in `# ghost: allow[wall-clock] why`", []),
        (
            "# ghost: allow[wall-clock] why\nx = time.time()  # ghost: allow[wall-clock] again",
            ["GHO003"],
        ),
        ("x = time.time()  # ghost: allow[wall-clock, GHO101] twice", ["GHO003"]),
        (
            "if x:  # ghost: allow[wall-clock] of the header only\n    x = time.time()",
            ["GHO003", "GHO101"],
        ),
        (
            "# ghost: allow[wall-clock] of the header only\nif x:\n    x = time.time()",
            ["GHO003", "GHO101"],
        ),
        (
            "x = f(  # ghost: allow[wall-clock] inside the bracket\n    g(),\n    time.time(),\n)",
            ["GHO003", "GHO101"],
        ),
        (
            "x = f(\n    time.time(),\n    # ghost: allow[wall-clock] too late\n)",
            ["GHO101", "GHO003"],
        ),
        ("x = time.time()  # ghost: allow[sleep] wrong rule", ["GHO101", "GHO003"]),
        ("x = time.time()\n# ghost: allow[wall-clock] too late", ["GHO101", "GHO003"]),
        ("x = time.time()  # ghost: allow[nonsense] why", ["GHO101", "GHO004"]),
        ("x = time.time()  # ghost: please", ["GHO101", "GHO005"]),
        ("x = '# ghost: allow[wall-clock] text'; time.time()", ["GHO101"]),
        ('x = """\n# ghost: allow[wall-clock] text\n"""\ntime.time()', ["GHO101"]),
        (
            "# ghost: allow[unused-allow] why\nx = 1  # ghost: allow[sleep] why",
            ["GHO003", "GHO003"],
        ),
    ],
)
def test_a_bad_allow_is_itself_a_finding(source, expected) -> None:
    assert codes(CLOCK + source) == expected


def test_an_allow_for_a_rule_that_did_not_run_is_not_called_unused() -> None:
    source = "x = 1  # ghost: allow[sleep] why"
    assert codes(source, select=("wall-clock", "unused-allow")) == []
    assert codes(source, select=("sleep", "unused-allow")) == ["GHO003"]


def test_an_allow_for_a_rule_of_a_higher_level_is_unused() -> None:
    source = "import math\nx = math.sin(1.0)  # ghost: allow[libm-function] shown only"
    assert codes(source, Level.PORTABLE) == []
    assert codes(source, Level.HOST) == ["GHO003"]


def test_an_allow_costs_what_is_on_its_lines() -> None:
    """Thousands of comments in one statement are not each compared with all its findings."""
    comparisons = 0

    class Counted(Finding):
        def __hash__(self) -> int:
            nonlocal comparisons
            comparisons += 1
            return super().__hash__()

        def __eq__(self, other: object) -> bool:
            nonlocal comparisons
            comparisons += 1
            return super().__eq__(other)

    count = 500
    lines = ["time.time(),  # ghost: allow[wall-clock] shown only"] * count
    source = parse("\n".join(["x = [", *lines, "]"]).encode())
    findings = [
        Counted("", line, 1, "GHO101", line, 12, "wall-clock", Severity.ERROR, "")
        for line in range(2, count + 2)
    ]
    assert apply(list(findings), read(source), "", ("GHO101", "GHO003")) == []
    assert comparisons < 10 * count


def test_a_finding_points_at_characters_not_bytes() -> None:
    [finding] = lint('import time\nx = "äöü", time.time()')
    assert (finding.column, finding.end_column) == (12, 23)
