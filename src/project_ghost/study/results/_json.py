"""study.json."""

from dataclasses import asdict
from pathlib import Path

import msgspec

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.errors import InputError
from project_ghost.core.json_files import write_json

from ._results import RESULTS_VERSION, StudyResult

__all__ = ["STUDY_JSON", "read_study", "write_study"]

STUDY_JSON = "study.json"


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
