"""By default the linter reports what it can show; what it only suspects is a hint."""

import pytest

from tests.lint.helpers import lint

# The code, and its severity; None where nothing but an info is found.
WORKERS = (
    "from multiprocessing import Process, Queue\nq = Queue()\n"
    "for _ in range(4): Process(target=print, args=(q,)).start()\n"
)
ORDER = {
    "strings by their type": (
        "def f(s: set[str], out):\n    for x in s:\n        out.append(g(x))",
        "error",
    ),
    "strings by a name": (
        "def f(df, out):\n    for x in set(df.columns):\n        out.append(g(x))",
        "error",
    ),
    "strings by what is added": (
        "def f(cars, out):\n    s = set()\n    for c in cars:\n        s.add(c.name)\n"
        "    for x in s:\n        out.append(g(x))",
        "error",
    ),
    "objects by a name": (
        "def f(agents, out):\n    for x in set(agents):\n        out.append(g(x))",
        "error",
    ),
    "numbers by a name": (
        "def f(gids, out):\n    for x in set(gids):\n        out.append(g(x))",
        "hint",
    ),
    "what is not known": (
        "def f(y, out):\n    for x in set(y):\n        out.append(g(x))",
        "hint",
    ),
    "a loop that draws": (
        "def f(names, rng):\n    return {x: rng.random() for x in set(names)}",
        "error",
    ),
    "a loop that draws for its elements": (
        "def f(names, rng, out):\n    for x in set(names):\n        out[x] = rng.random()",
        "error",
    ),
    "a draw of each element's own": (
        "def f(agents):\n    return {a.name: a.rng.random() for a in set(agents)}",
        "hint",
    ),
    "a loop that writes": (
        "def f(names, file):\n    for x in set(names):\n        file.write(x)",
        "error",
    ),
    "a loop that numbers": (
        "def f(names, table):\n    for x in set(names):\n        table[x] = len(table)",
        "error",
    ),
    "a loop that assigns": (
        "def f(names, grid):\n    for x in set(names):\n        grid.mask[x == grid.kind] = g(x)",
        "hint",
    ),
    "a loop that keeps the largest": (
        "def f(names):\n    best = 0\n    for x in set(names):\n        n = len(x)\n"
        "        best = n if n > best else best\n    return best",
        None,
    ),
    "a loop that calls what appends": (
        "class A:\n    def f(self, names: set[str]):\n        for x in names:\n"
        "            self.take(x)\n    def take(self, x):\n        self.rows.append(g(x))",
        "error",
    ),
    "a loop that calls what stores": (
        "class A:\n    def f(self, names: set[str]):\n        for x in names:\n"
        "            self.keep(x)\n    def keep(self, x):\n        self.rows[x] = g(x)",
        "hint",
    ),
    "a loop over complaints": (
        "def f(names):\n    errors = []\n    for x in set(names):\n        errors.append(g(x))\n"
        "    return errors",
        None,
    ),
    "a hash of a number": ("def f(s, seed):\n    return hash(s.sum() + seed) % 7", None),
    "numbers for names": (
        "def f(names):\n    return {y: i for i, y in enumerate(set(names))}",
        "error",
    ),
    "objects in a step": (
        "class A:\n    def __init__(self):\n        self.cars = set()\n"
        "    def step(self):\n        for car in self.cars:\n            car.move()",
        "error",
    ),
    "results as they complete": (
        "from concurrent.futures import as_completed\ndef f(jobs):\n    out = []\n"
        "    for job in as_completed(jobs):\n        out.append(job.result())\n    return out",
        "error",
    ),
    "names that are returned": ("def f(names):\n    return list(set(names))", "error"),
    "results that are returned": ("def f(names):\n    return [g(x) for x in set(names)]", "error"),
    "names that are passed on by key": (
        "def f(names):\n    return g({'without': list(set(names))})",
        "hint",
    ),
    "one element": ("def f(names):\n    return g(list(set(names))[0])", "error"),
    "some elements": ("def f(names):\n    return g(list(set(names))[:3])", "error"),
    "a draw": ("def f(x, rng):\n    return rng.choice(list(set(x)))", "error"),
    "a draw from numbers": ("def f(x, rng):\n    return rng.choice(list({1, 2}))", None),
    "what a function checks": ("def f(names):\n    _validate(list(set(names)))", "hint"),
    "what a function sorts": (
        "def ordered(x):\n    return [y for y in x]\n"
        "def sort_keys(x):\n    return [y for y in x]\ndef f(names):\n"
        "    return [g(x) for x in sort_keys(set(names))]",
        None,
    ),
    "any string": (
        "def f(names, out):\n    s = set(names)\n    while s:\n        out.append(s.pop())",
        "error",
    ),
    "any number": (
        "def f(gids, out):\n    s = set(gids)\n    while s:\n        out.append(s.pop())",
        "hint",
    ),
    # what the callers of a function do with its order
    "a list of a private function that nobody calls": (
        "def _f(xs: set[str]):\n    return list(xs)",
        "hint",
    ),
    "a list of a private function that is passed on": (
        "def _f(xs: set[str]):\n    return list(xs)\ndef g(pool, xs):\n    return pool.map(_f, xs)",
        "error",
    ),
    "attributes that are named after the elements": (
        "def f(xs: set[str], y):\n    for x in xs:\n        setattr(y, x, g(x))\n    return y",
        None,
    ),
    "a list that all callers put into sets": (
        "def f(names):\n    return list(set(names))\ndef g(x):\n    return len(set(f(x)))",
        "hint",
    ),
    "a list that a caller sorts, after another function": (
        "def f(names):\n    return list(set(names))\ndef g(x):\n    return f(x)\n"
        "def h(x):\n    return sorted(g(x))",
        "hint",
    ),
    "a list that one caller takes from": (
        "def f(names):\n    return list(set(names))\ndef g(x):\n    return set(f(x)), f(x)[0]",
        "error",
    ),
    "a part of a result that callers look up": (
        "def f(names):\n    return names[0], list(set(names))\n"
        "def g(x):\n    first, found = f(x)\n    return first in found",
        "hint",
    ),
    "a generator that all callers sort": (
        "def f(names):\n    for x in set(names):\n        yield x\ndef g(x):\n"
        "    return sorted(f(x))",
        "hint",
    ),
    "a list that is returned in an object": (
        "def f(names):\n    return Rows(list(set(names)))",
        "error",
    ),
    # where lists go that a loop fills
    "a list that is bound anew, sorted": (
        "def f(s: set[str]):\n    out = []\n    for x in s:\n        out.append(x)\n"
        "    out = sorted(out)\n    return out",
        None,
    ),
    "a list that a function of the file sorts": (
        "def f(s: set[str]):\n    out = []\n    for x in s:\n        out.append(x)\n"
        "    return g(out)\ndef g(xs):\n    xs = sorted(xs)\n    return xs[0]",
        None,
    ),
    "a list that only a set gets": (
        "def f(s: set[str], kept):\n    out = []\n    for x in s:\n        out.extend(g(x))\n"
        "    kept.update(out)",
        None,
    ),
    "an attribute that is counted": (
        "class A:\n    def f(self, s: set[str]):\n        self.seen.extend(s)\n"
        "        return len(self.seen)",
        "hint",
    ),
    "an attribute that is indexed": (
        "class A:\n    def f(self, s: set[str]):\n        for x in s:\n"
        "            self.rows.append(x)\n        return self.rows[0]",
        "error",
    ),
    "work of which only sets remain": (
        "def f(near: dict[str, set[str]], start):\n    todo, seen = [start], set()\n"
        "    while todo:\n        x = todo.pop()\n        if x in seen:\n            continue\n"
        "        seen.add(x)\n        for y in near[x]:\n            todo.append(y)\n"
        "    return seen",
        None,
    ),
    "a table of rows": (
        "import pandas as pd\ndef f(s: set[str]):\n    return g(pd.concat([h(x) for x in s]))",
        "error",
    ),
    "a file of its own for each": (
        "def f(s: set[str], folder):\n    for x in s:\n"
        "        with open(folder / f'{x}.txt', 'w') as file:\n            file.write(g(x))",
        None,
    ),
    "one file for all": (
        "def f(s: set[str], path):\n    with open(path, 'w') as file:\n        for x in s:\n"
        "            file.write(g(x))",
        "error",
    ),
    "an archive": (
        "import tarfile\ndef f(s: set[str], path):\n    with tarfile.open(path, 'w') as tar:\n"
        "        for x in s:\n            tar.add(x)",
        "hint",
    ),
    "a value that is written": (
        "import json\ndef f(s: set[str], file):\n    names = list(s)\n"
        "    json.dump({'names': names}, file)",
        "error",
    ),
    "a progress bar": (
        "from tqdm import tqdm\ndef f(s: set[str], out):\n    for x in tqdm(s):\n"
        "        out.append(x)",
        "error",
    ),
    "a list of sets": (
        "def f(cars, out):\n    groups = []\n    for car in cars:\n        names = set(car)\n"
        "        groups.append(names)\n    for i in range(len(groups)):\n"
        "        for x in groups[i]:\n            out.append(x)",
        "error",
    ),
    "texts of an error": (
        "def f(s: set[str]):\n    found = []\n    if s:\n        found.append(', '.join(s))\n"
        "    if len(found) > 0:\n        raise ValueError('; '.join(found))",
        None,
    ),
    "numbers of an array": (
        "import numpy as np\ndef f(x):\n    return np.array(list(set(x)), dtype=int)",
        "hint",
    ),
    "distinct numbers": (
        "import numpy as np\ndef f(x):\n    return list(set(np.unique(x)))",
        "hint",
    ),
    "entries that are numbers": (
        "def f(rows):\n    at = {}\n    for i, row in enumerate(rows):\n        at[row] = i\n"
        "    return list(set(at.values()))",
        None,
    ),
    "a loop over indices": (
        "def f(s: set):\n    return [g(index) for index in s]",
        "hint",
    ),
    "all elements, one by one": (
        "def f(s: set[str]):\n    while s:\n        g(s.pop())",
        "hint",
    ),
    # listings
    "the one file of a kind": (
        "import glob\ndef f(p):\n    return g(glob.glob(p + '/*.output_trips.csv')[0])",
        "hint",
    ),
    "the first file of many": (
        "import glob\ndef f():\n    return g(glob.glob('*.csv')[0])",
        "hint",
    ),
    "files that are copied": (
        "import os\ndef f(p, q, link):\n    for x in os.listdir(p):\n"
        "        link.put(x, os.path.join(q, x))",
        None,
    ),
    "a walk with a progress bar": (
        "import os\nfrom tqdm import tqdm\ndef f(p, out):\n"
        "    for where, _, names in tqdm(list(os.walk(p))):\n        out.append(where)",
        "error",
    ),
    "a folder that is returned": ("import os\ndef f(p):\n    return os.listdir(p)", "hint"),
    "a folder whose files are read": (
        "import os\ndef f(p):\n    rows = []\n    for x in os.listdir(p):\n"
        "        rows.append(imread(x))\n    return rows",
        "error",
    ),
    "files that another function makes its data of": (
        "import os\ndef f(p):\n    def reader():\n        for x in os.listdir(p):\n"
        "            yield x\n    return reader",
        "error",
    ),
    "a file of a folder": ("import os\ndef f(p):\n    return g(os.listdir(p)[0])", "hint"),
    "files that are read in order": (
        "import os\ndef f(p):\n    return [g(x) for x in os.listdir(p)]",
        "error",
    ),
    "files that are drawn from": (
        "import os\ndef f(p, rng):\n    return rng.choice(os.listdir(p))",
        "error",
    ),
    "the latest file": (
        "import os\ndef f(p):\n    return max(os.listdir(p), key=lambda x: os.path.getmtime(x))",
        "hint",
    ),
    "at most one file": (
        "import glob\ndef f():\n    x = glob.glob('*.a')\n    assert len(x) < 2\n    return x[0]",
        None,
    ),
    "modules that register themselves": (
        "import importlib, os\ndef f(p, out):\n    for x in os.listdir(p):\n"
        "        out.append(importlib.import_module(x))",
        "hint",
    ),
    # hashes and addresses
    "a hash that chooses": ("def f(name):\n    return hash(name) % 7", "error"),
    "a hash that is kept": ("def f(self, name):\n    self.last = hash(name)", "hint"),
    "a hash in a log": ("def f(name, log):\n    log.debug(f'{hash(name)}')", None),
    "an order of objects": (
        "class A:\n    def __lt__(self, o):\n        return id(self) < id(o)",
        "hint",
    ),
    "addresses in a set": ("def f(seen, xs):\n    seen.update(map(id, xs))", None),
    # rows
    "rows that are returned": (
        "def f(db):\n    return db.execute('SELECT a FROM b').fetchall()",
        "error",
    ),
    "rows that are used in order": (
        "def f(db, out):\n    for row in db.execute('SELECT a FROM b').fetchall():\n"
        "        out.append(g(row))",
        "error",
    ),
    "rows of a whole table": (
        "import sqlite3\ndef f(db):\n    return db.execute('SELECT a FROM b').fetchall()",
        "hint",
    ),
    "rows of two tables": (
        "def f(db):\n    return db.execute('SELECT a FROM b JOIN c ON b.d = c.d').fetchall()",
        "error",
    ),
    "rows of two tables of one file": (
        "from sqlalchemy.dialects.sqlite import insert\n"
        "def f(db):\n    return db.execute('SELECT a FROM b JOIN c ON b.d = c.d').fetchall()",
        "hint",
    ),
    "the length of a row": (
        "def f(db):\n    rows = db.execute('SELECT a FROM b').fetchall()\n    return len(rows[0])",
        None,
    ),
    # what a loop adds its elements to
    "strings that are added to a document": (
        "def f(names, doc):\n    for x in set(names):\n        doc.add_child(x)",
        "error",
    ),
    "numbers that are added to a document": (
        "def f(gids, doc):\n    for x in set(gids):\n        doc.add_child(x)",
        "hint",
    ),
    "what is made of strings, and added": (
        "def f(names, file):\n    for x in set(names):\n        row = file.createVariable(x, 4)",
        "error",
    ),
    "objects by what is read of them": (
        "def f(y, table):\n    for x in set(y):\n        table.add_row(x.label)",
        "error",
    ),
    "points by what is read of them": (
        "def f(y, table):\n    for p in set(y):\n        table.add_row(p.x)",
        "hint",
    ),
    "strings that a method puts into a set": (
        "class A:\n    def __init__(self):\n        self.s = set()\n"
        "    def add_name(self, x):\n        self.s.add(x)\n"
        "    def f(self, names):\n        for x in set(names):\n            self.add_name(x)",
        None,
    ),
    "each element is handed something of its own": (
        "def f(workers):\n    for x in set(workers):\n        x.put(None)",
        None,
    ),
    # where a loop stops
    "the first that fits": (
        "def f(names):\n    for x in set(names):\n        if fits(x):\n            return x",
        "error",
    ),
    "a text of all that is returned": (
        "import os\ndef _f(p):\n    for x in os.listdir(p):\n        yield x\n"
        "def tree(p):\n    y = ''\n    for x in _f(p):\n        y += x + '\\n'\n    return y\n"
        "class A:\n    def __str__(self):\n        return tree(self.p)",
        "hint",
    ),
    "the first that fits, by a break": (
        "def f(names):\n    y = None\n    for x in set(names):\n"
        "        if fits(x):\n            y = x\n            break\n    return y",
        "error",
    ),
    "the one with a name": (
        "def f(agents, name):\n    for x in set(agents):\n"
        "        if x.name == name:\n            return x.speed",
        "hint",
    ),
    "the first file that fits": (
        "import os\ndef f(p):\n    for x in os.listdir(p):\n"
        "        if fits(x):\n            return x",
        "hint",
    ),
    # files of which there is mostly one
    "the first file with a number": (
        "def f(folder, number):\n    return list(folder.glob(f'*{number}.BIN'))[0]",
        "hint",
    ),
    "the first file with an extension": (
        "def f(folder, ext):\n    return list(folder.glob(f'*.{ext}'))[0]",
        "hint",
    ),
    "the first file of a folder with a name": (
        "import glob\ndef f(folder):\n    return glob.glob(folder + '*.csv')[0]",
        "hint",
    ),
    "a folder that holds a file": (
        "import os\ndef f(p, name):\n    for x in os.listdir(p):\n"
        "        if os.path.exists(os.path.join(p, x, name)):\n            return x",
        "hint",
    ),
    "the files of the root of a walk": (
        "import os\ndef f(p):\n    _, _, names = next(os.walk(p))\n    return sorted(names)",
        None,
    ),
    "the first file of the root of a walk": (
        "import os\ndef f(p):\n    _, _, names = next(os.walk(p))\n    return g(names[0])",
        "hint",
    ),
    "files that are sorted by a key at the end": (
        "import os\ndef f(p):\n    found = []\n    for x in os.listdir(p):\n"
        "        found.append(load(x))\n    return sorted(found, key=lambda x: x.get('when', ''))",
        "hint",
    ),
    # sets of one, or of numbers
    "a set of one or an error": (
        "def f(kinds):\n    kinds = {k.name for k in kinds}\n"
        "    if len(kinds) != 1 or next(iter(kinds)) not in KNOWN:\n        raise ValueError",
        None,
    ),
    "a set of one of two or an error": (
        "def f(kinds):\n    kinds = {k.name for k in kinds}\n"
        "    if len(kinds) != 2 or next(iter(kinds)) not in KNOWN:\n        raise ValueError",
        "error",
    ),
    "what remains of a set of one": (
        "def f(x, out):\n    out += list(set([x.name]) - set(out))",
        None,
    ),
    "the one that remains": (
        "def f(a):\n    return g(next(iter(NAMES - {a})))\nNAMES = {'a', 'b'}",
        "hint",
    ),
    "numbers below a count": (
        "def f(rng, names, out):\n    for x in set(rng.choice(len(names), 3)):\n"
        "        out.append(g(x))",
        "hint",
    ),
    "elements that are drawn": (
        "def f(rng, names, out):\n    for x in set(rng.choice(names, 3)):\n"
        "        out.append(g(x))",
        "error",
    ),
    "numbers by a unit": (
        "def f(diameters_m, out):\n    for x in set(diameters_m):\n        out.append(g(x))",
        "hint",
    ),
    "numbers by the name of their list": (
        "def f(y):\n    indices = list(set(y))\n    return indices",
        "hint",
    ),
    "votes of what is not known": ("def f(y):\n    return max(set(y), key=y.count)", "hint"),
    "votes of strings": (
        "def f(y: list[str]):\n    return max(set(y), key=y.count)",
        "error",
    ),
    "a table of ranks": (
        "def f(s: set[str]):\n    return sorted(s, key=lambda x: RANKS.get(x, 99))",
        None,
    ),
    "a table of scores": (
        "def f(s: set[str]):\n    return sorted(s, key=lambda x: SCORES.get(x, 99))",
        "error",
    ),
    "a class that is a set": (
        "class A:\n    def __init__(self, x):\n        self.names = {n.name for n in x}\n"
        "    def __iter__(self):\n        for x in self.names:\n            yield x",
        "hint",
    ),
    "tiles in a step": (
        "class A:\n    def step(self):\n        for x in set(self.tiles):\n"
        "            self.visit(x)",
        "hint",
    ),
    # sets that nothing calls sets
    "an entry of a table": (
        "def f(cars, out):\n    row = {'names': set(), 'cars': cars}\n    for c in cars:\n"
        "        row['names'].add(c.name)\n    for x in row['names']:\n        out.append(g(x))",
        "error",
    ),
    "an entry that another function makes": (
        "def f():\n    return {'names': set()}\ndef g(row, out):\n"
        "    for x in row['names']:\n        out.append(h(x))",
        "error",
    ),
    "an entry that may be a list": (
        "def f():\n    return {'names': set()}\ndef g(row, out):\n    row['names'] = []\n"
        "    for x in row['names']:\n        out.append(h(x))",
        None,
    ),
    "an entry that is used as a list": (
        "def f():\n    return {'names': set()}\ndef g(row, out):\n"
        "    for x in row['names']:\n        out.append(h(x))\n    return row['names'][0]",
        None,
    ),
    "an entry of a table of lists": (
        "def f():\n    return {'names': set()}\ndef g(row: dict[str, list[str]], out):\n"
        "    for x in row['names']:\n        out.append(h(x))",
        None,
    ),
    "symbols of an expression": ("def f(e):\n    return list(e.free_symbols)", "error"),
    "sorted symbols of an expression": (
        "def f(e):\n    return sorted(e.free_symbols, key=str)",
        None,
    ),
    "nodes of a graph that are objects": (
        "import networkx as nx\ndef f(g, out):\n    for group in nx.connected_components(g):\n"
        "        for node in group:\n            out.append(node.label)",
        "error",
    ),
    "nodes of a graph": (
        "import networkx as nx\ndef f(g):\n    return list(nx.descendants(g, 1))",
        "hint",
    ),
    "groups of a graph": (
        "import networkx as nx\ndef f(g):\n    return list(nx.connected_components(g))",
        None,
    ),
    "descendants of a tree": ("def f(tree):\n    return list(tree.descendants(1))", None),
    "strings by the name of an element": (
        "def f(y, out):\n    for name in y.found | {*y.others}:\n        out.append(g(name))\n"
        "def h(y):\n    return [g(name) for name in {*y}]",
        "error",
    ),
    "a key of a cache": (
        "class RamCache:\n    def build_key(self, row):\n        return hash(tuple(row))",
        "hint",
    ),
    "a key of something else": (
        "class Rows:\n    def build_key(self, row):\n        return hash(tuple(row))",
        "error",
    ),
    "files that are removed one by one": (
        "import os\nclass A:\n    def __init__(self, x):\n        self.paths = set(x)\n"
        "    def clear(self):\n        while len(self.paths) > 0:\n"
        "            os.remove(self.paths.pop())",
        "hint",
    ),
    "files that are read one by one": (
        "import os\nclass A:\n    def __init__(self, x):\n        self.paths = set(x)\n"
        "    def rows(self, out):\n        while len(self.paths) > 0:\n"
        "            out.append(load(self.paths.pop()))",
        "error",
    ),
    "coordinates": (
        "def f(cells, out):\n    for x in {(c.r, c.c) for c in cells}:\n        out.append(g(x))",
        "hint",
    ),
    "names beside names": (
        "def f(cells, out):\n    for x in {(c.name, c.kind) for c in cells}:\n"
        "        out.append(g(x))",
        "error",
    ),
    "numbers without a number": (
        "def f(y, out):\n    for x in set(y) - {-1}:\n        out.append(g(x))",
        "hint",
    ),
    "an array of a set": (
        "import numpy as np\ndef f(y):\n    return np.array(list(set(y.rows())))",
        "hint",
    ),
    "an array of strings": (
        "import numpy as np\ndef f(y):\n    names = np.array(list(set(y.all())))\n    return names",
        "error",
    ),
    "a sentence": (
        "def f(s: set[str]):\n    return f\"removed {', '.join(s)}\"",
        "hint",
    ),
    "a line of code": (
        "def f(s: set[str]):\n    return f\"def f({', '.join(s)}): pass;\"",
        "error",
    ),
    "a prompt": (
        "def f(s: set[str]):\n    prompt = f\"The tools are {', '.join(s)}\"\n    return prompt",
        "error",
    ),
    "ties that are only printed": (
        "def f(s: set[str], table):\n"
        "    for x in sorted(s, key=lambda x: table.get(x, 0)):\n        print(x)",
        None,
    ),
    "the one with a name, by an iterator": (
        "def f(s: set[str], y):\n    return next((x for x in s if x.name == y), None)",
        None,
    ),
    "the next that fits": (
        "def f(s: set[str]):\n    return next((x for x in s if fits(x)), None)",
        "error",
    ),
    # dictionaries
    "a dictionary by element in a step": (
        "class A:\n    def step(self):\n        for x in set(self.names):\n"
        "            self.done[key(x)][x] = True",
        "hint",
    ),
    "a dictionary that holds a list": (
        "def f(agents):\n    return {'names': list({x.name for x in agents}), 'n': 3}",
        "hint",
    ),
    "a dictionary that holds a list of numbers": (
        "def f(agents):\n    return {'gids': list({x.gid for x in agents}), 'n': 3}",
        "hint",
    ),
    "a dictionary that is written": (
        "import json\ndef f(agents, file):\n    d = {'names': list({x.name for x in agents})}\n"
        "    json.dump(d, file)",
        "error",
    ),
    "a dictionary that is stored": (
        "def f(self, agents):\n    d = {'names': list({x.name for x in agents})}\n"
        "    self.summary = d",
        "hint",
    ),
    # what commutes
    "calls that commute": (
        "class A:\n    def step(self):\n        for x in set(self.cars):\n"
        "            self.note(x)\n"
        "    def note(self, x):\n        self.grid[x.y] = min(self.grid[x.y] + 1, 9)\n"
        "        self.load[x.y] += 2\n        self.kind[x.y] = 0\n        del self.table[x.name]",
        None,
    ),
    "calls that do not": (
        "class A:\n    def step(self):\n        for x in set(self.cars):\n"
        "            self.note(x)\n"
        "    def note(self, x):\n        self.load[x.y] = self.last\n        self.last = x.y",
        "error",
    ),
    "an intersection of all": (
        "from functools import reduce\n"
        "def f(names):\n    return reduce(lambda a, b: a & b, [g(x) for x in set(names)])",
        None,
    ),
    "a chain of all": (
        "from functools import reduce\n"
        "def f(names):\n    return reduce(lambda a, b: a + b, [g(x) for x in set(names)])",
        "error",
    ),
    "a product of truths": (
        "def f(names, a, b):\n    same = True\n    for x in set(names):\n"
        "        same *= a[x] == b[x]\n    return same",
        None,
    ),
    "a product of numbers": (
        "def f(names, a):\n    y = 1.0\n    for x in set(names):\n        y *= a[x]\n    return y",
        "error",
    ),
    # what is only shown or reported
    "a text for a method that only prints": (
        "class A:\n    def tell(self, *m):\n        if self.loud:\n            print(*m)\n"
        "    def f(self, agents):\n"
        "        self.tell(f\"gone: {', '.join({x.name for x in agents})}\")",
        None,
    ),
    "a text for a method that writes": (
        "class A:\n    def tell(self, m):\n        self.file.write(m)\n"
        "    def f(self, agents):\n"
        "        self.tell(f\"gone: {', '.join({x.name for x in agents})}\")",
        "error",
    ),
    "one that is only named in an error": (
        "def f(names, used):\n    x = next((x for x in set(names) if x in used), None)\n"
        "    if x is not None:\n        raise ValueError(f'{x} is used')",
        None,
    ),
    "one that is used": (
        "def f(names, used):\n    x = next((x for x in set(names) if x in used), None)\n"
        "    if x is not None:\n        run(x)",
        "error",
    ),
    "the length of a name": (
        "import os\ndef f(p):\n    x = os.listdir(p)[0]\n    return len(x[x.rindex('_') + 1:])",
        None,
    ),
    "a part of a name": (
        "import os\ndef f(p):\n    x = os.listdir(p)[0]\n    return x[x.rindex('_') + 1:]",
        "hint",
    ),
    "names that are put in order by their numbers": (
        "import os\nimport numpy as np\ndef f(p):\n    names = os.listdir(p)\n"
        "    numbers = [int(x[5:]) for x in names]\n    places = np.argsort(numbers)\n"
        "    return [names[i] for i in places]",
        None,
    ),
    "names beside numbers that are put in order": (
        "import os\nimport numpy as np\ndef f(p):\n    names = os.listdir(p)\n"
        "    numbers = [int(x[5:]) for x in names]\n    places = np.argsort(numbers)\n"
        "    return names, places",
        "error",
    ),
    "completions": (
        "import os, readline\ndef complete(text, state):\n    return os.listdir(text)",
        "hint",
    ),
    "an iterator that nobody uses": (
        "class A:\n    def __init__(self, names: set[str]):\n        self.names = names\n"
        "    def each(self):\n        return iter(self.names)",
        "hint",
    ),
    # patterns
    "a pattern of one file": (
        "import glob, os\ndef f(p, x):\n    return glob.glob(os.path.join(p, x) + '.exe')[0]",
        None,
    ),
    "a pattern of one file below a folder": (
        "import glob, os\ndef f(p):\n    x = os.path.basename(p)\n"
        "    return glob.glob(os.path.join(p, 'bin', x))[0]",
        None,
    ),
    "a pattern that a variable holds": (
        "import glob, os\ndef f(p):\n    x = '*.exe'\n    return glob.glob(os.path.join(p, x))[0]",
        "hint",
    ),
    "a pattern that is given": (
        "import glob, os\ndef f(p, pattern):\n    return glob.glob(p + '/bin/' + pattern)[0]",
        "hint",
    ),
    "a pattern of several": (
        "import glob\ndef f(p, x='*'):\n    return glob.glob(f'{p}/{x}.exe')[0]",
        "hint",
    ),
    # hashes
    "a hash in place of a name": (
        "class A:\n    def __init__(self, name=''):\n"
        "        self.name = name if name else f'a_{hash(self)}'",
        "error",
    ),
    "a hash in place of a name that is never empty": (
        "class A:\n    def __init__(self, name='a'):\n"
        "        self.name = name if name else f'a_{hash(self)}'",
        "hint",
    ),
    # results of other processes
    "a sum of results": (
        "import ray\ndef f(refs):\n    y = 0\n    while refs:\n"
        "        done, refs = ray.wait(refs)\n"
        "        for x in done:\n            y += ray.get(x)\n    return y",
        "error",
    ),
    "a wait for all": (
        "import ray\ndef f(refs):\n    while refs:\n        done, refs = ray.wait(refs)\n"
        "        for x in done:\n            ray.get(x)",
        None,
    ),
    "results under their own key": (
        "import ray\ndef f(refs):\n    out = {}\n    while refs:\n"
        "        done, refs = ray.wait(refs)\n        out[done[0]] = ray.get(done[0])\n"
        "    return out",
        None,
    ),
    "results under the key of a future": (
        "from concurrent.futures import FIRST_COMPLETED, wait\n"
        "def f(jobs, out, free):\n    while jobs:\n"
        "        done, _ = wait(jobs, return_when=FIRST_COMPLETED)\n        for x in done:\n"
        "            number, worker = jobs.pop(x)\n            out[number] = x.result()\n"
        "            free.append(worker)",
        None,
    ),
    "results of futures": (
        "from concurrent.futures import FIRST_COMPLETED, wait\n"
        "def f(jobs, out):\n    while jobs:\n"
        "        done, jobs = wait(jobs, return_when=FIRST_COMPLETED)\n        for x in done:\n"
        "            out.append(x.result())",
        "error",
    ),
    "whether a future is done": (
        "from concurrent.futures import FIRST_COMPLETED, wait\n"
        "def f(job, stop):\n    done, _ = wait([job, stop], return_when=FIRST_COMPLETED)\n"
        "    return stop in done",
        None,
    ),
    "a walk without its root": (
        "import os\ndef f(p):\n    for x in list(os.walk(p))[1:]:\n        emit(x)",
        "hint",
    ),
    "what is wrong with one of them": (
        "class A:\n    def check(self, s: set[str]):\n        for x in s:\n"
        "            if not x.isascii():\n                self.error_message = f'bad {x}'\n"
        "                return False\n        return True",
        None,
    ),
    "the last of them": (
        "class A:\n    def check(self, s: set[str]):\n        for x in s:\n"
        "            if not x.isascii():\n                self.odd_one = f'{x}'\n"
        "                return False\n        return True",
        "hint",
    ),
    "lists of files that become a set": (
        "import glob\ndef f(folders):\n    found = [glob.glob(x + '/*.csv') for x in folders]\n"
        "    return {y for x in found for y in x}",
        None,
    ),
    "lists of files that are returned": (
        "import glob\ndef f(folders, out):\n"
        "    found = [glob.glob(x + '/*.csv') for x in folders]\n    for x in found:\n"
        "        out.append(load(x))",
        "error",
    ),
    "numbers by what a function says": (
        "def f(y) -> list[int]:\n    return list(set(y.all()))",
        "hint",
    ),
    "strings by what a function says": (
        "def f(y) -> list[str]:\n    return list(set(y.all()))",
        "error",
    ),
    "energies": (
        "def f(energies_eV, out):\n    for x in set(energies_eV):\n        out.append(g(x))",
        "hint",
    ),
    # what threads fill
    "a list that threads fill": (
        "import threading\ndef f(parts):\n    rows = []\n    def work(x):\n"
        "        rows.append(g(x))\n    for x in parts:\n"
        "        threading.Thread(target=work, args=(x,)).start()\n    return rows",
        "error",
    ),
    "a list that one thread fills": (
        "import threading\ndef f(x):\n    rows = []\n    def work(x):\n"
        "        rows.append(g(x))\n    threading.Thread(target=work, args=(x,)).start()\n"
        "    return rows",
        None,
    ),
    "a list that threads fill and that is sorted": (
        "import threading\ndef f(parts):\n    rows = []\n    def work(x):\n"
        "        rows.append(g(x))\n    for x in parts:\n"
        "        threading.Thread(target=work, args=(x,)).start()\n    return sorted(rows)",
        None,
    ),
    "a list of each thread": (
        "import threading\ndef f(parts):\n    def work(x, out):\n        rows = []\n"
        "        rows.append(g(x))\n        out[x] = rows\n    for x in parts:\n"
        "        threading.Thread(target=work, args=(x, parts)).start()",
        None,
    ),
    "a list of an object that a pool fills": (
        "from concurrent.futures import ThreadPoolExecutor\nclass A:\n    def work(self, x):\n"
        "        self.rows.append(g(x))\n    def run(self, parts):\n        self.rows = []\n"
        "        with ThreadPoolExecutor() as pool:\n            pool.map(self.work, parts)\n"
        "        return self.rows",
        "error",
    ),
    "errors of threads": (
        "from concurrent.futures import ThreadPoolExecutor\nclass A:\n    def work(self, x):\n"
        "        self.errors.append(g(x))\n    def run(self, parts):\n        self.errors = []\n"
        "        with ThreadPoolExecutor() as pool:\n            pool.map(self.work, parts)\n"
        "        return self.errors",
        None,
    ),
    "lines of two threads": (
        "import queue, threading\nclass A:\n    def __init__(self, p):\n"
        "        self.lines = queue.Queue()\n"
        "        threading.Thread(target=self.read, args=(p.stdout,)).start()\n"
        "        threading.Thread(target=self.read, args=(p.stderr,)).start()\n"
        "    def read(self, stream):\n        for x in stream:\n"
        "            self.lines.put(x)\n    def run(self):\n        while True:\n"
        "            yield self.lines.get()",
        "error",
    ),
    "lines of one thread": (
        "import queue, threading\nclass A:\n    def __init__(self, p):\n"
        "        self.lines = queue.Queue()\n"
        "        threading.Thread(target=self.read, args=(p.stdout,)).start()\n"
        "    def read(self, stream):\n        for x in stream:\n"
        "            self.lines.put(x)\n    def run(self):\n        while True:\n"
        "            yield self.lines.get()",
        None,
    ),
    "the work of threads": (
        "import queue, threading\nclass A:\n    def __init__(self):\n"
        "        self.jobs = queue.Queue()\n        for _ in range(4):\n"
        "            threading.Thread(target=self.work).start()\n    def work(self):\n"
        "        own = []\n        while True:\n            x = self.jobs.get()\n"
        "            own.append(x)\n            self.jobs.put(x)",
        None,
    ),
    # messages of other processes
    "messages in the order of arrival": (
        WORKERS + "def f(n):\n    out = []\n"
        "    while len(out) < n:\n        x = q.get()\n        out.append(x)\n    return out",
        "error",
    ),
    "messages that are passed on as they arrive": (
        WORKERS + "def f(n):\n    for _ in range(n):\n        version, x = q.get()\n"
        "        if version == n:\n            yield x",
        "error",
    ),
    "messages that have a place of their own": (
        WORKERS + "def f(n):\n    out = [None] * n\n    for _ in range(n):\n"
        "        i, x = q.get()\n        out[i] = x\n    return out",
        None,
    ),
    "messages that are sorted": (
        WORKERS + "def f(n):\n    out = []\n    for _ in range(n):\n"
        "        out.append(q.get())\n    return sorted(out)",
        None,
    ),
    "messages of one process": (
        WORKERS.replace("for _ in range(4): ", "") + "def f(n):\n    out = []\n"
        "    for _ in range(n):\n        out.append(q.get())\n    return out",
        None,
    ),
    "a message": (WORKERS + "def f():\n    return q.get()", None),
}


@pytest.mark.parametrize("case", ORDER)
def test_an_order_is_reported_where_it_is_seen_to_matter(case) -> None:
    source, expected = ORDER[case]
    found = {str(each.severity) for each in lint(source, select=("order",))}
    assert found == (set() if expected is None else {expected})


REST = {
    "how long to wait": (
        "import random, time\ndef f():\n    time.sleep(1.0 + random.random())",
        None,
    ),
    "a key for a cipher": (
        "import os\nclass Cipher:\n    def make(self):\n        return os.urandom(8)",
        None,
    ),
    "the length of a step": (
        "import time\nclass A:\n    def step(self):\n        now = time.time()\n"
        "        dt = now - self.last\n        self.last = now\n        self.x += self.v * dt",
        "error",
    ),
    "a global that gives numbers": (
        "N = 0\nclass A:\n    def __init__(self):\n        global N\n        self.id = N\n"
        "        N += 1",
        "error",
    ),
    # limits of real time
    "a limit of the program": (
        "import time\ndef f(n=3.0):\n    end = time.time()\n    while time.time() - end < n:\n"
        "        g()",
        "error",
    ),
    "a limit that is off": (
        "import time\ndef f(n=None):\n    end = time.time()\n    while time.time() - end < n:\n"
        "        g()",
        "hint",
    ),
    "a limit that may be infinite": (
        "import time, math\ndef f(n=math.inf):\n    end = time.time()\n"
        "    while time.time() - end < n:\n        g()",
        "hint",
    ),
    "a limit that fails in the end": (
        "import time\ndef f(n):\n    t = time.time()\n    while h():\n"
        "        if time.time() - t > 9:\n            if n < 3:\n                raise E\n"
        "            t = time.time()",
        "hint",
    ),
    "a pause between pictures": (
        "import time\ndef step(self):\n    if self._renders:\n        time.sleep(self.dt)",
        None,
    ),
    "a pause": ("import time\ndef step(self):\n    time.sleep(self.dt)", "hint"),
    "a pause of a component": (
        "import time\nfrom project_ghost.engine import Host\nclass A(Host):\n"
        "    def output(self, state):\n        time.sleep(self.dt)",
        "error",
    ),
    "a duration in other units": (
        "import time\ndef f(t0, out):\n    out.append((time.time() - t0) * 10**6)",
        "hint",
    ),
    "a limit of a wait": (
        "import time\ndef f(q, n):\n    end = time.time()\n    while time.time() - end < n:\n"
        "        q.wait_for_work(1)",
        "hint",
    ),
    "an option of a solver": ("def f(solver):\n    solver.solve(time_limit=3)", "error"),
    "an option that somebody chooses": (
        "def f(solver, options):\n    solver.solve(time_limit=options.limit)",
        "hint",
    ),
    "a user's time": ("def f(user):\n    user['time_budget'] = 30", None),
    "an answer that is replaced": (
        "import queue\ndef f(q: queue.Queue, last):\n    try:\n        return q.get(timeout=1)\n"
        "    except queue.Empty:\n        return last",
        "error",
    ),
    "an answer that is missing": (
        "import queue\ndef f(q: queue.Queue):\n    try:\n        return q.get(timeout=1)\n"
        "    except queue.Empty:\n        return None",
        "hint",
    ),
    "when to save": (
        "import time\ndef f(self):\n    if time.time() - self.last_save > 60:\n"
        "        self.save()\n        self.last_save = time.time()",
        "hint",
    ),
    "a clock that starts a program": (
        "import time\nif __name__ == '__main__':\n    g(2 * h() * (time.time() - h()))",
        None,
    ),
    # draws
    "a name": ("import random\ndef f():\n    return f'run-{random.random()}'", "hint"),
    "letters": (
        "import random, string\ndef f():\n"
        "    return ''.join(random.choice(string.ascii_letters) for _ in range(8))",
        "hint",
    ),
    "a port": ("import random\ndef f():\n    port = random.randint(1, 9)\n    g(port)", "hint"),
    "a test of a gradient": (
        "import numpy as np\ndef check_grad(f):\n    return f(np.random.rand(3))",
        "hint",
    ),
    "a tensor for its shape": (
        "import torch\ndef export_onnx(m):\n    m(torch.rand(1, 3))",
        "hint",
    ),
    "a tensor": ("import torch\ndef noise():\n    return torch.rand(1, 3)", "error"),
    "a table of functions": ("import torch\nTABLE = {torch.rand: 1}", None),
    "a generator that is seeded later": (
        "import numpy as np\nclass A:\n    def __init__(self):\n"
        "        self.rng = np.random.RandomState()\n    def begin(self, seed):\n"
        "        self.rng.seed(seed)",
        None,
    ),
    "a state that is set": (
        "import numpy as np\ndef f(state):\n    np.random.set_state(state)\n"
        "    return np.random.rand(3)",
        "hint",
    ),
    "an operation with a seed": (
        "import tensorflow as tf\ndef f(seed):\n    return tf.random.uniform((), seed=seed)",
        "hint",
    ),
    # state
    "a class that a method changes": (
        "class Car: ...\nclass Env:\n    def reset(self, c):\n        Car.length = c.length",
        "error",
    ),
    "a class that a function sets up": (
        "class Car: ...\ndef from_config(c):\n    Car.length = c.length",
        "hint",
    ),
    "a class of a library": (
        "from bio import Entrez\nclass A:\n    def f(self, mail):\n        Entrez.email = mail",
        "hint",
    ),
    "the state of the first object": (
        "class A:\n    state = None\n    @classmethod\n    def share(cls, state):\n"
        "        if cls.state is None:\n            cls.state = state\n        return cls.state",
        "error",
    ),
    "a class that a class method sets up": (
        "class A:\n    state = None\n    @classmethod\n    def share(cls, state):\n"
        "        cls.state = state",
        "hint",
    ),
    "a singleton": (
        "class A:\n    _instances = []\n    def __new__(cls):\n"
        "        cls._instances.append(1)\n        return object.__new__(cls)",
        None,
    ),
    "a table of a class": (
        "class A:\n    scale = {}\n    def f(self, x):\n        self.scale['length'] = x",
        "error",
    ),
    "a table that a base may make": (
        "from .bases import Base\nclass A(Base):\n    scale = {}\n    def f(self, x):\n"
        "        self.scale['length'] = x",
        "hint",
    ),
    "a counter of a class that gives numbers": (
        "class A:\n    count = 0\n    def __init__(self):\n        self.number = A.count\n"
        "        A.count += 1",
        "error",
    ),
    "a counter of a class that nobody reads": (
        "class A:\n    count = 0\n    def __init__(self):\n        A.count += 1",
        "hint",
    ),
    "a counter of a class that gives names": (
        "class A:\n    count = 0\n    def __init__(self, name=None):\n"
        "        self.label = name or 'a%d' % A.count\n        A.count += 1",
        "hint",
    ),
    "a counter of a class that gives numbers of pictures": (
        "import matplotlib.pyplot as plt\nclass A:\n    count = 0\n    def end(self):\n"
        "        plt.figure(A.count)\n        A.count += 1",
        "hint",
    ),
    "a table of measured times": (
        "import time\nclass A:\n    took = {}\n    def f(self, x):\n        start = time.time()\n"
        "        x.run()\n        self.took[x] = time.time() - start",
        "hint",
    ),
    "a table of other values": (
        "import time\nclass A:\n    took = {}\n    def f(self, x):\n"
        "        self.took[x] = x.run() - x.start",
        "error",
    ),
    "a value of a class, made when the class is new": (
        "KNOWN = set()\nclass A:\n    def __init__(self):\n        cls = type(self)\n"
        "        if cls not in KNOWN:\n            KNOWN.add(cls)\n"
        "            cls.names = dir(self)",
        "hint",
    ),
    "a value of a class, chosen by the first object": (
        "KNOWN = set()\nclass A:\n    def __init__(self, size):\n        cls = type(self)\n"
        "        if cls not in KNOWN:\n            KNOWN.add(cls)\n            cls.size = size",
        "error",
    ),
    "a table of the module that grows through another name": (
        "ROWS = [1]\ndef f(more):\n    rows = ROWS\n    rows += more\n    return rows",
        "error",
    ),
    "a copy of a table of the module": (
        "ROWS = [1]\ndef f(more):\n    rows = list(ROWS)\n    rows += more\n    return rows",
        None,
    ),
    "a table of the module in each object": (
        "META = {}\nclass A:\n    def __init__(self):\n        self.meta = META\n"
        "        self.meta.update({'ion': 1})",
        "error",
    ),
    "a cache of the module under another name": (
        "TABLE = {}\ndef f(n):\n    table = TABLE\n    if n not in table:\n"
        "        table[n] = n * n\n    return table[n]",
        None,
    ),
    "a default that is filled": (
        "def f(x, result={}):\n    result['train'] = []\n    result['train'].append(x)",
        "hint",
    ),
    "a default that grows": ("def f(x, result=[]):\n    result.append(x)", "error"),
    "a default that grows by key": ("def f(x, result={}):\n    result[x] = g(x)", "error"),
    "an answer that is only late": (
        "import queue\ndef f(q: queue.Queue, job):\n    try:\n        x = q.get(timeout=1)\n"
        "    except queue.Empty:\n        job.late = True",
        "hint",
    ),
    "an answer that another one replaces": (
        "import queue\ndef f(q: queue.Queue, x):\n    try:\n        x = q.get(timeout=1)\n"
        "    except queue.Empty:\n        x = g(x)\n    return x",
        "error",
    ),
    "a cache as a default": ("def f(x, _cache={}):\n    _cache[x] = g(x)", None),
    "a file that is cached": (
        "from functools import lru_cache\n@lru_cache\ndef f(path):\n    return open(path).read()",
        "hint",
    ),
    # times
    "a sum of float times": (
        "def f(dt, end):\n    t = 0.0\n    while t < end:\n        t += dt",
        "hint",
    ),
    "equal priorities": (
        "import heapq\ndef f(q, t, job):\n    heapq.heappush(q, (t, job))",
        "hint",
    ),
}


@pytest.mark.parametrize("case", REST)
def test_clocks_draws_and_states_are_reported_on_evidence(case) -> None:
    source, expected = REST[case]
    found = {str(each.severity) for each in lint(source)}
    assert found == (set() if expected is None else {expected})
