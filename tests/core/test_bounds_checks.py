"""Which compiled functions check array bounds is decided by an explicit list of modules.

Goal: moving or adding a file cannot silently switch memory safety off.
Method: the list names only modules that exist, and no module outside of it is exempt.
"""

import pkgutil
from importlib import import_module
from types import FunctionType

import project_ghost
from project_ghost.core.compiled._registration import WITHOUT_BOUNDS_CHECKS, has_bounds_checks


def test_every_listed_module_exists_and_is_exempt() -> None:
    for name in sorted(WITHOUT_BOUNDS_CHECKS):
        module = import_module(name)
        functions = [f for f in vars(module).values() if isinstance(f, FunctionType)]
        own = [f for f in functions if f.__module__ == name]
        assert own, f"{name} has no functions: take it off the list"
        assert not any(map(has_bounds_checks, own))


def test_code_that_takes_users_indexes_is_checked() -> None:
    """Actor tables, blocks, models and users' own kernels index arrays with computed numbers."""
    packages = ("engine.blocks", "engine.tables", "models", "estimation", "world")
    exempt = [
        name
        for name in WITHOUT_BOUNDS_CHECKS
        if name.removeprefix(f"{project_ghost.__name__}.").startswith(packages)
    ]
    assert exempt == []
    assert has_bounds_checks(lambda values, i: values[i])


def test_the_list_names_modules_and_not_packages() -> None:
    """A prefix would also cover files that were never considered."""
    packages = {
        module.name
        for module in pkgutil.walk_packages(project_ghost.__path__, "project_ghost.")
        if module.ispkg
    }
    assert not packages & WITHOUT_BOUNDS_CHECKS
