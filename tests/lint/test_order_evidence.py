"""What shows that an arbitrary order affects a result, and what is only near to it."""

import pytest

from tests.lint.helpers import lint

COLLECT = (
    "from concurrent.futures import as_completed\n"
    "def results(pool, jobs):\n"
    "    if pool is None:\n        run = map\n"
    "    else:\n"
    "        def run(jobs):\n"
    "            return (job.result() for job in as_completed(jobs))\n"
    "    yield from run(jobs)\n"
)
ENOUGH = (
    "def _some(names: set[str], n):\n    out = []\n    for x in names:\n"
    "        out.append(g(x))\n{stop}    return out\n"
    "def all_of(names):\n    return sorted(_some(names, 3))\n"
)
BUILT = (
    "from sqlalchemy import select\n"
    "def f(session, n):\n    query = select(Row)\n    if n is not None:\n"
    "        query = query{more}\n"
    "    rows = session.scalars(query).all()\n    return [g(x) for x in rows]\n"
)
DATABASE = "def is_file(url):\n    return url.startswith('sqlite://')\n"

# The code, and the severities that are found in it.
CASES = {
    "a loop that stops at a count": (
        ENOUGH.format(stop="        if len(out) >= n:\n            break\n"),
        {"error"},
    ),
    "a loop whose list is sorted": (ENOUGH.format(stop=""), {"hint"}),
    "a loop that stops at too many errors": (
        "def f(names: set[str], n):\n    errors = []\n    for x in names:\n"
        "        errors.append(g(x))\n        if len(errors) >= n:\n            break\n",
        set(),
    ),
    "a hash in a variable that becomes a text": (
        "def f(x: str):\n    h = hash(x)\n    return Meta('custom-' + str(h))",
        {"error"},
    ),
    "a hash in a variable that is compared": (
        "def f(self, x: str):\n    h = hash(x)\n    if h != self.last:\n        self.last = h",
        {"hint"},
    ),
    "a hash that a table is asked for": (
        "class A:\n    def has(self, x: str):\n        return hash(x) in self.cache",
        set(),
    ),
    "a hash that orders": ("def f(x: str, y: str):\n    return hash(x) < hash(y)", {"error"}),
    "a statement that is built in steps": (BUILT.format(more=".limit(n)"), {"error"}),
    "a statement that is ordered later": (BUILT.format(more=".order_by(Row.serial)"), set()),
    "a database that may be another one": (
        DATABASE + BUILT.format(more=".where(Row.a == 1)"),
        {"error"},
    ),
    "a limit whose rows are sorted": (
        "def _some(c):\n    return c.execute('SELECT a FROM b LIMIT 5').fetchall()\n"
        "def f(c):\n    return sorted(_some(c))",
        {"error"},
    ),
    "no limit, and rows that are sorted": (
        "def _all(c):\n    return c.execute('SELECT a FROM b').fetchall()\n"
        "def f(c):\n    return sorted(_all(c))",
        {"hint"},
    ),
    "results as they complete, through a generator": (
        COLLECT + "def f(pool, jobs, out):\n    for each in results(pool, jobs):\n"
        "        out.append(each)",
        {"error", "hint"},
    ),
    "a listing that a helper filters": (
        "import os\ndef f(path):\n    found = lfilter(is_job, os.listdir(path))\n"
        "    return [read(x) for x in found]",
        {"error"},
    ),
    "a private method that a base class calls": (
        "import os\nfrom scanners import Scanner\nclass A(Scanner):\n    def _items(self, meta):\n"
        "        for x in os.listdir(self.path):\n            yield x, meta, read(x)",
        {"error"},
    ),
    "a private method that nobody calls": (
        "import os\nclass A:\n    def _items(self, meta):\n"
        "        for x in os.listdir(self.path):\n            yield x, meta, read(x)",
        {"hint"},
    ),
    "names that are recorded": (
        "def f(table, names: set[str]):\n    for x in names:\n        table.record(x, 1)",
        {"error"},
    ),
    "what is not known, in a list": ("def f(y):\n    return list(set(y))", {"hint"}),
    "what is not known, that is drawn": (
        "def f(y, rng):\n    return rng.choice(list(set(y)))",
        {"error"},
    ),
    "objects by a loop over their list": (
        "def f(y, out):\n    found = list(set(y))\n    for x in found:\n        out.append(x.cost)",
        {"error"},
    ),
    "numbers by a loop over their list": (
        "def f(y, out):\n    found = list(set(y))\n    for gid in found:\n        out.append(gid)",
        {"hint"},
    ),
    "a column of names": (
        "def f(df):\n    return df['name'].apply(lambda x: list(set(x)))",
        {"error"},
    ),
    "a column of numbers": (
        "def f(df):\n    return df['gid'].apply(lambda x: list(set(x)))",
        {"hint"},
    ),
    "a new column of names": (
        "def f(df):\n    df['name'] = df.a.apply(lambda x: list(set(x)))",
        {"error"},
    ),
    "texts that are joined": ("def f(y, file):\n    file.write(','.join(set(y)))", {"error"}),
    "objects by the key of a minimum": (
        "def f(y):\n    return min(set(y), key=lambda x: x.cost)",
        {"error", "hint"},
    ),
    "numbers by the key of a minimum": (
        "def f(y):\n    return min(set(y), key=lambda x: x.real)",
        {"hint"},
    ),
    "votes for strings": (
        "def f(y: list[str]):\n    return max(set(y), key=y.count)",
        {"error"},
    ),
    "votes by a name": ("def f(labels):\n    return max(set(labels), key=labels.count)", {"hint"}),
    "positions by their class": (
        "class Waypoint: ...\ndef f(s: set[Waypoint], out):\n    for x in s:\n"
        "        out.append(x)",
        {"hint"},
    ),
    "tuples of anything": (
        "def f(targets):\n    return [Waypoint(*x) for x in set(targets)]",
        {"hint"},
    ),
    "what is put in by its key": (
        "def f(self, names: set[str]):\n    for x in names:\n"
        "        self.add_getters({x: Getter(x)})",
        {"hint"},
    ),
    "what is put in one after the other": (
        "def f(self, names: set[str]):\n    for x in names:\n        self.add_getters(Getter(x))",
        {"error"},
    ),
    "a log of what happened": (
        "def f(names: set[str], event_log):\n    for x in names:\n        event_log.append(x)",
        set(),
    ),
    "the device of all parts": (
        "def f(parts):\n    return list(set(p.device for p in parts))[0]",
        set(),
    ),
    "the owner of a part": (
        "def f(parts):\n    return list(set(p.owner for p in parts))[0]",
        {"hint"},
    ),
    "an address in the name of a trace": (
        "class A:\n    def f(self):\n        self.trace_name = f'a_{id(self) & 255}'",
        set(),
    ),
    "an address in a number": (
        "class A:\n    def f(self):\n        self.bucket = id(self) & 255",
        {"error"},
    ),
    "one of a singleton": (
        "def f(self, names: set[str]):\n    if self.is_singleton:\n"
        "        return next(iter(names))",
        set(),
    ),
    "sentences": (
        "def f(names: set[str]):\n    return [f'The column {x} is not known' for x in names]",
        {"hint"},
    ),
    "sentences that a loop appends": (
        "def f(names: set[str]):\n    out = []\n    for x in names:\n"
        "        out.append(f'The column {x} is not known')\n    return out",
        {"hint"},
    ),
    "texts that are no sentences": (
        "def f(names: set[str]):\n    return [f'node_{x}' for x in names]",
        {"error"},
    ),
    "a file that installs": (
        "from setuptools import setup\ndef f(names: set[str]):\n    return list(names)",
        {"hint"},
    ),
    "files that are uploaded": (
        "import os\ndef upload_all(path):\n    return [send(x) for x in os.listdir(path)]",
        {"hint"},
    ),
    "files that are sorted on demand": (
        "import os\ndef f(path, sort=True):\n    found = [read(x) for x in os.listdir(path)]\n"
        "    if sort:\n        found = sorted(found)\n    return found",
        {"hint"},
    ),
    "folders that are sorted in a comprehension": (
        "import os\ndef f(path, out):\n    for root, dirs, files in os.walk(path):\n"
        "        dirs[:] = [x for x in sorted(dirs) if x != 'a']\n"
        "        for x in sorted(files):\n            out.append(x)",
        set(),
    ),
    "rows that are sorted later": (
        "import os\nimport pandas as pd\ndef f(path):\n"
        "    rows = pd.concat([pd.read_csv(x) for x in os.listdir(path)])\n"
        "    rows = rows.sort_values('day')\n    return rows",
        set(),
    ),
    "rows that are not sorted": (
        "import os\nimport pandas as pd\ndef f(path):\n"
        "    rows = pd.concat([pd.read_csv(x) for x in os.listdir(path)])\n    return rows",
        {"error"},
    ),
    "files in an archive": (
        "import os\nimport zipfile\ndef pack(path, target):\n"
        "    with zipfile.ZipFile(target, 'w') as packed:\n"
        "        for x in os.listdir(path):\n            packed.write(x)",
        {"hint"},
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_an_order_is_reported_on_evidence(case) -> None:
    source, expected = CASES[case]
    assert {str(each.severity) for each in lint(source, select=("order",))} == expected
