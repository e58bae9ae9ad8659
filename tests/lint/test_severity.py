"""What reaches no result is an info, what may or may not reach one is a hint."""

import textwrap

import pytest

from project_ghost.lint import Severity
from tests.lint.helpers import lint

CASES = {
    "a loop that appends": ("for n in names: rows.append(n)", Severity.ERROR),
    "a loop that writes": ("for n in names: file.write(n)", Severity.ERROR),
    "a loop that calls something": ("for n in names: prepare(n)", Severity.HINT),
    "a list that is passed on": ("prepare(list(names))", Severity.HINT),
    "a list that is added and passed on": ("prepare(list(names) + ['a'])", Severity.HINT),
    "a list that is added and returned": ("return ['a'] + list(names)", Severity.ERROR),
    "a list that is added and counted": ("x = ['a']\n    x += list(names)\n    len(x)", None),
    "columns on both sides": ("a.loc[1, list(names)] = b[list(names)].sum()", None),
    "columns on one side": ("a[0] = b[list(names)]", Severity.HINT),
    "a message that is raised": ("errormsg = f'{names}'\n    raise ValueError(errormsg)", None),
    "a message that grows": ("keymsg += f'{list(names)}'", None),
    "a message by keyword": ("report(message=f'{names}')", None),
    "a helper whose result is a set": ("return set(ordered(names))", None),
    "what remains of a set": ("return (names - {'a'}).pop()", Severity.HINT),
    "any element of a set": ("return names.pop()", Severity.ERROR),
}
HELPERS = """
def ordered(items):
    return [item for item in items]
"""


@pytest.mark.parametrize("case", CASES)
def test_how_sure_the_order_of_a_set_matters(case) -> None:
    code, expected = CASES[case]
    source = f"{HELPERS}\ndef f(names: set[str], rows, file, a, b, keymsg=''):\n    {code}\n"
    found = [each.severity for each in lint(source, select=("order",), show_info=True)]
    assert found == ([] if expected is None else [expected])


STATE = {
    "a global that is emptied": ("TABLE = {}\ndef f():\n    global TABLE\n    TABLE = {}", None),
    "a global that is switched": ("ON = True\ndef f():\n    global ON\n    ON = False", "error"),
    "a trace": ("trace_names = None\ndef f(x):\n    global trace_names\n    trace_names = x", None),
    "a value that is looked up first": (
        "KNOWN = {}\ndef f(key):\n    found = KNOWN.get(key)\n    if found is None:\n"
        "        found = KNOWN[key] = make(key)\n    return found",
        None,
    ),
    "a value that is stored": ("KNOWN = {}\ndef f(key, x):\n    KNOWN[key] = x", "error"),
    "a class registered by its metaclass": (
        "class Meta(Base.__class__):\n"
        "    def __init__(cls, name, bases, body):\n        Store.kind = cls",
        None,
    ),
    "a class changed by an object": (
        "class Store: ...\nclass Car:\n    def __init__(self):\n        Store.kind = self",
        "error",
    ),
}


@pytest.mark.parametrize("case", STATE)
def test_which_changes_the_next_run_notices(case) -> None:
    source, expected = STATE[case]
    found = [str(each.severity) for each in lint(source, select=("state",))]
    assert found == ([] if expected is None else [expected])


@pytest.mark.parametrize(
    ("module", "first_line", "expected"),
    [
        ("sim.core", "", Severity.ERROR),
        ("sim.demo.rings", "", Severity.INFO),
        ("sim.examples.first", "", Severity.INFO),
        ("sim.devtools.dump", "", Severity.INFO),
        ("sim.motors", "import serial", Severity.INFO),
        ("sim.server", "from flask import Flask", Severity.INFO),
        ("sim.serial", "import sim.serial", Severity.ERROR),
    ],
)
def test_programs_beside_a_simulation_live_in_real_time(module, first_line, expected) -> None:
    source = textwrap.dedent(
        f"""
        {first_line}
        import time
        import random

        def f(state):
            state.stamp = time.time()
            state.draw = random.random()
        """
    )
    found = {each.code: each.severity for each in lint(source, show_info=True, module=module)}
    assert found == {"GHO101": expected, "GHO201": Severity.ERROR}


def test_a_duration_in_a_message_is_shown_only() -> None:
    source = "import time\ndef f(start, log):\n    log.add(Report(message=time.time() - start))"
    (found,) = lint(source, select=("GHO101",), show_info=True)
    assert found.severity is Severity.INFO


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("self.start_time == other.start_time", []),
        ("self.start_time == end_time", ["GHO104"]),
    ],
)
def test_the_same_time_of_two_objects_may_be_compared(code, expected) -> None:
    source = f"def f(self, other, end_time):\n    return {code}"
    assert [each.code for each in lint(source)] == expected


def test_a_sleep_before_the_next_attempt_is_an_info() -> None:
    source = """
import time
def connect(link):
    while not link.is_open:
        try:
            link.open()
        except OSError:
            time.sleep(1)
"""
    assert lint(source) == []
    assert [each.code for each in lint(source.replace("except OSError", "finally"))] == ["GHO102"]
