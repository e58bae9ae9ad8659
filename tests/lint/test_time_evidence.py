"""Real time that decides an answer is an error; other uses of clocks, hashes and ids are not."""

import pytest

from tests.lint.helpers import lint
from tests.lint.test_state_evidence import worst

LIMITS = {
    "a loop that reads from a device": (
        "import time\ndef f(port, end):\n    rows = []\n    while time.time() < end:\n"
        "        rows += port.read(3)\n        if rows:\n            break\n    return rows",
        "hint",
    ),
    "a solver's limit of a day": ("def f(solver):\n    solver.solve(time_limit=24 * 3600)", "hint"),
    "a solver's limit of a minute": ("def f(solver):\n    solver.solve(time_limit=60)", "error"),
    "a solver's limit of seconds": ("def f(solver):\n    solver.solve(budget_ms=5000)", "error"),
    "a loop until a time": (
        "import time\ndef f(x, end):\n    while time.time() < end:\n        x = x.better()\n"
        "    return x",
        "error",
    ),
    "data up to the present": (
        "import time\ndef f(since, load):\n    rows = []\n    while since < time.time():\n"
        "        rows += load(since)\n        since = since + 60\n    return rows",
        None,
    ),
    "a present that is read once": (
        "import time\ndef f(day):\n    now = time.time()\n    while day < now:\n"
        "        day += 86400\n    return day",
        None,
    ),
    "what is left of a budget": (
        "import time\ndef f(x, end):\n    left = end - time.time()\n    while left > 0:\n"
        "        x = x.better()\n        left = end - time.time()\n    return x",
        "error",
    ),
    "an interval outside of a loop": (
        "import time\nclass A:\n    def f(self):\n        passed = time.time() - self.last\n"
        "        if passed < self.interval:\n            return self.known\n"
        "        return self.asked()",
        "hint",
    ),
    "numbers until a time has passed": (
        "import time\nclass A:\n    def update(self, pose):\n"
        "        passed = time.time() - self.start\n        if passed < 2.0:\n"
        "            return (0.0, -0.8)\n        return self.follow(pose)",
        "error",
    ),
    "whether a time has passed": (
        "import time\nclass A:\n    def update(self, pose):\n"
        "        passed = time.time() - self.start\n        if passed < 2.0:\n"
        "            return False\n        return self.follow(pose)",
        "hint",
    ),
    "a timer that begins its next interval": (
        "import time\nclass A:\n    def is_time(self):\n        now = time.time()\n"
        "        if now > self.last + 5:\n            self.last = now\n            return True\n"
        "        return False",
        "hint",
    ),
    "a time that is over for good": (
        "import time\nclass A:\n    def is_time(self):\n        now = time.time()\n"
        "        if now > self.last + 5:\n            self.is_over = now\n"
        "            return True\n        return False",
        "error",
    ),
    "a loop that does nothing": (
        "import time\ndef f(end):\n    while time.time() < end:\n        pass",
        None,
    ),
    "a loop before an error": (
        "import time\ndef f(end, ask):\n    while time.time() < end:\n        found = ask()\n"
        "        if found:\n            return found\n    if not found:\n        log(end)\n"
        "        raise ValueError(end)",
        "hint",
    ),
    "a loop before an answer": (
        "import time\ndef f(end, ask):\n    while time.time() < end:\n        found = ask()\n"
        "        if found:\n            return found\n    return None",
        "error",
    ),
    "an interval in a loop": (
        "import time\ndef f(xs, last):\n    for x in xs:\n        if time.time() - last < 5:\n"
        "            continue\n        x.use()\n        last = time.time()",
        "hint",
    ),
    "a limit that spans the calls of a method": (
        "import time\nclass A:\n    def f(self, x):\n        if time.time() > self.end:\n"
        "            return x\n        return x.better()",
        "error",
    ),
    "a limit of a function that calls itself": (
        "import time\ndef f(x, end):\n    if time.time() > end:\n        return x.value\n"
        "    return max(f(y, end) for y in x)",
        "error",
    ),
    "a question that is asked once": (
        "import time\ndef f(x, end):\n    if time.time() > end:\n        return x\n    return 0",
        "hint",
    ),
    "a sleeping loop whose last value is used": (
        "from time import sleep, time\ndef f(workers, file, limit=60):\n    end = time() + limit\n"
        "    while time() < end:\n        sleep(1)\n        best = max(workers)\n"
        "    file.write(best.text)",
        "error",
    ),
    "a sleeping loop whose last value is logged": (
        "from time import sleep, time\ndef f(workers, limit=60):\n    end = time() + limit\n"
        "    while time() < end:\n        sleep(1)\n        best = max(workers)\n    print(best)",
        "hint",
    ),
    "a loop that is left when something happens": (
        "from time import sleep, time\ndef f(job, limit=60):\n    end = time() + limit\n"
        "    while time() < end:\n        state = job.state()\n        if state.is_done:\n"
        "            break\n        sleep(1)\n    return state",
        "hint",
    ),
    "a limit that a caller may take away": (
        "from time import time\ndef f(x, limit: float | None = 60):\n"
        "    end = time() + limit if limit else None\n    while not end or time() < end:\n"
        "        x = x.better()\n    return x",
        "error",
    ),
    "a limit that a caller may ask for": (
        "from time import time\ndef f(x, limit=None):\n"
        "    end = time() + limit if limit else None\n    while not end or time() < end:\n"
        "        x = x.better()\n    return x",
        "hint",
    ),
    "a limit of a search that a caller may ask for": (
        "from time import time\ndef f(x, max_time=float('inf')):\n    start = time()\n"
        "    while time() - start < max_time:\n        x = x.better()\n    return x",
        "error",
    ),
    "a limit of a wait that a caller may ask for": (
        "from time import time, sleep\ndef f(x, max_time=float('inf')):\n    start = time()\n"
        "    while time() - start < max_time:\n        sleep(1)\n        if x.done():\n"
        "            return x\n    return None",
        "hint",
    ),
    "a loop that only draws": (
        "from time import time\ndef f(duration, scene):\n    start = time()\n"
        "    while time() - start < duration:\n        render(scene)",
        None,
    ),
    "a class that exists to stop": (
        "import time\nclass TimeoutStopper:\n    def stop(self, x):\n"
        "        if time.time() - self.start > self.limit:\n            return True\n"
        "        return False",
        "hint",
    ),
    "a measurement of how much is done": (
        "from time import perf_counter\ndef f(x, limit):\n    n, start = 0, perf_counter()\n"
        "    while perf_counter() < start + limit:\n        x()\n        n += 1\n"
        "    end = perf_counter()\n    return n, end - start",
        None,
    ),
}

WAITS = {
    "of a program whose answer is replaced": (
        "import subprocess\ndef f(command):\n    try:\n"
        "        done = subprocess.run(command, timeout=60)\n        return done.stdout\n"
        "    except subprocess.TimeoutExpired:\n        return 'it took too long'",
        "error",
    ),
    "of a program that may take an hour": (
        "import subprocess\ndef f(command):\n    try:\n"
        "        done = subprocess.run(command, timeout=3600)\n        return done.stdout\n"
        "    except subprocess.TimeoutExpired:\n        return 'it took too long'",
        "hint",
    ),
    "of a program that is looked for": (
        "import subprocess\ndef f():\n    try:\n"
        "        done = subprocess.run(['docker', 'info'], timeout=60)\n"
        "        return done.stdout\n"
        "    except subprocess.TimeoutExpired:\n        return 'it took too long'",
        "hint",
    ),
    "of a program that may not be there": (
        "import subprocess\ndef f(command):\n    try:\n"
        "        done = subprocess.run(command, timeout=60)\n        return done.stdout\n"
        "    except (OSError, subprocess.TimeoutExpired):\n        return 'none'",
        "hint",
    ),
    "of a program that gives nothing": (
        "import subprocess\ndef f(command):\n    try:\n"
        "        done = subprocess.run(command, timeout=60)\n        return [done.stdout]\n"
        "    except subprocess.TimeoutExpired:\n        return []",
        "hint",
    ),
    "of a function whose answer is replaced": (
        "def f(session, command, timeout=None):\n    try:\n"
        "        output = session.perform(command, timeout=timeout)\n"
        "    except TimeoutError as e:\n        output = f'late: {e}'\n    return output",
        "error",
    ),
    "of a function that fails": (
        "def f(session, command, timeout=None):\n    try:\n"
        "        output = session.perform(command, timeout=timeout)\n"
        "    except TimeoutError as e:\n        raise ValueError(command) from e\n"
        "    return output",
        None,
    ),
    "for what has ended": (
        "from concurrent.futures import as_completed\ndef f(futures):\n    rows = []\n"
        "    for future in as_completed(futures):\n        try:\n"
        "            row = future.result(timeout=5)\n        except Exception as e:\n"
        "            row = str(e)\n        rows.append(row)\n    return rows",
        None,
    ),
    "for what may not have ended": (
        "from concurrent.futures import Future\ndef f(futures: list[Future]):\n    rows = []\n"
        "    for future in futures:\n        try:\n"
        "            row = future.result(timeout=5)\n        except Exception as e:\n"
        "            row = str(e)\n        rows.append(row)\n    return rows",
        "error",
    ),
    "a limit in a step that only those have who ask for it": (
        "import asyncio\nclass A:\n    def __init__(self, limit=None):\n"
        "        self.limit = limit\n    async def step(self, x):\n        try:\n"
        "            return await asyncio.wait_for(x.run(), timeout=self.limit)\n"
        "        except TimeoutError:\n            return x.last",
        "hint",
    ),
    "a limit in a step with a default": (
        "import asyncio\nclass A:\n    def __init__(self, limit=3):\n        self.limit = limit\n"
        "    async def step(self, x):\n        try:\n"
        "            return await asyncio.wait_for(x.run(), timeout=self.limit)\n"
        "        except TimeoutError:\n            return x.last",
        "error",
    ),
    "a limit in a step that raises another error": (
        "import asyncio\nasync def step(x):\n    try:\n"
        "        return await asyncio.wait_for(x.run(), timeout=3)\n"
        "    except TimeoutError:\n        raise RuntimeError('slow')",
        "hint",
    ),
    "late work that a loop leaves out": (
        "def f(xs, log):\n    for x in xs:\n        try:\n            x.load(timeout=0.1)\n"
        "        except TimeoutError:\n            log.warning('late')",
        "error",
    ),
    "late work that a loop does in another way": (
        "def f(xs):\n    for x in xs:\n        try:\n            x.load(timeout=0.1)\n"
        "        except TimeoutError:\n            x.load()",
        None,
    ),
    "late work without a loop": (
        "def f(x, log):\n    try:\n        x.load(timeout=0.1)\n"
        "    except TimeoutError:\n        log.warning('late')",
        None,
    ),
    "a loop that waits until it has an answer": (
        "from queue import Empty\ndef f(q):\n    x = None\n    while x is None:\n        try:\n"
        "            x = q.get(timeout=1)\n        except Empty:\n            x = None\n"
        "    return x",
        "hint",
    ),
    "a function that is given, and cut off": (
        "def f(g, pool, s):\n    answer = pool.apply_async(g)\n    answer.wait(s)\n    return",
        "error",
    ),
    "a process that is ended by force": (
        "from multiprocessing import Process\ndef f(rows, s):\n"
        "    p = Process(target=work, args=(rows,))\n    p.start()\n    p.join(s)\n"
        "    p.terminate()\n    return rows",
        "error",
    ),
    "a process that is asked whether it has ended": (
        "from multiprocessing import Process\ndef f(rows, s):\n"
        "    p = Process(target=work, args=(rows,))\n    p.start()\n    p.join(s)\n"
        "    if p.is_alive():\n        p.terminate()\n        return None\n    return rows",
        "hint",
    ),
    "a thread that only ends": (
        "from threading import Thread\ndef f(pipe):\n    t = Thread(target=read, args=(pipe,))\n"
        "    t.start()\n    t.join(timeout=1)\n    pipe.close()",
        "hint",
    ),
    "a limit that only a caller asks for": (
        "async def f(ask, x, timeout=None):\n    import asyncio\n    try:\n"
        "        x = await asyncio.wait_for(ask(), timeout)\n    except TimeoutError:\n"
        "        return nothing()\n    return x",
        "hint",
    ),
    "a wait before an error is raised": (
        "def f(worker):\n    try:\n        return worker.read()\n    except OSError as error:\n"
        "        try:\n            code = worker.wait(timeout=3)\n        except TimeoutError:\n"
        "            code = None\n        raise RuntimeError(code) from error",
        "hint",
    ),
    "a timer that warns": (
        "import threading\ndef f(log):\n"
        "    threading.Timer(5, lambda: log.warning('slow')).start()",
        None,
    ),
    "a timer that does something": (
        "import threading\ndef f(plan):\n    threading.Timer(5, plan.stop).start()",
        "hint",
    ),
    "a limit that ends in an error": (
        "def f(g, pool, s):\n    answer = pool.apply_async(g)\n    answer.wait(s)\n"
        "    if not answer.ready():\n        raise TimeoutError",
        "hint",
    ),
}

CLOCKS = {
    "a stamp of a step under a name that says so": (
        "import time\nclass A:\n    def step(self, info):\n"
        "        info['start_time'] = time.time()\n        return info",
        "hint",
    ),
    "a value of a step": (
        "import time\nclass A:\n    def step(self, state):\n"
        "        state['t'] = time.time()\n        return state",
        "error",
    ),
    "a time of the simulation in a step": (
        "import time\nclass A:\n    def step(self, state):\n"
        "        state['sim_time'] = time.time()\n        return state",
        "error",
    ),
    "a line of a log in a step": (
        "import time\nclass A:\n    def step(self, x):\n"
        "        self.history.write_row(x, time.time())\n        return x",
        "hint",
    ),
    "beside another value of one assignment": (
        "import time\ndef f(x, k):\n    count, start = k, time.time()\n    y = count * x\n"
        "    return g(y), start",
        "hint",
    ),
    "the value of one assignment that is computed with": (
        "import time\ndef f(x, k):\n    count, start = k, time.time()\n"
        "    return g(start * x), count",
        "error",
    ),
    "beside another value of a table": (
        "import time\nclass A:\n    def f(self, k, v):\n        self._rows[k] = (v, time.time())\n"
        "    def g(self, scale):\n        return sum(v * scale for v, _ in self._rows.values())",
        "hint",
    ),
    "of each object of a list": (
        "import time\nclass A:\n    def f(self, n):\n        self.starts = [time.time()] * n\n"
        "        return self.starts",
        "hint",
    ),
    "a loop that drives a device": (
        "import asyncio\nimport time\nasync def f(robot, start, speed):\n"
        "    while robot.moves():\n        robot.go(speed * (time.time() - start))\n"
        "        await asyncio.sleep(0.1)",
        "hint",
    ),
    "a coroutine that waits for nothing": (
        "import time\nasync def f(robot, start, speed):\n"
        "    robot.go(speed * (time.time() - start))",
        "error",
    ),
    "a default that is read when the module is loaded": (
        "import time\ndef f(rows, start=time.time()):\n    return Result(rows, start)",
        "error",
    ),
    "a default of a function that is made each time": (
        "import time\ndef f(rows):\n    def g(start=time.time()):\n"
        "        return Result(rows, start)\n    return g()",
        "hint",
    ),
    "a default that a function makes": (
        "import time\nfrom dataclasses import dataclass, field\n@dataclass\nclass A:\n"
        "    made: float = field(default_factory=lambda: time.time())",
        "hint",
    ),
    "a field that is read when the module is loaded": (
        "import time\nfrom dataclasses import dataclass\n@dataclass\nclass A:\n"
        "    made: float = time.time()",
        "error",
    ),
    "a text in a file": (
        "import time\ndef f(file):\n    file.write(str(time.time()))",
        "hint",
    ),
    "an attribute of a class": (
        "import time\nclass A:\n    made: float = time.time()\n    def f(self):\n"
        "        return self.made",
        "hint",
    ),
    "a duration that is integrated, in a network": (
        "import socket, time\nclass A:\n    def update(self):\n        now = time.time()\n"
        "        passed = now - self.last\n        self.last = now\n"
        "        self.angle += self.rate * passed",
        "error",
    ),
    "a duration that is shown, in a network": (
        "import zeroconf, time\nclass A:\n    def update(self, out):\n        now = time.time()\n"
        "        passed = now - self.last\n        self.last = now\n        out.append(passed)",
        "hint",
    ),
    "a step that is sent": (
        "import time\nclass A:\n    def send(self):\n        delta_time = time.time() - self.last\n"
        "        self.link.report(delta_time, self.angle)",
        "error",
    ),
    "simulated time that begins at that of the host": (
        "import time\nclass A:\n    def __init__(self):\n        self.base = time.time()\n"
        "        self.now = self.base + 1e-4\n    def advance(self, dt):\n        self.now += dt",
        "error",
    ),
    "a time of the host to which pauses are added": (
        "import time\nclass A:\n    def __init__(self):\n        self.base = time.time()\n"
        "    def go_on(self):\n        self.base += time.time() - self.pause",
        "hint",
    ),
    "a clock that stands for a missing argument": (
        "import time\nclass A:\n    def wind(self, passed=None):\n        if passed is None:\n"
        "            passed = time.time() - self.last\n        self.speed += self.gain * passed",
        "hint",
    ),
    "a clock that stands for an argument that is missing here": (
        "import time\nclass A:\n    def wind(self, passed=None):\n        if passed is None:\n"
        "            passed = time.time() - self.last\n        self.speed += self.gain * passed\n"
        "    def go(self):\n        self.wind()",
        "error",
    ),
    "a time of a record in a step": (
        "import time\ndef step(memory, text):\n"
        "    memory.write(MemoryRecord(text, timestamp=time.time()))",
        "hint",
    ),
    "a time of a measurement in a step": (
        "import time\ndef step(lidar, points):\n    lidar.publish(Scan(points, stamp=time.time()))",
        "error",
    ),
    "a time of the host by its name": (
        "import time\ndef step(data):\n    data['walltime_sec'].append(time.time())",
        None,
    ),
    "a duration in a text that a list gets": (
        "import time\ndef f(lines, start):\n    rows = []\n    for line in lines:\n"
        "        dt = time.time() - start\n        rows.append(f'{dt} {line}')\n    return rows",
        "hint",
    ),
    "a duration that the simulation advances by": (
        "import time\ndef f(sim, start):\n    dt = time.time() - start\n    sim.advance(dt)",
        "error",
    ),
    "a duration beside its name": (
        "import time\ndef step(x, stats):\n    start = time.time()\n    x()\n"
        "    stats.add('solve_time', time.time() - start)",
        None,
    ),
    "a text with a scaled duration": (
        "import time\ndef _text(took):\n    unit = units(took)\n    if unit:\n"
        "        return 'x %s' % (took * unit)\n    return 'y %s' % (took * other(unit))\n"
        "def f(start):\n    took = time.time() - start\n    print(_text(took))\n    return took",
        "hint",
    ),
}

HASHES = {
    "of a size": ("def f(x):\n    return str(hash(x.shape[0])) + str(hash(len(x)))", None),
    "that a table masks": (
        "class Table:\n    def get(self, x):\n        h = hash(x) & 255\n"
        "        return self.slots.find(x, h)",
        "hint",
    ),
    "that is passed on": ("def f(x, table):\n    return table.find(x, hash(x))", "hint"),
    "of a text": ("def f(x):\n    return str(hash(x.name))", "error"),
    "that a class gets": ("class A: ...\nA.__hash__ = lambda self: hash(self.name)", None),
    "for the nodes of a picture": (
        "import graphviz\ndef f(nodes):\n    dot = graphviz.Digraph()\n    for n in nodes:\n"
        "        name = str(hash(n))\n        dot.node(name, n.label)",
        None,
    ),
    "that a method saves": (
        "class A:\n    def f(self, text):\n        h = hash(text)\n        self.seen.add(h)\n"
        "    def get_state(self):\n        return {'seen': list(self.seen)}",
        "error",
    ),
    "that stays in the object": (
        "class A:\n    def f(self, text):\n        h = hash(text)\n        self.seen.add(h)\n"
        "    def has(self, h):\n        return h in self.seen",
        "hint",
    ),
}

IDENTIFIERS = {
    "returned": ("import uuid\ndef f():\n    return str(uuid.uuid4())", "hint"),
    "joined with a text": ("import uuid\ndef f(x):\n    x.name = f'job-{uuid.uuid4()}'", "hint"),
    "an order": (
        "import uuid\ndef f(xs):\n    return sorted(xs, key=lambda x: uuid.uuid4())",
        "error",
    ),
    "a key that sorts nothing": (
        "import uuid\ndef f(press):\n    press(key=str(uuid.uuid4()))",
        "hint",
    ),
    "a number": ("import uuid\ndef f(n):\n    return uuid.uuid4().int % n", "error"),
    "a seed": (
        "import random, uuid\ndef f():\n    key = uuid.uuid4().int\n    return random.Random(key)",
        "error",
    ),
    "written": (
        "import json, uuid\ndef f(file, x):\n    row = {'key': str(uuid.uuid4()), 'x': x}\n"
        "    json.dump(row, file)",
        "error",
    ),
    "of a step": ("import uuid\ndef step(x):\n    x.mark = uuid.uuid4()", "error"),
    "of a cloud": (
        "import uuid\nfrom google.cloud import storage\n"
        "def f(file):\n    file.write(uuid.uuid4().hex)",
        "hint",
    ),
    "a secret": (
        "import os, secrets\ndef f():\n    os.environ['SECRET_KEY'] = secrets.token_hex()",
        None,
    ),
    "a secret by keyword": ("import secrets\ndef f(g):\n    g(salt=secrets.token_hex())", None),
    "of a request": (
        "import secrets\n@app.post('/draw')\ndef f():\n    return secrets.token_hex()",
        None,
    ),
    "entropy that is a name": ("import os\ndef f(x):\n    x.node_id = os.urandom(4)", "hint"),
    "entropy": ("import os\ndef f(x):\n    x.noise = int.from_bytes(os.urandom(4))", "error"),
    "entropy that stays bytes": ("import os\ndef f(x):\n    x.frame = os.urandom(4)", "hint"),
}


@pytest.mark.parametrize("case", LIMITS)
def test_which_limits_of_real_time_decide_an_answer(case) -> None:
    source, expected = LIMITS[case]
    assert worst(source, ("GHO106",)) == expected


@pytest.mark.parametrize("case", WAITS)
def test_which_waits_decide_what_is_computed(case) -> None:
    source, expected = WAITS[case]
    assert worst(source, ("GHO105",)) == expected


@pytest.mark.parametrize("case", CLOCKS)
def test_which_readings_reach_a_result(case) -> None:
    source, expected = CLOCKS[case]
    assert worst(source, ("GHO101",)) == expected


@pytest.mark.parametrize(
    ("module", "expected"),
    [
        ("pkg.world", "error"),
        ("pkg.resource_monitor", "hint"),
        ("pkg.mcp.tools", "hint"),
        ("pkg.arm_client", "hint"),
        ("mcp.world", "error"),
    ],
)
def test_servers_and_monitors_live_in_real_time(module, expected) -> None:
    source = (
        "import asyncio, time\nclass A:\n    def update(self):\n        now = time.time()\n"
        "        passed = now - self.last\n        self.last = now\n"
        "        self.angle += self.rate * passed"
    )
    found = lint(source, select=("GHO101",), module=module)
    assert {str(each.severity) for each in found} == {expected}


def test_a_function_that_draws_a_timeline_is_for_people() -> None:
    source = (
        "import time\nclass A:\n    def {}(self, n):\n        end = time.time()\n"
        "        return [self.start + (end - self.start) * i / n for i in range(n)]"
    )
    assert worst(source.format("timeline"), ("GHO101",)) == "hint"
    assert worst(source.format("positions"), ("GHO101",)) == "error"


@pytest.mark.parametrize("case", HASHES)
def test_which_hashes_leave_the_process(case) -> None:
    source, expected = HASHES[case]
    assert worst(source, ("GHO303",)) == expected


@pytest.mark.parametrize("case", IDENTIFIERS)
def test_which_identifiers_affect_a_result(case) -> None:
    source, expected = IDENTIFIERS[case]
    assert worst(source, ("GHO205", "GHO206")) == expected


@pytest.mark.parametrize(
    ("module", "first", "expected"),
    [
        ("solvers._test_powell", "", "info"),
        ("solvers.cases", "import unittest\nclass A(unittest.TestCase): ...\n", "info"),
        ("solvers.cases", "import unittest\n", "error"),
    ],
)
def test_tests_are_recognised(module, first, expected) -> None:
    source = f"{first}def f(solver):\n    solver.solve(max_runtime=5.0)\n"
    (found,) = lint(source, select=("GHO106",), module=module, show_info=True)
    assert str(found.severity) == expected
