"""Safe fixes: applied to source, run, and compared with what the code gave before."""

import subprocess
import sys
from typing import Any

import pytest

from project_ghost.lint import Config, load_config
from project_ghost.lint._check import check_file
from project_ghost.lint._fixes import fixed
from tests.lint.helpers import FIXTURES, HERE, lint

SETTINGS = Config(root=HERE).settings(HERE / "sample.py")

# What the code is, what it becomes, and the order-free value of what it gives.
CASES = {
    "a set in a list": (
        'names = {"b", "a"}\nresult = list(names)  # kept\n',
        'names = {"b", "a"}\nresult = sorted(names)  # kept\n',
    ),
    "a loop": (
        'result = []\nfor name in {"b", "a"}:  # why\n    result.append(name)\nuse(result)\n',
        'result = []\nfor name in sorted({"b", "a"}):  # why\n    result.append(name)\n'
        "use(result)\n",
    ),
    "over several lines": (
        'names = {"b", "a"}\nresult = [\n    name  # each\n    for name in names | {\n'
        '        "c",  # also\n    }\n]\n',
        'names = {"b", "a"}\nresult = [\n    name  # each\n    for name in sorted(names | {\n'
        '        "c",  # also\n    })\n]\n',
    ),
    "a text": (
        'def f(names):\n    return "é" + ", ".join(set(names))\nresult = f("ab")\n',
        'def f(names):\n    return "é" + ", ".join(sorted(set(names)))\nresult = f("ab")\n',
    ),
    "a listing": (
        "import os\nresult = os.listdir(FOLDER)\n",
        "import os\nresult = sorted(os.listdir(FOLDER))\n",
    ),
    "paths": (
        "from pathlib import Path\nresult = [p.name for p in Path(FOLDER).iterdir()]\n",
        "from pathlib import Path\nresult = [p.name for p in sorted(Path(FOLDER).iterdir())]\n",
    ),
    "a list of paths": (
        "from pathlib import Path\nresult = list(Path(FOLDER).glob('*'))\n",
        "from pathlib import Path\nresult = sorted(Path(FOLDER).glob('*'))\n",
    ),
    "entries": (
        "import os\nresult = [e.name for e in os.scandir(FOLDER)]\n",
        "import os\nresult = [e.name for e in sorted(os.scandir(FOLDER), "
        "key=lambda entry: entry.name)]\n",
    ),
    "a set that grows by its own kind": (
        'names = {"b"}\nnames.add(str(1))\nnames |= {"c"}\nresult = list(names)\n',
        'names = {"b"}\nnames.add(str(1))\nnames |= {"c"}\nresult = sorted(names)\n',
    ),
    "a set by its annotation": (
        'def f(names: set[str]):\n    return list(names)\nresult = f({"b", "a"})\n',
        'def f(names: set[str]):\n    return sorted(names)\nresult = f({"b", "a"})\n',
    ),
    "nested": (
        'a, b = {"x", "y"}, {1.5, "z"}\nresult = [(i, j) for i in a for j in {"u", "v"}]\n',
        'a, b = {"x", "y"}, {1.5, "z"}\nresult = [(i, j) for i in sorted(a) '
        'for j in sorted({"u", "v"})]\n',
    ),
    "a duration": (
        "import time\ndef f():\n    start = time.time()\n    took = time.time() - start\n"
        "    print(took >= 0)\nresult = f()\n",
        "import time\ndef f():\n    start = time.perf_counter()\n"
        "    took = time.perf_counter() - start\n    print(took >= 0)\nresult = f()\n",
    ),
}
# What has no single right answer stays as it is.
UNCHANGED = {
    "elements without an order": "def f(xs):\n    return list({object() for x in xs})\n",
    "a generator that is handed on": "from pathlib import Path\ndef f(p: Path):\n"
    "    return p.glob('*')\n",
    "an unknown class": "def f(p):\n    return [x for x in p.iterdir()]\n",
    "another sorted": 'def f(sorted):\n    return list({"a", "b"})\n',
    "a seed": "import numpy as np\ndef f(seed):\n    return np.random.default_rng()\n",
    "elements that may be None": "def f(found: set[str | None]):\n    return [t for t in found]\n",
    "texts that may be None": "def f(found: 'set[str | None]'):\n    return [t for t in found]\n",
    "optional elements": "from typing import Optional\n"
    "def f(found: set[Optional[str]]):\n    return list(found)\n",
    "optional parts of elements": "from typing import Optional\n"
    "def f(found: set[tuple[str, Optional[int]]]):\n    return list(found)\n",
    "a list that may hold None": "def f(xs: list[str | None]):\n    return list(set(xs))\n",
    "a branch that gives None": "def f(xs):\n"
    "    return list({str(x) if x else None for x in xs})\n",
    "a number among texts": 'def f():\n    s = {"a", "b"}\n    s.add(3)\n    return list(s)\n',
    "an unknown value among texts": 'def f(x):\n    s = {"a", "b"}\n    s.add(x)\n'
    "    return list(s)\n",
    "unknown values among texts": 'def f(x):\n    s = {"a", "b"}\n    s.update(x)\n'
    "    return list(s)\n",
    "a union with unknown values": 'def f(x):\n    s = {"a", "b"}\n    s |= x\n'
    "    return list(s)\n",
    "a union in place": 'def f(x):\n    return list({"a", "b"} | x)\n',
    "an attribute that grows": 'class Car:\n    def __init__(self):\n        self.tags = {"a"}\n'
    "    def tag(self, tag):\n        self.tags.add(tag)\n"
    "    def all(self):\n        return list(self.tags)\n",
    "a function that may give None": "def name(x) -> str | None:\n    return x.name\n"
    "def f(xs):\n    return list({name(x) for x in xs})\n",
    "an allowed line": 'x = list({"a"})  # ghost: allow[set-iteration] one element\n',
    "a text with a set in it": "def f(names: set[str]):\n    return f'{\",\".join(names)}'\n",
    "a time of day": "import time\ndef f(log):\n    t = time.time()\n    log.info(t)\n"
    "    log.info(time.time() - t)\n",
}


def mend(source: str) -> str:
    data = source.encode()
    return fixed(data, check_file(data, SETTINGS), SETTINGS)[0].decode()


@pytest.mark.parametrize("case", CASES)
def test_a_fix_changes_what_it_must_and_nothing_else(case) -> None:
    before, after = CASES[case]
    assert mend(before) == after
    assert mend(after) == after, "a fix is idempotent"
    assert "GHO30" not in str([finding.code for finding in lint(after)])


@pytest.mark.parametrize("case", CASES)
def test_fixed_code_runs_and_gives_the_same_but_for_the_order(case, tmp_path) -> None:
    for name in ("b", "a", "c"):
        (tmp_path / name).touch()
    results = []
    for source in CASES[case]:
        found: dict[str, Any] = {"FOLDER": str(tmp_path), "use": lambda _: None}
        exec(source, found)  # noqa: S102 the fixed code must run
        results.append(found["result"])
    before, after = results
    if isinstance(before, str):
        before, after = (sorted(each) for each in results)
    assert sorted(before or []) == (sorted(after) if case == "a text" else after or [])


@pytest.mark.parametrize("case", UNCHANGED)
def test_what_has_no_single_right_answer_is_left_alone(case) -> None:
    assert mend(UNCHANGED[case]) == UNCHANGED[case]


def test_a_generator_without_a_seed_gets_a_suggestion() -> None:
    [finding] = lint("import numpy as np\ndef f(n):\n    return np.random.default_rng()\n")
    assert finding.fix is not None
    assert not finding.fix.is_safe
    assert "take a generator" in finding.fix.message


def test_line_ends_encodings_and_marks_are_kept() -> None:
    latin = b"# -*- coding: latin-1 -*-\r\nx = list({'\xe9', 'b'})\r\ny = 1"
    expected = latin.replace(b"list(", b"sorted(")
    assert fixed(latin, check_file(latin, SETTINGS), SETTINGS) == (expected, 1)
    marked = b"\xef\xbb\xbfx = list({'a', 'b'})\rz = 2\x0c\n"
    expected = marked.replace(b"list(", b"sorted(")
    assert fixed(marked, check_file(marked, SETTINGS), SETTINGS) == (expected, 1)


def test_the_fixtures_still_parse_and_a_second_pass_changes_nothing() -> None:
    count = 0
    for path in sorted(FIXTURES.rglob("*.py")):
        data = path.read_bytes()
        once, fixes = fixed(data, check_file(data, SETTINGS), SETTINGS)
        count += fixes
        assert fixed(once, check_file(once, SETTINGS), SETTINGS) == (once, 0), path.name
    assert count > 20


def ghost(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "project_ghost", "lint", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True)


@pytest.mark.slow
def test_the_command_shows_and_applies_fixes(tmp_path) -> None:
    before, after = CASES["a listing"]
    file = tmp_path / "a.py"
    file.write_text(before, encoding="utf-8")
    file.chmod(0o755)
    shown = ghost("--diff", file)
    assert shown.returncode == 1
    assert "-result = os.listdir(FOLDER)\n+result = sorted(os.listdir(FOLDER))\n" in shown.stdout
    assert file.read_text(encoding="utf-8") == before
    done = ghost("--fix", file)
    assert (done.returncode, done.stderr) == (0, "fixed 1 in 1 file\n")
    assert file.read_text(encoding="utf-8") == after
    assert file.stat().st_mode & 0o777 == 0o755
    assert ghost("--diff", file).stdout == ""
    assert ghost("--fix", "--diff", file).returncode == 2


def test_a_set_of_another_file_is_fixed_too(tmp_path) -> None:
    from project_ghost.lint import fix_paths

    (tmp_path / "helpers.py").write_text("NAMES = {'b', 'a'}\n", encoding="utf-8")
    user = tmp_path / "user.py"
    user.write_text("from helpers import NAMES\nx = list(NAMES)\n", encoding="utf-8")
    [(path, _, new, count)] = fix_paths([tmp_path], load_config([tmp_path]), jobs=1)
    assert (path, count) == (user, 1)
    assert new == b"from helpers import NAMES\nx = sorted(NAMES)\n"
