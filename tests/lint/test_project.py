"""The whole program: what one file knows about the names of the others."""

import textwrap
from pathlib import Path

import pytest

from project_ghost.lint import _run, lint_paths, load_config

HELPERS = """
    import os
    import time as clock
    from time import monotonic as now
    from numpy import *
    from pathlib import Path

    NAMES = {"a", "b"}
    LIMITS = {}


    def names():
        return {"a", "b"}


    def ticks():
        return int(clock.time())  # ghost: allow[wall-clock] the caller decides what it is for


    def settings():
        return _read("settings")


    def _read(name):
        return Path(name).read_text()


    def mode():
        return os.environ["MODE"]


    def numbered(items, start=0):
        return [(start + n, item) for n, item in enumerate(items)]


    def largest(items):
        return max(items)


    def unique(names):
        return list(set(names))  # ghost: allow[set-iteration] the caller decides


    class Config:
        seed: int | None = None
        size: int = 3


    class IDM:
        WANTED = 5.0


    class World:
        shared = []

        def __init__(self):
            self.actors = set()

        def kinds(self):
            return {"car", "tram"}

        @property
        def lanes(self):
            return frozenset(("l", "r"))


    TOWN = World()
"""

# The source of another file, and the codes that must be found there.
CASES = {
    "a set of a function": (
        "from helpers import names\nx = [n for n in names()]",
        ["GHO301"],
    ),
    "a set of a global": ("import helpers\nx = list(helpers.NAMES)", ["GHO301"]),
    "a set of a global by name": (
        "from helpers import NAMES as N\nx = [len(n) for n in N]",
        ["GHO301"],
    ),
    "an attribute of an object": (
        "from helpers import World\nw = World()\nx = tuple(w.actors)",
        ["GHO301"],
    ),
    "a property": (
        "from helpers import World\nx = [len(n) for n in World().lanes]",
        ["GHO301"],
    ),
    "a method": ("from helpers import World\nx = list(World().kinds())", ["GHO301"]),
    "an annotated parameter": (
        "from helpers import World\ndef f(w: World):\n    return [len(a) for a in w.actors]",
        ["GHO301"],
    ),
    "an inherited attribute": (
        "import helpers\nclass Town(helpers.World):\n"
        "    def all(self):\n"
        "        return [g(a) for a in self.actors] + [g(k) for k in self.kinds()]",
        ["GHO301", "GHO301"],
    ),
    "a clock under another name": (
        "from helpers import now\ndef step():\n    return now()",
        ["GHO101"],
    ),
    "a clock through a module": (
        "import helpers\ndef step():\n    return helpers.clock.time()",
        ["GHO101"],
    ),
    "a clock of a helper, computed with": (
        "from helpers import ticks\ndef f(x):\n    return x * ticks()",
        ["GHO101"],
    ),
    "a clock of a helper, in a step": (
        "from helpers import ticks\nclass A:\n    def step(self):\n        self.x += ticks()",
        ["GHO101"],
    ),
    "a clock of a helper that is noted": (
        "from helpers import ticks\ndef f(x):\n    x.created_at = ticks()",
        [],
    ),
    "a clock of a helper that is shown": (
        "from helpers import ticks\ndef f(x):\n    start = ticks()\n    x.go()\n"
        "    print(ticks() - start)",
        [],
    ),
    "a generator of a star of numpy": (
        "import helpers as np\ndef f():\n    return np.random.rand()",
        ["GHO202"],
    ),
    "a clock of a star": (
        "from helpers import *\ndef step():\n    return now()",
        ["GHO101"],
    ),
    "a set of a star": ("from helpers import *\nx = list(NAMES) + list(names())", ["GHO301"] * 2),
    "a limit by a helper": (
        "from helpers import ticks\ndef f(end, work):\n    while ticks() < end:\n        work()",
        ["GHO106"],
    ),
    "a seed by a helper": (
        "import random, helpers\nrng = random.Random(helpers.ticks())",
        ["GHO208"],
    ),
    "a file in a step": (
        "from project_ghost.engine import Host\nfrom helpers import settings\n"
        "class A(Host):\n    def step(self, x):\n        return settings()",
        ["GHO506"],
    ),
    "the environment in a step": (
        "from project_ghost.engine import Host\nimport helpers\n"
        "class A(Host):\n    def step(self):\n        return helpers.mode()",
        ["GHO505"],
    ),
    "a set for a parameter": (
        "from helpers import numbered\ndef f(names):\n    return numbered(set(names))",
        ["GHO301"],
    ),
    "a set for a keyword": (
        "from helpers import numbered\ndef f(keys):\n    return numbered(start=1, items=set(keys))",
        ["GHO301"],
    ),
    "a list of another class": (
        "from helpers import World\ndef f(x):\n    World.shared.append(x)",
        ["GHO502"],
    ),
    "a constant of a class in capitals": (
        "from helpers import IDM\nclass A:\n    def make(self):\n        IDM.WANTED = 7.0",
        ["GHO502"],
    ),
    "a constant of such a class, in a step": (
        "from helpers import IDM\nclass A:\n    def step(self):\n        IDM.WANTED += 1",
        ["GHO502"],
    ),
    "a constant of such a class, by its name": (
        "import helpers\nclass A:\n    def f(self, x):\n        setattr(helpers.IDM, 'WANTED', x)",
        ["GHO502"],
    ),
    "a constant of such a class, through a variable": (
        "from helpers import IDM\nclass A:\n    def make(self):\n"
        "        kind = IDM\n        kind.WANTED = 7",
        ["GHO502"],
    ),
    "an attribute that a program names": (
        "from helpers import IDM\nclass A:\n    def f(self, name, x):\n"
        "        setattr(IDM, name, x)",
        [],
    ),
    "an attribute of an object in capitals": (
        "from helpers import TOWN\nclass A:\n    def make(self):\n        TOWN.SIZE = 7.0",
        [],
    ),
    "a dictionary of another module": (
        "from helpers import LIMITS as limits\ndef step(x):\n    limits.update(x)",
        ["GHO501"],
    ),
    "nothing in a step but numbers": (
        "from helpers import largest\ndef step(x):\n    return largest(set(x))",
        [],
    ),
    "a file before the run": ("from helpers import settings\nx = settings()", []),
    "a list that a helper makes of a set": (
        "from helpers import unique\ndef f(names):\n    return [len(n) for n in unique(names)]",
        ["GHO301"],
    ),
    "a list that a helper makes of a set, sorted": (
        "from helpers import unique\ndef f(names):\n    return sorted(unique(names))",
        [],
    ),
    "a seed that may be missing": (
        "import random\nfrom helpers import Config\ndef f(c: Config):\n"
        "    return random.Random(c.seed)",
        ["GHO210"],
    ),
    "a number that is there": (
        "import random\nfrom helpers import Config\ndef f(c: Config):\n"
        "    return random.Random(c.size)",
        [],
    ),
    "a sorted set": ("from helpers import names\nx = sorted(names())", []),
    "a name of its own": ("def names():\n    return []\nx = list(names())", []),
    "a private name of a star": ("from helpers import *\nx = _read", []),
}


@pytest.fixture
def project(tmp_path):
    (tmp_path / "pyproject.toml").write_text("[tool.ghost.lint]\n", encoding="utf-8")
    write(tmp_path / "helpers.py", HELPERS)
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(textwrap.dedent(text), encoding="utf-8")


def found(*paths: Path, use_cache: bool = True) -> list[str]:
    config = load_config(paths)
    return [f.code for f in lint_paths(paths, config, jobs=1, use_cache=use_cache).findings]


@pytest.mark.parametrize("case", CASES)
def test_what_comes_from_another_file_is_known(project, case) -> None:
    source, expected = CASES[case]
    write(project / "user.py", source)
    # The other file need not be checked for it to be known.
    assert found(project / "user.py") == expected
    assert found(project / "user.py") == expected, "from the cache"


@pytest.mark.parametrize("case", CASES)
def test_it_is_known_through_packages_that_hand_it_on(project, case) -> None:
    source, expected = CASES[case]
    write(project / "src/pkg/__init__.py", "from .inner import *\nfrom .inner import helpers")
    write(project / "src/pkg/inner/__init__.py", "from .helpers import *\nfrom . import helpers")
    write(project / "src/pkg/inner/helpers.py", HELPERS)
    (project / "helpers.py").unlink()
    changed = source.replace("from helpers", "from pkg").replace(
        "import helpers", "from pkg import helpers"
    )
    changed = changed.replace("import random, helpers", "import random\nfrom pkg import helpers")
    write(project / "tools/user.py", changed.replace("random, from", "random\nfrom"))
    assert found(project / "tools") == expected


def test_a_chain_of_files_is_followed(project) -> None:
    write(project / "second.py", "import helpers\n\ndef kinds():\n    return helpers.names()")
    write(project / "third.py", "from second import kinds as sorts\nKINDS = sorts()")
    write(project / "user.py", "import third\nx = list(third.KINDS) + list(third.sorts())")
    assert found(project / "user.py") == ["GHO301", "GHO301"]


def test_a_component_may_derive_from_a_class_of_another_file(project) -> None:
    write(project / "base.py", "from project_ghost.engine import Block\nclass Base(Block): ...")
    write(
        project / "user.py",
        "from base import Base\nclass Mine(Base):\n"
        "    def update(self, state):\n        return state ** 2\n",
    )
    assert found(project / "user.py") == ["GHO403"]


def test_files_that_import_each_other_are_checked(project) -> None:
    write(project / "a.py", "import b\n\ndef f():\n    return b.g()\n\nX = list(b.g())")
    write(project / "b.py", "import a\n\ndef g():\n    return a.f()\n\nfrom a import *")
    assert found(project / "a.py", project / "b.py") == []


def test_files_that_import_all_names_of_each_other_are_checked_quickly(project) -> None:
    """Every way through the circles would be too many: each name of a file is looked at once."""
    count = 12
    for number in range(count):
        stars = "\n".join(f"from m{other} import *" for other in range(count) if other != number)
        write(project / f"m{number}.py", f"{stars}\nN{number} = {{'a', 'b'}}\nX = list(N{number})")
    write(project / "user.py", "from m0 import *\nx = list(N7)\ny = missing(N3)")
    assert found(project / "user.py") == ["GHO301"]


CALLERS = {
    "sorted": ("from .made import unique\nx = sorted(unique([]))", []),
    "by a method": ("def f(o):\n    return len(o.unique([]))", []),
    "not at all": ("x = 1", ["GHO301"]),
    "by its first element": ("from .made import unique\nx = unique([])[0]", ["GHO301"] * 2),
    "by a function that is sorted": (
        "from .made import unique\ndef g(x):\n    return unique(x)\ny = sorted(g([]))",
        [],
    ),
}


@pytest.mark.parametrize("case", CALLERS)
def test_an_order_that_all_callers_of_a_package_discard_is_no_error(project, case) -> None:
    source, expected = CALLERS[case]
    write(project / "pkg/__init__.py", "")
    write(project / "pkg/made.py", "def unique(names):\n    return list(set(names))\n")
    write(project / "pkg/user.py", source)
    assert found(project / "pkg") == expected
    assert found(project / "pkg") == expected, "from the cache"


def test_the_callers_of_another_package_do_not_count(project) -> None:
    write(project / "pkg/__init__.py", "")
    write(project / "pkg/made.py", "def unique(names):\n    return list(set(names))\n")
    write(project / "other/__init__.py", "")
    write(project / "other/user.py", "from pkg.made import unique\nx = sorted(unique([]))")
    assert found(project / "pkg", project / "other") == ["GHO301"]


# What the files of a package say of `edge.taxa` and `node.near()`, and what is found of both.
NAMESAKES = {
    "sets": ("self.taxa = set()", "return {str(x)}", ["GHO301", "GHO301"]),
    "sets, and one more": ("self.taxa = set(x)", "return {x}", ["GHO301", "GHO301"]),
    "sets, or nothing yet": ("self.taxa = None", "raise NotImplementedError", ["GHO301", "GHO301"]),
    "a list too": ("self.taxa = []", "return [x]", []),
    "used as a list too": (
        "print(x.taxa[0])",
        "print(x.near(1).append(x))\n        return {x}",
        [],
    ),
    "what is not known": ("self.taxa = x", "return x", []),
}


@pytest.mark.parametrize("case", NAMESAKES)
def test_a_set_is_known_by_the_name_of_an_attribute_or_method(project, case) -> None:
    assigned, returned, expected = NAMESAKES[case]
    write(project / "pkg/__init__.py", "")
    write(
        project / "pkg/first.py",
        "def mark(edge):\n    edge.taxa = set()\n    edge.taxa.add('a')\n\n"
        "class A:\n    def near(self, x):\n        return {str(x)}\n",
    )
    write(
        project / "pkg/second.py",
        f"class B:\n    def __init__(self, x):\n        {assigned}\n"
        f"    def near(self, x):\n        {returned}\n",
    )
    user = "def f(edge, node):\n    return list(edge.taxa) + list(node.near(1))"
    write(project / "pkg/user.py", user)
    assert found(project / "pkg") == expected
    assert found(project / "pkg") == expected, "from the cache"
    # Names mean something else in another package.
    write(project / "other/__init__.py", "")
    write(project / "other/user.py", user)
    assert found(project / "pkg", project / "other") == expected


def test_a_file_learns_that_its_own_names_are_not_alone(project) -> None:
    write(project / "pkg/__init__.py", "")
    own = "def mark(edge):\n    edge.taxa = {'a'}\n\ndef f(edge):\n    return list(edge.taxa)\n"
    write(project / "pkg/own.py", own)
    assert found(project / "pkg") == ["GHO301"]
    write(project / "pkg/other.py", "def mark(edge):\n    edge.taxa = []\n")
    assert found(project / "pkg") == []


def test_a_class_of_another_file_may_derive_from_a_set(project) -> None:
    write(project / "sets.py", "class Names(set[str]): ...\nclass More(Names): ...")
    write(
        project / "user.py",
        "from sets import More\nclass Mine(More):\n    def __iter__(self):\n        yield 1\n"
        "def f(x: More, y: Mine):\n    return list(x) + list(y) + list(More(x))",
    )
    assert found(project / "user.py") == ["GHO301", "GHO301"]


def test_an_order_is_followed_out_of_a_generator(project) -> None:
    write(
        project / "files.py",
        "import os\n\ndef walked(folder):\n    for base, _, files in os.walk(folder):\n"
        "        for file in files:\n            yield base + file\n\n"
        "def filled(folder):\n    found = []\n    for file in walked(folder):\n"
        "        found.append(file)\n    return tuple(found)\n",
    )
    write(
        project / "user.py",
        "import files\nfirst = files.filled('a')[0]\nlisted = list(files.walked('a'))\n"
        "ordered = sorted(files.walked('a')) + sorted(files.filled('a'))\nprint(listed)",
    )
    assert found(project / "user.py") == ["GHO301"]


@pytest.fixture
def checked(monkeypatch) -> list[str]:
    names: list[str] = []
    original = _run._work

    def work(task):
        names.append(task.path.name)
        return original(task)

    monkeypatch.setattr(_run, "_work", work)
    return names


def test_only_files_that_ask_are_checked_again(project, checked) -> None:
    write(project / "user.py", "from helpers import names\nx = list(names())")
    write(project / "other.py", "import os\nx = os.listdir")
    write(project / "asks.py", "from helpers import mode\nx = mode()")
    assert found(project) == ["GHO305", "GHO301"]
    checked.clear()
    # What other files know stays the same.
    write(project / "helpers.py", HELPERS + "\n    LATER = 3\n")
    assert found(project) == ["GHO305", "GHO301"]
    assert checked == ["helpers.py"]
    checked.clear()
    changed = HELPERS.replace('return {"a", "b"}', 'return ["a", "b"]')
    write(project / "helpers.py", changed)
    assert found(project) == ["GHO305"]
    assert checked == ["helpers.py", "user.py"]
    assert found(project, use_cache=False) == ["GHO305"]


def test_a_new_file_answers_an_old_question(project) -> None:
    write(project / "user.py", "from later import names\nx = list(names())")
    assert found(project / "user.py") == []
    write(project / "later.py", "from helpers import names")
    assert found(project / "user.py") == ["GHO301"]
    (project / "later.py").unlink()
    assert found(project / "user.py") == []


def test_a_file_outside_the_project_is_not_followed(project) -> None:
    write(project / "inner/pyproject.toml", "[tool.ghost.lint]\n")
    write(project / "inner/pkg/__init__.py", "")
    write(project / "inner/pkg/user.py", "from helpers import names\nx = list(names())")
    assert found(project / "inner") == []


def test_a_file_that_is_not_python_tells_nothing(project) -> None:
    write(project / "helpers.py", "def names(:")
    write(project / "user.py", "from helpers import names\nx = list(names())")
    assert found(project / "user.py") == []


def test_a_class_of_a_client_lives_in_real_time(tmp_path: Path) -> None:
    """A feed that derives from a socket of another file has the age of its last message."""
    (tmp_path / "link.py").write_text("import socket\nclass Link: ...\n")
    (tmp_path / "plain.py").write_text("class Link: ...\n")
    source = (
        "import time\nfrom {} import Link\nclass Feed(Link):\n"
        "    def step(self):\n        self.seen = time.time()\n        return self.seen\n"
    )
    for base in ("link", "plain"):
        (tmp_path / f"feed_{base}.py").write_text(source.format(base))
    report = lint_paths([tmp_path], load_config([tmp_path]), jobs=1)
    found = {each.path.rpartition("/")[2]: str(each.severity) for each in report.findings}
    assert found == {"feed_plain.py": "error"}


def test_the_environment_far_from_a_step_is_a_hint(tmp_path: Path) -> None:
    """Most functions that a step calls in other files read the environment for their own sake."""
    write(tmp_path / "far.py", "import os\ndef mode():\n    return os.environ['MODE']\n")
    write(tmp_path / "near.py", "import far\ndef step():\n    return far.mode()\n")
    assert found(tmp_path) == []


def test_a_pool_of_another_file_is_a_hint_in_a_step(tmp_path: Path) -> None:
    """Whether the function waits, and gives its results in order, is to be seen there."""
    pool = "from concurrent.futures import ThreadPoolExecutor\ndef run(tasks):\n"
    write(tmp_path / "pools.py", pool + "    return list(ThreadPoolExecutor().map(call, tasks))\n")
    write(tmp_path / "env.py", "import pools\ndef step(tasks):\n    return pools.run(tasks)\n")
    report = lint_paths([tmp_path], load_config([tmp_path]), jobs=1, show_hints=True)
    seen = [(each.code, str(each.severity)) for each in report.findings if "env" in each.path]
    assert seen == [("GHO307", "hint")]
