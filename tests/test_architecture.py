"""The layout is the architecture: which room may import which, one home for each public name."""

import ast
import importlib
import pkgutil
import re
from collections import defaultdict
from fnmatch import fnmatch
from pathlib import Path
from types import ModuleType

import project_ghost
from project_ghost.analysis import belief_traceability
from project_ghost.state import messages

PACKAGE = Path(project_ghost.__file__).parent


def _rooms_of_the_page() -> tuple[dict[str, tuple[str, ...]], set[str]]:
    """What each room may import, and which rooms do not exist yet, from docs/architecture.md."""
    page = Path(__file__).parents[1] / "docs" / "architecture.md"
    table = page.read_text(encoding="utf-8").partition("\n## Rooms\n")[2].partition("\n## ")[0]
    arrows, planned = {}, set()
    for room, about, imports in re.findall(r"^\| `(\w+)/` \| (.*) \|(.*)\|$", table, re.M):
        arrows[room] = tuple(re.findall(r"`(\w+)`", imports))
        if imports.strip() == "every room":
            arrows[room] = tuple(other for other in arrows if other != room)
        if "(planned)" in about:
            planned.add(room)
    return arrows, planned


# A room may import itself and what its arrows reach.
ARROWS, PLANNED = _rooms_of_the_page()

# Names that other programs import from either of two modules.
TWO_HOMES = frozenset(
    f"project_ghost.{room}{module}.{name}"
    for room, second in (("analysis", belief_traceability), ("state", messages))
    for module in ("", second.__name__.removeprefix(f"project_ghost.{room}"))
    for name in second.__all__
)


def reachable(room: str) -> set[str]:
    result = {room}
    for below in ARROWS[room]:
        result |= reachable(below)
    return result


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0]


def imported_rooms(path: Path) -> set[str]:
    """The rooms whose modules a source file imports, at any depth of its code."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            package = path.relative_to(PACKAGE.parent).with_suffix("").parts[: -node.level or None]
            base = (
                ".".join([*package, node.module or ""]).rstrip(".") if node.level else node.module
            )
            names |= {f"{base}.{alias.name}" for alias in node.names}
    split = [name.split(".") for name in sorted(names)]
    return {parts[1] for parts in split if parts[0] == PACKAGE.name and len(parts) > 1} & set(
        ARROWS
    )


def test_the_table_of_rooms_lists_the_folders_of_the_package() -> None:
    folders = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert set(ARROWS) - PLANNED == folders, "correct the table in docs/architecture.md, Rooms"


def test_rooms_import_only_what_the_design_allows() -> None:
    result = []
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.parent == PACKAGE:
            continue
        room = room_of(path)
        result += [
            f"{path.relative_to(PACKAGE)} imports {other}"
            for other in sorted(imported_rooms(path) - reachable(room))
        ]
    assert result == []


def test_the_import_check_sees_every_form_of_import(tmp_path, monkeypatch) -> None:
    """The allow-list is only worth something if no import escapes it."""
    package = tmp_path / PACKAGE.name
    source = package / "core" / "clock" / "_sample.py"
    source.parent.mkdir(parents=True)
    monkeypatch.setitem(globals(), "PACKAGE", package)
    for statement in (
        "import project_ghost.engine.tick as tick",
        "from project_ghost import engine",
        "from project_ghost.engine import Tick",
        "from ...engine import Tick",
        "from ... import engine",
        "def late():\n    from ...engine.tick import Tick",
    ):
        source.write_text(statement, encoding="utf-8")
        assert imported_rooms(source) == {"engine"}, statement


def public_modules() -> list[ModuleType]:
    names = [PACKAGE.name]
    names += [m.name for m in pkgutil.walk_packages([str(PACKAGE)], prefix=f"{PACKAGE.name}.")]
    public = [name for name in names if not any(part.startswith("_") for part in name.split("."))]
    return [importlib.import_module(name) for name in public]


def test_each_public_name_has_exactly_one_public_home() -> None:
    homes = defaultdict(list)
    for module in public_modules():
        for name in getattr(module, "__all__", ()):
            thing = getattr(module, name)
            # A function or class is itself; a constant is known by where it stands.
            identity = id(thing) if callable(thing) else (module.__name__, name)
            homes[identity].append(f"{module.__name__}.{name}")
    # Two names of one module may mean the same type: Gain and Spread are both 0 to 1000.
    twice = [
        names
        for names in homes.values()
        if len({name.rpartition(".")[0] for name in names}) > 1 and not set(names) <= TWO_HOMES
    ]
    assert twice == []


def test_every_public_module_says_what_is_public() -> None:
    """`__all__` is the public surface; commands go by name, and a room may hold only modules."""
    silent = [
        module
        for module in public_modules()
        if not hasattr(module, "__all__") and not module.__name__.startswith("project_ghost.cli.")
    ]
    defining = [module.__name__ for module in silent if _defines_something(module)]
    assert defining == ["project_ghost"]


# Folders with one file for each command, rule or kind: a docstring names only the helpers there,
# whose names begin with `_`, so that adding one is adding a file. Blocks are private modules.
ONE_FILE_EACH = (
    *("cli", "lint/_rules/*"),
    *(f"scenario/{kind}" for kind in ("actors", "drivers", "estimators", "faults")),
    *(f"scenario/{kind}" for kind in ("populations", "sensors", "vehicles")),
)
BLOCKS = "engine/blocks"


def test_package_docstrings_name_all_modules() -> None:
    """A reader finds every module of a package from the package's docstring."""
    problems = []
    for init in sorted(PACKAGE.rglob("__init__.py")):
        folder = init.parent.relative_to(PACKAGE).as_posix()
        if folder == BLOCKS:
            continue
        members = {path.stem for path in init.parent.glob("*.py")} - {"__init__", "__main__"}
        members |= {path.parent.name for path in init.parent.glob("*/__init__.py")}
        docstring = ast.get_docstring(ast.parse(init.read_text(encoding="utf-8"))) or ""
        named = set(re.findall(r"`(\w+)`", docstring))
        missing = members - named
        if any(fnmatch(folder, pattern) for pattern in ONE_FILE_EACH):
            missing = {name for name in missing if name.startswith("_")}
        gone = {name for name in named if name.startswith("_")} - members
        problems += [f"{folder}/__init__.py: name `{name}`" for name in sorted(missing)]
        problems += [f"{folder}/__init__.py: no `{name}` here" for name in sorted(gone)]
    assert problems == []


def _defines_something(module: ModuleType) -> bool:
    assert module.__file__ is not None
    body = ast.parse(Path(module.__file__).read_text(encoding="utf-8")).body
    return any(not isinstance(node, ast.Expr) for node in body)
