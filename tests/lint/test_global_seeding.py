"""Draws from a global generator count as repeated only if all ways to them seed it."""

import textwrap
from pathlib import Path

import pytest

from project_ghost.lint import Severity, lint_paths, load_config

DRAWS = """
    import random

    import numpy as np


    def moves(n):
        return [random.gauss(0, 1) + np.random.normal() for _ in range(n)]
"""
HELPER = """
    import random

    import numpy as np


    def set_seed(seed):
        random.seed(seed)
        np.random.seed(seed)
"""


def severities(folder: Path, files: dict[str, str]) -> dict[str, Severity]:
    """The severity of each draw from a global generator, by the name of its generator."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text), encoding="utf-8")
    report = lint_paths([folder], load_config([folder]), use_cache=False, jobs=1, show_hints=True)
    return {
        "numpy" if "numpy" in each.message else "random": each.severity
        for each in report.findings
        if Path(each.path).name == "draws.py"
    }


def project(folder: Path, **files: str) -> dict[str, Severity]:
    (folder / "pyproject.toml").write_text("[tool.ghost.lint]\n", encoding="utf-8")
    names = {f"world/{name}.py": text for name, text in files.items()}
    return severities(folder, {"world/__init__.py": "", "world/draws.py": DRAWS, **names})


BOTH_HINTS = {"numpy": Severity.HINT, "random": Severity.HINT}
BOTH_ERRORS = {"numpy": Severity.ERROR, "random": Severity.ERROR}

PROGRAM = """
    import argparse

    from .helper import set_seed


    def main():
        parser = argparse.ArgumentParser()
        parser.add_argument("--seed", type=int, default=3)
        set_seed(parser.parse_args().seed)


    if __name__ == "__main__":
        main()
"""
TABLE = """
    from .draws import moves

    TABLE = {"moves": moves}
"""

SEEDED = {
    "an option that is tested, of another file": """
        from .draws import moves
        from .helper import set_seed
        from .options import args


        def walk():
            if args.seed is not None:
                set_seed(args.seed)
            return moves(3)
    """,
    "a function that starts the work": """
        from .draws import moves
        from .helper import set_seed


        def train(options):
            set_seed(options.seed)
            return [moves(3) for _ in range(options.count)]
    """,
    "a part that is found by its name": """
        import importlib

        from .helper import set_seed


        def run(kind, options):
            set_seed(options.number)
            return getattr(importlib.import_module("world." + kind), options.name)(3)
    """,
    "the reset of an environment": """
        from .draws import moves
        from .helper import set_seed


        class Env:
            def reset(self, seed=None):
                set_seed(seed)

            def step(self):
                return moves(3)
    """,
    "the only caller": """
        from .draws import moves
        from .helper import set_seed


        def scenario(seed):
            set_seed(seed)
            return moves(3)
    """,
    "a number before the only call": """
        from .draws import moves
        from .helper import set_seed


        def data():
            set_seed(3)
            return moves(3)
    """,
    "whoever makes the class": """
        from .draws import moves
        from .helper import set_seed


        class Walker:
            def step(self):
                return self._move() + self.step()

            def _move(self):
                return moves(1)


        def walk(options):
            set_seed(options.seed)
            return Walker()
    """,
    "the base of the class": """
        from . import draws
        from .helper import set_seed


        class Base:
            def __init__(self, seed):
                self._set_up(seed)

            def _set_up(self, seed):
                set_seed(seed)


        class Walker(Base):
            def step(self):
                return draws.moves(1)
    """,
    "a program, of what it finds in a table": """
        from .draws import moves
        from .helper import set_seed

        TABLE = {"moves": moves}


        def main(name, seed):
            set_seed(seed)
            return TABLE[name](3)
    """,
    "an option with a default": """
        import argparse

        from .draws import moves
        from .helper import set_seed


        def train():
            parser = argparse.ArgumentParser()
            parser.add_argument("--seed", type=int, default=3)
            args = parser.parse_args()
            set_seed(args.seed)
            return moves(3)
    """,
    "a seed whichever way": """
        from .draws import moves
        from .helper import set_seed


        def train(options):
            if options.seed is not None:
                set_seed(options.seed)
            else:
                set_seed(3)
            return moves(3)
    """,
    "an option that is tested": """
        from .draws import moves
        from .helper import set_seed
        from .options import args


        def train():
            if args.seed is not None:
                set_seed(args.seed)
            return moves(3)
    """,
    "a seed that is tested and has a default": """
        from .draws import moves
        from .helper import set_seed


        class Agent:
            def __init__(self, seed=3):
                if seed is not None:
                    set_seed(seed)

            def act(self):
                return moves(1)
    """,
    "a helper whose seed may be omitted, and is not": """
        import random

        import numpy as np

        from .draws import moves


        def fix_randomness(seed=None):
            if seed is not None:
                random.seed(seed)
                np.random.seed(seed)


        def train():
            fix_randomness(3)
            return moves(3)
    """,
}
UNSEEDED = {
    "a part that is found by its name, and nothing seeds": """
        import importlib

        from .helper import set_seed


        def run(kind, options):
            return getattr(importlib.import_module("world." + kind), options.name)(3)


        def train(options):
            set_seed(options.number)
    """,
    "a method that seeds, which users need not call": """
        from . import helper
        from .draws import moves


        class Maze:
            def set_seed(self, seed):
                helper.set_seed(seed)

            def start(self):
                return moves(3)
    """,
    "a program that does not draw": PROGRAM,
    "a seed that callers may omit": """
        from .draws import moves
        from .helper import set_seed


        class World:
            def __init__(self, seed=None):
                set_seed(seed)

            def step(self):
                return moves(1)
    """,
    "a helper whose seed is omitted": """
        import random

        import numpy as np

        from .draws import moves


        def fix_randomness(seed=None):
            random.seed(seed)
            np.random.seed(seed)


        def train():
            fix_randomness()
            return moves(3)
    """,
    "an option without a default": """
        import argparse

        from .draws import moves
        from .helper import set_seed


        def train():
            parser = argparse.ArgumentParser()
            parser.add_argument("--seed", type=int)
            args = parser.parse_args()
            set_seed(args.seed)
            return moves(3)
    """,
    "a seed that only an option sets": """
        import random

        import numpy as np

        from .draws import moves


        def train(options):
            if options.fix_seed:
                random.seed(3)
                np.random.seed(3)
            return moves(3)
    """,
    "a seed that a test says may be None": """
        import random

        import numpy as np

        from .draws import moves


        class Agent:
            def __init__(self, parameters):
                if parameters.seed is not None:
                    random.seed(parameters.seed)
                    np.random.seed(parameters.seed)
                else:
                    random.seed()
                    np.random.seed()

            def act(self):
                return moves(1)
    """,
    "a seed that was set to one that varies": """
        import random

        import numpy as np

        from .draws import moves


        def train(options):
            if options.seed is None:
                options.seed = random.randint(0, 99)
            random.seed(options.seed)
            np.random.seed(options.seed)
            return moves(3)
    """,
    "nobody calls the helper": "VALUE = 3",
    "a number in a program of its own": """
        from .helper import set_seed


        def figure():
            set_seed(3)
    """,
    "a method of one way to work": """
        from .helper import set_seed


        class Task:
            def evaluate(self):
                set_seed(self.seed)
    """,
    "one of two callers": """
        from .draws import moves
        from .helper import set_seed


        def scenario(seed):
            set_seed(seed)
            return moves(3)


        def preview():
            return moves(1)
    """,
    "a caller that draws first": """
        from .draws import moves
        from .helper import set_seed


        def scenario(seed):
            first = moves(1)
            set_seed(seed)
            return first
    """,
    "a class that does not draw": """
        from .draws import moves
        from .helper import set_seed


        class Env:
            def reset(self, seed=None):
                set_seed(seed)


        class Preview:
            def show(self):
                return moves(1)
    """,
    "a class that is also made without": """
        from .draws import moves
        from .helper import set_seed


        class Walker:
            def step(self):
                return moves(1)


        def walk(options):
            set_seed(options.seed)
            return Walker()


        def preview():
            return Walker.from_file("x")
    """,
    "a function that runs later": """
        from .draws import moves
        from .helper import set_seed


        def preview(seed):
            def later():
                set_seed(seed)

            return moves(1), later
    """,
    "a seed that is None by default": """
        from .draws import moves
        from .helper import set_seed


        def walk(seed=None):
            set_seed(seed)
            return moves(3)
    """,
    "a seed that is drawn unless it is given": """
        import random

        from .draws import moves
        from .helper import set_seed


        def walk(options):
            number = random.randint(0, 9) if options.seed is None else options.seed
            random.seed(number)
            np.random.seed(number)
            return moves(3)


        import numpy as np
    """,
    "a seed that is skipped for None": """
        from .draws import moves
        from .helper import set_seed


        def walk(task):
            if task.parameters.seed is not None:
                set_seed(task.parameters.seed)
            return moves(3)
    """,
    "functions that only call each other": """
        from .draws import moves
        from .helper import set_seed


        def ping(n):
            return pong(n) + moves(n)


        def pong(n):
            return ping(n - 1)


        def walk(options):
            set_seed(options.seed)
    """,
}


@pytest.mark.parametrize("program", SEEDED.values(), ids=SEEDED.keys())
def test_draws_are_hints_if_all_ways_to_them_seed(tmp_path: Path, program: str) -> None:
    assert project(tmp_path, helper=HELPER, program=program) == BOTH_HINTS


@pytest.mark.parametrize("program", UNSEEDED.values(), ids=UNSEEDED.keys())
def test_draws_are_errors_if_a_way_to_them_may_not_seed(tmp_path: Path, program: str) -> None:
    assert project(tmp_path, helper=HELPER, program=program) == BOTH_ERRORS


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("fix_randomness()", BOTH_HINTS),
        ("if n > 3:\n            fix_randomness()", BOTH_ERRORS),
        ("set_seed(n)", BOTH_HINTS),
        ("set_seed(seed)", BOTH_ERRORS),
    ],
)
def test_a_helper_seeds_the_function_that_calls_it(
    tmp_path: Path, call: str, expected: dict[str, Severity]
) -> None:
    draws = f"""
    import random

    import numpy as np

    from .helper import fix_randomness, set_seed


    def moves(n, seed=None):
        {call}
        return random.gauss(0, 1) + np.random.normal(size=n)
"""
    helper = textwrap.dedent(HELPER) + textwrap.dedent(HELPER).replace(
        "set_seed(seed)", "fix_randomness(seed=3)"
    )
    assert project(tmp_path, helper=helper, draws=draws) == expected


def test_only_the_generator_that_is_seeded_counts(tmp_path: Path) -> None:
    world = """
        import numpy as np

        from .draws import moves


        class World:
            def __init__(self, seed):
                np.random.seed(seed)

            def step(self):
                return moves(1)
    """
    assert project(tmp_path, world=world) == {**BOTH_ERRORS, "numpy": Severity.HINT}


def test_a_seed_from_the_clock_repeats_nothing(tmp_path: Path) -> None:
    world = """
        import random
        import time

        from .draws import moves


        class World:
            def __init__(self):
                random.seed(time.time())

            def step(self):
                return moves(1)
    """
    assert project(tmp_path, world=world) == BOTH_ERRORS


def test_tests_seed_nothing_for_the_package(tmp_path: Path) -> None:
    assert project(
        tmp_path, helper=HELPER, test_draws=SEEDED["a function that starts the work"]
    ) == (BOTH_ERRORS)


def test_one_of_many_programs_seeds_only_what_it_uses(tmp_path: Path) -> None:
    plain = "def main():\n    return 3\n"
    files = {"helper": HELPER, "table": TABLE, "train": PROGRAM, "export": plain}
    assert project(tmp_path, **files) == BOTH_HINTS
    assert project(tmp_path, **files, report=plain) == BOTH_ERRORS


def test_another_package_seeds_nothing_here(tmp_path: Path) -> None:
    other = {f"other/{name}.py": text for name, text in {"__init__": "", "helper": HELPER}.items()}
    program = {"other/program.py": SEEDED["a function that starts the work"]}
    (tmp_path / "world").mkdir()
    found = severities(tmp_path, {**other, **program})
    assert found == {}
    assert project(tmp_path) == BOTH_ERRORS


def test_folders_without_a_package_are_seeded_by_programs_beside_them(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.ghost.lint]\n", encoding="utf-8")
    program = SEEDED["a function that starts the work"]
    program = program.replace("from .", "from ").replace("from draws", "from models.draws")
    found = severities(
        tmp_path, {"models/draws.py": DRAWS, "helper.py": HELPER, "train.py": program}
    )
    assert found == BOTH_HINTS


def test_a_file_alone_has_the_findings_of_its_package(tmp_path: Path) -> None:
    project(tmp_path, helper=HELPER, program=SEEDED["a function that starts the work"])
    path = tmp_path / "world" / "draws.py"
    report = lint_paths([path], load_config([path]), use_cache=False, jobs=1)
    assert report.findings == ()


def test_a_number_at_the_top_seeds_its_own_file(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.ghost.lint]\n", encoding="utf-8")
    seeded = textwrap.dedent(DRAWS).replace("def moves", "np.random.seed(3)\n\n\ndef moves")
    assert severities(tmp_path, {"draws.py": seeded}) == {**BOTH_ERRORS, "numpy": Severity.HINT}


def test_an_entry_without_a_seed_is_found_where_it_is_used(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.ghost.lint]\n", encoding="utf-8")
    draws = """
        import numpy as np


        def noise(params):
            rng = np.random.default_rng(params["seed"])
            return rng.normal()
    """
    defaults = {"defaults.py": "def defaults(params):\n    params['seed'] = None\n"}
    assert severities(tmp_path, {"draws.py": draws}) == {}
    assert severities(tmp_path, {"draws.py": draws, **defaults}) == {"numpy": Severity.ERROR}


def test_a_benchmark_seeds_nothing_for_the_package(tmp_path: Path) -> None:
    files = {
        "helper": HELPER,
        "benchmarks/speed": """
            import time

            from ..draws import moves
            from ..helper import set_seed


            def main():
                set_seed(3)
                return moves(3), time.time()
        """,
    }
    assert project(tmp_path, **files) == BOTH_ERRORS
    alone = {"helper": HELPER, "program": files["benchmarks/speed"].replace("..", ".")}
    (tmp_path / "world/benchmarks/speed.py").unlink()
    assert project(tmp_path, **alone) == BOTH_HINTS


def test_a_helper_that_may_be_called_without_a_seed_seeds_where_it_is_given_one(
    tmp_path: Path,
) -> None:
    helper = HELPER.replace("set_seed(seed)", "set_seed(seed=None)")
    program = """
        from .draws import moves
        from .helper import set_seed


        def walk(config):
            set_seed(3)
            return moves(3)
    """
    assert project(tmp_path, helper=helper, program=program) == BOTH_HINTS
    program = program.replace("set_seed(3)", "set_seed()")
    assert project(tmp_path, helper=helper, program=program) == BOTH_ERRORS
