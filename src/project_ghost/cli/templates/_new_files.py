"""Create the files of `ghost new`, and of `new` of scenarios, studies and sweeps."""

import argparse
from collections.abc import Iterable, Mapping
from pathlib import Path

from project_ghost.cli.terminal._output import add_written, put_document
from project_ghost.core.errors import InputError


def add_folder(parser: argparse.ArgumentParser) -> None:
    """Declare the folder of new files, and the flags of every command."""
    add_written(parser, "DIR", "the folder of the new files [this one]", "--dir")
    parser.set_defaults(output=Path())


def print_new(arguments: argparse.Namespace, files: Iterable[Path], text: str) -> None:
    """Print which files were written, and what to do with them."""
    if arguments.json:
        put_document({"files": [str(each) for each in files]})
    else:
        print(text)


def create_new(arguments: argparse.Namespace, text: str, what: str, commands: str) -> int:
    """Write the file of a command with `add_new`, and print the commands to go on with.

    `what` names it in errors; in `commands`, `{path}` is its path.
    """
    path: Path = arguments.output / arguments.file
    write_new({path: text}, what)
    print_new(arguments, [path], f"wrote {path}\n{commands.format(path=path)}")
    return 0


def add_new(parser: argparse.ArgumentParser, example: str) -> None:
    """Declare the name of a new file, and the flags of `add_folder`."""
    parser.add_argument("file", metavar="NEW", type=Path, help=f"such as {example}")
    add_folder(parser)


def require_unused(paths: Iterable[Path]) -> None:
    """Refuse paths that exist."""
    for path in paths:
        if path.exists():
            raise InputError(
                f"{path} already exists",
                str(path),
                "an unused name",
                "choose another name or folder, or remove the file",
            )


def write_new(texts: Mapping[Path, str], what: str) -> None:
    """Write new files, all of them or none; `what` names them in errors.

    Missing folders are made. A file that exists is never overwritten.
    """
    require_unused(texts)
    written: list[Path] = []
    try:
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8") as file:
                written.append(path)
                file.write(text)
    except OSError as error:
        for path in written:
            path.unlink()
        raise InputError(
            f"{what} cannot be written: {error.strerror}",
            str(error.filename),
            "a writable folder",
            "choose another folder",
        ) from None
