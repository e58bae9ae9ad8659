"""study.json and the other JSON files of a study."""

import re
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.errors import InputError
from project_ghost.core.files import pretty_json, write_whole

from ._results import RESULTS_VERSION, StudyResult

__all__ = ["STUDY_JSON", "canonical", "read_study", "write_json", "write_study"]

STUDY_JSON = "study.json"

# Lists of plain values are written on one line. JSON strings hold no line breaks.
_PLAIN_LIST = re.compile(r"\[\n\s*([^\[\]{}]*?)\n\s*\]")
_NEXT_LINE = re.compile(r",\n\s*")


def canonical(document: Mapping[str, Any]) -> str:
    """Return canonical JSON with each list of plain values on one line."""
    return _PLAIN_LIST.sub(
        lambda match: f"[{_NEXT_LINE.sub(', ', match[1])}]", pretty_json(document)
    )


def write_json(document: Mapping[str, Any], path: Path) -> None:
    """Write a document as canonical JSON, completely or not at all, whatever happens then."""
    write_whole(path, canonical(document), durable=True)


@checked_arguments
def write_study(result: StudyResult, folder: Path | str) -> Path:
    """Write the results to FOLDER/study.json."""
    path = Path(folder) / STUDY_JSON
    write_json(asdict(result), path)
    return path


@checked_arguments
def read_study(folder: Path | str) -> StudyResult:
    """Read the results in a study's folder."""
    path = Path(folder)
    path = path / STUDY_JSON if path.is_dir() else path
    try:
        document = msgspec.json.decode(path.read_bytes())
        version = document.get("version") if isinstance(document, dict) else None
        if version == RESULTS_VERSION:
            return msgspec.convert(document, StudyResult)
    except OSError as error:
        raise InputError(
            f"the file cannot be read: {error.strerror}",
            str(path),
            "the folder of a study that has results",
            "run `ghost study run FILE`, or `ghost study analyze FOLDER` if it was run",
        ) from None
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise InputError(
            f"the file has no results of a study: {error}",
            str(path),
            "a file of `ghost study run`",
            "write it again with `ghost study analyze FOLDER`",
        ) from None
    raise InputError(
        f"the version of the file is {version!r}",
        str(path),
        f"version {RESULTS_VERSION}",
        "write it again with `ghost study analyze FOLDER`",
    )
