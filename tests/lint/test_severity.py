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
    "a list that is computed and returned": ("return [make(n) for n in names]", Severity.ERROR),
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
    "a global that is switched": ("ON = True\ndef f():\n    global ON\n    ON = False", "hint"),
    "a global that grows": ("N = 1\ndef f():\n    global N\n    N = N + 1", "hint"),
    "a global of a step": ("N = 1\ndef step(x):\n    global N\n    N = x", "error"),
    "a trace": ("trace_names = None\ndef f(x):\n    global trace_names\n    trace_names = x", None),
    "a value that is looked up first": (
        "KNOWN = {}\ndef f(key):\n    found = KNOWN.get(key)\n    if found is None:\n"
        "        found = KNOWN[key] = make(key)\n    return found",
        None,
    ),
    "a value that is stored": ("TABLE = {}\ndef f(key, x):\n    TABLE[key] = x", "hint"),
    "a class registered by its metaclass": (
        "class Meta(Base.__class__):\n"
        "    def __init__(cls, name, bases, body):\n        Store.kind = cls",
        None,
    ),
    "a class changed by an object": (
        "class Store: ...\nclass Car:\n    def park(self):\n        Store.kind = self.make()",
        "error",
    ),
    "numbers that the first caller computes": (
        "edges = None\ndef f(x):\n    global edges\n    step = x[1] - x[0]\n"
        "    if edges is None:\n        edges = x - step * 0.5\n    return edges",
        "error",
    ),
    "numbers that nobody chooses": (
        "edges = None\ndef f(x):\n    global edges\n"
        "    if edges is None:\n        edges = 2 * SIZE - 1\n    return edges[x]",
        None,
    ),
    "a connection that the first caller opens": (
        "link = None\ndef f(x):\n    global link\n"
        "    if link is None:\n        link = connect(x)\n    return link",
        "hint",
    ),
    "numbers that are computed again": (
        "edges = None\ndef f(x):\n    global edges\n"
        "    if edges is None:\n        edges = x * 0.5\n    return edges\n"
        "def g():\n    global edges\n    edges = None",
        "hint",
    ),
    "a class that remembers its present object": (
        "class Store: ...\nclass Car:\n    def __init__(self):\n        Store.kind = self",
        "hint",
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
        ("sim.lights", "from gpiozero import LED", Severity.INFO),
        ("sim.cameras", "import pyrealsense2 as rs", Severity.INFO),
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

        def f(state, t0):
            state.move(state.speed * (time.time() - t0))
            state.draw = random.random()
        """
    )
    found = {each.code: each.severity for each in lint(source, show_info=True, module=module)}
    is_shown_only = first_line == "" and expected is Severity.INFO
    draw = Severity.HINT if is_shown_only else Severity.ERROR
    assert found == {"GHO101": expected, "GHO201": draw}


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


HOW_SURE = {
    # the order of a set
    "a text of an error": ("def f(s: set):\n    m = ','.join(s)\n    raise E(m)", None),
    "a text that is formatted": ("def f(s: set):\n    raise Error('%r' % list(s))", None),
    "a text that is written": ("def f(s: set[str], x):\n    x.write(','.join(s))", "error"),
    "a text of what is not known": ("def f(s: set, x):\n    x.write(','.join(s))", "error"),
    "an attribute": ("class A:\n    def f(self, s: set):\n        self.s = list(s)", "hint"),
    "an attribute that is used": (
        "class A:\n    def f(self, s: set[str]):\n        self.s = list(s)\n"
        "        return [g(x) for x in self.s]",
        "error",
    ),
    "arguments": ("def f(s: set):\n    g(*s)", "hint"),
    "a dictionary": ("def f(s: set):\n    return {x: g(x) for x in s}", "hint"),
    "a table": ("def f(s: set, t):\n    for x in s:\n        t[x.name] = g(x)", "hint"),
    "a worklist": (
        "def f(s: set):\n    todo = []\n    todo.extend(s)\n    while todo:\n        g(todo.pop())",
        "hint",
    ),
    "one element": (
        "def f(s: set):\n    x = list(s)\n    if len(x) != 1:\n        raise E\n    return x[0]",
        None,
    ),
    "one element, unpacked": ("def f(s: set):\n    [x] = list(s)\n    return x", None),
    "whether there is one": (
        "def f(s: set, rows):\n    for x in s:\n        if x.old:\n            rows.append(1)\n"
        "            return",
        None,
    ),
    # clocks
    "a duration that is returned": (
        "import time\ndef f(t0):\n    return time.time() - t0",
        "hint",
    ),
    "a duration that is a step": (
        "import time\ndef f(t0, plant):\n    dt = time.time() - t0\n    plant.move(dt)",
        "error",
    ),
    "a duration that is scaled": (
        "import time\ndef f(s, t0):\n    s.sum += s.error * (time.time() - t0)",
        "error",
    ),
    "a duration that decides": (
        "import time\ndef f(t0, x):\n    if time.time() - t0 > 5:\n        x.replan()",
        "hint",
    ),
    "a duration that decides in a step": (
        "import time\ndef step(t0, x):\n    if time.time() - t0 > 5:\n        x.replan()",
        "error",
    ),
    "a duration that is divided by": (
        "import time\ndef f(t0, n):\n    took = time.time() - t0\n"
        "    return n / took if took > 0 else 0",
        "hint",
    ),
    "a stamp": ("import time\ndef f(x):\n    x.stamp = time.time()", "hint"),
    "a stamp of a step": ("import time\ndef step(x):\n    x.stamp = time.time()", "error"),
    "a text of a clock": ("import time\ndef f():\n    return time.strftime('%H')", "hint"),
    "a text that goes to a file": (
        "import time\ndef f(file):\n    file.write(time.strftime('%H'))",
        "hint",
    ),
    "the name of a process": (
        "import time\ndef f(mp):\n    mp.Process(target=g, name=f'p{time.time()}')",
        None,
    ),
    "a clock of a network": (
        "import time, socket\ndef f(x):\n    x.stamp = time.time()",
        "hint",
    ),
    "a limit that fails": (
        "import time\ndef f(end):\n    while g():\n        if time.time() > end:\n"
        "            raise TimeoutError",
        "hint",
    ),
    "a wait that is repeated": (
        "def f(event):\n    while not event.wait(timeout=1):\n        g()",
        "hint",
    ),
    "a wait that decides": ("def f(event):\n    if event.wait(timeout=1):\n        g()", "hint"),
    "a wait of a step": ("def step(event):\n    if event.wait(timeout=1):\n        g()", "error"),
    "a sleep that polls": ("import time\ndef f(x):\n    while x():\n        time.sleep(1)", "hint"),
    # randomness
    "a draw": ("import random\ndef f():\n    return random.random()", "error"),
    "a draw after a seed": (
        "import random\ndef f(seed):\n    random.seed(seed)\n    return random.random()",
        "hint",
    ),
    "a draw for a picture": ("import random\ndef plot():\n    return random.random()", "hint"),
    "a draw of a program's test": (
        "import random\nif __name__ == '__main__':\n    g(random.random())",
        "hint",
    ),
    "a password": (
        "import secrets\ndef f():\n    password = secrets.choice('ab')\n    g(password)",
        None,
    ),
    "the number of a session": (
        "import uuid\ndef f(x):\n    x.session_id = uuid.uuid4().hex",
        "hint",
    ),
    "the number of an actor": ("import uuid\ndef f(x):\n    x.actor = uuid.uuid4().hex", "hint"),
    # state
    "a program's global": (
        "import argparse\nARGS = argparse.ArgumentParser().parse_args()\nN = 0\n"
        "def f():\n    global N\n    N += 1",
        None,
    ),
    "a counter": ("N = 0\ndef f():\n    global N\n    N += 1", "hint"),
    "a counter of a step": ("N = 0\ndef step():\n    global N\n    N += 1", "error"),
    "a setter": ("MODE = 1\ndef set_mode(mode):\n    global MODE\n    MODE = mode", "hint"),
    "an object of a module": ("import sim\ndef f(x):\n    sim.world.cars[0] = x", "hint"),
    "a global of a module": ("import sim\ndef step(x):\n    sim.LIMIT = x", "error"),
    "a method": ("class A: ...\ndef f():\n    A.g = lambda self: 1", None),
    "a pool": ("class A:\n    def f(self):\n        A.pool = Pool(4)", None),
    "what a context restores": (
        "class A:\n    def __enter__(self):\n        self._set(1)\n    def __exit__(self, *_):\n"
        "        self._set(0)\n    @classmethod\n    def _set(cls, x):\n        cls.on = x",
        None,
    ),
    "a table that is filled once": (
        "T = {}\ndef f():\n    if not T:\n        T.update(g())",
        None,
    ),
    "a default that is changed": ("def f(x, seen=[]):\n    seen.append(x)", "error"),
    "a default that is stored": (
        "class A:\n    def __init__(self, x=[]):\n        self.x = x",
        "hint",
    ),
    "a stored default that is changed": (
        "class A:\n    def __init__(self, x=[]):\n        self.x = x\n"
        "    def f(self, y):\n        self.x.append(y)",
        "error",
    ),
}


@pytest.mark.parametrize("case", HOW_SURE)
def test_what_is_sure_is_an_error_and_what_may_be_harmless_a_hint(case) -> None:
    source, expected = HOW_SURE[case]
    found = {str(each.severity) for each in lint(source)}
    assert found == (set() if expected is None else {expected})


def test_two_tables_that_are_filled_from_each_other_are_checked() -> None:
    source = """
def f(names: set, a, b):
    one, two = dict(a), dict(b)
    for k in names:
        one[k] = 1
    for k in one.keys():
        two[k] = 1
    for k in two.keys():
        one[k] = 2
    return one
"""
    assert "syntax-error" not in [each.name for each in lint(source)]


def test_a_function_that_fills_a_shared_object_is_found_once() -> None:
    lines = "".join(f"    MODEL.x{i} = x[{i}]\n" for i in range(40))
    source = f"MODEL = Model()\ndef load(x):\n{lines}def other(x):\n    MODEL.y = x\n"
    first, second = lint(source.replace("load", "fill"))
    assert "`MODEL.x0` (and 39 more changes of it here)" in first.message
    assert (first.line, second.line) == (3, 44)
    assert "more changes" not in second.message
