"""The file that defines a full name."""

import os
from pathlib import Path

__all__ = ["Modules"]


class Modules:
    """Finds the files of a project by the names under which they are imported.

    Paths are strings here: a run asks tens of thousands of times.
    """

    def __init__(self, root: Path) -> None:
        self._root = str(root)
        self._inside = os.path.join(self._root, "")  # noqa: PTH118
        self._common = (self._root, f"{self._inside}src")
        self._roots: dict[str, tuple[str, ...]] = {}
        self._files: dict[tuple[str, str], str | None] = {}
        self._heads: dict[tuple[str, str], bool] = {}
        self._found: dict[tuple[tuple[str, ...], str], tuple[str, str] | None] = {}

    def locate(self, importer: str, name: str) -> tuple[str, str] | None:
        """The file that a name of an importing file is in, and the rest of the name."""
        key = (self.roots(importer), name)
        if key not in self._found:
            self._found[key] = self._locate(*key)
        return self._found[key]

    def roots(self, importer: str) -> tuple[str, ...]:
        """The folders that a file imports from: that above its outermost package comes first."""
        folder = importer.rpartition(os.sep)[0]
        if folder not in self._roots:
            own = folder
            while os.path.isfile(f"{own}{os.sep}__init__.py"):  # noqa: PTH113
                own = own.rpartition(os.sep)[0]
            self._roots[folder] = tuple(dict.fromkeys((own, *self._common)))
        return self._roots[folder]

    def package(self, file: str) -> str:
        """The folder of the outermost package that a file belongs to; its own without one."""
        folder = file.rpartition(os.sep)[0]
        root = self.roots(file)[0]
        inside = folder.removeprefix(root).strip(os.sep).partition(os.sep)[0]
        return f"{root}{os.sep}{inside}" if inside else root

    def files_mentioning(self, file: str, text: bytes) -> list[str]:
        """The files of a file's project that contain a text.

        They are in its package; without one, in its folder at the root, and beside that folder.
        """
        folder = self.package(file)
        if os.path.isfile(f"{folder}{os.sep}__init__.py"):  # noqa: PTH113
            found = set(Path(folder).rglob("*.py"))
        else:
            found = {*Path(file).parent.glob("*.py"), *Path(self._root).glob("*.py")}
            inside, _, rest = file.removeprefix(self._inside).partition(os.sep)
            if rest and file.startswith(self._inside):
                found |= set(Path(self._root, inside).rglob("*.py"))
        return [str(path) for path in sorted(found) if path.is_file() and text in path.read_bytes()]

    def _locate(self, roots: tuple[str, ...], name: str) -> tuple[str, str] | None:
        parts = name.split(".")
        for root in roots:
            # Most names belong to libraries.
            if self._has_head(root, parts[0]):
                for count in range(len(parts), 0, -1):
                    file = self._file(root, "/".join(parts[:count]))
                    if file is not None:
                        return file, ".".join(parts[count:])
        return None

    def _has_head(self, root: str, head: str) -> bool:
        """Whether a name begins with a module, or with a folder that may contain one."""
        key = (root, head)
        if key not in self._heads:
            folder = f"{root}{os.sep}{head}"
            is_near = self._inside.startswith(folder + os.sep) or folder.startswith(self._inside)
            is_folder = is_near and os.path.isdir(folder)  # noqa: PTH112
            self._heads[key] = is_folder or self._file(root, head) is not None
        return self._heads[key]

    def _file(self, root: str, module: str) -> str | None:
        key = (root, module)
        if key not in self._files:
            base = f"{root}{os.sep}{module}"
            self._files[key] = None
            for file in (f"{base}{os.sep}__init__.py", f"{base}.py"):
                if file.startswith(self._inside) and os.path.isfile(file):  # noqa: PTH113
                    self._files[key] = file
                    break
        return self._files[key]
