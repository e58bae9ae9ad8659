"""Folders whose modules can be imported for a while, and modules of files."""

import hashlib
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

__all__ = ["import_file", "importable", "kept_import_path"]


@contextmanager
def importable(folders: Iterable[Path]) -> Iterator[None]:
    """Make the modules of these folders importable, after all others, until the block ends."""
    added = [str(folder.resolve()) for folder in folders]
    sys.path.extend(added)
    try:
        yield
    finally:
        for folder in added:
            sys.path.remove(folder)


@contextmanager
def kept_import_path() -> Iterator[None]:
    """Undo at the end of the block whatever the block did to the path of modules."""
    before = [*sys.path]
    try:
        yield
    finally:
        # ghost: allow[global-state] as it was
        sys.path[:] = before


def import_file(path: Path, folders: Iterable[Path] = ()) -> ModuleType:
    """Return the module of a file, which may import from its own folder and from others.

    What the module raises is raised here.
    """
    file = path.resolve()
    for module in list(sys.modules.values()):
        place = getattr(module, "__file__", None)
        if place is not None and Path(place) == file:
            return module
    name = file.stem
    if name in sys.modules:  # another file, or a package, has that name already
        name += "_" + hashlib.sha256(str(file).encode()).hexdigest()[:8]
    spec = spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    # As `import` does, so that dataclasses and pickles of the module work.
    sys.modules[name] = module
    try:
        with importable([file.parent, *folders]):
            spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module
