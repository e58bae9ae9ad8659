"""No machine code is stale: an edit of whatever a compiled function reads is noticed.

Method: a package is written with one value, read interpreted and compiled, edited on disk, and read
again by another process with the same cache.
"""

import importlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from project_ghost.core import wording
from project_ghost.core.compiled import (
    InexactError,
    cache_key,
    compile_source,
    fingerprint,
    is_cached,
    keep_note,
    note_of,
)

# By kind: the files of a package, with $ for the value. Each has a function `read`.
COMPILED = {
    "global": {"__init__": "VALUE = $\ndef read():\n    return VALUE\n"},
    "attributes of packages": {
        "__init__": "import {package}.consts\ndef read():\n    return {package}.consts.VALUE\n",
        "consts": "VALUE = $\n",
    },
    "attributes of deep packages": {
        "__init__": "from . import a\ndef read():\n    return a.b.VALUE\n",
        "a": "from . import b\n",
        "b": "VALUE = $\n",
    },
    "module under another name": {
        "__init__": "from . import consts as c\ndef read():\n    return c.VALUE\n",
        "consts": "VALUE = $\n",
    },
    "module in a variable": {
        "__init__": "from . import consts\ndef read():\n    m = consts\n    return m.VALUE\n",
        "consts": "VALUE = $\n",
    },
    "numpy scalar": {
        "__init__": "import numpy as np\nVALUE = np.float64($)\ndef read():\n    return VALUE\n"
    },
    "numpy integer in a module": {
        "__init__": "from . import c\ndef read():\n    return float(c.VALUE)\n",
        "c": "import numpy as np\nVALUE = np.int32($)\n",
    },
    "array": {
        "__init__": "import numpy as np\nVALUES = np.array([0.0, $])\n"
        "def read():\n    return VALUES[1]\n"
    },
    "array in a tuple": {
        "__init__": "import numpy as np\nVALUES = (1.0, np.array([0.0, $]))\n"
        "def read():\n    return VALUES[1][1]\n"
    },
    "array of many numbers": {
        "__init__": "import numpy as np\nVALUES = np.zeros(5000)\nVALUES[2500] = $\n"
        "def read():\n    return VALUES[2500]\n"
    },
    "nested tuples": {"__init__": "VALUES = (1, (2.0, $))\ndef read():\n    return VALUES[1][1]\n"},
    "closure": {
        "__init__": "def make(value):\n    def read():\n        return value\n    return read\n"
        "read = make($)\n"
    },
    "default argument": {"__init__": "def read(value=$):\n    return value\n"},
    "array in a closure": {
        "__init__": "import numpy as np\ndef make(values):\n    def read():\n"
        "        return values[0]\n    return read\nread = make(np.array([$]))\n"
    },
    "function of another module": {
        "__init__": "from .other import inner\ndef read():\n    return inner()\n",
        "other": "VALUE = $\ndef inner():\n    return VALUE\n",
    },
    "function by attribute": {
        "__init__": "from . import other\ndef read():\n    return other.inner()\n",
        "other": "def inner():\n    return $\n",
    },
    "named tuple": {
        "__init__": "from typing import NamedTuple\nclass Pair(NamedTuple):\n    a: float\n"
        "    b: float\nPAIR = Pair(1.0, $)\ndef read():\n    return PAIR.b\n"
    },
    "order of fields": {
        "__init__": "from typing import NamedTuple\nclass Pair(NamedTuple):\n"
        "    a: float = $\n    b: float = 3.0 - $\n"
        "def read():\n    return Pair($, 3.0 - $).a\n"
    },
    "enum": {
        "__init__": "from enum import Enum\nclass Kind(Enum):\n    A = $\n"
        "def read():\n    return Kind.A.value\n"
    },
    "enum of integers in a module": {
        "__init__": "from . import kinds\ndef read():\n    return float(kinds.Kind.A.value)\n",
        "kinds": "from enum import IntEnum\nclass Kind(IntEnum):\n    A = int($)\n",
    },
    "dispatcher of Numba": {
        "__init__": "import numba\nfrom .c import VALUE\n@numba.njit\ndef inner():\n"
        "    return VALUE\ndef read():\n    return inner()\n",
        "c": "VALUE = $\n",
    },
    "name of a builtin": {"__init__": "sum = $\ndef read():\n    return sum\n"},
    "text": {"__init__": "TEXT = 'x' * int($)\ndef read():\n    return float(len(f'{TEXT}'))\n"},
}
# Numba cannot compile these, but snapshots must not fit after the edit.
INTERPRETED = {
    "class attribute": {
        "__init__": "class Config:\n    VALUE = $\ndef read():\n    return Config.VALUE\n"
    },
    "inherited attribute": {
        "__init__": "from .base import Base\nclass Config(Base):\n    pass\n"
        "def read():\n    return Config.VALUE\n",
        "base": "class Base:\n    VALUE = $\n",
    },
    "method": {
        "__init__": "class Config:\n    def value(self):\n        return $\nCONFIG = Config()\n"
        "def read():\n    return CONFIG.value()\n"
    },
    "operator": {
        "__init__": "class Config:\n    def __neg__(self):\n        return $\nCONFIG = Config()\n"
        "def read():\n    return -CONFIG\n"
    },
    "object": {
        "__init__": "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass Config:\n"
        "    value: float\nCONFIG = Config($)\ndef read():\n    return CONFIG.value\n"
    },
    "dict": {"__init__": "VALUES = {'a': [$]}\ndef read():\n    return VALUES['a'][0]\n"},
    "set": {
        "__init__": "VALUES = {'a', 'b', $}\ndef read():\n    return max(VALUES - {'a', 'b'})\n"
    },
    "partial": {
        "__init__": "from functools import partial\ndef inner(x):\n    return x\n"
        "VALUE = partial(inner, $)\ndef read():\n    return VALUE()\n"
    },
    "keyword default": {"__init__": "def read(*, value=$):\n    return value\n"},
    "attribute of a function": {
        "__init__": "def inner():\n    pass\ninner.value = $\ndef read():\n    return inner.value\n"
    },
    "import in the function": {
        "__init__": "def read():\n    from .consts import VALUE\n    return VALUE\n",
        "consts": "VALUE = $\n",
    },
    "module passed on": {
        "__init__": "from . import consts\ndef inner(m):\n    return m.VALUE\n"
        "def read():\n    return inner(consts)\n",
        "consts": "VALUE = $\n",
    },
    "module in a tuple": {
        "__init__": "from . import consts\nMODULES = (consts,)\n"
        "def read():\n    return MODULES[0].VALUE\n",
        "consts": "VALUE = $\n",
    },
    "decorated function that claims to be of numpy": {
        "__init__": "import functools\nimport numpy as np\n@functools.wraps(np.linspace)\n"
        "def inner():\n    return $\ndef read():\n    return inner()\n"
    },
    "handler of an exception": {
        "__init__": "def read():\n    try:\n        raise KeyError\n    except KeyError:\n"
        "        return $\n"
    },
}

SCRIPT = """\
import importlib, json, sys
from project_ghost.core.compiled import compile_source, fingerprint
found = {}
for kind in json.loads(sys.argv[1]):
    read = importlib.import_module(kind).read
    found[kind] = [read(), fingerprint(read)]
    if kind.startswith("c"):
        run = compile_source("def run():\\n    return read()\\n", "run", {"read": read})
        found[kind] += [run(), sum(run.stats.cache_hits.values())]
print(json.dumps(found))
"""


def read_all(folder: Path, value: float) -> dict[str, list[object]]:
    """Write all packages with this value, and read them in a new process."""
    names = []
    for prefix, kinds in (("c", COMPILED), ("i", INTERPRETED)):
        for number, files in enumerate(kinds.values()):
            name = f"{prefix}{number}"
            names.append(name)
            (folder / name).mkdir(exist_ok=True)
            for file, text in files.items():
                content = text.replace("{package}", name).replace("$", str(value))
                (folder / name / f"{file}.py").write_text(content, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-B", "-c", SCRIPT, json.dumps(names)],
        env={**os.environ, "PYTHONPATH": str(folder), "GHOST_CACHE_DIR": str(folder / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    labels = [*COMPILED, *INTERPRETED]
    found: dict[str, list[object]] = json.loads(done.stdout)
    return dict(zip(labels, found.values(), strict=True))


@pytest.mark.slow
def test_an_edit_of_whatever_a_function_reads_is_noticed(tmp_path: Path) -> None:
    first, again, edited = (read_all(tmp_path, value) for value in (1.0, 1.0, 2.0))
    for kind in (*COMPILED, *INTERPRETED):
        assert (first[kind][0], edited[kind][0]) == (1.0, 2.0), kind
        assert first[kind][1] == again[kind][1] != edited[kind][1], kind
    for kind in COMPILED:
        assert [first[kind][2], again[kind][2], edited[kind][2]] == [1.0, 1.0, 2.0], kind
        assert (first[kind][3], again[kind][3], edited[kind][3]) == (0, 1, 0), kind


LOCK = threading.Lock()
BY_NAME = "LOCK"


def uses_lock() -> bool:
    return LOCK.locked()


def uses_globals() -> object:
    return globals()[BY_NAME]


def uses_eval() -> object:
    return eval(BY_NAME)  # noqa: S307 - what is refused


def uses_loaded_modules() -> object:
    return sys.modules[__name__]


def uses_import() -> object:
    return importlib.import_module(BY_NAME)


def uses_getattr_of_module() -> object:
    return getattr(wording, BY_NAME)


@pytest.mark.parametrize(
    "function",
    [
        *(uses_lock, uses_globals, uses_eval, uses_loaded_modules),
        *(uses_import, uses_getattr_of_module),
    ],
)
def test_what_has_no_exact_fingerprint_is_refused(function: Callable[[], object]) -> None:
    with pytest.raises(InexactError) as raised:
        fingerprint(function)
    assert raised.value.where
    assert raised.value.fix


def test_what_has_no_exact_fingerprint_is_compiled_and_not_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GHOST_CACHE_DIR", str(tmp_path))

    def one(shut: bool = False) -> float:
        return 2.0 if shut else 1.0

    one.lock = LOCK  # type: ignore[attr-defined]
    source = "def run():\n    return one()\n"
    assert compile_source(source, "run", {"one": one})() == 1.0
    assert not is_cached(source, "run", {"one": one}, {})
    key = cache_key(source, {"one": one}, {})
    keep_note(key, b"checked")
    assert note_of(key) is None
    assert list(tmp_path.rglob("*")) == []
